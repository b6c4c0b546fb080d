"""``faithsieve check`` on files a user may have: stage one alone, baselines, and every refusal."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from faithsieve.cli.check import show_split, verdict_json
from faithsieve.cli.verdict_view import show_localization
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.localization import Localization
from faithsieve.records.proof import LabelledProof, Proof, ProofSource, SourcePlace
from faithsieve.records.substep import ScopeKind
from faithsieve.records.verdict import Verdict, VerdictKind
from support.chat_endpoint import Endpoint
from support.command_line import Ended, faithsieve
from support.localize_replies import localize_by, reading, scope, scores, special, unit

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


def localized(file: object, *more: object) -> Ended:
    return faithsieve("check", file, "--stage", "localize", "--model", "none", *more)


def test_stage_one_prints_and_writes_the_tree_with_its_window(
    proof_file: str, tmp_path: Path
) -> None:
    (tmp_path / "faithsieve.toml").write_text("[localize]\nthreshold = 0.05\n", encoding="utf-8")
    output = localized(proof_file).out
    assert "1.2   0.10  so x = 2." in output
    assert "audit window: 1.1, 1.2, 2.1" in output
    assert "no risk is a judgement" in output
    written = localized(proof_file, "--json", "-").out
    found = Localization.model_validate_json(written)
    assert [step.text for step in found.proof.steps] == PROOF["steps"]


def test_stage_one_says_what_code_refuted(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps({"problem": "Add.", "steps": ["We have $2 + 2 = 5$, so $5 > 4$."]}))
    assert "refuted by code in step 1" in localized(file).out


def shown(localization: Localization) -> str:
    console = Console(width=200, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(show_localization(localization))
    return capture.get()


async def test_branches_and_scopes_indent_and_flags_are_shown() -> None:
    proof = Proof.from_texts(
        "Show p.", ["m is odd or m is even.", "If odd, p.", "If even, p.", "So p in any case."]
    )
    tree = reading(
        unit(1, 0), unit(2, 1), unit(3, 9), unit(4, 2, 3),
        x=(special(1, "split"), special(2, "claim", "p"), special(3, "claim", "p")),
        scopes=(
            scope(ScopeKind.CASE, 2, 2, "m is odd"), scope(ScopeKind.CASE, 3, 3, "m is even"),
        ),
    )  # fmt: skip
    replies = [tree, tree, scores({1: 0.1, 2: 0.2, 3: 0.9}, 3, 4)]
    lines = shown(await localize_by(ScriptedModel(replies), proof)).splitlines()
    text = "\n".join(lines)
    assert "case: m is even" in text
    assert "leaves: Either (m is odd), and then: p; or (m is even), and then: p" in text
    assert "▶ 3.1   0.90  If even, p.  [use_before_introduction]  wrong sum" in text
    assert "  ?   So p in any case.  [concludes edge_2]  [unscored]" in text
    depth = {line.split("  ")[-1]: line.index("•") for line in lines if "•" in line}
    assert len(set(depth.values())) == 2


async def test_terminal_codes_and_markup_in_a_proof_stay_text() -> None:
    proof = Proof.from_texts("Show [red]p[/red].", ["\x1b[31mx\x07 = 1 [bold]so[/bold] \u202ey."])
    output = shown(await localize_by(ScriptedModel(lambda request: "no"), proof))
    assert "[bold]so[/bold]" in output
    assert not {"\x1b", "\x07", "\u202e"} & set(output)


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


def test_the_problem_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    problem, proof = tmp_path / "problem.txt", tmp_path / "proof.txt"
    problem.write_text("Show it.")
    proof.write_text("First words.\n\nLast words.")
    assert "goal: Show it." in localized(proof, "--problem", problem).out
    code, _, err = localized(proof, "--problem", "nowhere")
    assert code == 2
    assert "--problem 'nowhere' cannot be read" in err
