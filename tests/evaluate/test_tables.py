import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.intervals import rate_of
from faithsieve.evaluate.metrics import measure, measure_run
from faithsieve.evaluate.tables import (
    LISTED_FAILURES,
    Table,
    clean,
    escape_csv,
    escape_markdown,
    failures_table,
    groups_table,
    markdown,
    metrics_csv,
    metrics_table,
    plain_text,
    show_rate,
)
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.verdict import Verdict, VerdictKind


def answer(gold: Label | None, label: Label, *, group: str | None = None) -> ProblemResult:
    kind = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    verdict = Verdict(label=label, kind=kind, rationale="because")
    return ProblemResult(id="row", gold=gold, group=group, verdict=verdict)


def failure(row_id: str = "row") -> ProblemResult:
    broken = ProblemFailure(kind=FailureKind.PARSE, type="E", message="m")
    return ProblemResult(id=row_id, gold=1, failure=broken)


def column(table: Table, index: int = 1) -> dict[str, str]:
    return {row[0]: row[index] for row in table.rows}


def test_a_rate_shows_percent_interval_and_counts() -> None:
    assert show_rate(rate_of(16, 20)) == "80.0% [58.4, 91.9] 16/20"
    assert show_rate(rate_of(0, 0)) == "–"


def test_the_scores_show_failures_apart_from_wrong_answers() -> None:
    missing = ProblemResult(id="m", gold=1)
    rows = [answer(1, 1), answer(1, 2), failure(), missing, answer(None, 1)]
    cells = column(metrics_table([("first", measure(rows))]))
    assert cells["rows"] == "5 (1 unlabelled)"
    assert cells["failed"] == "2 (parse_failure 1, missing 1)"
    assert cells["exact errors"] == "1: 0 FP, 0 FN, 1 wrong place"
    assert cells["exact, over all rows"].endswith(" 1/4")
    assert cells["exact, over answered rows"].endswith(" 1/2")
    assert cells["signed distances"] == "0: 1, +1: 1"
    assert cells["ProcessBench F1"] == "–"


def test_runs_stand_side_by_side() -> None:
    table = metrics_table([("a", measure([answer(1, 1)])), ("b", measure([answer(1, 2)]))])
    assert table.columns == ("metric", "a", "b")
    assert column(table, 2)["TP / TN / FP / FN"] == "1 / 0 / 0 / 0"


def test_no_runs_give_an_empty_table() -> None:
    assert metrics_table([]).rows == ()


def test_groups_have_one_row_each() -> None:
    scored = measure_run([answer(1, 1, group="Rings"), answer(1, 2, group="Fields\x1b[31m")])
    table = groups_table("first", scored.groups)
    assert [row[0] for row in table.rows] == ["Rings", "Fields"]


def test_the_list_of_failures_is_cut_and_says_so() -> None:
    rows = [failure(f"r{i}") for i in range(LISTED_FAILURES + 5)]
    table = failures_table("first", [answer(1, 1), *rows])
    assert len(table.rows) == LISTED_FAILURES
    assert table.title.endswith("(the first 10 of 15)")
    assert failures_table("first", [ProblemResult(id="m", gold=1)]).rows == (("m", "missing"),)


@pytest.mark.parametrize(
    ("dirty", "tidy"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("row\nINFO verdict=correct", "row INFO verdict=correct"),
        ("a\u202eb\x9bc", "a b c"),
        ("x" * 100, "x" * 79 + "…"),
    ],
)
def test_names_lose_what_could_fool_a_terminal_or_a_log(dirty: str, tidy: str) -> None:
    assert clean(dirty) == tidy


@given(st.text())
def test_a_clean_name_is_one_printable_line(text: str) -> None:
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in clean(text))


def test_a_remote_image_in_a_name_is_only_text_in_markdown() -> None:
    table = Table(title="t", columns=("id",), rows=(("![x](http://evil/?leak=1)",), ("a|b",)))
    text = markdown(table)
    assert "![x]" not in text
    assert "http://" not in text
    assert r"\!\[x\](http&#58;//evil/?leak=1)" in text
    assert r"| a\|b |" in text


def test_markup_and_addresses_stand_for_themselves_in_markdown() -> None:
    assert escape_markdown("<b>*x*</b> www.evil") == r"\<b\>\*x\*\</b\> www&#46;evil"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_is_never_a_formula_in_a_spreadsheet(start: str) -> None:
    assert escape_csv(f'{start}HYPERLINK("http://evil","x")').startswith("'")


@given(st.text())
def test_no_escaped_cell_starts_like_a_formula(text: str) -> None:
    assert not escape_csv(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_csv_has_one_line_a_run_group_and_score_with_plain_numbers() -> None:
    rows = [answer(1, 1, group="=cmd"), answer("correct", 1, group="Rings"), failure()]
    text = metrics_csv([("first", measure_run(rows))])
    lines = list(csv.DictReader(io.StringIO(text)))
    exact = {line["group"]: line for line in lines if line["metric"] == "exact"}
    assert list(exact) == ["(all)", "'=cmd", "Rings", "(no group)"]
    assert (exact["(all)"]["hits"], exact["(all)"]["total"]) == ("1", "3")
    metrics = {line["metric"] for line in lines}
    assert {"tp", "errors.wrong_place", "early", "failed.parse_failure"} <= metrics


def test_plain_text_is_aligned_without_trailing_space() -> None:
    table = Table(title="T", columns=("a", "long name"), rows=(("xyz", "1"),))
    assert plain_text(table) == "T\na    long name\nxyz  1\n"
