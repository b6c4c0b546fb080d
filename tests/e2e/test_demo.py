"""The demo as a newcomer runs it: real Lean, every label, and every recorded reply is used."""

import json
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from faithsieve.demo.examples import bundled_proofs

pytestmark = pytest.mark.lean


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "faithsieve.cli.main", "demo", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_every_proof_of_the_demo_gets_the_label_an_expert_gives_it(demo: Path) -> None:
    found = json.loads((demo / "summary.json").read_text())["proofs"]
    assert {row["id"]: row["label"] for row in found} == {
        row.id: row.gold for row in bundled_proofs()
    }


def test_every_recorded_reply_answers_a_question_that_is_asked(demo: Path) -> None:
    assert json.loads((demo / "summary.json").read_text())["unused_replies"] == []


@pytest.mark.parametrize("row", bundled_proofs(), ids=lambda row: row.id)
def test_the_page_names_the_reader_who_answered(row, demo: Path) -> None:  # type: ignore[no-untyped-def]
    page = (demo / f"{row.id}.html").read_text()
    assert "recorded reader" in page
    assert "qwen" not in page


def test_the_demo_shows_a_lean_refutation_and_a_finite_model(demo: Path) -> None:
    refuted = (demo / "absolute-value-missing-case.html").read_text()
    assert "(x : ℝ) (h : |x - 3| = 2 * x) : x ≥ 3" in unescape(refuted)
    model = (demo / "union-of-subgroups.html").read_text()
    assert "H = {0, 1}" in model or "K = {0, 1}" in model
