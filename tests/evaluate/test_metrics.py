from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.metrics import (
    ProblemOutcome,
    measure,
    measure_run,
    outcome_of,
)
from faithsieve.records.proof import Label
from faithsieve.records.run import ProblemResult
from support.results import make_result, make_undecided


def test_no_answer_is_neither_right_nor_wrong_and_stays_in_every_denominator() -> None:
    rows = [make_result(2, 2), make_result("correct", "correct"), make_result(1, None)]
    found = measure([*rows, make_undecided(1), make_undecided("correct")])
    assert (found.exact.hits, found.exact.total) == (2, 5)
    assert (found.binary.hits, found.binary.total) == (2, 5)
    assert (found.exact_answered.hits, found.exact_answered.total) == (2, 2)
    assert (found.exact_on_incorrect.hits, found.exact_on_incorrect.total) == (1, 3)
    assert (found.coverage.hits, found.abstention.hits, found.failed) == (2, 2, 1)
    cells = found.confusion
    assert (cells.tp, cells.tn, cells.fp, cells.fn) == (1, 1, 0, 0)
    assert found.errors.total == 0


def test_rows_without_a_gold_label_count_only_for_coverage() -> None:
    metrics = measure([make_result(None, 2), make_result(2, 2)])
    assert (metrics.rows, metrics.unlabelled, metrics.coverage.hits) == (2, 1, 2)
    assert (metrics.exact.total, metrics.confusion.tp) == (1, 1)


@pytest.mark.parametrize(
    ("rows", "f1", "balanced", "balanced_f1"),
    [
        ([(1, 1), (2, 3), *[("correct", "correct")] * 4], 2 / 3, 1.0, 1.0),
        ([(1, 2), ("correct", 1)], 0.0, 0.5, 0.0),
        ([(1, 2), (1, "correct"), ("correct", "correct")], 0.0, 0.75, 2 / 3),
        ([(1, 1)], None, None, None),
        ([("correct", "correct")], None, None, None),
    ],
    ids=["harmonic mean", "nothing right", "the place is forgiven", "one class", "the other"],
)
def test_two_class_scores(
    rows: list[tuple[Label, Label]],
    f1: float | None,
    balanced: float | None,
    balanced_f1: float | None,
) -> None:
    metrics = measure([make_result(gold, label) for gold, label in rows])
    assert metrics.processbench_f1 == (None if f1 is None else pytest.approx(f1))
    assert metrics.balanced_accuracy == (None if balanced is None else pytest.approx(balanced))
    assert metrics.balanced_f1 == (None if balanced_f1 is None else pytest.approx(balanced_f1))


def test_signed_distances_are_negative_for_early_answers() -> None:
    rows = [make_result(3, 1), make_result(3, 3), make_result(3, 4), make_result(3, "correct")]
    place = measure(rows).localization
    assert [(entry.distance, entry.count) for entry in place.distances] == [(-2, 1), (0, 1), (1, 1)]
    assert (place.early.hits, place.late.hits, place.early.total) == (1, 1, 3)
    assert place.mean_absolute == 1.0


def test_risky_answers_are_scored_apart() -> None:
    rows = [make_result(2, 2, risky=True), make_result(2, 3, risky=True), make_result(2, 2)]
    assert (measure(rows).risky.hits, measure(rows).risky.total) == (1, 2)


def test_groups_are_scored_apart_in_order_of_appearance() -> None:
    rows = [
        make_result(1, 1, group="Rings"),
        make_result(1, 2, group="Fields"),
        make_result(1, 1, group="Rings"),
        make_result(1, 1),
    ]
    run = measure_run(rows)
    assert [(g.group, g.metrics.rows) for g in run.groups] == [
        ("Rings", 2),
        ("Fields", 1),
        ("(no group)", 1),
    ]
    assert run.overall.rows == 4
    assert measure_run([make_result(1, 1, group="Rings")]).groups == ()


labels = st.one_of(st.just("correct"), st.integers(1, 5))
rows_of_any_kind: st.SearchStrategy[list[ProblemResult]] = st.lists(
    st.builds(make_result, st.one_of(st.none(), labels), st.one_of(st.none(), labels))
)


@given(rows_of_any_kind)
def test_the_parts_always_add_up(rows: Sequence[ProblemResult]) -> None:
    metrics = measure(rows)
    cells = metrics.confusion
    assert cells.tp + cells.tn + cells.fp + cells.fn == metrics.exact_answered.total
    assert metrics.exact_answered.total - metrics.exact_answered.hits == metrics.errors.total
    assert metrics.exact.hits <= metrics.binary.hits
    assert metrics.rows - metrics.coverage.hits == sum(f.count for f in metrics.failures)


@given(rows_of_any_kind)
def test_one_more_failure_never_raises_an_accuracy_over_all_rows(
    rows: list[ProblemResult],
) -> None:
    before, after = measure(rows), measure([*rows, make_result(1, None)])
    assert (after.exact.value or 0) <= (before.exact.value or 0)
    assert (after.binary.value or 0) <= (before.binary.value or 0)
    assert after.errors == before.errors


def test_every_problem_has_one_outcome() -> None:
    rows: dict[tuple[Label | None, Label | None], str] = {
        (2, 2): "exact",
        ("correct", "correct"): "exact",
        (1, 2): "wrong-place",
        (1, "correct"): "false-positive",
        ("correct", 1): "false-negative",
        (None, 1): "failed",
        (None, None): "failed",
        (1, None): "unlabelled",
    }
    found = {(label, gold): outcome_of(make_result(gold, label)) for label, gold in rows}
    assert found == rows
    assert outcome_of(make_undecided(1)) is ProblemOutcome.UNDECIDED
