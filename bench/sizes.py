"""How much code there is: lines by package, function lengths, single importers, modules reached.

The figures are a mirror, not a contest: they show where the code grew, and nothing asserts them.
"""

import ast
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
SMALL_MODULE_LINES = 60
MOST_PARAMETERS = 7
STARTS = ("faithsieve.cli.check", "faithsieve.pipeline")


# What reads mathematics out of text or computes with it: all of symbolic, and of verify the files
# that read claims and premises, compare them, write statements from them, search points, or turn
# computed findings into evidence. The gate's arithmetic, prompts, prover and agent are not among
# them, nor is the parser of Lean signatures.
MATHEMATICS = (
    "symbolic/*.py",
    "verify/counterexamples.py",
    "verify/formulas.py",
)


def run() -> Iterator[str]:
    """Yield the counts of ``src`` and ``tests``, then what stands out."""
    modules = {_module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}
    trees = {name: ast.parse(path.read_text()) for name, path in modules.items()}
    yield from _lines_by_package(modules)
    yield from _function_figures(trees)
    imports = {name: _imported(tree, modules) for name, tree in trees.items()}
    yield from _small_single_importers(modules, imports)
    yield from _reachable(imports)
    yield from _repeated_class_names(trees)


def _module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _line_count(path: Path) -> int:
    return len(path.read_text().splitlines())


def _lines_by_package(modules: dict[str, Path]) -> Iterator[str]:
    counts: dict[str, list[int]] = defaultdict(list)
    for path in modules.values():
        inside = path.relative_to(SOURCE / "faithsieve").parts
        counts[inside[0] if len(inside) > 1 else "(top)"].append(_line_count(path))
    layer = [p for pattern in MATHEMATICS for p in (SOURCE / "faithsieve").glob(pattern)]
    tests = [_line_count(path) for path in (ROOT / "tests").rglob("*.py")]
    yield f"src: {sum(map(sum, counts.values()))} lines in {len(modules)} files"
    for package, lines in sorted(counts.items()):
        yield f"  {package}: {sum(lines)} lines in {len(lines)} files"
    yield f"  pipeline.py: {_line_count(modules['faithsieve.pipeline'])} lines"
    outside = sorted(path.stem for path in layer if path.parent.name != "symbolic")
    yield f"  mathematics layer: {sum(map(_line_count, layer))} lines in {len(layer)} files"
    yield f"    symbolic and, of verify, {', '.join(outside)}"
    yield f"tests: {sum(tests)} lines in {len(tests)} files"
    for name, paths in (("src", modules.values()), ("tests", (ROOT / "tests").rglob("*.py"))):
        code = sum(map(_code_lines, paths))
        yield f"{name} without blank lines, comments, docstrings and imports: {code} lines"


def _code_lines(path: Path) -> int:
    text = path.read_text()
    words: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            words.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    return sum(n not in words and bool(line) and line[0] != "#" for n, line in lines)


def _function_figures(trees: dict[str, ast.Module]) -> Iterator[str]:
    lengths = []
    crowded = []
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lengths.append((node.end_lineno or node.lineno) - node.lineno + 1)
                count = _parameter_count(node)
                if count > MOST_PARAMETERS:
                    crowded.append(f"{name}.{node.name} ({count})")
    ninth = statistics.quantiles(lengths, n=10)[-1]
    yield (
        f"functions: {len(lengths)}, median {statistics.median(lengths):.0f} lines, "
        f"90th percentile {ninth:.0f}"
    )
    yield f"more than {MOST_PARAMETERS} parameters: {', '.join(crowded) or 'none'}"


def _parameter_count(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return sum(argument.arg not in {"self", "cls"} for argument in arguments)


def _imported(tree: ast.Module, modules: dict[str, Path]) -> set[str]:
    """Return the modules of ``src`` that a module imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in modules else node.module)
    return found & modules.keys()


def _small_single_importers(
    modules: dict[str, Path], imports: dict[str, set[str]]
) -> Iterator[str]:
    importers = Counter(name for imported in imports.values() for name in imported)
    single = [name for name in modules if importers[name] == 1]
    small = [
        f"{name} ({_line_count(modules[name])})"
        for name in single
        if modules[name].name != "__init__.py" and _line_count(modules[name]) < SMALL_MODULE_LINES
    ]
    yield f"modules with a single importer: {len(single)}"
    yield f"  of these under {SMALL_MODULE_LINES} lines: {', '.join(small) or 'none'}"


def _reachable(imports: dict[str, set[str]]) -> Iterator[str]:
    for start in STARTS:
        seen, new = {start}, {start}
        while new:
            new = set().union(*(imports[name] for name in new)) - seen
            seen |= new
        yield f"modules reachable from {start}: {len(seen) - 1}"


def _repeated_class_names(trees: dict[str, ast.Module]) -> Iterator[str]:
    places: dict[str, list[str]] = defaultdict(list)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    repeated = [f"{name} ({len(where)})" for name, where in places.items() if len(where) > 1]
    yield f"class names that exist twice or more: {', '.join(repeated) or 'none'}"
