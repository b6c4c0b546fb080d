"""Attacks and honest proofs against the real embedded Lean, each with the reason it must get."""

import re
from typing import NamedTuple

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ALL_LAYERS, ProofJudge, Slot, decide
from faithsieve.lean.wire import JudgeReply
from faithsieve.records.lean import (
    Polarity,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from support.embedded_lean import LEAN_MARKS
from support.statement_judge import frozen_by

pytestmark = LEAN_MARKS

ACCEPT, REJECT, OPEN = ProofVerdict.ACCEPT, ProofVerdict.REJECT, ProofVerdict.INCONCLUSIVE
LAYER = SoundnessLayer


class Case(NamedTuple):
    """A candidate and what must become of it."""

    about: str
    statement: str
    body: str
    slot: Slot = "tactic"
    verdict: ProofVerdict = ACCEPT
    reason: str = ""
    layer: SoundnessLayer | None = None


FOUR = ": (2 : Nat) + 2 = 4"
FIVE = ": (2 : Nat) + 2 = 5"

HONEST = (
    Case("a frightening comment", FOUR, "/- sorry native_decide axiom -/\nrfl -- admit"),
    Case("a frightening string", FOUR, 'have word := "run_tac sorry include_str"\nrfl'),
    Case("a frightening name", "(sorry_free : 1 = 1) : 1 = 1 ∧ 2 = 2", "exact ⟨sorry_free, rfl⟩"),
    Case("a hole that is never reached", FOUR, "first | decide | admit"),
    Case("a term", "(p q : Prop) (hp : p) (hq : q) : q ∧ p", "⟨hq, hp⟩", "term"),
    Case("a term with a block", "(n : Nat) : 0 + n = n", "by\n  simp", "term"),
    Case(
        "an induction",
        "(n : Nat) : 2 * n = n + n",
        "induction n with\n| zero => rfl\n| succ k ih => omega",
    ),
    Case(
        "a calculation",
        "(a b c : Int) (h : a = b) (g : b = c + 1) : a = c + 1",
        "calc a = b := h\n  _ = c + 1 := g",
    ),
    Case(
        "cases and bullets",
        "(p q : Prop) (h : p ∨ q) : q ∨ p",
        "cases h\n· right; assumption\n· left; assumption",
    ),
    Case("evaluation by the kernel", ": (3 : Nat) ^ 50 % 10 = 9", "decide +kernel"),
    Case(
        "choice and extensionality",
        "(f g : Int → Int) (h : ∀ x, f x = g x) : f = g",
        "exact funext h",
    ),
    Case("a modest option", ": (50 : Nat) * 4 = 200", "set_option maxRecDepth 3000 in decide"),
    Case(
        "a proof that refers to itself",
        "(n : Nat) : 0 + n = n",
        "match n with\n| 0 => rfl\n| k + 1 => congrArg Nat.succ (target k)",
        "term",
    ),
    Case("windows line ends", "(a : Int) (h : 0 < a) : 0 ≤ a", "have g := h\r\nomega"),
    Case("ring reasoning", "(x y : Int) : (x - y) * (x + y) = x ^ 2 - y ^ 2", "grind"),
    Case(
        "a file with a lemma and a definition",
        "(n : Nat) : n * 2 = n + n",
        "def twice (n : Nat) : Nat := n + n\n"
        "private theorem lemma_one (n : Nat) : n * 2 = twice n := by unfold twice; omega\n"
        "theorem target (n : Nat) : n * 2 = n + n := lemma_one n",
        "full",
    ),
    Case(
        "a file with other binder names",
        "(a b : Nat) (h : a ≤ b) : a < b + 1",
        "theorem target : ∀ x y : Nat, x ≤ y → x < y + 1 := fun _ _ h => Nat.lt_succ_of_le h",
        "full",
    ),
)


def refused(about: str, body: str, slot: Slot = "tactic", statement: str = FIVE) -> Case:
    """A candidate that the syntax policy stops."""
    return Case(about, statement, body, slot, REJECT, "policy", LAYER.POLICY)


def rejected(
    reason: str,
    layer: SoundnessLayer,
    candidates: dict[str, tuple[str, str]],
    slot: Slot = "tactic",
) -> list[Case]:
    """Candidates that one layer stops for one reason: statement and body by what they try."""
    return [
        Case(about, statement, body, slot, REJECT, reason, layer)
        for about, (statement, body) in candidates.items()
    ]


TARGET = "theorem target : (2 : Nat) + 2 = 5 := "

ATTACKS = (
    refused("compiled evaluation", "native_decide", statement=FOUR),
    refused("compiled evaluation by option", "decide +native", statement=FOUR),
    refused(
        "compiled evaluation by record", "decide (config := { native := true })", statement=FOUR
    ),
    refused("a tactic program", "run_tac pure ()"),
    refused("a term program", "exact by_elab pure default"),
    refused("a file read", 'have secret := include_str "/etc/passwd"\nrfl', statement=FOUR),
    refused("an unchecked lemma", "set_option debug.skipKernelTC true in decide +kernel"),
    refused("a silenced warning", "set_option warn.sorry false in sorry"),
    refused(
        "an option beyond its cap", "set_option maxRecDepth 100000000 in decide", statement=FOUR
    ),
    refused("a quotation", "exact (Lean.quote `(1)).elim"),
    refused("an axiom", f"axiom magic : False\n{TARGET}magic.elim", "full"),
    refused("an instance", f"instance : Add Nat := ⟨fun _ _ => 5⟩\n{TARGET}rfl", "full"),
    refused(
        "a local instance",
        f"local instance : HAdd Nat Nat Nat := ⟨fun _ _ => 5⟩\n{TARGET}rfl",
        "full",
    ),
    refused("a notation", f'local notation:65 a " + " b => (5 : Nat)\n{TARGET}rfl', "full"),
    refused("a macro", f"macro_rules | `(term| 5) => `(term| 4)\n{TARGET}rfl", "full"),
    refused("a new syntax", f'syntax "five" : term\n{TARGET}rfl', "full"),
    refused("an evaluation", f'#eval IO.println "proved"\n{TARGET}by decide', "full"),
    refused("an early end", "theorem target : (2 : Nat) + 2 = 5 := sorry\n#exit\nnonsense", "full"),
    refused("swallowed messages", f"#guard_msgs (drop all) in\n{TARGET}by decide", "full"),
    refused("an attribute", f"attribute [simp] Nat.lt_irrefl\n{TARGET}by simp", "full"),
    refused(
        "an implementation",
        f"@[implemented_by Nat.add] def f (a b : Nat) : Nat := 5\n{TARGET}rfl",
        "full",
    ),
    refused("foreign code", f'@[extern "getpid"] opaque pid : Unit → UInt32\n{TARGET}rfl', "full"),
    refused(
        "a class of falsehoods",
        f"class Bad where no : False\nvariable [Bad]\n{TARGET}Bad.no.elim",
        "full",
    ),
    refused("an unsafe helper", f"unsafe def f : False := lcProof\n{TARGET}rfl", "full"),
    refused("an initialiser", f"initialize pure ()\n{TARGET}rfl", "full"),
    refused("a placeholder of the compiler", "exact lcProof"),
    refused("a quoted placeholder", "exact «lcProof»"),
    *rejected(
        "sorry",
        LAYER.SORRY,
        {
            "a hole": (FIVE, "sorry"),
            "a hole by another name": (FIVE, "admit"),
            "a hole as a constant": (FIVE, "exact sorryAx _ true"),
            "a fallback hole": (FIVE, "first | omega | stop\nrfl"),
        },
    ),
    *rejected(
        "lean_error",
        LAYER.ERRORS,
        {
            "a false proof": (FIVE, "decide"),
            "an unknown lemma": (FIVE, "exact Nat.two_add_two"),
            "a circle": (FIVE, "exact target"),
            "open goals": (FIVE, "skip"),
        },
    ),
    *rejected(
        "lean_error",
        LAYER.ERRORS,
        {
            "a smuggled variable": (
                FIVE,
                f"variable (h : False)\n{TARGET}by first | exact h.elim | decide",
            )
        },
        "full",
    ),
    *rejected(
        "body_parse",
        LAYER.POLICY,
        {
            "nothing at all": (FIVE, ""),
            "a way out of the block": (FOUR, "rfl\ntheorem x : 1 = 2 := sorry"),
        },
    ),
    *rejected(
        "no_declaration",
        LAYER.TARGET,
        {
            "an empty file": (FIVE, ""),
            "only a comment": (FIVE, f"/- {TARGET}rfl -/"),
            "a namesake": (FIVE, "theorem Other.target : True := trivial"),
        },
        "full",
    ),
    *rejected(
        "not_a_theorem",
        LAYER.TARGET,
        {"a proposition, not a proof": (FIVE, "def target : Prop := (2 : Nat) + 2 = 5")},
        "full",
    ),
    *rejected(
        "type_mismatch",
        LAYER.TYPE,
        {
            "another claim": (FIVE, "theorem target : True := trivial"),
            "a look-alike type": (
                ": ∀ a b : Int, a = b",
                "abbrev Ιnt := Unit\ntheorem target : ∀ a b : Ιnt, a = b := fun _ _ => rfl",
            ),
            "a shadowed type": (
                ": ∀ a b : Int, a = b",
                "namespace Here\nabbrev Int := Unit\n"
                "theorem _root_.target : ∀ a b : Int, a = b := fun _ _ => rfl\nend Here",
            ),
            "an added hypothesis": (
                "(n : Nat) : n < 7",
                "theorem target (n : Nat) (h : n < 3) : n < 7 := by omega",
            ),
            "an exchanged quantifier": (
                ": ∀ n : Nat, n = 0",
                "theorem target : ∃ n : Nat, n = 0 := ⟨0, rfl⟩",
            ),
        },
        "full",
    ),
    Case(
        "a power too high",
        ": (3 : Nat) ^ (2 ^ 60) % 2 = 1",
        "decide",
        verdict=OPEN,
        reason="resource",
        layer=LAYER.ERRORS,
    ),
)

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


@pytest.mark.parametrize("case", HONEST + ATTACKS, ids=lambda case: case.about)
async def test_every_candidate_gets_its_verdict_for_its_reason(
    case: Case, judge: ProofJudge
) -> None:
    statement = await frozen_by(judge, case.statement)
    judgement = await judge.judge(statement, case.body, slot=case.slot)
    if judgement.reason == "timeout" != case.reason:
        # A process killed by the clock decided nothing; the law is about what is decided.
        judgement = await judge.judge(statement, case.body, slot=case.slot)
    found = (judgement.verdict, judgement.reason, judgement.layer)
    assert found == (case.verdict, case.reason, case.layer), judgement.detail


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
    LAYER.LEAVES: (FIVE, f"axiom magic : (2 : Nat) + 2 = 5\n{TARGET}magic", "full"),
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
    assert decide(reply, facts, layers=layers - {layer}).verdict is ACCEPT


def text_filter(case: Case) -> ProofVerdict:
    banned = r"\b(sorry|admit|axiom|native_decide|run_tac|macro|notation|instance|unsafe)\b"
    return REJECT if re.search(banned, case.body) else ACCEPT


@pytest.mark.parametrize(
    "null_judge", [lambda case: ACCEPT, lambda case: REJECT, lambda case: OPEN, text_filter]
)
async def test_no_null_judge_passes_these_cases(null_judge: object) -> None:
    assert callable(null_judge)
    assert any(null_judge(case) is not case.verdict for case in HONEST + ATTACKS)


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
    assert (await judge.probe(statement)).vacuous is None


async def test_contradictory_hypotheses_are_found_and_quarantine_both_sides(
    judge: ProofJudge,
) -> None:
    statement = await frozen_by(judge, "(n : Nat) (h : n < 3) (g : 5 < n) : n = 9")
    assert (await judge.probe(statement)).vacuous
    assert (await judge.judge(statement, "omega")).is_accepted
    against = await judge.judge(statement, "omega", polarity=Polarity.CONTRADICTION)
    assert against.reason == "quarantined"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(a b : Nat) : a - b ≤ a", "truncated_subtraction"),
        (": (9 : Int) / 2 = 4", "truncated_division"),
    ],
)
async def test_an_operation_that_may_truncate_is_reported(
    text: str, code: str, judge: ProofJudge
) -> None:
    probe = await judge.probe(await frozen_by(judge, text))
    assert [finding.code for finding in probe.findings] == [code]


@pytest.mark.parametrize(
    "text",
    [
        "(a b : Nat) (h : b ≤ a) : a - b + b = a",
        "(n : Nat) (h : 2 ∣ n) : n / 2 * 2 = n",
        "(x y : Rat) (h : x < y) : x - y < 0",
    ],
)
async def test_an_operation_that_cannot_truncate_is_not(text: str, judge: ProofJudge) -> None:
    assert (await judge.probe(await frozen_by(judge, text))).findings == ()


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
    assert [judgement.verdict for judgement in judgements][-1] is ACCEPT
    assert judgements[-1].body == "omega"
    assert len(judgements) == 3
