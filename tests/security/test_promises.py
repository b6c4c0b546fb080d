"""SECURITY.md names tests that exist, and pages that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_names_a_test_that_exists() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", text))
    assert len(named) >= 10
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []
    linked = re.findall(r"\]\(([\w/.-]+\.md)", text)
    assert [name for name in linked if not (ROOT / name).is_file()] == []
