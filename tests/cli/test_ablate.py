"""``faithsieve ablate`` as a user meets it: folders, lines, exit codes."""

import asyncio
import json
from pathlib import Path

import pytest

from faithsieve.datasets import load_dataset
from faithsieve.evaluate.ablations import VARIANTS
from support.ablations import rehearse
from support.command_line import Ended, faithsieve
from support.runs import dataset_rows, make_problem


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished run of two proofs, in an empty folder that is also the working folder."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem("p1"), make_problem("p2")]))
    asyncio.run(rehearse(tmp_path / "base", load_dataset(file)))
    return tmp_path / "base"


def ablate(base: Path, variant: str, *words: str) -> Ended:
    return faithsieve("ablate", base, "--variant", variant, *words)


def test_a_replay_of_the_whole_method_is_a_run_folder_of_its_own(base: Path) -> None:
    code, printed, _ = ablate(base, "full", "--replay-only")
    assert code == 0
    assert printed.splitlines()[1].split()[:3] == ["variant", "exact", "binary"]
    assert printed.splitlines()[2].split()[-1] == "0"
    names = {path.name for path in Path("base-full").iterdir()}
    assert {"manifest.json", "predictions.jsonl", "artifacts.jsonl", "metrics.json"} <= names


def test_all_variants_get_a_folder_each_and_what_is_missing_ends_in_exit_code_three(
    base: Path,
) -> None:
    code, printed, _ = ablate(base, "all", "--out", "all", "--replay-only", "--json", "-")
    assert code == 3
    summary = json.loads(printed)["variants"]
    assert [variant["variant"] for variant in summary] == list(VARIANTS)
    by_name = {variant["variant"]: variant for variant in summary}
    assert by_name["full"]["open"] == []
    assert by_name["direct"]["open"] == ["p1", "p2"]
    assert by_name["direct"]["missing"] == {"baselines/direct": 2}
    assert {path.name for path in Path("all").iterdir()} == set(VARIANTS)


def test_another_model_than_the_runs_is_refused_before_anything_is_asked(base: Path) -> None:
    asked = ("--out", "new", "--model", "m", "--base-url", "http://x")
    code, _, err = ablate(base, "direct", *asked)
    assert code == 2
    assert "the run asked 'rehearsal'" in err


@pytest.mark.network
def test_variants_side_by_side_say_the_same_as_one_after_another(base: Path) -> None:
    said = []
    for out, jobs in (("one", "1"), ("two", "2")):
        words = ("--out", out, "--replay-only", "--jobs", jobs, "--json", "-")
        summary = json.loads(ablate(base, "all", *words).out)["variants"]
        said.append([variant | {"folder": ""} for variant in summary])
    assert said[0] == said[1]
