"""Whether a refutation lives only in degenerate cases: a zero vector, an empty set, equal points.

When Lean has a counterexample, code adds to the statement what excludes such cases, read off the
types of its variables and never off words, and lets automation try it again within a small budget.
If Lean then proves it, the claim is *true but for the degenerate case*; if Lean finds another
counterexample, the refutation is robust. A claim that only says the conditions again, such as
``1 ≤ n`` or ``x ≠ 0`` before a division, is excused by nothing: the proof is about that very case.
The gated statement stays as it is: both are recorded.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import DegenerateCheck, Outcome, RefutationForm
from faithsieve.records.faithfulness import EvidenceDirection, FaithfulnessReport
from faithsieve.records.lean import Polarity, ProofJudgement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.verify.automation import Automation, first_accepted
from faithsieve.verify.evidence_door import lean_evidence
from faithsieve.verify.formulas import NUMBERS, names_in
from faithsieve.verify.prover import Disproved, ProofSearch, Proved
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts, Variable, freeze_parts

LEAN_SECONDS = 20.0
"""Lean time for trying a statement again without its degenerate cases."""
# What holds a counterexample; a claim that is false wherever its context holds has no other cases.
_FORMS = frozenset({RefutationForm.NOT_ENTAILED, RefutationForm.NOT_FROM_CITED})
_MOST_ALIKE = 4
"""Variables of one type up to which each two of them are taken to be distinct."""
_SETS = ("Set", "Finset")
_NONTRIVIAL = frozenset({"Field", "DivisionRing", "IsDomain", "Nontrivial"})
"""What has two elements anyway."""
_WITHOUT_ZERO = ("Prop", "Fin", "Bool")
"""Types whose variables are claims, places in a list or truth values: their zero is no special."""

_VALUES = NUMBERS | {"Complex", "Prop", "Bool", ""}
_SAYS_AGAIN = ("assumption", "exact Ne.symm (by assumption)", "omega")
"""What proves a claim from conditions that say the same, and little else."""

Condition = tuple[str, ...]
"""Ways to write one condition; the first that Lean understands is meant."""


class Degeneracy(NamedTuple):
    """What became of a refutation without degenerate cases, and the judgements behind it."""

    check: DegenerateCheck
    artifacts: tuple[Digest, ...]


async def check_degenerate(
    gated: GatedStatement,
    disproved: Disproved,
    tools: EvaluationTools,
    *,
    obligation: Obligation,
) -> Degeneracy | None:
    """Try a refuted statement again without its degenerate cases; None if that settles nothing.

    Args:
        gated: The statement that was refuted.
        disproved: The refutation.
    """
    # A case split is about all cases: the one it leaves out is its error, however small.
    if disproved.form not in _FORMS or obligation.kind is ObligationKind.CASE_SPLIT:
        return None
    with suppress(LeanUnavailableError, LeanCrashError):
        # With the conclusion's leading ``∀`` left of its colon, as variables.
        opened = gated.parts.opened and await freeze_parts(gated.parts.opened[1], tools.judge)
        return await _Exclusion(opened or gated.parts, gated.report, tools, obligation).run()
    return None


# ---- what excludes degenerate cases


def excluding_conditions(parts: StatementParts) -> Iterator[Condition]:
    """Yield what excludes the degenerate cases of a statement and is not among its hypotheses."""
    known = {_squeezed(h.type) for h in parts.hypotheses}
    for condition in _conditions(parts):
        if not known & {way for text in condition for way in _ways(text)}:
            yield condition


def _conditions(parts: StatementParts) -> Iterator[Condition]:
    for variable in parts.variables:
        yield from _apart_from_zero(variable)
    for name in _types(parts):
        yield (f"∃ x y : {name}, x ≠ y",)
    alike: dict[str, list[str]] = {}
    for variable in parts.variables:
        # Points are distinct by convention; that two numbers differ is a claim like any other.
        if not variable.is_function and not _is_value(variable):
            alike.setdefault(variable.type, []).append(variable.name)
    for names in alike.values():
        if len(names) <= _MOST_ALIKE:
            yield from ((f"{a} ≠ {b}",) for a, b in combinations(names, 2))


def _apart_from_zero(variable: Variable) -> Iterator[Condition]:
    head = variable.kind[0] if isinstance(variable.kind, tuple) else ""
    if head in _SETS:
        yield (f"{variable.name}.Nonempty",)
    elif not variable.is_function and head not in _WITHOUT_ZERO:
        # Which of them a type has is Lean's knowledge: numbers and vectors have a zero, groups a
        # one, subspaces and ideals a least element.
        yield tuple(f"{variable.name} ≠ {least}" for least in ("0", "1", "⊥"))


def _is_value(variable: Variable) -> bool:
    """Return whether a variable stands for a number, a truth value or a claim."""
    return names_in(variable.kind) <= _VALUES


def _types(parts: StatementParts) -> Iterator[str]:
    """Yield the types that the statement quantifies over and that may have one element."""
    larger = {name for head, name in parts.instances if head in _NONTRIVIAL}
    yield from (b.name for b in parts.frozen.binders if b.name in parts.types - larger)


def _ways(condition: str) -> Iterator[str]:
    """Yield ways in which a hypothesis may say a condition, or more than it."""
    yield _squeezed(condition)
    left, sign, right = condition.partition(" ≠ ")
    if sign:
        for a, b in ((left, right), (right, left)):
            yield from (f"{a}{relation}{b}" for relation in ("≠", "<", ">"))


def _squeezed(text: str) -> str:
    return "".join(text.split())


# ---- Lean


class _Exclusion:
    """One statement under way with conditions that exclude its degenerate cases."""

    def __init__(
        self,
        parts: StatementParts,
        report: FaithfulnessReport,
        tools: EvaluationTools,
        obligation: Obligation,
    ) -> None:
        self.parts = parts
        self.report = report
        self.tools = tools
        self.judge = tools.judge
        self.obligation = obligation

    async def run(self) -> Degeneracy | None:
        conditions = await self._understood(tuple(excluding_conditions(self.parts)))
        for is_second in (False, True):
            if is_second:
                # Without those that contradict the hypotheses by themselves.
                conditions = await self._possible(conditions)
            stated = await self._stated(conditions) if conditions else None
            found = await self._tried(stated) if stated else None
            if stated is None or found is None:
                return None
            if isinstance(found, Disproved):
                return _elsewhere(stated, conditions, found)
            if not await self._is_absurd(conditions, found):
                if await self._is_all_that_is_claimed(conditions):
                    return None
                return await self._needed(stated, conditions, found.judgement)
        return None

    async def _stated(
        self,
        conditions: Sequence[str],
        conclusion: str | None = None,
        *,
        without: frozenset[str] = frozenset(),
    ) -> StatementParts | None:
        """Freeze the statement with these conditions added; None if Lean refuses it."""
        added = " ".join(f"(apart{n} : {text})" for n, text in enumerate(conditions, start=1))
        given = self.parts.with_conclusion("True", without=without)
        binders = given.removesuffix(": True").strip()
        text = f"{binders} {added} : {conclusion or self.parts.conclusion}".strip()
        return await freeze_parts(text, self.judge)

    async def _understood(self, conditions: Sequence[Condition]) -> tuple[str, ...]:
        """Return each condition in the first way that Lean understands; others are left out."""
        first = tuple(ways[0] for ways in conditions)
        if not first or await self._stated(first) is not None:
            return first
        found = []
        for ways in conditions:
            for way in ways:
                if await self._stated((way,)) is not None:
                    found.append(way)
                    break
        return tuple(found)

    async def _tried(self, stated: StatementParts) -> Proved | Disproved | None:
        """Prove or refute the statement with the conditions, by automation and search alone."""
        # Both directions: what is asked is about the refuted statement, not the author's claim.
        report = self.report.changed(direction=EvidenceDirection.BOTH)
        limited = self.tools.settings.changed(proof_rounds=0, proof_seconds=LEAN_SECONDS)
        search = ProofSearch(
            GatedStatement(frozen=stated.frozen, report=report),
            self.tools._replace(settings=limited),
            suspicion=0.0,
            obligation=self.obligation,
        )
        settled = await search.run()
        return settled if isinstance(settled, Proved | Disproved) else None

    async def _is_absurd(self, conditions: Sequence[str], proved: Proved) -> bool:
        """Return whether the conditions contradict the hypotheses, so that a proof says nothing.

        What proves a claim that the hypotheses do not entail from a contradiction proves ``False``.
        """
        stated = await self._stated(conditions, "False")
        if stated is None or await self._proves(stated, proved.judgement.body):
            return True
        return await Automation(self.judge, timeout_s=LEAN_SECONDS / 2).prove(stated) is not None

    async def _is_all_that_is_claimed(self, conditions: Sequence[str]) -> bool:
        """Return whether the claim only says the conditions again, whatever its hypotheses."""
        hypotheses = frozenset(h.name for h in self.parts.hypotheses)
        stated = await self._stated(conditions, without=hypotheses)
        return stated is not None and await self._proves(stated, *_SAYS_AGAIN) is not None

    async def _possible(self, conditions: Sequence[str]) -> tuple[str, ...]:
        """Return the conditions that do not each contradict the hypotheses by themselves."""
        automation = Automation(self.judge, timeout_s=LEAN_SECONDS / 4)
        found = []
        for condition in conditions:
            stated = await self._stated((condition,), "False")
            if stated is not None and await automation.prove(stated) is None:
                found.append(condition)
        return tuple(found) if len(found) < len(conditions) else ()

    async def _needed(
        self, stated: StatementParts, conditions: tuple[str, ...], proof: ProofJudgement
    ) -> Degeneracy:
        """Leave out conditions that the proof can do without, so that the case is named exactly."""
        kept, accepted = conditions, proof
        for condition in conditions:
            fewer = tuple(other for other in kept if other != condition)
            weaker = await self._stated(fewer) if fewer else None
            if weaker is not None and (found := await self._proves(weaker, proof.body)):
                kept, stated, accepted = fewer, weaker, found
        lean = lean_evidence(stated.frozen, accepted, "claim")
        check = DegenerateCheck(excluded=kept, outcome=Outcome.PASSED, lean=lean)
        return Degeneracy(check, (accepted.digest,))

    async def _proves(self, stated: StatementParts, *bodies: str) -> ProofJudgement | None:
        return await first_accepted(self.judge, stated.frozen, bodies, polarity=Polarity.CLAIM)


def _elsewhere(
    stated: StatementParts, conditions: tuple[str, ...], found: Disproved
) -> Degeneracy | None:
    """Record a counterexample that satisfies all conditions."""
    if found.form is RefutationForm.CONTRADICTS_CONTEXT:
        return None
    check = DegenerateCheck(
        excluded=conditions,
        outcome=Outcome.REFUTED,
        counterexample=found.witness,
        model=found.model,
        lean=lean_evidence(stated.frozen, found.judgement, found.form.value),
    )
    return Degeneracy(check, (found.judgement.digest,))
