"""``faithsieve lint`` prints like a linter, keeps row order and fails only when asked."""

import json
from pathlib import Path

import pytest

from support.command_line import Ended, faithsieve
from support.dataset_files import write_lines

PROOF = r"""Problem: Expand and solve.

Step 1: Expanding, \[ (x+1)^2 = x^2 + x + 1. \]

Step 2: So \( 2 + 2 = 5 \).
"""
GOOD = {"problem": "Add.", "steps": [r"We have \( 1 + 1 = 2 \)."]}
BAD = {"problem": "Add.", "steps": ["Fine.", r"We have \( 1 + 1 = 3 \)."]}


def run(*words: object, typed: str = "") -> Ended:
    return faithsieve("lint", *words, typed=typed)


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    file = tmp_path / "proof.md"
    file.write_text(PROOF, encoding="utf-8")
    return file


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    rows = ({"id": "a", **GOOD}, {"id": "b", "problem": 3}, {"id": "c", **BAD})
    return write_lines(tmp_path / "rows.jsonl", *rows)


def test_findings_are_printed_as_editors_read_places(proof: Path) -> None:
    code, out, err = run(proof)
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith(f"{proof}:5:15: step 2: refuted [numeric-link] 2 + 2 = 5")
    assert lines[1].strip() == "is false: 2 + 2 = 4, not 5"
    assert lines[2].startswith(f"{proof}:3:24: step 1: note [identity] (x+1)^2")
    assert "1 proof, 1 with findings (1 refuted, 1 note); 1 relation" in err


def test_findings_fail_the_command_only_when_asked(proof: Path, tmp_path: Path) -> None:
    assert run(proof).code == 0
    assert run(proof, "--fail-on", "refuted").code == 1
    clean = write_lines(tmp_path / "clean.json", GOOD)
    assert run(clean, "--fail-on", "note").code == 0
    equation = write_lines(tmp_path / "equation.json", {**GOOD, "steps": ["Solve $x^2 = 2x$."]})
    assert run(equation, "--fail-on", "refuted").code == 0
    assert run(equation, "--fail-on", "note").code == 1


def test_a_row_a_proof_in_the_order_of_the_file(rows: Path) -> None:
    found = [json.loads(line) for line in run(rows, "--json", "-").out.splitlines()]
    assert [row["id"] for row in found] == ["a", None, "c"]
    assert [len(row["findings"]) for row in found] == [0, 0, 1]
    assert "error" in found[1]
    (finding,) = found[2]["findings"]
    told = ("step", "class", "rule", "claim")
    assert [finding[name] for name in told] == [2, "refuted", "numeric-link", "1 + 1 = 3"]
    assert [finding[name] for name in ("column", "length", "left", "right")] == [12, 9, "2", "3"]
    assert {"counterexample", "message"} <= finding.keys()
    assert json.loads(run(rows, "--id", "a", "--json", "-").out)["id"] == "a"
    said = run("-", "--json", "-", typed=json.dumps(BAD)).out
    assert len(json.loads(said)["findings"]) == 1


def test_a_finding_without_lines_is_pointed_to_by_file_row_and_step(
    rows: Path, tmp_path: Path
) -> None:
    assert f"{rows}#c: step 2, column 12: refuted" in run(rows).out
    file = write_lines(tmp_path / "proof.json", BAD)
    assert f"{file}: step 2, column" in run(file).out


def test_a_file_that_nobody_could_read_stops_no_other_and_does_not_pass(
    proof: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.md"
    code, out, _ = run(missing, proof, "--json", "-")
    assert code == 0
    bad, good = (json.loads(line) for line in out.splitlines())
    assert "missing.md" in bad["error"]
    assert len(good["findings"]) == 2
    clean = write_lines(tmp_path / "clean.json", GOOD)
    code, _, err = run(missing, clean, "--fail-on", "refuted")
    assert (code, err.count("missing.md")) == (3, 1)
    bad_rows = write_lines(tmp_path / "bad.jsonl", {"problem": 1}, {"problem": 2})
    assert run(missing).code == run(bad_rows).code == 2


def test_sarif_names_rule_level_line_and_step(proof: Path) -> None:
    log = json.loads(run(proof, "--sarif", "-").out)
    first, second = log["runs"][0]["results"]
    assert log["version"] == "2.1.0"
    assert (first["ruleId"], first["level"]) == ("identity", "note")
    assert (second["ruleId"], second["level"]) == ("numeric-link", "error")
    location = second["locations"][0]
    assert location["physicalLocation"]["region"] == {"startLine": 5, "startColumn": 15}
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "proof/step 2"
    known = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert {first["ruleId"], second["ruleId"]} <= known


def test_a_proof_that_ran_out_of_time_says_so(proof: Path) -> None:
    said = run(proof, "--timeout", "0.0000001", "--json", "-").out
    assert "time limit" in json.loads(said)["error"]
    assert "time limit" in run(proof, "--timeout", "0.0000001").err
