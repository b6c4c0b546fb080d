"""No headline, colour, label or JSON contradicts a badge, whatever is known about the steps."""

import io
import re
from collections.abc import Callable
from itertools import product

import pytest
from rich.console import Console

from faithsieve.cli.verdict_view import headline, show_checked
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.evidence import (
    ClaimUse,
    DegenerateCheck,
    Outcome,
    RefutationForm,
)
from faithsieve.records.proof import Proof
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.records.wording import verdict_words
from faithsieve.web.evidence_page import render_evidence_page, render_notebook
from support.local_evidence import (
    LEAN,
    decide,
    false_number,
    inconclusive,
    passed,
    refuted,
    ruling,
    unit,
)
from support.obligations import make_obligation

PROOF = Proof.from_texts("Show it.", ["one", "two"])
_DEGENERATE = DegenerateCheck(excluded=("u ≠ 0",), outcome=Outcome.PASSED, lean=LEAN)
COUNTEREXAMPLE = refuted(RefutationForm.NOT_ENTAILED)
# What may be known about a step, and whether somebody ruled that the proof does not rest on it.
STATES: dict[str, tuple[Callable[[int], VerifiedUnit | None], bool]] = {
    "supported": (lambda step: unit(step, passed()), False),
    "unchecked": (lambda step: None, False),
    "inconclusive": (lambda step: unit(step, inconclusive()), False),
    "objection": (lambda step: unit(step, passed(), objection=True), False),
    "doubt": (lambda step: unit(step, refuted(RefutationForm.NOT_FROM_CITED)), False),
    "degenerate": (
        lambda step: unit(step, COUNTEREXAMPLE.changed(degenerate=_DEGENERATE)),
        False,
    ),
    "taken back": (lambda step: unit(step, refuted(), material=False), False),
    "slip": (lambda step: unit(step, refuted()), True),
    "set aside": (lambda step: unit(step, false_number()), True),
    "refuted": (lambda step: unit(step, refuted()), False),
    "false number": (lambda step: unit(step, false_number()), False),
}
ANSWERS = ('"correct"', "1", "2", None)


def with_obligations(made: VerifiedUnit) -> VerifiedUnit:
    """Name what each result is about, so that the page shows obligations too."""
    claims = [
        make_obligation("it holds").changed(id=f"{made.unit_id}/{n}", step=made.step)
        for n, _ in enumerate(made.results)
    ]
    results = tuple(
        result.changed(obligation_id=claim.id)
        for claim, result in zip(claims, made.results, strict=True)
    )
    return made.model_copy(update={"obligations": tuple(claims), "results": results})


async def check(first: str, second: str, answer: str | None) -> CheckedProof:
    units, rulings = [], []
    for step, state in enumerate((first, second), start=1):
        make, is_ruled = STATES[state]
        if (made := make(step)) is None:
            continue
        known = with_obligations(made)
        units.append(known)
        if is_ruled:
            rulings.append(ruling(known, ClaimUse.TRIAL, material=False))
    said = f'{{"label":{answer},"confidence":0.7,"reason":"The step fails.","quote":"nothing"}}'
    model = ScriptedModel(lambda request: said) if answer else None
    verdict = await decide(*units, model=model, steps=2, rulings=tuple(rulings))
    window = VerifiedWindow(units=tuple(units))
    return CheckedProof(proof=PROOF, verdict=verdict, verified=window)


def badges(page: str) -> set[str]:
    """The colours of all badges but those that explain the colours."""
    shown = re.sub(r'<ul class="legend".*?</ul>', "", page, flags=re.DOTALL)
    return set(re.findall(r'class="badge is-(\w+)', shown))


SPEAKS_AGAINST = ("refuted", "slip", "doubt", "objection")


@pytest.mark.parametrize(("first", "second"), list(product(STATES, STATES)))
async def test_no_headline_colour_label_or_json_contradicts_a_badge(
    first: str, second: str
) -> None:
    for answer in ANSWERS:
        checked = await check(first, second, answer)
        verdict = checked.verdict
        page, file = render_evidence_page(checked), io.StringIO()
        Console(width=200, file=file, color_system=None).print(show_checked(checked, seconds=1))
        terminal, line = file.getvalue(), headline(verdict)
        told = verdict.model_dump(mode="json")
        statuses = [step["status"] for step in told["steps"]]
        outcomes = {item["outcome"] for step in told["steps"] for item in step["evidence"]}
        coloured = badges(page)

        if told["label"] == "correct":
            assert "incorrect" not in statuses
            assert "refuted" not in outcomes
            assert not coloured & {"refuted", "incorrect"}
        if outcomes & {"refuted", "slip", "doubt"} or "incorrect" in statuses:
            assert "nothing was refuted" not in line
            assert "Nothing was found against" not in page
        if outcomes & set(SPEAKS_AGAINST):
            assert "Nothing was found against" not in page
        if "incorrect" in statuses or "refuted" in outcomes:
            assert "No step was refuted" not in page
            assert "no step was refuted" not in line
        if "incorrect" in statuses:
            assert isinstance(told["label"], int)
        if isinstance(told["label"], int):
            named = statuses[told["label"] - 1]
            assert named != "supported"
            assert (told["kind"] == "first_error") == (named == "incorrect")
        if verdict.set_aside and told["kind"] == "undecided":
            # Both are said: that the arithmetic is false, and that the text may not claim it.
            assert f"step {verdict.set_aside[0]}" in line or "steps 1, 2" in line
            assert "arithmetic" in line
        if told["kind"] in ("no_error_found", "undecided"):
            assert told["label"] in ("correct", None)
            assert "first error" not in terminal
        assert verdict_words(verdict).capitalize() in page.replace("&#39;", "'")
        assert verdict_words(verdict).capitalize() in render_notebook(checked)
