import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.baselines.direct import plurality
from faithsieve.evaluate.vote_pool import PooledProblem, describe_pool, score_majority, votes_tables
from faithsieve.records.proof import Label

VOTES = st.lists(st.one_of(st.none(), st.just("correct"), st.integers(1, 4)), min_size=1)


def problem(votes: list[Label | None], gold: Label = "correct") -> PooledProblem:
    return PooledProblem(id="p", gold=gold, votes=tuple(votes))


@given(VOTES, st.one_of(st.just("correct"), st.integers(1, 4)))
def test_the_whole_pool_is_decided_exactly_like_the_method(
    votes: list[Label | None], gold: Label
) -> None:
    winner = plurality(vote for vote in votes if vote is not None)
    (score,) = score_majority([problem(votes, gold)], [len(votes)])
    assert score.draws == 1
    assert score.exact == float(winner == gold)
    assert score.unanswered == float(winner is None)
    agrees = winner is not None and (winner == "correct") == (gold == "correct")
    assert score.binary == float(agrees)


def test_samples_follow_the_law_of_drawing_without_replacement() -> None:
    pool = problem(["correct", "correct", "correct", 1, 1, 2, None], gold=1)
    chance = random.Random(3)
    drawn = [chance.sample(pool.votes, 3) for _ in range(20_000)]
    expected = sum(plurality(v for v in votes if v is not None) == 1 for votes in drawn) / 20_000
    (score,) = score_majority([pool], [3], draws=20_000)
    assert score.exact == pytest.approx(expected, abs=0.02)


def test_the_figure_for_one_size_does_not_depend_on_the_others() -> None:
    pool = [problem(["correct", 1, 2, 1, None, "correct", 3], gold=1)]
    alone = score_majority(pool, [3])
    assert score_majority(pool, [1, 3, 5])[1] == alone[0]
    assert score_majority(pool, [3]) == alone


def test_ties_are_those_of_the_whole_pool() -> None:
    pool = [problem([1, "correct"]), problem([1, 1]), problem([None, None])]
    for sizes, ties in (([1, 2], 1), ([1], 0)):
        majority, shape = votes_tables(score_majority(pool, sizes), describe_pool(pool))
        assert len(majority.rows) == len(sizes)
        assert ("ties of the whole pool", str(ties)) in shape.rows


@pytest.mark.parametrize("size", [0, 3])
def test_a_size_the_pool_does_not_have_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="needs 1 to 2 votes"):
        score_majority([problem([1, 1]), problem([1, 1, 1])], [size])


def test_the_shape_of_a_pool_is_described_as_in_the_paper() -> None:
    pool = [problem([1, 1, 1], gold=1), problem([2, 2, 1], gold=1), problem([3, 3], gold=3)]
    shape = describe_pool(pool)
    assert (shape.problems, shape.unanimous, shape.gold_not_modal) == (3, 2, 1)
