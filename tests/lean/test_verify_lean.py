"""Stage two on the real Lean: what it settles, and what no model can talk it into."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
)
from faithsieve.records.lean import Polarity, ProbeOrder
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.automation import first_accepted
from faithsieve.verify.counterexamples import counterexample_body, find_witnesses
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement_parts import StatementParts
from support.frozen_statements import recorded
from support.obligations import make_obligation
from support.record_statements import parts_of
from support.statement_judge import frozen_by
from support.verify_replies import bodies, faithful, playing, statements

pytestmark = [pytest.mark.lean, pytest.mark.asyncio(loop_scope="session")]


async def evaluate(
    pool: LeanPool,
    obligation: Obligation,
    model: ScriptedModel | None = None,
    problem: str = "",
    settings: VerifySettings | None = None,
) -> LocalResult:
    agent = EvaluationAgent(
        EvaluationTools(
            problem=problem or obligation.premises[0].text,
            model=model or ScriptedModel([]),
            judge=ProofJudge(pool),
            settings=settings or VerifySettings(trust_gate=True, proof_rounds=0),
            decoding=DecodingSettings(),
        )
    )
    return await agent.evaluate(obligation)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("(x : ℝ) (h1 : x + 1 = 3) : x = 2", None),
        ("(x : ℝ) (h1 : x + 1 = 3) : x = 3", RefutationForm.CONTRADICTED),
        ("(x : ℝ) (h1 : x ^ 2 = 4) : x = 2", RefutationForm.NOT_ENTAILED),
        ("(x y : ℝ) (h1 : x + y = 5) (h2 : x * y = 6) : x ^ 2 + y ^ 2 = 13", None),
        ("(d : ℝ) (h1 : d ^ 2 = 5) : (3 * d) ^ 2 = 15", RefutationForm.CONTRADICTED),
        ("(x y : ℝ) (h1 : x > 0) : (x + y) ^ 2 = x ^ 2 + y ^ 2", RefutationForm.NOT_ENTAILED),
        ("(f : ℤ → ℤ) (h1 : ∀ n, f (n + 1) = f n + 3) : f 0 = 0", RefutationForm.NOT_ENTAILED),
        # A branch that is impossible, and one that is not.
        ("(x : ℝ) (h1 : x ^ 2 + 1 = 0) : False", None),
        ("(x : ℝ) (h1 : x ^ 2 - 1 = 0) : False", RefutationForm.NOT_ENTAILED),
    ],
)
async def test_results_of_all_forms_without_a_model_proof(
    lean_pool: LeanPool, text: str, form: RefutationForm | None
) -> None:
    is_branch = text.endswith("False")
    kind = ObligationKind.BRANCH_ELIMINATION if is_branch else ObligationKind.DERIVED_FACT
    obligation = make_obligation(
        "what the model states", "a premise", kind=kind, assumed=is_branch, suspicion=0.7
    )
    model = playing(statement=statements(text), gate=faithful(text.count("(h")))
    result = await evaluate(lean_pool, obligation, model)
    if form is None:
        assert isinstance(result, Passed)
    else:
        assert isinstance(result, Refuted)
        assert result.form is form


async def test_a_claim_that_holds_among_reals_and_not_among_rationals_is_not_refuted(
    lean_pool: LeanPool,
) -> None:
    obligation = make_obligation(
        "a positive number has a square root", "a is a positive real number", suspicion=0.95
    )
    text = "(a : ℝ) (h : 0 < a) : ∃ x : ℝ, x * x = a"
    model = playing(statement=statements(text), gate=faithful(), proof=bodies("skip"))
    settings = VerifySettings(trust_gate=True, proof_rounds=1)
    result = await evaluate(lean_pool, obligation, model, "Let a be positive.", settings)
    assert not isinstance(result, Refuted)


@pytest.mark.parametrize(
    "text",
    [
        "(x : ℝ) (h : |x - 3| = 2 * x) : 3 ≤ x",
        "(a b : ℝ) (h1 : a + b = 4) (h2 : a * b = 1) : a = b",
        "(x : ℝ) (h : x ^ 2 - x - 1 = 0) : x > 0",
        "(x : ℝ) (h : √x = 3) : x = 8",
        "(x : ℝ) : ⌊2 * x⌋ = 2 * ⌊x⌋",
        "(n : ℕ) : ∑ i ∈ Finset.range (n + 1), (i : ℝ) ^ 2 = n",
        "(f : ℝ → ℝ) (h : StrictMono f) : f 0 = 0",
        "(d : ℝ) (h : d ^ 2 = 5) : d = 2",
        ": ∀ x y : ℝ, 0 < x → x < y → x * y < 1",
        ": ∀ x : ℕ, 1 < x → ∀ y : ℕ, x < y → y < 5",
        ": ¬ ∃ x y : ℕ, 1 ≤ x ∧ x < y ∧ x ^ 2 + y ^ 2 = 25",
    ],
)
async def test_lean_accepts_the_points_that_search_finds(lean_pool: LeanPool, text: str) -> None:
    judge = ProofJudge(lean_pool)
    parts = StatementParts(frozen=await frozen_by(judge, text))
    bodies_of_points = [counterexample_body(parts, point) for point in find_witnesses(parts)]
    polarity = Polarity.COUNTEREXAMPLE
    assert await first_accepted(judge, parts.frozen, bodies_of_points, polarity=polarity)


# Neither provable nor refutable by code, so that the model's body is what Lean has to judge.
CLAIM = "(g : ℤ → ℤ → ℤ) (h1 : ∀ x y, g x y = g y x) : g 1 2 = 3"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sorry", "sorry: Lean's warning"),
        ("theorem t (x : Nat) : x = x := by rfl", "body_parse: <input>:1:0"),
        ("show True\ntrivial", "not definitionally equal to target"),
    ],
)
async def test_no_body_changes_the_statement_that_passed_the_gate(
    lean_pool: LeanPool, body: str, why: str
) -> None:
    """Each way through the agent once; ``attack_reasons.jsonl`` has many more of each."""
    obligation = make_obligation("g(1, 2) is the number 3", "g is symmetric", suspicion=0.0)
    model = playing(statement=statements(CLAIM), gate=faithful(), proof=bodies(body))
    settings = VerifySettings(trust_gate=True, proof_rounds=1)
    result = await evaluate(lean_pool, obligation, model, settings=settings)
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert body.splitlines()[0] in result.detail
    assert why in result.detail


@pytest.mark.parametrize(
    ("text", "order", "found"),
    [
        # A premise from nowhere that yields the claim, and one that is the claim turned around.
        ("(v c : ℚ) (h : v + c = 12) (h2 : 2 * c = 4) : c = 2", ProbeOrder(foreign=(2,)),
         "assumes_target"),
        ("(p k : ℤ) (h : p ^ 2 = 24 * k + 1) : 24 ∣ p ^ 2 - 1", ProbeOrder(foreign=(1,)),
         "assumes_target"),
        ("(n : ℕ) (h : n = 3) : 3 = n", ProbeOrder(said=(1,)), "assumes_target"),
        # A condition that the claim says may yield it: then that is the claim.
        ("(n : ℤ) (h : Even n) : Even (n ^ 2)", ProbeOrder(said=(1,)), ""),
        # Hypotheses that exclude each other, and a branch that is meant to be impossible.
        ("(x y : ℤ) (h : x < y) (h2 : y < x) : x = 1", ProbeOrder(), "contradictory_hypotheses"),
        ("(a : ℕ → ℤ) (h : a 1 = 1) : ∀ n, 1 ≤ n → n < 1 → a n = n", ProbeOrder(),
         "contradictory_hypotheses"),
        ("(x : ℤ) (h : x < 0) (h2 : 0 < x) : False", ProbeOrder(), ""),
        # Claims that hold without any premise, unless the checker calls them such.
        ("(x y : ℚ) (h : x + y = 4) : x ^ 2 + y ^ 2 = y ^ 2 + x ^ 2 ∧ x = 4 - y",
         ProbeOrder(claims=(1, 2)), "closes_without_hypotheses"),
        ("(x y : ℚ) (h : x + y = 4) : x ^ 2 + y ^ 2 = y ^ 2 + x ^ 2 ∧ x = 4 - y",
         ProbeOrder(claims=(2,)), ""),
        # Truncating operations whose side condition Lean does not prove.
        ("(n : ℕ) (h : 3 ≤ n) : n - 5 + 5 = n", ProbeOrder(), "truncated_subtraction"),
        ("(n : ℕ) (h : 5 ≤ n) : n - 5 + 5 = n", ProbeOrder(), ""),
        ("(n : ℕ) (h : 3 ≤ n) : n / 2 * 2 = n", ProbeOrder(), "truncated_division"),
        ("(n : ℕ) (h : 2 ∣ n) : n / 2 * 2 = n", ProbeOrder(), ""),
        (": (9 : ℤ) / 2 = 4", ProbeOrder(), "truncated_division"),
        ("(x y : ℚ) (h : x < y) : x - y < 0", ProbeOrder(), ""),
    ],
)  # fmt: skip
async def test_lean_proves_what_is_wrong_with_a_statement(
    lean_pool: LeanPool, text: str, order: ProbeOrder, found: str
) -> None:
    judge = ProofJudge(lean_pool)
    probe = await judge.probe(await frozen_by(judge, text), order, timeout_s=10)
    assert [finding.code for finding in probe.findings] == ([found] if found else [])


async def test_recorded_statements_are_what_lean_gives(lean_pool: LeanPool) -> None:
    judge = ProofJudge(lean_pool)
    for text, told in list(recorded().items())[::6]:
        assert parts_of(await frozen_by(judge, text)) == told
