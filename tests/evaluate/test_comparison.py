import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.comparison import compare_runs
from faithsieve.evaluate.paper_tables import comparison_tables, show_p
from faithsieve.evaluate.predictions import FinishedRun
from faithsieve.evaluate.tables import plain_text
from faithsieve.records.proof import Label
from faithsieve.records.run import ProblemResult
from support.results import make_result, make_undecided


def result(
    id: str, label: Label | None, gold: Label | None = 1, group: str | None = None
) -> ProblemResult:
    return make_result(gold, label, id=id, group=group)


def run(name: str, *results: ProblemResult) -> FinishedRun:
    return FinishedRun(name=name, problems=len(results), results=results)


A = run("a", result("p", 1), result("q", 1), result("r", 2), result("s", None))
B = run("b", result("p", 1), result("q", "correct"), result("r", 1), result("s", None))


def test_rows_are_joined_by_id_and_failures_count_as_wrong() -> None:
    found = compare_runs(A, B)
    counts = found.exact.counts
    assert (counts.both, counts.only_first, counts.only_second, counts.neither) == (1, 1, 1, 1)
    assert found.binary.counts.only_first == 1
    assert found.failed == (1, 1)
    assert found.exact.mcnemar_p == 1.0


def test_undecided_rows_count_apart_from_failures_and_are_not_right() -> None:
    found = compare_runs(run("a", make_undecided(1, id="p")), run("b", result("p", 1)))
    assert (found.undecided, found.failed) == ((1, 0), (0, 0))
    assert found.exact.counts.only_second == 1
    assert "undecided: 1 and 0" in plain_text(comparison_tables(found)[0])


def test_a_comparison_says_when_only_one_run_had_to_give_labels() -> None:
    forced = FinishedRun(name="f", problems=4, results=A.results, forces_label=True)
    assert "only f had to give" in plain_text(comparison_tables(compare_runs(forced, B))[0])


def test_swapping_the_runs_turns_the_sign() -> None:
    one, other = compare_runs(A, B).binary, compare_runs(B, A).binary
    assert one.difference == -other.difference == 0.25
    assert one.mcnemar_p == other.mcnemar_p


def test_rows_of_one_run_only_are_left_out_and_counted() -> None:
    found = compare_runs(run("a", *A.results, result("t", 1)), B)
    assert (found.rows, found.only_in_first, found.only_in_second) == (4, 1, 0)


def test_rows_of_one_problem_form_one_cluster() -> None:
    problems = {"p": "one", "q": "one", "r": "two", "s": "two"}
    assert compare_runs(A, B).exact.bootstrap.clusters == 4
    assert compare_runs(A, B, problems=problems).exact.bootstrap.clusters == 2


def test_runs_without_a_common_labelled_row_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="share no labelled row"):
        compare_runs(A, run("b", result("p", 1, gold=None)))


def test_runs_on_different_labels_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="gold label of 1 row, such as 'p'"):
        compare_runs(A, run("b", result("p", 1, gold=2), result("q", 1)))


def test_groups_are_compared_apart() -> None:
    grouped = run("a", result("p", 1, group="x"), result("q", 1, group="y"))
    found = compare_runs(grouped, B)
    assert [entry.group for entry in found.groups] == ["x", "y"]
    tables = comparison_tables(found)
    assert "Exact score by group" in plain_text(tables[1])


def test_the_table_says_what_was_left_out_and_how_rows_were_clustered() -> None:
    text = plain_text(comparison_tables(compare_runs(A, B))[0])
    assert "failed: 1 and 1" in text
    assert "every row its own cluster" in text
    assert "only first right" in text


def test_a_tiny_p_is_never_shown_as_zero() -> None:
    assert show_p(1e-12) == "< 1e-6"
    assert show_p(0.0094753) == "0.00948"
