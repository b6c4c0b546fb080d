"""What names a toolchain, and the image that is made of it once."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean import embedded_compiler, embedded_toolchain
from faithsieve.lean.embedded_process import LeanCommand
from faithsieve.lean.embedded_toolchain import (
    KEPT_IMAGES,
    UNUSED_S,
    WAITING,
    EmbeddedToolchain,
    Library,
    allowed_syntax,
    driver_text,
    library_texts,
)
from faithsieve.lean.library_modules import COMPILER_OPTIONS, Module
from support.lean_workers import installed_toolchain, make_toolchain
from support.stand_in_lean import write_program

pytestmark = pytest.mark.network

COMPILER = """\
#!{python}
import itertools, json, os, pathlib, sys, time
folder = pathlib.Path(os.environ["LEAN_WASM_MAILBOX"])
def run():
    source = folder / pathlib.Path(sys.argv[-1]).name
    with open({log!r}, "a") as log:
        print(sys.argv[-1], file=log)
    exec({body!r}, globals() | locals())
for number in itertools.count(1):
    while not (folder / f"{{number}}.job").exists():
        time.sleep(0.01)
    sys.argv = json.loads((folder / f"{{number}}.job").read_text())
    code = 0
    try:
        run()
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    (folder / "draft").write_text(str(code))
    (folder / "draft").rename(folder / f"{{number}}.exit")
"""
WRITES_ALL = """
if "--run" in sys.argv:
    config = (folder / "config.json").read_text()
    (folder / "image").write_text(pathlib.Path(sys.argv[-1]).read_text() + config)
else:
    kept = ".ir" if source.stem == "Driver" else ".olean"
    source.with_suffix(kept).write_text("code of " + source.read_text())
"""


class Workshop:
    """A toolchain of nothing, with a Node that compiles as its script says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chain = replace(installed_toolchain(folder), node=folder / "node")
        self.compiles()

    def compiles(self, body: str = WRITES_ALL) -> None:
        log = str(self.folder / "log")
        script = COMPILER.format(python=sys.executable, log=log, body=body)
        write_program(self.folder / "node", script)

    @asynccontextmanager
    async def prepared(self, chain: EmbeddedToolchain | None = None) -> AsyncIterator[LeanCommand]:
        mailbox = self.folder / f"mailbox{len(list(self.folder.iterdir()))}"
        mailbox.mkdir()
        async with (chain or self.chain).prepared(mailbox) as (command, _):
            yield command

    async def image(self, chain: EmbeddedToolchain | None = None) -> Path:
        """Start from the image and go on."""
        async with self.prepared(chain) as command:
            return Path(command.environment["LEAN_WASM_IMAGE"])

    @property
    def log(self) -> list[str]:
        path = self.folder / "log"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


async def test_an_image_is_made_of_driver_library_and_configuration_once(shop: Workshop) -> None:
    module = Module("Mathlet", "def one := 1")
    chain = replace(shop.chain, library=Library("notation", (module,)))
    made = await shop.image(chain)
    assert len(shop.log) == 3
    assert not made.exists()
    kept = chain.find_image()
    assert kept is not None
    config = json.loads(kept.read_text().removeprefix("code of d"))
    assert (Path(config["library_folder"]) / f"{config['library'][0]}.olean").exists()
    assert config["notation"] == "notation"
    assert await shop.image(chain) == kept
    assert len(shop.log) == 3


async def test_an_image_from_which_lean_does_not_start_is_not_kept(shop: Workshop) -> None:
    with pytest.raises(LeanUnavailableError, match="a freed closure"):
        async with shop.prepared():
            raise LeanUnavailableError("a freed closure")
    assert shop.chain.find_image() is None
    await shop.image()
    assert shop.chain.find_image() is not None


async def test_a_damaged_image_is_made_again(shop: Workshop) -> None:
    await shop.image()
    image = shop.chain.find_image()
    assert image is not None
    whole = image.read_text()
    for damage in ("", whole[:-1], whole.swapcase()):
        image.write_text(damage)
        os.utime(image, (len(damage), len(damage)))
        assert shop.chain.find_image() is None
        await shop.image()
        assert image.read_text() == whole
    # The driver is compiled once; only the image is made again.
    assert len(shop.log) == 5


async def _kept(shop: Workshop, *chains: EmbeddedToolchain) -> list[Path]:
    kept = []
    for chain in chains:
        await shop.image(chain)
        image = chain.find_image()
        assert image is not None
        kept.append(image)
    return kept


async def test_of_the_images_in_use_only_the_last_used_are_kept(shop: Workshop) -> None:
    first, *others = (replace(shop.chain, driver=f"d{n}") for n in range(KEPT_IMAGES + 1))
    old = await _kept(shop, first, *others[:-1])
    assert len(old) == KEPT_IMAGES
    now = time.time()
    for seconds, image in enumerate(old):
        os.utime(image, (now - 900 + seconds, 1))
    await shop.image(first)  # It was the oldest, and is used again.
    await shop.image(others[-1])
    assert [image.exists() for image in old] == [True, False, *[True] * (KEPT_IMAGES - 2)]


