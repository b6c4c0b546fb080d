"""``faithsieve check`` on files a user may have: what is shown, baselines, and every refusal."""

import json
from pathlib import Path

import pytest

from faithsieve.cli.check import show_split, verdict_json
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof, Proof, ProofSource, SourcePlace
from faithsieve.records.verdict import Verdict, VerdictKind
from support.chat_endpoint import Endpoint
from support.command_line import Ended, faithsieve

PROOF = {
    "problem": "Find x with x + 1 = 3.",
    "steps": ["Subtract 1, so x = 2.", "Hence x is even."],
}


@pytest.fixture
def proof_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(PROOF), encoding="utf-8")
    return str(path)


def direct(proof_file: str, endpoint: Endpoint, *more: object) -> Ended:
    given = ("--method", "direct", "--model", "m", "--base-url", endpoint.url)
    return faithsieve("check", proof_file, *given, *more)


@pytest.mark.network
def test_a_baseline_judges_the_same_proof_and_nothing_is_asked_twice(
    proof_file: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    endpoint.answer = lambda question: (200, "step 2")
    code, out, _ = direct(proof_file, endpoint, "--html", tmp_path / "page.html")
    assert (code, out.splitlines()[0]) == (0, "first error: step 2")
    assert "Find x with x + 1 = 3." in (tmp_path / "page.html").read_text(encoding="utf-8")
    code, out, _ = direct(proof_file, endpoint, "--fail-on-error")
    assert (code, len(endpoint.asked)) == (1, 1)
    assert "1 answered from the store" in out
    verdict = json.loads(direct(proof_file, endpoint, "--json", "-").out)
    assert (verdict["label"], verdict["kind"]) == (2, "first_error")
    assert set(verdict) == {
        *("label", "kind", "confidence", "rationale", "steps", "cost", "artifacts", "coverage"),
        *("without_lean", "may_be_earlier", "other_error", "standard", "gate"),
    }
    endpoint.answer = lambda question: (200, "correct")
    assert direct(proof_file, endpoint, "--fail-on-error", "--store", "other.sqlite").code == 0


@pytest.mark.network
@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (("--base-url", "http://127.0.0.1:9/v1", "--model", "m"), 3, "127.0.0.1:9"),
        (("--model", "gpt-5.4"), 2, "export OPENAI_API_KEY=…"),
        ((), 2, "add --model NAME"),
        (("--method", "faithsieve", "--model", "replay:m"), 2, "faithsieve lean setup"),
    ],
)
def test_what_is_missing_is_named_with_the_next_command(
    proof_file: str, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.setenv("FAITHSIEVE_MODEL__MAX_RETRIES", "0")
    ended = faithsieve("check", proof_file, "--method", "direct", *given)
    assert ended.code == code
    assert said in ended.err


def test_without_a_model_exact_arithmetic_decides_and_the_way_to_a_model_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    for name, step in (("wrong", "So $2 + 2 = 5$."), ("open", "So the curve is smooth.")):
        proof = {"problem": "Show it.", "steps": ["First words.", step]}
        (tmp_path / f"{name}.json").write_text(json.dumps(proof), encoding="utf-8")
    code, out, err = faithsieve("check", "wrong.json", "--fail-on-error", "--html", "page.html")
    assert (code, out.splitlines()[0]) == (1, "first error: step 2")
    assert "2 + 2 = 5" in out
    assert "no model: exact arithmetic only" in err
    assert "--model NAME" in err
    assert "page: page.html" in err
    assert "2 + 2 = 5" in (tmp_path / "page.html").read_text(encoding="utf-8")
    code, out, _ = faithsieve("check", "open.json")
    assert (code, out.splitlines()[0].partition(":")[0]) == (4, "undecided")
    assert "No model was asked" in out
    code, out, err = faithsieve("check", "wrong.json", "open.json", "--out", "run")
    assert code == 0
    assert "no model: exact arithmetic only" in err
    assert "first error: step 2" in out


@pytest.mark.network
def test_a_budget_that_is_too_small_leaves_the_proof_undecided(
    proof_file: str, endpoint: Endpoint
) -> None:
    code, out, err = direct(proof_file, endpoint, "--max-tokens", "5")
    assert (code, endpoint.asked) == (4, [])
    assert out.startswith("undecided: no step was judged")
    assert "limit of 5 tokens" in " ".join(out.split())
    assert "next: the same command with --max-tokens 40000 goes on" in err


def test_the_split_of_a_document_is_shown_first_and_kept_with_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    source = ProofSource(
        file="p.md", split="numbered", places=(SourcePlace(line=3, column=4), None)
    )
    proof = Proof.from_texts("Show it.", ["First.", "Second."])
    show_split(LabelledProof(id="p", proof=proof, origin=source, notes=("a note",)))
    shown = capsys.readouterr().err
    assert "p.md: 2 steps (numbered)" in shown
    assert "1  line 3" in shown
    assert "2  line ?" in shown
    assert "note: a note" in shown
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="")
    row = verdict_json(CheckedProof(proof=proof, verdict=verdict, source=source))
    assert row["source"]["split"] == "numbered"
    assert row["source"]["steps"][0] == {"index": 1, "text": "First.", "line": 3, "column": 4}
    assert row["source"]["steps"][1]["line"] is None


def test_the_problem_may_stand_in_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    problem, proof = tmp_path / "problem.txt", tmp_path / "proof.txt"
    problem.write_text("Show it.")
    proof.write_text("First words.\n\nLast words.")
    assert "problem: Show it." in faithsieve("check", proof, "--problem", problem).err
    code, _, err = faithsieve("check", proof, "--problem", "nowhere")
    assert code == 2
    assert "--problem 'nowhere' cannot be read" in err
