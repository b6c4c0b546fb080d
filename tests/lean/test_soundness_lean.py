"""Attacks and honest proofs against the real embedded Lean, each with the reason it must get.

``attack_reasons.jsonl`` has the format of ``faithsieve lean judge``, with the verdict, the reason
and the layer that each candidate must get.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ALL_LAYERS, ProofJudge, Slot, decide
from faithsieve.lean.wire import JudgeReply
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from support.embedded_lean import LEAN_MARKS
from support.statement_judge import frozen_by

pytestmark = LEAN_MARKS

LAYER = SoundnessLayer
FOUR = ": (2 : Nat) + 2 = 4"
FIVE = ": (2 : Nat) + 2 = 5"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("attack_reasons.jsonl").read_text("utf-8").splitlines()
]

BAD_STATEMENTS = {
    "a second theorem": (": 1 = 1 := rfl\ntheorem more : 2 = 2", "statement_parse"),
    "not a signature": ("theorem x : 1 = 1", "statement_parse"),
    "an empty text": ("", "statement_parse"),
    "a swallowed end": (": 1 = 1 ∨ 1 = 2 --", "open_comment"),
    "an unknown type": ("(x : Reals) : x = x", "statement_elaboration"),
    "an automatic variable": ("(h : α = β) : β = α", "statement_elaboration"),
    "a hole": ("(h : (sorry : Prop)) : 1 = 2", "statement_leaf"),
    "a program": (": by_elab pure default", "statement_policy"),
    "a hidden letter": (": (1\u200b : Nat) = 1", "hidden_characters"),
    "a private order": ("[LE Nat] (n : Nat) : n ≤ 0 ∨ 0 ≤ n", "instance_on_concrete_type"),
    "a name used twice": (": ∀ k : Nat, ∃ k : Nat, k = 3", "shadowed_binder"),
    "a borrowed name": ("(gcd : Nat → Nat → Nat) : gcd 2 4 = gcd 2 4 + 0", "shadowed_global"),
    "a letter for the reals": ("(ℂ : Type) (x : ℂ) : ∃ y : ℂ, y = x", "shadowed_global"),
}


@pytest.fixture(scope="session")
def judge(lean_pool: LeanPool) -> ProofJudge:
    return ProofJudge(lean_pool, environment="core")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
async def test_every_candidate_gets_its_verdict_for_its_reason(
    case: dict[str, Any], judge: ProofJudge
) -> None:
    statement = await frozen_by(judge, case["statement"])
    judgement = await judge.judge(statement, case["proof"], slot=case["slot"])
    if judgement.reason == "timeout" != case["reason"]:
        # A process killed by the clock decided nothing; the law is about what is decided.
        judgement = await judge.judge(statement, case["proof"], slot=case["slot"])
    found = (judgement.verdict, judgement.reason, judgement.layer)
    assert found == (case["expected"], case["reason"], case["layer"]), judgement.detail


@pytest.mark.parametrize("about", BAD_STATEMENTS)
async def test_a_statement_that_is_not_one_clean_signature_is_refused(
    about: str, judge: ProofJudge
) -> None:
    text, reason = BAD_STATEMENTS[about]
    found = await judge.freeze(text)
    assert isinstance(found, RefusedStatement), found
    assert found.reason == reason, found.detail


NEEDED: dict[SoundnessLayer, tuple[str, str, Slot]] = {
    LAYER.POLICY: (FOUR, "#eval (1 : Nat)\ntheorem target : (2 : Nat) + 2 = 4 := rfl", "full"),
    LAYER.ERRORS: (
        FOUR,
        "theorem other : (1 : Nat) = 2 := rfl\ntheorem target : (2 : Nat) + 2 = 4 := rfl",
        "full",
    ),
    LAYER.SORRY: (
        FOUR,
        "theorem other : (1 : Nat) = 2 := sorry\ntheorem target : (2 : Nat) + 2 = 4 := rfl",
        "full",
    ),
    LAYER.TARGET: (FOUR, "def target : (2 : Nat) + 2 = 4 := rfl", "full"),
    LAYER.LEAVES: (FIVE, f"axiom magic {FIVE}\ntheorem target {FIVE} := magic", "full"),
    LAYER.TYPE: (FIVE, "theorem target : True := trivial", "full"),
    LAYER.REPLAY: (FIVE, "set_option debug.skipKernelTC true in decide +kernel", "tactic"),
}


@pytest.mark.parametrize("layer", NEEDED, ids=lambda layer: layer.value)
async def test_each_layer_alone_stops_something(layer: SoundnessLayer, lean_pool: LeanPool) -> None:
    statement, body, slot = NEEDED[layer]
    request: dict[str, object] = {
        "op": "judge",
        "base": "core",
        "statement": statement,
        "slot": slot,
        "polarity": "claim",
        "name": "target",
        "body": body,
        "bodies": [body],
        "observe": "yes",
    }
    reply = JudgeReply.model_validate(await lean_pool.ask(request, timeout_s=30))
    # The policy stands before most of the others, so it steps aside for them here.
    layers = ALL_LAYERS if layer is LAYER.POLICY else ALL_LAYERS - {LAYER.POLICY}
    facts = reply.bodies[0]
    assert decide(reply, facts, layers=layers).layer is layer
    assert decide(reply, facts, layers=layers - {layer}).verdict is ProofVerdict.ACCEPT


async def test_no_null_judge_passes_these_cases() -> None:
    banned = r"\b(sorry|admit|axiom|native_decide|run_tac|macro|notation|instance|unsafe)\b"
    by_text = ["reject" if re.search(banned, case["proof"]) else "accept" for case in CASES]
    expected = [case["expected"] for case in CASES]
    assert set(expected) == set(ProofVerdict)
    assert by_text != expected


async def test_refutations_are_proofs_of_goals_built_from_the_statement(judge: ProofJudge) -> None:
    statement = await frozen_by(judge, "(n : Nat) (low : 2 < n) (high : n < 5) : n = 3")
    witness = await judge.judge(
        statement,
        "exact ⟨4, by decide, by decide, by decide⟩",
        polarity=Polarity.COUNTEREXAMPLE,
    )
    assert witness.is_accepted
    assert witness.goal_text == "∃ n, 2 < n ∧ n < 5 ∧ ¬n = 3"
    closed = await judge.judge(
        statement,
        "intro all\nexact absurd (all 4 (by decide) (by decide)) (by decide)",
        polarity=Polarity.NEGATION,
    )
    assert closed.is_accepted
    assert closed.goal_digest != statement.type_digest
    everywhere = await judge.judge(statement, "omega", polarity=Polarity.CONTRADICTION)
    assert not everywhere.is_accepted


async def test_a_claim_that_fails_everywhere_is_contradicted(judge: ProofJudge) -> None:
    statement = await frozen_by(judge, "(n : Nat) (h : n < 3) : 7 < n")
    judgement = await judge.judge(statement, "omega", polarity=Polarity.CONTRADICTION)
    assert judgement.is_accepted
    assert judgement.goal_text == "∀ (n : Nat), n < 3 → ¬7 < n"
    assert (await judge.probe(statement)).findings == ()


async def test_contradictory_hypotheses_are_found_and_quarantine_both_sides(
    judge: ProofJudge,
) -> None:
    statement = await frozen_by(judge, "(n : Nat) (h : n < 3) (g : 5 < n) : n = 9")
    assert [f.code for f in (await judge.probe(statement)).findings] == ["contradictory_hypotheses"]
    assert (await judge.judge(statement, "omega")).is_accepted
    against = await judge.judge(statement, "omega", polarity=Polarity.CONTRADICTION)
    assert against.reason == "quarantined"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(x : Rat) : x / 0 = 0", "division_by_zero"),
        (": ∃ n : Nat, n > 3 → n = 17", "exists_implies"),
        ("(x : Int) (h : x > 0) : x = x", "trivial_conclusion"),
        ("(n : Nat) : n ≥ 0", "trivial_conclusion"),
        ("(a b : Int) (h : a < b) : b > a", "circular"),
        ("(p q : Prop) (h : p ∧ q) : q", "circular"),
        ("(a : Int) (h : ∀ x : Int, x * x = 4 → x = a) : ∀ y : Int, y * y = 4 → y = a", "circular"),
        (": (7 : Fin 3) = 1", "wrapped_literal"),
        ("(x : Float) (h : x < 1) : x < 2", "machine_arithmetic"),
    ],
)
async def test_a_worthless_statement_is_marked_for_the_gate(
    text: str, code: str, judge: ProofJudge
) -> None:
    statement = await frozen_by(judge, text)
    assert code in {finding.code for finding in statement.findings}


@pytest.mark.parametrize(
    "text",
    [
        "(a b : Int) (h : a = b) : b = a",
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q",
        "(p : Prop) : p ∨ ¬ p",
        "(p q : Prop) (h : p → q) (hp : p) : q",
        ": (2 : Nat) + 2 = 4",
    ],
)
async def test_a_small_honest_step_is_not_marked(text: str, judge: ProofJudge) -> None:
    assert (await frozen_by(judge, text)).findings == ()


async def test_the_digest_is_of_the_term_and_not_of_its_spelling(judge: ProofJudge) -> None:
    one = await frozen_by(judge, "(n : Nat) (h : 0 < n) : 1 ≤ n")
    same = await frozen_by(judge, ": ∀ (m : Nat), 0 < m → 1 ≤ m")
    other = await frozen_by(judge, "(n : Int) (h : 0 < n) : 1 ≤ n")
    assert one.type_digest == same.type_digest != other.type_digest


async def test_bodies_are_tried_until_one_is_accepted(judge: ProofJudge) -> None:
    statement = await frozen_by(judge, "(a b : Int) (h : a < b) : a + 1 ≤ b")
    judgements = await judge.judge_first(statement, ["rfl", "simp", "omega", "grind"])
    assert [judgement.body for judgement in judgements] == ["rfl", "simp", "omega"]
    assert judgements[-1].is_accepted


HARD = "(x : Nat) : (x + 1) ^ 40 * (x + 2) ^ 40 = (x + 3) ^ 79"
ENDLESS = "simp only [Nat.pow_succ, Nat.mul_add, Nat.add_mul]"


async def test_a_body_that_overruns_is_cut_off_and_those_before_it_are_judged(
    judge: ProofJudge,
) -> None:
    frozen = await judge.freeze(HARD)
    assert isinstance(frozen, FrozenStatement)
    judged = await judge.judge_first(frozen, ("omega", ENDLESS, "omega"), timeout_s=2)
    assert [judgement.reason for judgement in judged] == ["lean_error", "timeout"]


async def test_heartbeats_are_counted_and_end_a_search_at_its_budget(judge: ProofJudge) -> None:
    frozen = await judge.freeze(HARD)
    assert isinstance(frozen, FrozenStatement)
    judged = await judge.judge_first(frozen, ("omega", ENDLESS, "omega"), budget=1000)
    assert [judgement.reason for judgement in judged] == ["lean_error", "timeout"]
    assert 1000 <= sum(judgement.heartbeats for judgement in judged) < 1200
