from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.metrics import (
    ProblemOutcome,
    count_failures,
    measure,
    measure_run,
    outcome_of,
)
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemResult
from support.results import make_result, make_undecided


def test_failures_stay_in_the_denominator_of_every_accuracy_over_all_rows() -> None:
    metrics = measure([make_result(2, 2), make_result("correct", "correct"), make_result(1, None)])
    assert (metrics.exact.hits, metrics.exact.total) == (2, 3)
    assert (metrics.exact_answered.hits, metrics.exact_answered.total) == (2, 2)
    assert (metrics.binary.hits, metrics.binary.total) == (2, 3)
    assert metrics.exact_on_incorrect.value == 0.5


def test_a_failure_is_in_no_cell_of_the_confusion_table() -> None:
    confusion = measure([make_result(1, None), make_result("correct", None)]).confusion
    assert confusion.tp + confusion.tn + confusion.fp + confusion.fn == 0


def test_an_undecided_proof_is_neither_right_nor_wrong_nor_failed() -> None:
    found = measure([make_result(1, 1), make_undecided(1), make_undecided("correct")])
    assert (found.coverage.hits, found.abstention.hits, found.failed) == (1, 2, 0)
    assert (found.exact.hits, found.exact.total) == (1, 3)
    assert (found.exact_answered.hits, found.exact_answered.total) == (1, 1)
    assert found.errors.total == 0
    assert found.confusion.fn == found.confusion.tn == 0
    assert outcome_of(make_undecided(1)) is ProblemOutcome.UNDECIDED


def test_failures_are_counted_by_kind_the_most_frequent_first() -> None:
    rows = [
        make_result(1, None, failure=FailureKind.PROVIDER),
        *[make_result(1, None, failure=FailureKind.PARSE)] * 2,
        make_result(1, 1),
    ]
    counted = [(entry.kind, entry.count) for entry in count_failures(rows)]
    assert counted == [(FailureKind.PARSE, 2), (FailureKind.PROVIDER, 1)]


def test_rows_without_a_gold_label_count_only_for_coverage() -> None:
    metrics = measure([make_result(None, 2), make_result(2, 2)])
    assert (metrics.rows, metrics.unlabelled, metrics.coverage.hits) == (2, 1, 2)
    assert (metrics.exact.total, metrics.confusion.tp) == (1, 1)


def test_processbench_f1_is_the_harmonic_mean_of_the_two_exact_accuracies() -> None:
    rows = [make_result(1, 1), make_result(2, 3), *[make_result("correct", "correct")] * 4]
    assert measure(rows).processbench_f1 == pytest.approx(2 * 0.5 * 1.0 / 1.5)


def test_processbench_f1_is_zero_when_both_accuracies_are() -> None:
    assert measure([make_result(1, 2), make_result("correct", 1)]).processbench_f1 == 0


def test_balanced_accuracy_forgives_the_place_but_not_the_verdict() -> None:
    rows = [make_result(1, 2), make_result(1, "correct"), make_result("correct", "correct")]
    metrics = measure(rows)
    assert metrics.balanced_accuracy == pytest.approx(0.75)
    assert metrics.balanced_f1 == pytest.approx(2 * 0.5 / 1.5)


@pytest.mark.parametrize("gold", [1, "correct"])
def test_two_class_scores_need_both_classes(gold: Label) -> None:
    metrics = measure([make_result(gold, gold)])
    scores = (metrics.processbench_f1, metrics.balanced_accuracy, metrics.balanced_f1)
    assert scores == (None, None, None)


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


def test_a_single_group_is_not_repeated() -> None:
    assert measure_run([make_result(1, 1, group="Rings")]).groups == ()


def test_no_rows_give_no_rates_instead_of_zeros() -> None:
    metrics = measure([])
    assert metrics.exact.value is None
    assert metrics.localization.mean_absolute is None


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


@pytest.mark.parametrize(
    ("label", "gold", "outcome"),
    [
        (2, 2, "exact"),
        ("correct", "correct", "exact"),
        (1, 2, "wrong-place"),
        (1, "correct", "false-positive"),
        ("correct", 1, "false-negative"),
        (None, 1, "failed"),
        (None, None, "failed"),
        (1, None, "unlabelled"),
    ],
)
def test_every_problem_has_one_outcome(
    label: Label | None, gold: Label | None, outcome: str
) -> None:
    assert outcome_of(make_result(gold, label)) is ProblemOutcome(outcome)
