"""A native Lean and a REPL for tests: the embedded Lean as plain commands outside the pool."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.embedded_lean import find_lean

HERE = Path(__file__).parent
HEADER = "module\npublic import Init\n@[expose] public section\n"


def command(script: str, visible: Path) -> tuple[str, ...]:
    paths = f"PYTHONPATH={os.pathsep.join(path for path in sys.path if path)}"
    root = str(find_lean().root)
    return ("env", paths, sys.executable, str(HERE / script), root, str(visible))


@contextmanager
def stand_in_project(folder: Path) -> Iterator[Path]:
    """A project whose Mathlib is our small library, compiled; workers' folders lie beside it."""
    project = folder / "project"
    project.mkdir()
    (project / "lean-toolchain").write_text("stand-in:v4.28.0\n", encoding="utf-8")
    source = project / "Mathlib.lean"
    text = (HERE / "Mathlib.lean").read_text(encoding="utf-8")
    source.write_text(HEADER + text, encoding="utf-8")
    lean = command("lean_command.py", folder)
    arguments = [f"--root={project}", "-o", str(source.with_suffix(".olean")), str(source)]
    made = subprocess.run([*lean, *arguments], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:]
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    os.environ["LEAN_PATH"] = str(project)
    try:
        yield project
    finally:
        tempfile.tempdir = before
        del os.environ["LEAN_PATH"]
