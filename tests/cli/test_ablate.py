"""``faithsieve ablate`` as a user meets it: folders, lines, exit codes."""

import asyncio
import json
from pathlib import Path

import pytest
from bench._rehearsal import IDENTITY, RehearsalJudge, rehearsal_model

from faithsieve.datasets import load_dataset
from faithsieve.evaluate.ablations import VARIANTS
from faithsieve.evaluate.run_folder import STORE
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.llm.accounting import RoutedModel
from faithsieve.llm.cached import CachedModel
from faithsieve.methods import METHODS, Tools
from faithsieve.records.settings import Settings, StageModel, StageModels
from faithsieve.store.run_store import RunStore
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


async def answer_reviews_by(name: str, base: Path) -> None:
    """Put the answers of another reviewer into a run's store."""
    models = StageModels(review=name)
    with RunStore.open(base / STORE) as store:
        other = CachedModel(rehearsal_model(), store, f"{name}@{IDENTITY}")
        main = CachedModel(rehearsal_model(), store, IDENTITY)
        routed = RoutedModel(main, models, {StageModel(name=name): other})
        tools = Tools(routed, Settings(), judge=CachingJudge(RehearsalJudge(), store))
        for problem in load_dataset(base.parent / "proofs.jsonl").proofs:
            await METHODS["faithsieve"].check(problem.proof, tools)


def test_a_stages_model_is_swapped_and_its_stored_answers_are_replayed(base: Path) -> None:
    swapped = ("--swap", "review=other", "--replay-only")
    code, printed, _ = ablate(base, "full", *swapped)
    assert code == 3, "nobody has asked the other reviewer"
    assert "verify/review" in printed
    asyncio.run(answer_reviews_by("other", base))
    assert ablate(base, "full", *swapped).code == 0
    notes = json.loads(Path("base-full-review", "manifest.json").read_text())["ablation"]
    assert any("models.review" in line for line in notes["settings_changed"])


@pytest.mark.parametrize("swap", ["review", "review=", "nothing=m"])
def test_a_swap_that_names_no_stage_or_model_is_refused(base: Path, swap: str) -> None:
    assert ablate(base, "full", "--swap", swap, "--replay-only").code == 2


@pytest.mark.network
def test_variants_side_by_side_say_the_same_as_one_after_another(base: Path) -> None:
    said = []
    for out, jobs in (("one", "1"), ("two", "2")):
        words = ("--out", out, "--replay-only", "--jobs", jobs, "--json", "-")
        summary = json.loads(ablate(base, "all", *words).out)["variants"]
        said.append([variant | {"folder": ""} for variant in summary])
    assert said[0] == said[1]
