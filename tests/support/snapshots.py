"""Compare a text with the one on file; a missing file fails."""

import os
from pathlib import Path

from faithsieve.records.chat import RenderedPrompt


def assert_matches_snapshot(path: Path, text: str) -> None:
    """Compare, or rewrite the file when ``UPDATE_SNAPSHOTS`` is set."""
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing; set UPDATE_SNAPSHOTS=1 to write it"
    assert text == path.read_text(encoding="utf-8"), "set UPDATE_SNAPSHOTS=1 if this is meant"


def assert_wording_on_file(folder: Path, prompt: RenderedPrompt) -> None:
    """Compare a whole prompt, every message under its role, with the file named after it."""
    text = "\n\n".join(f"# {m.role}\n{m.content}" for m in prompt.messages) + "\n"
    assert_matches_snapshot(folder / f"{prompt.stamp.id.replace('/', '_')}.txt", text)
