"""``faithsieve lint`` prints like a linter, keeps row order and fails only when asked."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faithsieve.cli.lint import lint
from faithsieve.errors import InputError

PROOF = r"""Problem: Expand and solve.

Step 1: Expanding, \[ (x+1)^2 = x^2 + x + 1. \]

Step 2: So \( 2 + 2 = 5 \).
"""
GOOD = {"problem": "Add.", "steps": [r"We have \( 1 + 1 = 2 \)."]}
BAD = {"problem": "Add.", "steps": ["Fine.", r"We have \( 1 + 1 = 3 \)."]}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(lint, list(arguments))


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    file = tmp_path / "proof.md"
    file.write_text(PROOF, encoding="utf-8")
    return file


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    lines = [{"id": "a", **GOOD}, {"id": "b", "problem": 3}, {"id": "c", **BAD}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def test_findings_are_printed_as_editors_read_places(proof: Path) -> None:
    result = run(str(proof))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{proof}:3:24: step 1: refuted [symbolic-link] (x+1)^2")
    assert lines[2].startswith(f"{proof}:5:15: step 2: refuted [numeric-link] 2 + 2 = 5")
    assert "1 proof, 1 with findings (2 refuted, 0 suspicious, 0 note)" in result.stderr


def test_findings_fail_the_command_only_when_asked(proof: Path, tmp_path: Path) -> None:
    assert run(str(proof)).exit_code == 0
    assert run(str(proof), "--fail-on", "refuted").exit_code == 1
    clean = tmp_path / "clean.json"
    clean.write_text(json.dumps(GOOD), encoding="utf-8")
    assert run(str(clean), "--fail-on", "suspicious").exit_code == 0
    doubtful = tmp_path / "doubtful.json"
    steps = {"steps": ["We try it. Then $ 1 + 1 = 3 $."]}
    doubtful.write_text(json.dumps({**GOOD, **steps}), encoding="utf-8")
    assert run(str(doubtful), "--fail-on", "refuted").exit_code == 0
    assert run(str(doubtful), "--fail-on", "suspicious").exit_code == 1


def test_a_row_a_proof_in_the_order_of_the_file(rows: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    assert run(str(rows), "--json", str(target)).exit_code == 0
    found = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in found] == ["a", None, "c"]
    assert [len(row["findings"]) for row in found] == [0, 0, 1]
    assert "error" in found[1]
    (finding,) = found[2]["findings"]
    assert finding["step"] == 2
    assert finding["class"] == "refuted"
    assert finding["account"]["reading"] == "1 + 1 = 3"
    assert finding["rule"] == "numeric-link"
    assert finding["claim"] == "1 + 1 = 3"
    assert {"column", "counterexample", "message", "doubt"} <= finding.keys()


def test_rows_of_a_dataset_are_named(rows: Path) -> None:
    result = run(str(rows))
    assert f"{rows}#c: step 2, column 12: refuted" in result.stdout
    assert "problem" in result.stderr


def test_one_row_can_be_chosen(rows: Path) -> None:
    result = run(str(rows), "--id", "a", "--json", "-")
    assert json.loads(result.stdout)["id"] == "a"


def test_many_files_go_in_one_call(proof: Path, rows: Path) -> None:
    result = run(str(proof), str(rows), "--json", "-")
    assert len(result.stdout.splitlines()) == 4


def test_sarif_names_rule_level_line_and_step(proof: Path) -> None:
    log = json.loads(run(str(proof), "--sarif", "-").stdout)
    first, second = log["runs"][0]["results"]
    assert log["version"] == "2.1.0"
    assert (first["ruleId"], first["level"]) == ("symbolic-link", "error")
    assert (second["ruleId"], second["level"]) == ("numeric-link", "error")
    location = second["locations"][0]
    assert location["physicalLocation"]["region"] == {"startLine": 5, "startColumn": 15}
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "proof/step 2"
    known = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert {first["ruleId"], second["ruleId"]} <= known


def test_annotated_proofs_quote_findings_under_their_step(proof: Path) -> None:
    page = run(str(proof), "--annotate", "-").stdout
    assert page.index("**Step 1.**") < page.index("✗ **symbolic-link**") < page.index("**Step 2.**")
    assert "✗ **numeric-link**" in page


def test_standard_input_is_a_proof() -> None:
    result = CliRunner().invoke(lint, ["-", "--json", "-"], input=json.dumps(BAD))
    assert len(json.loads(result.stdout)["findings"]) == 1


def test_a_file_without_any_proof_is_the_users_error(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"problem": 1}\n{"problem": 2}\n', encoding="utf-8")
    assert isinstance(run(str(file)).exception, InputError)
    assert isinstance(run(str(tmp_path / "missing.md")).exception, InputError)


def test_one_bad_file_does_not_stop_the_others(proof: Path, tmp_path: Path) -> None:
    result = run(str(tmp_path / "missing.md"), str(proof), "--json", "-")
    assert result.exit_code == 0
    bad, good = (json.loads(line) for line in result.stdout.splitlines())
    assert "missing.md" in bad["error"]
    assert len(good["findings"]) == 2


def test_a_file_that_nobody_could_read_does_not_pass(tmp_path: Path) -> None:
    clean = tmp_path / "clean.json"
    clean.write_text(json.dumps(GOOD), encoding="utf-8")
    result = run(str(tmp_path / "missing.md"), str(clean), "--fail-on", "refuted")
    assert result.exit_code == 3
    assert result.stderr.count("missing.md") == 1


def test_a_proof_without_lines_is_pointed_to_by_its_steps(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(BAD), encoding="utf-8")
    assert f"{file}: step 2, column" in run(str(file)).stdout


def test_a_proof_that_ran_out_of_time_says_so(proof: Path) -> None:
    result = run(str(proof), "--timeout", "0.0000001", "--json", "-")
    assert "time limit" in json.loads(result.stdout)["error"]
    assert "time limit" in run(str(proof), "--timeout", "0.0000001").stderr
