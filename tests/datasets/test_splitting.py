from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from faithsieve.datasets.splitting import PartSize, split_dataset
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof, Proof


def make_row(position: int, *, problem: int, correct: bool, group: str) -> LabelledProof:
    return LabelledProof(
        id=f"row{position}",
        proof=Proof.from_texts(f"Problem {problem}", [f"Proof {position}"]),
        gold="correct" if correct else 1,
        group=group,
    )


@st.composite
def row_lists(draw: st.DrawFn) -> list[LabelledProof]:
    kinds = draw(
        st.lists(st.tuples(st.integers(0, 12), st.booleans(), st.sampled_from("AB")), min_size=4)
    )
    return [
        make_row(i, problem=problem, correct=correct, group=group)
        for i, (problem, correct, group) in enumerate(kinds)
    ]


HALVES = [PartSize(name="dev", fraction=0.5), PartSize(name="test", fraction=0.5)]


@given(row_lists(), st.integers())
def test_parts_are_disjoint_and_cover_everything_when_the_fractions_do(
    rows: list[LabelledProof], seed: int
) -> None:
    parts = split_dataset(rows, HALVES, seed=seed)
    positions = [position for part in parts for position in part.positions]
    assert sorted(positions) == list(range(len(rows)))
    assert sum(part.wanted for part in parts) == len(rows)


@given(row_lists(), st.integers())
def test_rows_that_share_a_problem_are_never_cut_apart(
    rows: list[LabelledProof], seed: int
) -> None:
    parts = split_dataset(rows, HALVES, seed=seed)
    problems = [{rows[i].proof.problem for i in part.positions} for part in parts]
    assert all(first.isdisjoint(second) for first, second in pairwise(problems))


@given(st.integers(2, 60), st.integers(1, 59), st.integers())
def test_sizes_are_exact_when_no_problem_is_shared(total: int, size: int, seed: int) -> None:
    rows = [make_row(i, problem=i, correct=i % 3 == 0, group="A") for i in range(total)]
    size = min(size, total)
    (part,) = split_dataset(rows, [PartSize(name="dev", rows=size)], seed=seed)
    assert len(part.positions) == size


def test_labels_and_groups_are_shared_out_evenly() -> None:
    rows = [make_row(i, problem=i, correct=i % 4 == 0, group="AB"[i % 2]) for i in range(80)]
    dev, test = split_dataset(
        rows, [PartSize(name="dev", fraction=0.25), PartSize(name="test", fraction=0.75)], seed=5
    )
    kinds = Counter((rows[i].gold, rows[i].group) for i in dev.positions)
    assert kinds == {("correct", "A"): 5, (1, "A"): 5, (1, "B"): 10}
    assert len(test.positions) == 60


def test_the_same_seed_gives_the_same_split_whatever_the_order_of_rows() -> None:
    rows = [make_row(i, problem=i // 2, correct=i % 2 == 0, group="A") for i in range(30)]
    backward = rows[::-1]

    def ids(given_rows: list[LabelledProof], seed: int) -> list[set[str]]:
        parts = split_dataset(given_rows, HALVES, seed=seed)
        return [{given_rows[i].id for i in part.positions} for part in parts]

    assert ids(rows, 1) == ids(backward, 1)
    assert ids(rows, 1) != ids(rows, 2)


def test_more_rows_than_there_are_cannot_be_asked_for() -> None:
    rows = [make_row(i, problem=i, correct=True, group="A") for i in range(3)]
    with pytest.raises(InputError, match="want 4 rows, but there are only 3"):
        split_dataset(rows, [PartSize(name="dev", rows=4)], seed=0)


def test_part_names_are_distinct_file_names() -> None:
    with pytest.raises(InputError, match="same name"):
        split_dataset([], [PartSize(name="dev", rows=1), PartSize(name="DEV", rows=1)], seed=0)
    with pytest.raises(ValidationError):
        PartSize(name="../dev", rows=1)
