"""``faithsieve lean settle``: rows in, outcomes out, nothing claimed that Lean did not say."""

import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from faithsieve.cli import lean_judge
from faithsieve.cli.lean_judge import EXAMPLE, described
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.evidence import Route
from faithsieve.records.lean import FiniteModel, ModelPart
from faithsieve.verify.settle import Settlement
from support.command_line import faithsieve
from support.lean_workers import FakeDriver


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
    nonsense = Settlement(outcome="no_statement", is_stated=False, reason="unknown identifier 'x'")
    assert described("a", nonsense) == [
        "a: no Lean statement",
        "  unknown identifier 'x'",
        f"  {EXAMPLE}",
    ]
    is_open = Settlement(outcome="open", reason="nothing was found")
    assert described("a", is_open) == ["a: open", "  nothing was found"]


@pytest.fixture
def reads_only_colons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Lean that leaves open what has a colon, and does not read anything else."""

    async def settle(statement: str, judge: StatementJudge) -> Settlement:
        if ":" in statement:
            return Settlement(outcome="open", reason="nothing was found")
        return Settlement(outcome="no_statement", is_stated=False, reason="expected ':'")

    monkeypatch.setattr(lean_judge, "embedded_toolchain", lambda: None)
    monkeypatch.setattr(lean_judge, "LeanPool", lambda chain: nullcontext(FakeDriver(lambda r: {})))
    monkeypatch.setattr(lean_judge, "settle", settle)


@pytest.mark.usefixtures("reads_only_colons")
def test_a_text_that_lean_does_not_read_is_the_users_fault_and_no_open_question() -> None:
    code, out, err = faithsieve("lean", "settle", "nonsense")
    assert (code, out) == (2, "")
    assert "no Lean statement" in err
    assert "expected ':'" in err
    assert EXAMPLE in err
    code, out, err = faithsieve("lean", "settle", "nonsense", "--json", "-")
    assert (code, json.loads(out)["outcome"]) == (2, "no_statement")
    assert faithsieve("lean", "settle", ": 1 = 2")[0] == 0


@pytest.mark.usefixtures("reads_only_colons")
def test_a_row_that_lean_does_not_read_says_so_and_the_run_goes_on(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    told = [{"id": "a", "statement": "nonsense"}, {"id": "b", "statement": ": 1 = 2"}]
    rows.write_text("".join(f"{json.dumps(row)}\n" for row in told))
    code, out, err = faithsieve("lean", "settle", rows, "--json", "-")
    said = [json.loads(line) for line in out.splitlines()]
    assert [(row["id"], row["outcome"]) for row in said] == [("a", "no_statement"), ("b", "open")]
    assert said[0]["reason"] == "expected ':'"
    assert (code, err) == (0, "2 statements: 1 no_statement, 1 open\n")
