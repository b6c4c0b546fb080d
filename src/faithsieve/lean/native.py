"""A native Lean in the user's own project, usually with Mathlib, behind our own driver.

The driver is Lean code, so ``lake env lean --run`` runs it in the project: it imports what the
header names once, stays warm, and answers the same requests as the embedded one, layer by layer.
Nothing is downloaded or built here. Unlike the embedded Lean the process is not fenced in by
Node: the allow-list of syntax is what keeps a candidate from running code, and memory is bounded.
"""

import os
import shutil
from pathlib import Path

from faithsieve.lean.embedded_process import LeanCommand, child_environment
from faithsieve.lean.embedded_worker import MailboxWorker, WorkerLimits
from faithsieve.lean.external_backend import ExternalToolchain, read_project
from faithsieve.records.base import Record

COMMAND = ("lake", "env", "lean")
MEMORY_MIB = 12 << 10
"""Lean's own limit of what it allocates; a library it maps into memory does not count."""


class NativeWorker(MailboxWorker):
    title = "the native Lean"

    def __init__(self, toolchain: ExternalToolchain, limits: WorkerLimits | None = None) -> None:
        # Its pages of a mapped library are shared with every other worker, and count all the same.
        super().__init__(limits or WorkerLimits(max_rss_bytes=16 << 30))
        self.toolchain = toolchain

    async def _prepared(self, mailbox: Path) -> tuple[LeanCommand, dict[str, object]]:
        toolchain, header = self.toolchain, self.toolchain.header
        driver = mailbox / "Driver.lean"
        driver.write_text(toolchain.driver, encoding="utf-8")
        limit = f"--memory={MEMORY_MIB}"
        words = (*toolchain.reached, limit, "--run", str(driver), str(mailbox))
        loads = {"library": list(header.imports), "notation": header.prelude}
        config = {**loads, **toolchain.config}
        return LeanCommand(words, toolchain.project, child_environment()), config


class NativeFinding(Record):
    """One thing a native Lean needs, and whether it is there."""

    part: str
    """What is looked for."""
    found: str = ""
    """Where it is, or which; empty when it is missing."""
    advice: str = ""
    """What to do when it is missing; nothing is done without you."""


def look_for_native(project: Path) -> tuple[NativeFinding, ...]:
    """Look what of a native Lean is there: programs, the project, its libraries, their caches."""
    found = read_project(project)
    mathlib = project / ".lake" / "packages" / "mathlib"
    built = any((mathlib / ".lake" / "build" / "lib").glob("**/Mathlib.olean"))
    home = Path(os.environ.get("ELAN_HOME", Path.home() / ".elan"))
    name = found.lean.replace("/", "--").replace(":", "---")
    installed = home / "toolchains" / name
    return (
        _program("elan", "install it as https://lean-lang.org/install says"),
        _program("lake", "it comes with elan; open a new shell if it was just installed"),
        NativeFinding(
            part="lean-toolchain",
            found=found.lean,
            advice=f"write the version into {project / 'lean-toolchain'}, as `lake new` does",
        ),
        NativeFinding(
            part="toolchain installed",
            found=str(installed) if found.lean and installed.is_dir() else "",
            advice=f"elan toolchain install {found.lean or 'VERSION'} (about 1 GB)",
        ),
        NativeFinding(
            part="Mathlib in the manifest",
            found=dict(found.revisions).get("mathlib", ""),
            advice="add Mathlib to the lakefile, then: lake update mathlib",
        ),
        NativeFinding(
            part="Mathlib compiled",
            found=str(mathlib) if built else "",
            advice="lake exe cache get (about 5 GB), in the project",
        ),
    )


def _program(name: str, advice: str) -> NativeFinding:
    return NativeFinding(part=name, found=shutil.which(name) or "", advice=advice)
