"""A goal as source text is the goal the judge builds from the term (``signature.goal_source``)."""

import pytest

from faithsieve.errors import InputError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.signature import goal_source
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import LeanStatus, Polarity
from support.statement_judge import frozen_by

FIELD = "{R : Type} [OrderedField R] (x y : R) (h : x = 2 * y) : x = y"
CASES = [
    ("(n : Int) (h : n = 2) : n + 1 = 3", "omega", Polarity.CLAIM),
    ("(n : Int) (h : n = 2) : n = 3", "omega", Polarity.CONTRADICTION),
    (": (2 : Nat) + 2 = 5", "decide", Polarity.NEGATION),
    (
        FIELD,
        "exact ⟨Rat, inferInstance, (2 : Rat), (1 : Rat), by decide +kernel, by decide +kernel⟩",
        Polarity.COUNTEREXAMPLE,
    ),
]


@pytest.mark.parametrize(
    ("polarity", "head"),
    [
        (Polarity.CLAIM, f"theorem rechecked {FIELD} := by"),
        (
            Polarity.CONTRADICTION,
            "theorem rechecked {R : Type} [OrderedField R] (x y : R) (h : x = 2 * y) : "
            "¬ (x = y) := by",
        ),
        (
            Polarity.NEGATION,
            "theorem rechecked : ¬ (∀ {R : Type} [OrderedField R] (x y : R) (h : x = 2 * y), "
            "x = y) := by",
        ),
        (
            Polarity.COUNTEREXAMPLE,
            "theorem rechecked : ∃ (R : Type) (_ : OrderedField R) (x y : R) (h : x = 2 * y), "
            "¬ (x = y) := by",
        ),
    ],
)
def test_each_polarity_is_built_from_the_same_signature(polarity: Polarity, head: str) -> None:
    source = goal_source(FIELD, "intro h\nomega", polarity)
    assert source.text == f"{head}\n  intro h\n  omega\n"
    assert source.theorem == "rechecked"


def test_what_is_no_signature_is_refused() -> None:
    with pytest.raises(InputError):
        goal_source("no colon here", "rfl", Polarity.CLAIM)


@pytest.mark.lean
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(("statement", "body", "polarity"), CASES)
async def test_lean_takes_the_text_wherever_the_judge_takes_the_term(
    lean_pool: LeanPool, statement: str, body: str, polarity: Polarity
) -> None:
    judge = ProofJudge(lean_pool)
    frozen = await frozen_by(judge, statement)
    judgement = await judge.judge(frozen, body, polarity=polarity)
    assert judgement.is_accepted, judgement
    report = await EmbeddedLean(lean_pool).check(
        goal_source(statement, body, polarity), timeout_s=60
    )
    assert report.status is LeanStatus.OK, report.messages
