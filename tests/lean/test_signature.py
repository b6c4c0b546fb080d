"""Reading a signature: binders, hypotheses, conclusion; and writing its goals as source text."""

import pytest

from faithsieve.errors import InputError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.signature import goal_source, read_signature
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import LeanStatus, Polarity
from support.embedded_lean import in_lean
from support.statement_judge import frozen_by


def test_the_first_colon_outside_brackets_ends_the_binders() -> None:
    signature = read_signature("{R : Type} [Field R] (x y : R) (h : x = y) : y = x ∧ x = y")
    assert signature.binders_text == "{R : Type} [Field R] (x y : R) (h : x = y)"
    assert signature.conclusion == "y = x ∧ x = y"
    assert [b.kind for b in signature.binders] == ["implicit", "instance", "explicit", "explicit"]
    assert signature.variables("R") == ("x", "y")


def test_only_claims_count_as_hypotheses() -> None:
    signature = read_signature(
        "(f : Nat → Nat) (n : Nat) (h : ∀ k, f k = k) (g : Even n) : f n = n"
    )
    assert [b.names for b in signature.hypotheses] == [("h",), ("g",)]
    assert [b.is_universal for b in signature.hypotheses] == [True, False]


def test_a_comment_between_binders_does_not_end_them() -> None:
    signature = read_signature("(x : Nat) /- a : b -/ (h : x = 1) -- c : d\n : x < 2")
    assert signature.conclusion == "x < 2"
    assert len(signature.binders) == 2


@pytest.mark.parametrize(
    "text", ["", "(x : Nat)", "(x : Nat", "x : Nat, y", "theorem t : True", "(x : Nat] : True"]
)
def test_what_is_no_signature_is_refused_by_name(text: str) -> None:
    with pytest.raises(InputError):
        read_signature(text)


# A goal as source text is the goal the judge builds from the term.

FIELD = "{R : Type} [Field R] (x y : R) (h : x = 2 * y) : x = y"
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


@in_lean
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


def test_what_is_opened_stands_before_the_binders_and_before_a_goal() -> None:
    text = "open Real Nat in\nopen scoped Topology in (x : ℝ) : sqrt x = √x"
    signature = read_signature(text)
    assert signature.opens == ("open Real Nat in", "open scoped Topology in")
    assert signature.binders_text == "(x : ℝ)"
    goal = goal_source(text, "rfl", Polarity.CLAIM).text
    assert goal.startswith("open Real Nat in open scoped Topology in theorem ")
