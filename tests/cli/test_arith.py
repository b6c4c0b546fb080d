"""``faithsieve arith`` keeps the order of its input and its promises about exit codes."""

import json
from pathlib import Path

from click.testing import CliRunner

from faithsieve.cli.arith import arith
from faithsieve.errors import InputError


def _rows(text: str) -> list[dict[str, str | None]]:
    return [json.loads(line) for line in text.splitlines()]


def test_one_claim_is_answered_in_words() -> None:
    result = CliRunner().invoke(arith, ["1+2 = 4"])
    assert result.exit_code == 0
    assert "refuted" in result.output
    assert "1+2 = 4" in result.output


def test_refuted_claims_fail_only_when_asked() -> None:
    assert CliRunner().invoke(arith, ["1 = 2", "--fail-on-error"]).exit_code == 1
    assert CliRunner().invoke(arith, ["1 = 1", "--fail-on-error"]).exit_code == 0
    assert CliRunner().invoke(arith, ["x = 1", "--fail-on-error"]).exit_code == 0


def test_lines_come_back_in_order_with_the_documented_fields() -> None:
    result = CliRunner().invoke(arith, ["-"], input="3+4=7\n\n3 = 3 = 4\nx = 1\n")
    rows = _rows(result.output)
    assert [row["claim"] for row in rows] == ["3+4=7", "", "3 = 3 = 4", "x = 1"]
    assert [row["status"] for row in rows] == ["passed", "inconclusive", "refuted", "inconclusive"]
    assert rows[2]["failing_link"] == "3 = 4"
    assert all(set(row) == {"claim", "status", "reason", "failing_link"} for row in rows)


def test_jsonl_claims_may_hold_line_breaks() -> None:
    result = CliRunner().invoke(arith, ["-", "--jsonl"], input='"3+4\\n=7"\n')
    assert [row["status"] for row in _rows(result.output)] == ["passed"]


def test_a_line_that_is_not_a_json_string_is_named() -> None:
    for line in ("3+4=7", "[1]", "7"):
        result = CliRunner().invoke(arith, ["-", "--jsonl"], input=f'"1=1"\n{line}\n')
        assert isinstance(result.exception, InputError)
        assert "line 2" in str(result.exception)


def test_rows_go_to_the_named_file(tmp_path: Path) -> None:
    target = tmp_path / "rows.jsonl"
    CliRunner().invoke(arith, ["-", "--json", str(target)], input="1=1\n1=2\n")
    assert [row["status"] for row in _rows(target.read_text())] == ["passed", "refuted"]
    CliRunner().invoke(arith, ["1=1", "--json", str(target)])
    assert len(_rows(target.read_text())) == 1
