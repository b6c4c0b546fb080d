"""What names a toolchain, and what of it is compiled once."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.lean.embedded_toolchain import (
    KEPT_IMAGES,
    AllowedSyntax,
    EmbeddedToolchain,
    Prelude,
    allowed_syntax,
    compiled,
    driver_text,
    prelude_texts,
    starter_text,
)
from faithsieve.records.digest import digest_of

pytestmark = pytest.mark.network

COMPILER = """\
#!{python}
import os, pathlib, sys, time
folder = pathlib.Path(os.environ["LEAN_WASM_MAILBOX"])
source = folder / pathlib.Path(sys.argv[-1]).name
with open({log!r}, "a") as log:
    print(sys.argv[-1], file=log)
{body}
"""
WRITES_CODE = "source.with_suffix('.ir').write_text('code of ' + source.read_text())"
WRITES_ALL = """
if "--run" in sys.argv:
    config = (folder / "config.json").read_text()
    (folder / "image").write_text(pathlib.Path(sys.argv[-1]).read_text() + config)
else:
    kept = ".olean" if source.stem == "Prelude" else ".ir"
    source.with_suffix(kept).write_text("code of " + source.read_text())
"""

MakeCompiler = Callable[[str], Path]


async def compiled_driver(
    toolchain: EmbeddedToolchain, mailbox: Path, *, node: Path, cpu_s: float = 600
) -> Path:
    compilation = toolchain.driver_compilation._replace(cpu_s=cpu_s)
    return await compiled(compilation, toolchain.install, mailbox, node=node)


@pytest.fixture
def toolchain(tmp_path: Path) -> EmbeddedToolchain:
    root = tmp_path / "root"
    (root / "package").mkdir(parents=True)
    install = EmbeddedInstall(root=root, integrity="x", patch=digest_of("x"), files={})
    return EmbeddedToolchain(install, prelude=Prelude(), driver="d", allowed=AllowedSyntax())


@pytest.fixture
def make_compiler(tmp_path: Path) -> MakeCompiler:
    def make(body: str) -> Path:
        node = tmp_path / "node"
        log = str(tmp_path / "log")
        node.write_text(COMPILER.format(python=sys.executable, log=log, body=body))
        node.chmod(0o755)
        return node

    return make


def compiled_files(tmp_path: Path) -> list[str]:
    return (tmp_path / "log").read_text().splitlines()


async def test_the_driver_is_compiled_once_and_then_found(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(WRITES_CODE)
    first = await compiled_driver(toolchain, tmp_path, node=node)
    second = await compiled_driver(toolchain, tmp_path, node=node)
    assert first == second == toolchain.driver_compilation.find()
    assert first.read_text() == "code of d"
    assert compiled_files(tmp_path) == ["/mailbox/Driver.lean"]
    assert list(first.parent.iterdir()) == [first]


async def test_another_driver_or_package_has_other_code(toolchain: EmbeddedToolchain) -> None:
    install = toolchain.install
    others = [
        EmbeddedToolchain(install, prelude=Prelude(), driver="e"),
        EmbeddedToolchain(install.model_copy(update={"integrity": "y"}), Prelude(), driver="d"),
        EmbeddedToolchain(
            install.model_copy(update={"patch": digest_of("y")}), Prelude(), driver="d"
        ),
    ]
    assert len({other.driver_compilation.place for other in [toolchain, *others]}) == 4
    same = EmbeddedToolchain(install, prelude=Prelude("p"), driver="d", allowed=allowed_syntax())
    assert same.driver_compilation == toolchain.driver_compilation


async def test_a_driver_that_does_not_compile_says_why_and_leaves_nothing(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler("print('Driver.lean:3:0: error: unknown name'); sys.exit(1)")
    with pytest.raises(LeanUnavailableError, match=r"did not compile: exit code 1; .*unknown name"):
        await compiled_driver(toolchain, tmp_path, node=node)
    assert toolchain.driver_compilation.find() is None


@pytest.mark.parametrize("damage", ["", "code of", "code of another driver"])
async def test_damaged_code_is_made_again(
    damage: str, toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(WRITES_CODE)
    code = await compiled_driver(toolchain, tmp_path, node=node)
    code.write_text(damage)
    assert toolchain.driver_compilation.find() is None
    again = await compiled_driver(toolchain, tmp_path, node=node)
    assert again.read_text() == "code of d"
    assert len(compiled_files(tmp_path)) == 2


async def test_an_image_is_made_of_driver_library_and_configuration_once(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    chain = replace(toolchain, prelude=Prelude("def one := 1", "notation"))
    node = make_compiler(WRITES_ALL)
    assert chain.find_image() is None
    image = await chain.image(tmp_path, node=node)
    assert len(compiled_files(tmp_path)) == 3
    assert image.read_text().startswith("code of d")
    config = json.loads(image.read_text().removeprefix("code of d"))
    # The driver imports the library under the name of its file, which must be one word.
    (library,) = config["library"]
    assert (Path(config["library_folder"]) / f"{library}.olean").exists()
    assert "." not in library
    assert config["notation"] == "notation"
    assert await chain.image(tmp_path, node=node) == image == chain.find_image()
    assert len(compiled_files(tmp_path)) == 3


async def test_a_damaged_image_is_made_again(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(WRITES_ALL)
    image = await toolchain.image(tmp_path, node=node)
    good = image.read_text()
    image.write_text(good[:-1])
    assert toolchain.find_image() is None
    assert (await toolchain.image(tmp_path, node=node)).read_text() == good


async def test_another_prelude_driver_or_syntax_has_another_image(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    await toolchain.image(tmp_path, node=make_compiler(WRITES_ALL))
    others = [
        replace(toolchain, prelude=Prelude("", "notation")),
        replace(toolchain, driver="e"),
        replace(toolchain, starter="e"),
        replace(toolchain, allowed=AllowedSyntax(pieces=("x",))),
        replace(toolchain, install=toolchain.install.model_copy(update={"integrity": "y"})),
    ]
    assert toolchain.find_image() is not None
    assert [other.find_image() for other in others] == [None] * len(others)


async def test_only_the_newest_images_are_kept(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(WRITES_ALL)
    chains = [replace(toolchain, driver=f"d{n}") for n in range(KEPT_IMAGES + 1)]
    for age, chain in enumerate(chains):
        image = await chain.image(tmp_path, node=node)
        os.utime(image, (age, age))
    assert chains[0].find_image() is None
    assert all(chain.find_image() for chain in chains[1:])


def test_the_library_may_not_rest_on_a_hole_an_axiom_or_compiled_code() -> None:
    library = EmbeddedToolchain(
        EmbeddedInstall(root=Path("x"), integrity="x", patch=digest_of("x"), files={}),
        prelude_texts(),
    ).library_compilation.sources["Prelude.lean"]
    # A warning is what Lean says about a hole.
    assert "set_option warningAsError true" in library
    words = set(re.findall(r"[\w']+", re.sub(r"/-.*?-/", "", library, flags=re.DOTALL)))
    refused = {"sorry", "admit", "axiom", "opaque", "unsafe", "native_decide", "implemented_by"}
    assert not refused & words
    assert library.count("set_option") == 2


async def test_code_that_a_failing_compiler_left_is_not_kept(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(f"{WRITES_CODE}; sys.exit(1)")
    with pytest.raises(LeanUnavailableError, match="exit code 1"):
        await compiled_driver(toolchain, tmp_path, node=node)
    assert toolchain.driver_compilation.find() is None


async def test_a_compilation_that_takes_too_long_says_so_and_is_not_kept(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(f"{WRITES_CODE}\nwhile True: pass")
    with pytest.raises(LeanUnavailableError, match=r"not within 0\.5 processor seconds"):
        await compiled_driver(toolchain, tmp_path, node=node, cpu_s=0.5)
    assert toolchain.driver_compilation.find() is None


async def test_two_starts_at_once_compile_once(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    node = make_compiler(f"time.sleep(0.2); {WRITES_CODE}")
    first, second = await asyncio.gather(
        *(compiled_driver(toolchain, tmp_path, node=node) for _ in range(2))
    )
    assert first == second
    assert len(compiled_files(tmp_path)) == 1


async def test_a_start_that_waited_for_one_that_failed_compiles_itself(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    mark = tmp_path / "tried"
    fails_once = (
        f"mark = pathlib.Path({str(mark)!r})\nif not mark.exists(): mark.touch(); sys.exit(1)"
    )
    node = make_compiler(f"{fails_once}\n{WRITES_CODE}")
    starts = (compiled_driver(toolchain, tmp_path, node=node) for _ in range(2))
    first, second = await asyncio.gather(*starts, return_exceptions=True)
    assert isinstance(first, LeanUnavailableError)
    assert second == toolchain.driver_compilation.find()


async def test_code_that_cannot_be_put_into_place_leaves_no_draft(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    (tmp_path / "code").write_text("code of d")
    place = toolchain.driver_compilation.path_of(tmp_path / "code")
    (place / "in the way").mkdir(parents=True)
    mailbox = tmp_path / "mailbox"
    mailbox.mkdir()
    code = await compiled_driver(toolchain, mailbox, node=make_compiler(WRITES_CODE))
    assert code.parent == mailbox
    assert list(place.parent.iterdir()) == [place]


async def test_an_install_that_cannot_be_written_to_still_serves(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    (toolchain.install.root / "driver").write_text("a file stands where the folder should be")
    mailbox = tmp_path / "mailbox"
    mailbox.mkdir()
    code = await compiled_driver(toolchain, mailbox, node=make_compiler(WRITES_CODE))
    assert code.parent == mailbox
    assert code.read_text() == "code of d"


async def test_a_cancelled_compilation_leaves_no_process(
    toolchain: EmbeddedToolchain, make_compiler: MakeCompiler, tmp_path: Path
) -> None:
    before = set(psutil.Process().children(recursive=True))
    task = asyncio.ensure_future(
        compiled_driver(toolchain, tmp_path, node=make_compiler("time.sleep(600)"))
    )
    async with asyncio.timeout(20):
        while not (tmp_path / "log").exists():
            await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [process for process in left if process.status() != "zombie"]


def test_the_fingerprint_names_package_prelude_and_driver(tmp_path: Path) -> None:
    def fingerprint(**change: object) -> str:
        fields = {
            "integrity": "a",
            "prelude": Prelude("p", "q"),
            "driver": "d",
            "starter": "s",
            **change,
        }
        install = EmbeddedInstall(
            root=tmp_path, integrity=str(fields["integrity"]), patch=digest_of("x"), files={}
        )
        prelude = fields["prelude"]
        assert isinstance(prelude, Prelude)
        allowed = AllowedSyntax(pieces=("x",) if "allowed" in change else ())
        texts = (str(fields["driver"]), str(fields["starter"]))
        return EmbeddedToolchain(install, prelude, *texts, allowed).fingerprint

    variants: list[dict[str, object]] = [
        {},
        {"integrity": "b"},
        {"prelude": Prelude("p", "r")},
        {"prelude": Prelude("r", "q")},
        {"prelude": Prelude()},
        {"driver": "e"},
        {"starter": "t"},
        {"allowed": True},
    ]
    assert len({fingerprint(**variant) for variant in variants}) == len(variants)
    assert fingerprint() == fingerprint()


def test_the_driver_and_its_lists_are_shipped() -> None:
    assert "def makeImage" in driver_text()
    assert "`makeImage" in starter_text()
    assert "def main" not in driver_text()
    allowed = allowed_syntax()
    assert "Lean.Parser.Tactic.omega" in allowed.pieces
    assert "Lean.Parser.Command.theorem" in allowed.files
    dangerous = {"Lean.Parser.Tactic.runTac", "Lean.includeStr", "Lean.Parser.Tactic.nativeDecide"}
    assert not dangerous & {*allowed.pieces, *allowed.files}
    assert not {"Lean.Parser.Command.axiom", "Lean.Parser.Command.instance"} & {*allowed.files}
    library, notation = prelude_texts()
    assert "class OrderedField" in library
    assert "class Group" in library
    assert "macro_rules" in notation
