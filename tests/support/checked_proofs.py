"""Checked proofs for tests of the evidence page: a bare verdict, and one with every part.

Verdict, evidence and judgements of the second are on file, as a store has them.
"""

import json
from pathlib import Path
from typing import Any

from faithsieve.localize.scopes import Span
from faithsieve.localize.state_tree import Move, build_state_tree
from faithsieve.records.checked_proof import CheckedProof
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


def bare_checked_proof(rationale: str = "The last line does not follow.") -> CheckedProof:
    """What a judge gives: a label and a reason."""
    verdict = Verdict(label=2, kind=VerdictKind.FIRST_ERROR, rationale=rationale)
    return CheckedProof(proof=Proof.from_texts("Show p.", ["q.", "So p."]), verdict=verdict)


def rich_checked_proof() -> CheckedProof:
    """A proof with a case split and a slip in step 4, and everything that can be known about it."""
    proof = Proof.from_texts(PROBLEM, STEPS)
    said = json.loads(Path(__file__).with_name("checked_proof.json").read_text(encoding="utf-8"))
    return CheckedProof.model_validate(
        {"proof": proof, "localization": _localization(proof), **said}
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
            "artifacts": ["decompose", "suspicion"],
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
