"""Materiality: what excuses a refuted claim, and what never does."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import ClaimUse, LocalResult, RefutationForm, Ruling
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Rigour, Settings
from faithsieve.records.verdict import StepStatus
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.fusion import Basis, first_error, fuse
from faithsieve.synthesize.materiality import MOST_STEPS, claims_to_weigh, quoted_step, weigh_claims
from support.local_evidence import (
    STEPS,
    UNITS,
    false_number,
    inconclusive,
    passed,
    refuted,
    ruling,
    unit,
)

PROOF = Proof.from_texts(
    "Solve $x^2 - 7x + 12 = 0$.",
    [
        "Suppose first that x = 5, a wild guess.",
        "The left side does not factor easily, so we use the formula.",
        "The roots are (7 ± 1)/2.",
        "Correction: we meant that it does factor. So x is 3 or 4.",
    ],
)
CLAIM = unit(2, refuted())
NUMBER = unit(2, false_number())


def answer(use: ClaimUse, quote: str, n: int = 1) -> str:
    said = {"n": n, "reason": "Nothing uses it.", "quote": quote, "use": use}
    return json.dumps({"claims": [said]})


async def ruled(known: VerifiedUnit, reply: str, rigour: Rigour = "contest") -> tuple[Ruling, ...]:
    claims = claims_to_weigh([known], Basis())
    model = ScriptedModel([reply, reply])
    return await weigh_claims(PROOF, claims, model=model, settings=Settings(rigour=rigour))


OWN = "does not  factor easily"
LATER = "Correction: we meant that it does factor"
EARLIER = "Suppose first that x = 5"


@pytest.mark.parametrize(
    ("use", "quote", "material"),
    [
        (ClaimUse.USED, "The roots are", True),
        (ClaimUse.CONCLUSION, "So x is 3 or 4", True),
        # Immaterial only with the words that show it, at the place where they must stand.
        (ClaimUse.REMARK, OWN, False),
        (ClaimUse.WORDING, OWN, False),
        (ClaimUse.REMARK, "", True),
        (ClaimUse.REMARK, "words of nobody", True),
        (ClaimUse.REMARK, LATER, True),
        (ClaimUse.MENDED, LATER, False),
        (ClaimUse.MENDED, EARLIER, True),
        (ClaimUse.TRIAL, EARLIER, False),
        # What stands everywhere shows nothing.
        (ClaimUse.REMARK, "so", True),
    ],
)
async def test_a_claim_is_immaterial_only_with_a_quotation_that_code_finds(
    use: ClaimUse, quote: str, material: bool
) -> None:
    (ruling,) = await ruled(CLAIM, answer(use, quote))
    assert ruling.is_material is material
    assert (ruling.quoted_step is not None) == bool(ruling.quote)
    # A claim that counts is not shown with a reason why it should not.
    assert bool(ruling.words) == (not material or use in (ClaimUse.USED, ClaimUse.CONCLUSION))


@pytest.mark.parametrize(
    ("use", "quote", "material"),
    [
        (ClaimUse.REMARK, OWN, True),
        (ClaimUse.WORDING, OWN, True),
        (ClaimUse.MENDED, LATER, False),
        (ClaimUse.TRIAL, EARLIER, False),
        (ClaimUse.TRIAL, "", True),
    ],
)
async def test_arithmetic_is_set_aside_only_by_words_that_show_it_was_not_claimed(
    use: ClaimUse, quote: str, material: bool
) -> None:
    (ruling,) = await ruled(NUMBER, answer(use, quote))
    assert ruling.is_material is material


@pytest.mark.parametrize("use", [ClaimUse.MENDED, ClaimUse.TRIAL])
@pytest.mark.parametrize("known", [CLAIM, NUMBER])
async def test_no_claim_is_taken_back_by_its_own_words(known: VerifiedUnit, use: ClaimUse) -> None:
    said = "The roots are 3 and 4"
    result = known.results[0].changed(summary=f"“{said}” is false")
    known = known.changed(step=3, results=(result,))
    proof = Proof.from_texts("p", ["q", "r", f"{said}.", "Correction: they are not."])
    claims = claims_to_weigh([known], Basis())
    for quote, material in ((said, True), ("Correction: they are not", False)):
        model = ScriptedModel([answer(use, quote)])
        (ruling,) = await weigh_claims(proof, claims, model=model, settings=Settings())
        assert ruling.is_material is material


THIN = unit(2, passed(), refuted(RefutationForm.NOT_FROM_CITED), objection=True)


@pytest.mark.parametrize(
    ("known", "rigour", "material"),
    [(THIN, "contest", False), (THIN, "textbook", True), (CLAIM, "contest", True)],
)
async def test_a_gap_needs_a_proof_of_the_claim_and_a_rigour_that_passes_over_it(
    known: VerifiedUnit, rigour: Rigour, material: bool
) -> None:
    (ruling,) = await ruled(known, answer(ClaimUse.GAP, OWN), rigour)
    assert ruling.is_material is material


@pytest.mark.parametrize(
    ("first", "use", "support", "wrong"),
    [
        (EARLIER, ClaimUse.USED, inconclusive(), 1),
        # Only words of an earlier step, and only where the claim names an error at all.
        ("", ClaimUse.USED, inconclusive(), 2),
        (LATER, ClaimUse.USED, inconclusive(), 2),
        (EARLIER, ClaimUse.REMARK, inconclusive(), None),
        # What Lean proved there is not what was refuted here.
        (EARLIER, ClaimUse.USED, passed(), 2),
    ],
)
async def test_the_error_stands_where_the_text_first_asserts_the_refuted_claim(
    first: str, use: ClaimUse, support: LocalResult, wrong: int | None
) -> None:
    said = {"n": 1, "reason": "It is used.", "quote": OWN, "use": use, "first": first}
    rulings = await ruled(CLAIM, json.dumps({"claims": [said]}))
    found = fuse([unit(1, support), CLAIM], step_count=4, basis=Basis(rulings=rulings))
    assert first_error(found) == wrong
    # Wherever it counts, the step in which it was found is not called supported.
    assert found[1].status in (StepStatus.UNCERTAIN, StepStatus.INCORRECT)


@pytest.mark.parametrize("reply", ["fine", '{"claims":[]}', answer(ClaimUse.REMARK, OWN, n=7)])
async def test_without_a_readable_answer_the_claim_counts(reply: str) -> None:
    assert await ruled(CLAIM, reply) == ()


async def test_the_question_shows_proof_claims_and_counterexamples() -> None:
    known = unit(2, refuted().changed(counterexample="x = 3"))
    model = ScriptedModel([answer(ClaimUse.USED, "The roots are")])
    claims = claims_to_weigh([known], Basis())
    await weigh_claims(PROOF, claims, model=model, settings=Settings())
    (request,) = model.requests
    shown = request.messages[-1].content
    for text in (
        "does not factor easily",
        "2 + 2 is not 5",
        "Counterexample: x = 3",
        PROOF.problem,
    ):
        assert text in shown


@given(UNITS)
def test_the_earliest_deciding_claims_are_weighed_together_and_never_twice(
    units: list[VerifiedUnit],
) -> None:
    claims = claims_to_weigh(units, Basis())
    steps = [claim.unit.step for claim in claims]
    assert steps == sorted(steps)
    assert len(set(steps)) <= MOST_STEPS
    rulings = tuple(ruling(claim.unit, ClaimUse.USED, material=True) for claim in claims)
    asked = {(r.unit_id, r.obligation_id) for r in rulings}
    again = claims_to_weigh(units, Basis(rulings=rulings))
    assert all((c.unit.unit_id, c.result.obligation_id) not in asked for c in again)


def test_only_claims_that_would_decide_are_asked_about() -> None:
    weak = unit(1, refuted(RefutationForm.NOT_FROM_CITED))
    units = [
        weak,
        unit(2, passed()),
        unit(3, inconclusive()),
        *(unit(n, refuted()) for n in (4, 5)),
    ]
    assert [claim.unit.step for claim in claims_to_weigh(units, Basis())] == [4, 5]


@given(st.integers(1, STEPS - 1), st.text(alphabet=" \n\t$", max_size=4))
def test_a_quotation_is_found_however_it_is_spaced(step: int, space: str) -> None:
    text = PROOF.steps[step - 1].text
    quote = space.join(text.split()[:4])
    assert quoted_step(PROOF, quote, range(1, 5)) == step


def test_of_two_equivalent_characters_either_is_a_quotation() -> None:
    proof = Proof.from_texts("p", ["Then \u2329u, x\u232a = 1 holds."])
    assert quoted_step(proof, "\u3008u, x\u3009 = 1", [1]) == 1


@pytest.mark.parametrize(
    ("quote", "step"),
    [
        ("x = 12 - 3.5", 1),
        ("here x = 12", 1),
        ("x = 12 - 3", None),
        ("2 - 3.5 here", None),
        ("erefore, here", None),
    ],
)
def test_a_quotation_cuts_no_word_and_no_number(quote: str, step: int | None) -> None:
    proof = Proof.from_texts("p", ["Therefore, here x = 12 - 3.5 here."])
    assert quoted_step(proof, quote, [1]) == step