async def test_a_new_image_drops_those_that_nobody_will_start_from(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library("", (Module("Mathlet", "def one := 1"),))
    monkeypatch.setattr(embedded_toolchain, "library_texts", lambda: library)
    whole = replace(shop.chain, library=library)
    part, yesterdays, todays = await _kept(
        shop, shop.chain, replace(whole, driver="old"), replace(whole, driver="new")
    )
    assert not part.exists(), "one with the whole library replaces it"
    os.utime(yesterdays, (time.time() - UNUSED_S - 9, time.time()))
    draft = todays.with_name("part-0123.99-abcd")
    draft.touch()
    (kept,) = await _kept(shop, whole)
    assert sorted(todays.parent.iterdir()) == sorted([todays, kept])


def test_the_library_may_not_rest_on_a_hole_an_axiom_or_compiled_code() -> None:
    # A warning is what Lean says about a hole.
    assert "-DwarningAsError=true" in COMPILER_OPTIONS
    whole = "\n".join(module.text for module in library_texts().modules)
    library = re.sub(r"/-.*?-/|--.*", "", whole, flags=re.DOTALL)
    refused = {"sorry", "admit", "axiom", "opaque", "unsafe", "native_decide", "implemented_by"}
    assert not refused & set(re.findall(r"[\w']+", library))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            "print('Driver.lean:3:0: error: unknown name'); sys.exit(1)",
            r"Driver\.lean:3:0: error: unknown",
        ),
        (f"{WRITES_ALL}\nsys.exit(1)", "exit code 1"),
        (f"{WRITES_ALL}\nwhile True: pass", r"not within 0\.5 processor seconds"),
    ],
)
async def test_a_compiler_that_fails_says_why_and_nothing_of_it_is_kept(
    body: str, why: str, shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_compiler, "COMPILE_CPU_S", 0.5)
    shop.compiles(body)
    with pytest.raises(LeanUnavailableError, match=f"did not compile: {why}"):
        await shop.image()
    assert shop.chain.find_image() is None


async def test_two_starts_at_once_make_one_image(shop: Workshop) -> None:
    shop.compiles(f"time.sleep(0.2)\n{WRITES_ALL}")
    await asyncio.gather(shop.image(), shop.image())
    assert len(shop.log) == 2


LOCKS = """
import fcntl, os, sys, time
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print("locked", flush=True)
time.sleep(600)
"""


async def test_a_start_waits_for_another_process_that_compiles_and_not_for_a_dead_one(
    shop: Workshop,
) -> None:
    said: list[str] = []
    root = str(shop.chain.install.root)
    other = subprocess.Popen([sys.executable, "-c", LOCKS, root], stdout=subprocess.PIPE)
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        task = asyncio.ensure_future(shop.image(replace(shop.chain, say=said.append)))
        await asyncio.sleep(0.3)
        assert (said, shop.log, task.done()) == ([WAITING], [], False)
        other.kill()
    async with asyncio.timeout(20):
        await task
    assert len(shop.log) == 2


async def test_what_another_process_made_meanwhile_is_not_made_again(shop: Workshop) -> None:
    shop.compiles(f"time.sleep(0.2)\n{WRITES_ALL}")
    module = Module("Mathlet", "def one := 1")
    some = replace(shop.chain, library=Library("notation", (module,)))
    # Another image of the same parts: the part and the driver are compiled once.
    await asyncio.gather(shop.image(some), shop.image(replace(some, starter="another")))
    assert len(shop.log) == 4


async def test_a_start_that_waited_for_one_that_failed_makes_it_itself(shop: Workshop) -> None:
    mark = f"pathlib.Path({str(shop.folder / 'tried')!r})"
    shop.compiles(f"if not {mark}.exists(): {mark}.touch(); sys.exit(1)\n{WRITES_ALL}")
    first, _ = await asyncio.gather(shop.image(), shop.image(), return_exceptions=True)
    assert isinstance(first, LeanUnavailableError)
    assert shop.chain.find_image() is not None


async def test_an_install_that_cannot_be_written_to_still_serves(shop: Workshop) -> None:
    (shop.chain.install.root / "image").write_text("a file stands where the folder should be")
    async with shop.prepared() as command:
        assert Path(command.environment["LEAN_WASM_IMAGE"]).read_text().startswith("code of d")


async def test_a_cancelled_compilation_leaves_no_process(shop: Workshop) -> None:
    before = set(psutil.Process().children(recursive=True))
    shop.compiles("time.sleep(600)")
    task = asyncio.ensure_future(shop.image())
    async with asyncio.timeout(20):
        while not shop.log:
            await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [process for process in left if process.status() != "zombie"]


def test_fingerprint_and_image_are_named_by_package_library_driver_and_syntax() -> None:
    chain = make_toolchain()
    other = chain.install.model_copy(update={"integrity": "b"})
    variants = [
        chain,
        replace(chain, install=other),
        replace(chain, library=Library("p", (Module("Mathlet", "q"),))),
        replace(chain, library=Library("p", (Module("Mathlet", "r"),))),
        replace(chain, library=Library("r", (Module("Mathlet", "q"),))),
        replace(chain, driver="e"),
        replace(chain, starter="t"),
        replace(chain, allowed={"pieces": ["x"]}),
    ]
    assert len({variant.fingerprint for variant in variants}) == len(variants)
    assert len({variant.image for variant in variants}) == len(variants)
    assert make_toolchain().fingerprint == chain.fingerprint


def test_the_driver_and_its_lists_are_shipped() -> None:
    assert "def makeImage" in driver_text()
    assert "def main" not in driver_text()
    allowed = allowed_syntax()
    assert "Lean.Parser.Tactic.omega" in allowed["pieces"]
    assert "Lean.Parser.Command.theorem" in allowed["files"]
    dangerous = {"Lean.Parser.Tactic.runTac", "Lean.includeStr", "Lean.Parser.Tactic.nativeDecide"}
    assert not dangerous & {*allowed["pieces"], *allowed["files"]}
    assert not {"Lean.Parser.Command.axiom", "Lean.Parser.Command.instance"} & {*allowed["files"]}
    assert "macro_rules" in library_texts().notation
    assert "Mathlet.Reals" in [module.name for module in library_texts().modules]
