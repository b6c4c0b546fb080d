import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.comparison import compare_runs
from faithsieve.evaluate.paper_tables import comparison_tables, show_p
from faithsieve.evaluate.run_reading import FinishedRun
from faithsieve.evaluate.tables import plain_text
from faithsieve.records.proof import Label
from faithsieve.records.run import ProblemResult
from support.results import make_result, make_undecided


def result(
    id: str, label: Label | None, gold: Label | None = 1, group: str | None = None
) -> ProblemResult:
    return make_result(gold, label, id=id, group=group)


def run(name: str, *results: ProblemResult) -> FinishedRun:
    return FinishedRun(name=name, in_dataset=len(results), results=results)


A = run("a", result("p", 1), result("q", 1), result("r", 2), result("s", None))
B = run("b", result("p", 1), result("q", "correct"), result("r", 1), result("s", None))


def test_rows_are_joined_by_id_and_what_was_left_out_or_not_answered_is_said() -> None:
    found = compare_runs(run("a", *A.results, result("t", 1)), B)
    counts = found.exact.counts
    assert (counts.both, counts.only_first, counts.only_second, counts.neither) == (1, 1, 1, 1)
    assert (found.binary.counts.only_first, found.exact.mcnemar_p) == (1, 1.0)
    assert (found.rows, found.only_in_first, found.only_in_second) == (4, 1, 0)
    assert (found.failed, found.undecided) == ((1, 1), (0, 0))
    text = plain_text(comparison_tables(found)[0])
    for told in ("failed: 1 and 1", "every row its own cluster", "only first right"):
        assert told in text


def test_undecided_rows_count_apart_from_failures_and_are_not_right() -> None:
    forced = run("b", result("p", 1)).model_copy(update={"forces_label": True})
    found = compare_runs(run("a", make_undecided(1, id="p")), forced)
    assert (found.undecided, found.failed) == ((1, 0), (0, 0))
    assert found.exact.counts.only_second == 1
    text = plain_text(comparison_tables(found)[0])
    assert "undecided: 1 and 0" in text
    assert "only b had to give" in text


def test_rows_of_one_problem_form_one_cluster() -> None:
    problems = {"p": "one", "q": "one", "r": "two", "s": "two"}
    assert compare_runs(A, B).exact.bootstrap.clusters == 4
    assert compare_runs(A, B, problems=problems).exact.bootstrap.clusters == 2


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (result("p", 1, gold=None), "share no labelled row"),
        (result("p", 1, gold=2), "gold label of 1 row, such as 'p'"),
    ],
)
def test_runs_on_other_rows_or_labels_cannot_be_compared(
    row: ProblemResult, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        compare_runs(A, run("b", row))


def test_groups_are_compared_apart() -> None:
    grouped = run("a", result("p", 1, group="x"), result("q", 1, group="y"))
    found = compare_runs(grouped, B)
    assert [entry.group for entry in found.groups] == ["x", "y"]
    tables = comparison_tables(found)
    assert "Exact score by group" in plain_text(tables[1])


def test_a_tiny_p_is_never_shown_as_zero() -> None:
    assert show_p(1e-12) == "< 1e-6"
    assert show_p(0.0094753) == "0.00948"
