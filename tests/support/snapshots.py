"""Compare a text with the one on file; a missing file fails."""

import os
from pathlib import Path


def assert_matches_snapshot(path: Path, text: str) -> None:
    """Compare, or rewrite the file when ``UPDATE_SNAPSHOTS`` is set."""
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing; set UPDATE_SNAPSHOTS=1 to write it"
    assert text == path.read_text(encoding="utf-8"), "set UPDATE_SNAPSHOTS=1 if this is meant"
