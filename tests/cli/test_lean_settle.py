"""``faithsieve lean settle``: rows in, outcomes out, nothing claimed that Lean did not say."""

import json
from pathlib import Path

import pytest

from faithsieve.cli.lean_settle import described, read_rows
from faithsieve.errors import InputError
from faithsieve.records.evidence import Route
from faithsieve.records.lean import FiniteModel, ModelPart
from faithsieve.verify.settle import Settlement


def test_a_signature_is_one_row() -> None:
    (row,) = read_rows("(n : Nat) : n = n")
    assert row.statement == "(n : Nat) : n = n"


def test_a_file_has_a_row_a_line_and_other_fields_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    rows = [{"id": "a", "statement": ": True", "topic": "x"}, {"id": "b", "statement": ": False"}]
    file.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    assert [row.id for row in read_rows(str(file))] == ["a", "b"]


@pytest.mark.parametrize("text", ["{}", "no json", '{"id": 1}'])
def test_a_line_that_is_no_row_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        read_rows(str(file))


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_rows(str(tmp_path / "none.jsonl"))


def test_people_see_the_table_of_a_counterexample() -> None:
    part = ModelPart(name="mul", sizes=(1, 1), values=("0",), kind="table")
    settled = Settlement(
        outcome="refuted", route=Route.SEARCH, model=FiniteModel(parts=(part,), body="x")
    )
    assert described("a", settled)[:2] == ["a: refuted (search)", "  mul:"]


def test_people_see_the_proof_the_point_or_the_reason() -> None:
    proved = Settlement(outcome="proved", route=Route.AUTOMATION, proof="omega")
    assert described("a", proved) == ["a: proved (automation)", "  omega"]
    at_point = Settlement(outcome="refuted", route=Route.SEARCH, witness="n = 40")
    assert described("a", at_point) == ["a: refuted (search)", "  fails at n = 40"]
    is_open = Settlement(outcome="open", reason="nothing was found")
    assert described("a", is_open) == ["a: open", "  nothing was found"]
