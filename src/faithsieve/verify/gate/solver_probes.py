"""Probes by computation: numbers that satisfy hypotheses and context, or none.

Lean's tactics prove what they can; Z3 also decides polynomial inequalities. What it says rests on
reading statement and text and has no Lean proof behind it, so these findings reject a statement
only where there is no checker to answer them.
"""

import re
from collections.abc import Iterable

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic.lean_formula import Not, try_formula
from faithsieve.symbolic.solver import Told, script_of
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.text_probes import context_formulas
from faithsieve.verify.statement_parts import StatementParts

BY_CONTRADICTION = re.compile(r"contradict|contrary|absurd|impossible", re.IGNORECASE)
_CAST = re.compile(r":\s*(?:ℚ|ℤ|Rat|Int|[A-Z])\s*\)")


class SolverProbes:
    """Probes of one candidate that ask a solver."""

    def __init__(self, candidate: Candidate, judge: StatementJudge) -> None:
        self.c = candidate
        self.judge = judge

    async def have_no_model(self) -> bool:
        """Return whether no numbers satisfy all hypotheses, though some satisfy the context."""
        told, context, parts = _told(self.c.parts), _context(self.c), self.c.parts
        is_drift = not self._wants_contradiction and await self._exclude(told, parts)
        return is_drift and not await self._exclude(context, parts)

    async def follows(
        self,
        conclusion: str,
        names: frozenset[str],
        *,
        given: str = "",
        with_products: bool = True,
    ) -> bool:
        """Return whether a conclusion holds wherever some hypotheses do, and what else is given."""
        parts = self.c.parts
        stated = _read(conclusion, parts)
        if stated.formula is None:
            return False
        pairs = zip(parts.hypotheses, _told(parts), strict=True)
        told = [told for h, told in pairs if h.names[0] in names]
        told += [_read(given, parts)] if given else []
        denied = Told(Not(stated.formula), stated.is_exact)
        return await self._exclude([*told, denied], parts, with_products=with_products)

    async def context_finding(self) -> ProbeFinding | None:
        """Report hypotheses that cannot hold where the context does."""
        c, context = self.c, _context(self.c)
        if self._wants_contradiction or not context or not c.parts.hypotheses:
            return None
        if not await self._exclude([*_told(c.parts), *context], c.parts):
            return None
        if await self._exclude(context, c.parts):
            # Cases of the context, or a supposition that it refutes.
            return None
        detail = "the hypotheses exclude what the context says"
        return c.finding("contradicts_context", DriftCategory.WRONG_OBJECTS, detail)

    @property
    def _wants_contradiction(self) -> bool:
        is_branch = self.c.obligation.kind is ObligationKind.BRANCH_ELIMINATION
        is_said = bool(BY_CONTRADICTION.search(self.c.everything))
        return is_branch or is_said or self.c.frozen.concludes_false

    async def _exclude(
        self, told: Iterable[Told], parts: StatementParts, *, with_products: bool = True
    ) -> bool:
        """Return whether no numbers satisfy all formulas; False where nobody knows."""
        script = script_of(told, _kinds(parts), with_products=with_products)
        return bool(script) and await self.judge.solve(self.c.frozen, script) == "unsat"


def _context(c: Candidate) -> list[Told]:
    return [Told(formula, is_exact=True) for formula in context_formulas(c, in_full=False)]


def _told(parts: StatementParts) -> list[Told]:
    pairs = zip(parts.hypotheses, parts.hypothesis_formulas, strict=True)
    return [Told(f, is_exact=bool(_CAST.search(h.type))) for h, f in pairs]


def _read(text: str, parts: StatementParts) -> Told:
    formula = try_formula(text, functions=parts.functions)
    return Told(formula, is_exact=bool(_CAST.search(text)))


def _kinds(parts: StatementParts) -> dict[str, str]:
    """Return the types of the letters; an ordered field stands for the reals."""
    fields = dict.fromkeys(parts.ordered_fields, "Rat")
    return {**{v.name: v.type for v in parts.variables}, **fields}
