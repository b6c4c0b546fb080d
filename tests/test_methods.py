"""Every method end to end through the real runner, store and cache, on scripted answers."""

from pathlib import Path

import pytest

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError
from faithsieve.evaluate.runner import RunOutcome
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.methods import find_method
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings
from support.judges import judging
from support.runs import odd_sums, sitting

SMALL = Settings(baselines=BaselineSettings(votes=3, reviewers_per_role=2, audits_per_candidate=2))
BASELINES = ["direct", "majority", "critics", "panel", "challenge", "prm"]


class LowSecondStep:
    """A reward model that dislikes the second step of every proof."""

    async def score(self, proof: Proof) -> tuple[float, ...]:
        return tuple(0.1 if step.index == 2 else 0.99 for step in proof.steps)


async def run(
    method: str, dataset: Dataset, out: Path, model: ScriptedModel | None = None
) -> RunOutcome:
    return await sitting(
        out, dataset, model or judging(), settings=SMALL, method=method, scorer=LowSecondStep()
    )


@pytest.mark.parametrize("method", BASELINES)
async def test_a_baseline_judges_twenty_proofs_and_resumes_without_asking_again(
    method: str, tmp_path: Path
) -> None:
    dataset, model = odd_sums(20), judging()
    for _ in range(2):
        outcome = await run(method, dataset, tmp_path / "run", model)
    assert outcome.is_finished
    assert [result.label for result in outcome.results] == [2] * 20
    assert (tmp_path / "run" / "metrics.json").exists()
    assert len(model.requests) == len({(r.messages, r.sample_index) for r in model.requests})


def test_an_unknown_method_is_named_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'nothing'; choose one of .*direct"):
        find_method("nothing")
