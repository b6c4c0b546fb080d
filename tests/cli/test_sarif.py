"""SARIF of verdicts: the right line of the file, and nothing where nothing was found."""

from pathlib import Path
from typing import Any

import pytest

from faithsieve.cli.sarif import RULES, sarif_of_check
from faithsieve.documents.proof_files import read_proof
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof, ProofSource, SourcePlace
from faithsieve.records.verdict import Verdict, VerdictKind
from support.checked_proofs import rich_checked_proof

TEX = """\\documentclass{article}
\\begin{document}
Find $x$ with $3x = 15$.
\\begin{enumerate}
\\item Divide both sides by $3$.
\\item So $x = 6$ is the value.
\\end{enumerate}
\\end{document}
"""
MARKDOWN = "# Problem\n\nFind $x$ with $3x = 15$.\n\n# Proof\n\n1. Divide by $3$.\n2. So $x = 6$.\n"


def results(checked: CheckedProof, file: str = "a.md") -> list[dict[str, object]]:
    log = sarif_of_check(checked, file=file, version="1")
    runs: Any = log["runs"]
    (run,) = runs
    found: list[dict[str, object]] = run["results"]
    return found


def judged(proof: LabelledProof, kind: VerdictKind, label: int | None) -> CheckedProof:
    verdict = Verdict(label=label, kind=kind, rationale="because")
    return CheckedProof(proof=proof.proof, verdict=verdict, source=proof.origin)


@pytest.mark.network
@pytest.mark.parametrize(("name", "text", "line"), [("a.tex", TEX, 6), ("a.md", MARKDOWN, 8)])
def test_the_wrong_step_is_marked_at_its_line(
    tmp_path: Path, name: str, text: str, line: int
) -> None:
    file = tmp_path / name
    file.write_text(text)
    checked = judged(read_proof(file), VerdictKind.FIRST_ERROR, 2)
    (found,) = results(checked, name)
    assert (found["ruleId"], found["level"]) == ("first-error", "error")
    place = found["locations"][0]["physicalLocation"]  # type: ignore[index]
    assert place["artifactLocation"] == {"uri": name}
    assert place["region"]["startLine"] == line


@pytest.mark.parametrize(
    ("kind", "label", "level"),
    [
        (VerdictKind.RISKY_STEP, 1, ["warning"]),
        (VerdictKind.UNDECIDED, None, []),
    ],
)
def test_only_what_was_found_is_a_finding(
    kind: VerdictKind, label: int | None, level: list[str]
) -> None:
    source = ProofSource(file="a", split="numbered", places=(SourcePlace(line=1, column=1),))
    proof = LabelledProof(id="a", proof=rich_checked_proof().proof, origin=source)
    assert [found["level"] for found in results(judged(proof, kind, label))] == level


def test_steps_that_stayed_open_are_notes() -> None:
    found = results(rich_checked_proof())
    assert {result["level"] for result in found[1:]} == {"note"}
    assert {str(result["ruleId"]) for result in found} <= set(RULES)
