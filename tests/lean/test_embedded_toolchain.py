"""What names a toolchain, and what of it is compiled once."""

import asyncio
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_toolchain import (
    KEPT_IMAGES,
    AllowedSyntax,
    Prelude,
    allowed_syntax,
    compiled,
    driver_text,
    prelude_texts,
    starter_text,
)
from faithsieve.records.digest import digest_of
from support.lean_workers import installed_toolchain, make_toolchain

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


class Workshop:
    """A toolchain of nothing, with a Node that compiles as its script says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chain = installed_toolchain(folder)

    def node(self, body: str) -> Path:
        node, log = self.folder / "node", str(self.folder / "log")
        script = COMPILER.format(python=sys.executable, log=log, body=body)
        # One that runs is left alone.
        if not node.exists() or node.read_text() != script:
            node.write_text(script)
            node.chmod(0o755)
        return node

    async def driver(
        self, body: str = WRITES_CODE, *, cpu_s: float = 600, mailbox: Path | None = None
    ) -> Path:
        compilation = self.chain.driver_compilation._replace(cpu_s=cpu_s)
        folder, node = mailbox or self.folder, self.node(body)
        return await compiled(compilation, self.chain.install, folder, node=node)

    @property
    def log(self) -> list[str]:
        return (self.folder / "log").read_text().splitlines()


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


async def test_the_driver_is_compiled_once_and_then_found(shop: Workshop) -> None:
    first = await shop.driver()
    second = await shop.driver()
    assert first == second == shop.chain.driver_compilation.find()
    assert first.read_text() == "code of d"
    assert shop.log == ["/mailbox/Driver.lean"]
    assert list(first.parent.iterdir()) == [first]


def test_another_driver_or_package_has_other_code() -> None:
    chain = make_toolchain()
    others = [
        replace(chain, driver="e"),
        replace(chain, install=chain.install.model_copy(update={"integrity": "y"})),
        replace(chain, install=chain.install.model_copy(update={"patch": digest_of("y")})),
    ]
    assert len({other.driver_compilation.place for other in [chain, *others]}) == 4
    same = replace(chain, prelude=Prelude("p"), allowed=allowed_syntax())
    assert same.driver_compilation == chain.driver_compilation


async def test_a_driver_that_does_not_compile_says_why_and_leaves_nothing(shop: Workshop) -> None:
    body = "print('Driver.lean:3:0: error: unknown name'); sys.exit(1)"
    with pytest.raises(LeanUnavailableError, match=r"did not compile: exit code 1; .*unknown name"):
        await shop.driver(body)
    assert shop.chain.driver_compilation.find() is None


@pytest.mark.parametrize("damage", ["", "code of", "code of another driver"])
async def test_damaged_code_is_made_again(damage: str, shop: Workshop) -> None:
    code = await shop.driver()
    code.write_text(damage)
    assert shop.chain.driver_compilation.find() is None
    again = await shop.driver()
    assert again.read_text() == "code of d"
    assert len(shop.log) == 2


async def test_an_image_is_made_of_driver_library_and_configuration_once(shop: Workshop) -> None:
    chain = replace(shop.chain, prelude=Prelude("def one := 1", "notation"))
    node = shop.node(WRITES_ALL)
    assert chain.find_image() is None
    image = await chain.image(shop.folder, node=node)
    assert len(shop.log) == 3
    assert image.read_text().startswith("code of d")
    config = json.loads(image.read_text().removeprefix("code of d"))
    # The driver imports the library under the name of its file, which must be one word.
    (library,) = config["library"]
    assert (Path(config["library_folder"]) / f"{library}.olean").exists()
    assert "." not in library
    assert config["notation"] == "notation"
    assert await chain.image(shop.folder, node=node) == image == chain.find_image()
    assert len(shop.log) == 3


async def test_a_damaged_image_is_made_again(shop: Workshop) -> None:
    node = shop.node(WRITES_ALL)
    image = await shop.chain.image(shop.folder, node=node)
    good = image.read_text()
    image.write_text(good[:-1])
    assert shop.chain.find_image() is None
    assert (await shop.chain.image(shop.folder, node=node)).read_text() == good


async def test_another_prelude_driver_or_syntax_has_another_image(shop: Workshop) -> None:
    await shop.chain.image(shop.folder, node=shop.node(WRITES_ALL))
    others = [
        replace(shop.chain, prelude=Prelude("", "notation")),
        replace(shop.chain, driver="e"),
        replace(shop.chain, starter="e"),
        replace(shop.chain, allowed=AllowedSyntax(pieces=("x",))),
        replace(shop.chain, install=shop.chain.install.model_copy(update={"integrity": "y"})),
    ]
    assert shop.chain.find_image() is not None
    assert [other.find_image() for other in others] == [None] * len(others)


async def test_only_the_newest_images_are_kept(shop: Workshop) -> None:
    node = shop.node(WRITES_ALL)
    chains = [replace(shop.chain, driver=f"d{n}") for n in range(KEPT_IMAGES + 1)]
    for age, chain in enumerate(chains):
        image = await chain.image(shop.folder, node=node)
        os.utime(image, (age, age))
    assert chains[0].find_image() is None
    assert all(chain.find_image() for chain in chains[1:])


def test_the_library_may_not_rest_on_a_hole_an_axiom_or_compiled_code() -> None:
    chain = replace(make_toolchain(), prelude=prelude_texts())
    library = chain.library_compilation.sources["Prelude.lean"]
    # A warning is what Lean says about a hole.
    assert "set_option warningAsError true" in library
    words = set(re.findall(r"[\w']+", re.sub(r"/-.*?-/", "", library, flags=re.DOTALL)))
    refused = {"sorry", "admit", "axiom", "opaque", "unsafe", "native_decide", "implemented_by"}
    assert not refused & words
    assert library.count("set_option") == 2


async def test_code_that_a_failing_compiler_left_is_not_kept(shop: Workshop) -> None:
    body = f"{WRITES_CODE}; sys.exit(1)"
    with pytest.raises(LeanUnavailableError, match="exit code 1"):
        await shop.driver(body)
    assert shop.chain.driver_compilation.find() is None


async def test_a_compilation_that_takes_too_long_says_so_and_is_not_kept(shop: Workshop) -> None:
    body = f"{WRITES_CODE}\nwhile True: pass"
    with pytest.raises(LeanUnavailableError, match=r"not within 0\.5 processor seconds"):
        await shop.driver(body, cpu_s=0.5)
    assert shop.chain.driver_compilation.find() is None


async def test_two_starts_at_once_compile_once(shop: Workshop) -> None:
    body = f"time.sleep(0.2); {WRITES_CODE}"
    first, second = await asyncio.gather(*(shop.driver(body) for _ in range(2)))
    assert first == second
    assert len(shop.log) == 1


async def test_a_start_that_waited_for_one_that_failed_compiles_itself(shop: Workshop) -> None:
    mark = shop.folder / "tried"
    fails_once = (
        f"mark = pathlib.Path({str(mark)!r})\nif not mark.exists(): mark.touch(); sys.exit(1)"
    )
    body = f"{fails_once}\n{WRITES_CODE}"
    starts = (shop.driver(body) for _ in range(2))
    first, second = await asyncio.gather(*starts, return_exceptions=True)
    assert isinstance(first, LeanUnavailableError)
    assert second == shop.chain.driver_compilation.find()


async def test_code_that_cannot_be_put_into_place_leaves_no_draft(shop: Workshop) -> None:
    (shop.folder / "code").write_text("code of d")
    place = shop.chain.driver_compilation.path_of(shop.folder / "code")
    (place / "in the way").mkdir(parents=True)
    mailbox = shop.folder / "mailbox"
    mailbox.mkdir()
    code = await shop.driver(mailbox=mailbox)
    assert code.parent == mailbox
    assert list(place.parent.iterdir()) == [place]


async def test_an_install_that_cannot_be_written_to_still_serves(shop: Workshop) -> None:
    (shop.chain.install.root / "driver").write_text("a file stands where the folder should be")
    mailbox = shop.folder / "mailbox"
    mailbox.mkdir()
    code = await shop.driver(mailbox=mailbox)
    assert code.parent == mailbox
    assert code.read_text() == "code of d"


async def test_a_cancelled_compilation_leaves_no_process(shop: Workshop) -> None:
    before = set(psutil.Process().children(recursive=True))
    task = asyncio.ensure_future(shop.driver("time.sleep(600)"))
    async with asyncio.timeout(20):
        while not (shop.folder / "log").exists():
            await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [process for process in left if process.status() != "zombie"]


def test_the_fingerprint_names_package_prelude_and_driver() -> None:
    chain = make_toolchain()
    other = chain.install.model_copy(update={"integrity": "b"})
    variants = [
        chain,
        replace(chain, install=other),
        replace(chain, prelude=Prelude("p", "q")),
        replace(chain, prelude=Prelude("p", "r")),
        replace(chain, prelude=Prelude("r", "q")),
        replace(chain, driver="e"),
        replace(chain, starter="t"),
        replace(chain, allowed=AllowedSyntax(pieces=("x",))),
    ]
    assert len({variant.fingerprint for variant in variants}) == len(variants)
    assert make_toolchain().fingerprint == chain.fingerprint


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
