import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.prm_calibration import (
    ScoredProof,
    choose_threshold,
    measure_threshold,
)


def test_the_threshold_that_separates_is_found() -> None:
    proofs = [
        ScoredProof((0.9, 0.8), "correct"),
        ScoredProof((0.9, 0.3), 2),
        ScoredProof((0.2, 0.9), 1),
    ]
    choice = choose_threshold(proofs)
    assert choice.f1 == 1.0
    assert 0.3 < choice.threshold <= 0.8
    assert choice.threshold == 0.8


SCORES = st.lists(st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9]), min_size=1, max_size=4).map(tuple)


@given(st.lists(SCORES, min_size=1, max_size=6), st.lists(SCORES, min_size=1, max_size=6))
def test_no_other_threshold_does_better(
    right: list[tuple[float, ...]], wrong: list[tuple[float, ...]]
) -> None:
    proofs = [ScoredProof(s, "correct") for s in right] + [ScoredProof(s, 1) for s in wrong]
    best = choose_threshold(proofs)
    for other in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        alone = measure_threshold(proofs, other)
        assert alone.f1 <= best.f1


def test_one_class_alone_fixes_no_threshold() -> None:
    with pytest.raises(ValueError, match="correct and incorrect"):
        choose_threshold([ScoredProof((0.5,), 1)])
