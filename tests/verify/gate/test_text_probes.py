"""Comparing statements with words, over all own calibration pairs and without Lean."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from faithsieve.evaluate.record_files import read_records
from faithsieve.records.obligation import ObligationKind
from faithsieve.verify.gate.calibration import GatePair
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.lean_probes import rejects_alone
from faithsieve.verify.gate.text_probes import (
    claim_findings,
    comparable,
    context_formulas,
    quantifier_findings,
    text_findings,
)
from faithsieve.verify.statement import plain_signature
from faithsieve.verify.statement_parts import opened_parts
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge
from support.statements import make_candidate

BENCH = Path(__file__).parents[3] / "bench"


async def comparison(pair: GatePair, *codes: str) -> Candidate:
    text, judge = plain_signature(pair.lean), ScriptedJudge(findings=codes)
    candidate = await make_candidate(text, pair.as_obligation(), pair.problem, judge)
    return comparable(replace(candidate, parts=opened_parts(candidate.parts)))


async def caught(name: str) -> dict[str, list[bool]]:
    """What words show; against a faithful pair counts what rejects it."""
    found: dict[str, list[bool]] = defaultdict(list)
    for pair in read_records(BENCH / name, GatePair):
        findings = text_findings(await comparison(pair))
        if not pair.drift:
            findings = tuple(f for f in findings if rejects_alone(f, has_checker=False))
        found[pair.drift or "faithful"].append(bool(findings))
    return found


async def test_words_alone_flag_no_faithful_pair_and_catch_what_words_can_show() -> None:
    found = await caught("gate_pairs.jsonl")
    assert not any(found["faithful"])
    for drift in ("changed_numeral", "wrong_direction", "role_swap"):
        assert sum(found[drift]) / len(found[drift]) >= 0.9, drift


@pytest.mark.parametrize("name", ["gate_pairs_fresh.jsonl", "gate_pairs_blind.jsonl"])
async def test_words_alone_flag_no_faithful_pair_of_the_later_files(name: str) -> None:
    found = await caught(name)
    assert not any(found["faithful"])
    assert sum(found["changed_numeral"]) / len(found["changed_numeral"]) >= 0.9


PAIR = GatePair(
    id="1", problem="Let x be real with 2x = 4.", step="So x = 2.", context=("2x = 4",),
    obligation="x = 2", lean="{R : Type} [OrderedField R] (x : R) (h : 2 * x = 4) : x = 2",
)  # fmt: skip


@pytest.mark.parametrize(
    "code", ["trivial_conclusion", "circular", "division_by_zero", "exists_implies"]
)
async def test_what_lean_sees_in_the_term_is_a_finding(code: str) -> None:
    findings = text_findings(await comparison(PAIR, code))
    assert code in {finding.name for finding in findings}


@pytest.mark.parametrize(
    ("kind", "is_compared"),
    [
        (ObligationKind.DERIVED_FACT, True),
        (ObligationKind.BRANCH_ELIMINATION, False),
        (ObligationKind.JUSTIFICATION_FAITHFULNESS, False),
        (ObligationKind.OVERLAP_PARTITION, False),
        (ObligationKind.WITNESS, False),
    ],
)
async def test_a_conclusion_need_not_be_the_claim_where_the_obligation_asks_for_something_else(
    kind: ObligationKind, is_compared: bool
) -> None:
    candidate = await comparison(PAIR.changed(lean="(x : Int) (h : 2 * x = 4) : x ≠ 3"))
    candidate = replace(candidate, obligation=candidate.obligation.changed(kind=kind))
    assert bool(list(claim_findings(candidate))) is is_compared


async def test_a_claim_that_the_context_states_may_stand_among_the_hypotheses() -> None:
    restated = PAIR.changed(context=("x = 2",), lean="(x : ℕ) (h : x = 2) : x = 2")
    findings = text_findings(await comparison(restated, "circular"))
    assert "assumes_target" not in {finding.name for finding in findings}


async def test_readable_premises_become_formulas_about_the_statements_variables() -> None:
    told = ("2x = 4", "x is positive", "if y = 1 then x = 3")
    assert len(context_formulas(await comparison(PAIR.changed(context=told)))) >= 2
    assert context_formulas(await comparison(PAIR.changed(context=("z = 5",)))) == ()


@pytest.mark.parametrize(
    ("obligation", "context", "lean"),
    [
        ("n^2 > 16", ("n is an integer with more than 4 digits, n > 4",),
         "(n : ℤ) (h : 5 ≤ n) : n ^ 2 > 16"),
        ("x + 1 = 2 + 1 = 3", ("x = 2",),
         "{R : Type} [OrderedField R] (x : R) (h : x = 2) : x + 1 = 2 + 1 ∧ x + 1 = 3"),
        ("x + 1 = 2 + 1 = 3", ("x = 2",),
         "{R : Type} [OrderedField R] (x : R) (h : x = 2) : x + 1 = 2 + 1 ∧ (2 : R) + 1 = 3"),
        ("Since x = 2, we have x + 5 = 7", ("2x = 4",),
         "{R : Type} [OrderedField R] (x : R) : x = 2 → x + 5 = 7"),
    ],
)  # fmt: skip
async def test_another_way_to_say_the_same_is_not_flagged(
    obligation: str, context: tuple[str, ...], lean: str
) -> None:
    told = {"step": obligation, "obligation": obligation, "context": context, "lean": lean}
    pair = PAIR.changed(problem="Consider it.", **told)
    assert [f.name for f in text_findings(await comparison(pair))] == []


EVERY = "For every integer $n$ there is an integer $m$ with $m>n$."
ONE = "There is an integer $e$ such that for all integers $a$ we have $a+e=a$."


@pytest.mark.parametrize(
    ("claim", "text", "found"),
    [
        (EVERY, ": ∀ n : ℤ, ∃ m : ℤ, m > n", ""),
        (EVERY, "(n : ℤ) : ∃ m : ℤ, m > n", ""),
        (EVERY, ": ∃ m : ℤ, ∀ n : ℤ, m > n", "changed_quantifiers"),
        (ONE, ": ∃ e : ℤ, ∀ a : ℤ, a + e = a", ""),
        (ONE, "(a : ℤ) : ∃ e : ℤ, a + e = a", "changed_quantifiers"),
        ("For all integers $m$, $m^2\\ge 0$.", ": ∀ m : ℤ, 0 ≤ m ^ 2", ""),
        ("For all integers $m$, $m^2\\ge 0$.", ": ∃ m : ℤ, 0 ≤ m ^ 2", "changed_quantifiers"),
        ("There is an integer $x$ with $3x=6$.", ": ∃ x : ℤ, 3 * x = 6", ""),
        ("There is an integer $x$ with $3x=6$.", "(x : ℤ) : 3 * x = 6", "changed_quantifiers"),
        ("There is an integer $x$ with $3x=6$.", "(x : ℤ) (h : x = 2) : 3 * x = 6", ""),
        ("There is no rational $r$ with $r^2=2$.", ": ¬ ∃ r : ℚ, r ^ 2 = 2", ""),
        ("There is no integer $m$ with $2m=1$.", "(m : ℤ) : 2 * m ≠ 1", ""),
        ("It is false that there is an $x$ with $3x=1$.", ": ∀ x : ℤ, 3 * x ≠ 1", ""),
        (EVERY, ": Function.Injective (fun n : ℤ => n)", ""),
    ],
)
async def test_quantifiers_are_those_of_the_claim(claim: str, text: str, found: str) -> None:
    candidate = await make_candidate(text, make_obligation(claim))
    assert [f.name for f in quantifier_findings(candidate)] == ([found] if found else [])


@pytest.mark.parametrize(
    ("stated", "is_flagged"),
    [("2 * (a - b) * (a + b) = 2 * a ^ 2 - 2 * b ^ 2", False), ("a = b", True)],
)
async def test_an_identity_may_be_written_in_another_form(stated: str, is_flagged: bool) -> None:
    text = f"{{R : Type}} [OrderedField R] (a b : R) : {stated}"
    candidate = await make_candidate(text, make_obligation("$a^2-b^2=(a-b)(a+b)$"))
    assert bool(list(claim_findings(candidate))) is is_flagged


@pytest.mark.parametrize(
    ("claim", "text", "found"),
    [
        ("The minimum of $x+9/x$ is $6$.", "(x : ℚ) : ∃ m : ℚ, m ≤ x + 9 / x", "changed_numeral"),
        ("The minimum of $x+9/x$ is $6$.", "(x : ℚ) : 6 ≤ x + 9 / x", ""),
        ("One class has at least $6$ members.", "(k : ℕ) : 5 ≤ k", "changed_numeral"),
        ("One class has at least $6$ members.", "(k : ℕ) : 5 < k", ""),
        ("There are $7$ even numbers up to $15$.", ": ((List.range 16).map id).length = 7", ""),
        ("There are $7$ even numbers up to $15$.", ": ((List.range 14).map id).length = 7",
         "changed_numeral"),
        ("Of thirteen integers two agree.", "(m : Fin 12 → ℤ) : ∃ i j, m i = m j",
         "changed_numeral"),
        ("The product is at most a quarter.", "(x : ℚ) : x * (1 - x) ≤ 1 / 2", "changed_numeral"),
        # Exponents may be written out, numbers of things may be letters.
        ("$a^3=e$", "{G : Type} [Group G] (a : G) : a * a * a = 1", ""),
        ("The product of three consecutive integers is even.",
         "(n : ℤ) : n * (n + 1) * (n + 2) % 2 = 0", ""),
        ("In the case $p=6k+5$: the product $(k+1)(3k+2)$ is even.",
         "(k : ℕ) : Even ((k + 1) * (3 * k + 2))", ""),
    ],
)  # fmt: skip
async def test_the_numbers_of_a_claim_stand_in_the_statement(
    claim: str, text: str, found: str
) -> None:
    candidate = await make_candidate(text, make_obligation(claim))
    names = {f.name for f in text_findings(comparable(candidate))}
    assert ("changed_numeral" in names) is bool(found)


@pytest.mark.parametrize(
    ("told", "text", "is_flagged"),
    [
        (
            "raised by $25\\,\\%$ and lowered by $20\\,\\%$",
            "(p : ℚ) : p * (5 / 4) * (4 / 5) = p",
            False,
        ),
        ("raised and lowered", "(p : ℚ) : p * (5 / 4) * (4 / 5) = p", True),
        ("$2^{11}-1$ is prime", ": Nat.Prime 2047", False),
        # A radius is squared; one power of a number that stands there too is another number.
        ("a circle of radius $5$", "(x y : ℚ) : x ^ 2 + y ^ 2 = 25", False),
        ("the determinant is $6$, a root is $3$", "(d t : ℚ) (h : d = 9) : t = 3", True),
    ],
)
async def test_numbers_that_texts_imply_are_not_invented(
    told: str, text: str, is_flagged: bool
) -> None:
    candidate = await make_candidate(text, make_obligation(told), told)
    names = {f.name for f in text_findings(comparable(candidate))}
    assert ("invented_numeral" in names) is is_flagged


async def test_more_alternatives_are_another_claim() -> None:
    claim = "$n^2\\equiv0\\pmod 4$ or $n^2\\equiv1\\pmod 4$"
    said = "n ^ 2 % 4 = 0 ∨ n ^ 2 % 4 = 1"
    for text, is_flagged in ((said, False), (f"{said} ∨ n ^ 2 % 4 = 2", True)):
        candidate = await make_candidate(f"(n : ℤ) : {text}", make_obligation(claim))
        assert bool(list(claim_findings(comparable(candidate)))) is is_flagged
