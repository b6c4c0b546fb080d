"""The embedded Lean as a plain ``lean`` command: what stands in for a native one in tests.

Usage: ``python lean_command.py ROOT VISIBLE ARGUMENT…`` where ROOT is the folder of the embedded
Lean and VISIBLE a folder that it may read and write. Two things of this build are made up for: it
reads no ``LEAN_PATH``, so the driver is told the folder of libraries in its configuration, and it
takes every file for a module, in which ``main`` has to be public.
"""

import json
import os
import sys
from pathlib import Path

from faithsieve.lean.embedded_setup import locate_node
from faithsieve.lean.embedded_toolchain import LEAN_STACK_KIB, PRELOAD, THREADS


def main() -> None:
    root, visible, *arguments = sys.argv[1:]
    if "--run" in arguments:
        _adapt(Path(arguments[-2]), Path(arguments[-1]))
    preload = Path(visible) / "preload.js"
    preload.write_text(PRELOAD, encoding="utf-8")
    node = str(locate_node())
    flags = ["--permission", "--allow-worker", f"--require={preload}"]
    flags += [f"--allow-fs-read={folder}" for folder in (root, visible)]
    flags += [f"--allow-fs-write={visible}", "lean_patched.js"]
    words = [node, *flags, f"--threads={THREADS}", f"--tstack={LEAN_STACK_KIB}", *arguments]
    os.chdir(Path(root) / "package")
    os.execve(node, words, {"LEAN_WASM_ROOT": root, "LEAN_WASM_MAILBOX": visible})


def _adapt(program: Path, mailbox: Path) -> None:
    text = program.read_text(encoding="utf-8")
    program.write_text(text.replace("\nunsafe def main", "\npublic unsafe def main"), "utf-8")
    config = mailbox / "config.json"
    told = json.loads(config.read_text(encoding="utf-8"))
    told["library_folder"] = os.environ.get("LEAN_PATH", "")
    config.write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    main()
