"""``faithsieve arith`` keeps the order of its input and its promises about exit codes."""

import json
from pathlib import Path

from support.command_line import Ended, faithsieve


def arith(*words: object, typed: str = "") -> Ended:
    return faithsieve("arith", *words, typed=typed)


def _rows(text: str) -> list[dict[str, str | None]]:
    return [json.loads(line) for line in text.splitlines()]


def test_refuted_claims_fail_only_when_asked() -> None:
    code, out, _ = arith("1+2 = 4")
    assert (code, "refuted: " in out) == (0, True)
    assert arith("1 = 2", "--fail-on-error").code == 1
    assert arith("1 = 1", "--fail-on-error").code == 0
    assert arith("x = 1", "--fail-on-error").code == 0


def test_lines_come_back_in_order_with_the_documented_fields() -> None:
    rows = _rows(arith("-", typed="3+4=7\n\n3 = 3 = 4\nx = 1\n").out)
    assert [row["claim"] for row in rows] == ["3+4=7", "", "3 = 3 = 4", "x = 1"]
    assert [row["status"] for row in rows] == ["passed", "inconclusive", "refuted", "inconclusive"]
    assert rows[2]["failing_link"] == "3 = 4"
    assert all(set(row) == {"claim", "status", "reason", "failing_link"} for row in rows)


def test_a_line_that_is_not_a_json_string_is_named() -> None:
    assert _rows(arith("-", "--jsonl", typed='"3+4\\n=7"\n').out)[0]["status"] == "passed"
    for line in ("3+4=7", "[1]", "7"):
        code, _, err = arith("-", "--jsonl", typed=f'"1=1"\n{line}\n')
        assert code == 2
        assert "line 2" in err


def test_rows_go_to_the_named_file(tmp_path: Path) -> None:
    target = tmp_path / "rows.jsonl"
    arith("-", "--json", target, typed="1=1\n1=2\n")
    assert [row["status"] for row in _rows(target.read_text())] == ["passed", "refuted"]
    arith("1=1", "--json", target)
    assert len(_rows(target.read_text())) == 1


def test_a_claim_that_only_the_wide_grammar_decides_says_so() -> None:
    assert "--wide decides it" in arith("5! = 120").out
    assert "passed" in arith("5! = 120", "--wide").out
    assert "--wide" not in arith("x = 1").out
