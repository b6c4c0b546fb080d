import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.baselines.prm import first_below, judge_by_scores
from faithsieve.errors import LLMError
from faithsieve.records.proof import Proof
from faithsieve.records.settings import PrmSettings

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4.", "So x is even."])


class Fixed:
    """A scorer with given scores."""

    def __init__(self, *scores: float) -> None:
        self._scores = scores

    async def score(self, proof: Proof) -> tuple[float, ...]:
        return self._scores


async def test_the_first_step_below_the_frozen_threshold_is_the_answer() -> None:
    verdict = await judge_by_scores(PROOF, scorer=Fixed(0.95, 0.9, 0.1), settings=PrmSettings())
    assert verdict.label == 2
    assert "0.904296875" in verdict.rationale


async def test_a_threshold_of_one_s_own_replaces_the_frozen_one() -> None:
    settings = PrmSettings(threshold=0.5)
    verdict = await judge_by_scores(PROOF, scorer=Fixed(0.95, 0.9, 0.5), settings=settings)
    assert verdict.label == "correct"


@pytest.mark.parametrize(
    "scores", [(), (0.9, 0.9), (0.9, 0.9, 0.9, 0.9), (0.9, math.nan, 0.9), (0.9, 1.2, 0.9)]
)
async def test_a_broken_score_is_never_a_pass(scores: tuple[float, ...]) -> None:
    with pytest.raises(LLMError):
        await judge_by_scores(PROOF, scorer=Fixed(*scores), settings=PrmSettings())


@given(st.lists(st.floats(0, 1), min_size=1), st.floats(0, 1))
def test_every_step_before_the_answer_passes(scores: list[float], threshold: float) -> None:
    label = first_below(scores, threshold)
    before = scores if label == "correct" else scores[: label - 1]
    assert all(score >= threshold for score in before)
    assert label == "correct" or scores[label - 1] < threshold
