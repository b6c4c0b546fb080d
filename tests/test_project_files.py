"""The files around the code agree with it: version, index of decisions, links between pages."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from faithsieve.version import __version__

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def test_the_citation_names_the_version_of_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == __version__


def test_the_index_lists_every_decision_once() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = LINK.findall((folder / "README.md").read_text())
    assert sorted(listed) == sorted(p.name for p in folder.glob("0*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert not missing


def test_the_glossary_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text()
    places = re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:\.py|\.toml|/))`", text)
    missing = [place for place in places if not (ROOT / "src" / "faithsieve" / place).exists()]
    assert len(places) > 40
    assert not missing


@pytest.mark.network
def test_the_worked_example_applies_to_this_version(tmp_path: Path) -> None:
    (diff,) = re.findall(r"```diff\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    (tmp_path / "example.diff").write_text(diff)
    command = [
        "git",
        "apply",
        "--check",
        "--recount",
        "--unidiff-zero",
        str(tmp_path / "example.diff"),
    ]
    applied = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert applied.returncode == 0, applied.stderr
    assert diff.count("diff --git") <= 3
