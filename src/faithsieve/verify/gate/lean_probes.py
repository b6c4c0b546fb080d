"""Mechanical probes: what Lean and code can say against a statement before any model is asked.

Hypotheses that prove ``False``, a conclusion that needs no hypotheses, truncating operations, and
the comparisons of ``text_probes.py``. A finding is a drift category with a Lean artifact behind it;
an empty result does not mean that the statement is faithful (paper app. C.2, audit in app. D.2).
"""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cached_property

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.obligation import ObligationKind
from faithsieve.records.settings import VerifySettings
from faithsieve.symbolic.lean_formula import Compare, Joined
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.automation import Automation, accepted_proof
from faithsieve.verify.counterexamples import (
    Witness,
    counterexample_body,
    find_models,
    find_witnesses,
)
from faithsieve.verify.gate.assumed_claim import (
    applications,
    instance_bodies,
    ungranted_hypotheses,
)
from faithsieve.verify.gate.candidate import Candidate, is_domain
from faithsieve.verify.gate.empty_statements import clashing_bodies, solving_bodies
from faithsieve.verify.gate.instances import widened_findings
from faithsieve.verify.gate.text_probes import (
    comparable,
    context_formulas,
    says_the_same,
    text_findings,
)
from faithsieve.verify.gate.worded_claims import worded_findings
from faithsieve.verify.statement_parts import (
    StatementParts,
    alternatives,
    opened_parts,
    parse_signature,
)

# What closes a goal that says nothing; stronger tactics would also close honest facts.
_EMPTY = (
    "exact Classical.em _",
    "exact (Classical.em _).symm",
    "intro h; exact h",
    "exact fun h => h",
)
_VACUOUS = DriftCategory.VACUOUS_OR_TRIVIALIZED
# The witness of an existence claim is one side of the equation that it should satisfy.
_READ_OFF = ("exact ⟨_, rfl⟩",)
# A witness that has nothing to do with the claim.
_ANY_WITNESS = ("exact ⟨0, by simp⟩", "exact ⟨1, by simp⟩")
# What shows that one alternative is always true.
_ALWAYS = ("rfl", "trivial", "omega", "positivity", "grind")
_SHALLOW = ("trivial", "rfl", *_READ_OFF, "intros; trivial", "simp", *_EMPTY)
_HAS_OR = re.compile(r"\b(?:or|either|cases?|\\lor|\\vee)\b|±|\\pm\b|∨", re.IGNORECASE)


# That cases cover everything or exclude each other is often true without any context.
_TAUTOLOGIES = frozenset({ObligationKind.CASE_SPLIT, ObligationKind.OVERLAP_PARTITION})


_SHOWN_BY_LEAN = frozenset(
    {
        "circular",
        "closes_without_hypotheses",
        "contradictory_hypotheses",
        "division_by_zero",
        "exists_implies",
        "trivial_conclusion",
        "truncating_operation",
    }
)
# Right at least 49 times in 50 on pairs (``python -m bench gate``), but not on statements of real
# proofs, where a definition is written out or a cycle spelled out; so they decide alone only where
# there is no checker to answer them.
_PRECISE = frozenset(
    {
        "assumes_target",
        "changed_claim",
        "changed_hypothesis",
        "changed_notion",
        "changed_quantifiers",
        "invented_numeral",
        "missing_premise",
        "narrowed_type",
    }
)


def _is_a_fact(parts: StatementParts) -> bool:
    """Return whether a claim is about numbers or an identity: proved at once, yet not vacuous."""
    claim = parts.claim_formula
    links = claim.parts if isinstance(claim, Joined) and claim.connective == "and" else (claim,)
    names = {v.name for v in parts.variables}
    is_closed = not any(re.search(rf"\b{re.escape(n)}\b", parts.conclusion) for n in names)
    is_identity = all(isinstance(x, Compare) and x.left != x.right for x in links)
    return is_identity or (
        is_closed and "∃" not in parts.conclusion and "→" not in parts.conclusion
    )


def rejects_alone(finding: ProbeFinding, *, has_checker: bool = True) -> bool:
    """Return whether a finding rejects a statement by itself; any other is a warning."""
    return finding.name in _SHOWN_BY_LEAN or (not has_checker and finding.name in _PRECISE)


async def probe_statement(
    candidate: Candidate, judge: StatementJudge, settings: VerifySettings, *, thorough: bool = False
) -> tuple[ProbeFinding, ...]:
    """Probe one frozen statement; an empty result does not mean that it is faithful.

    Args:
        thorough: Run every probe even after a finding that rejects the statement.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    opened = await _opened(candidate, judge, settings)
    compared = comparable(opened)
    found = [*text_findings(compared), *worded_findings(compared), *widened_findings(compared)]
    lean = _LeanProbes(opened.in_lean_notation(), judge, settings)
    try:
        if thorough or not any(map(rejects_alone, found)):
            async for finding in lean.findings():
                found.append(finding)
                if rejects_alone(finding) and not thorough:
                    break
    except LeanUnavailableError:
        # What rejects the statement still stands when Lean stops answering.
        if not any(map(rejects_alone, found)):
            raise
    return tuple(found)


async def _opened(
    candidate: Candidate, judge: StatementJudge, settings: VerifySettings
) -> Candidate:
    """Open a closed ``∀ x, H x → C x``, so that its parts can be compared."""
    parts = opened_parts(candidate.parts)
    if parts == candidate.parts:
        return candidate
    text = parts.text
    frozen = await judge.freeze(text, timeout_s=settings.lean_seconds)
    if isinstance(frozen, RefusedStatement):
        return candidate
    return replace(candidate, frozen=frozen, parts=parts)


class _LeanProbes:
    def __init__(
        self, candidate: Candidate, judge: StatementJudge, settings: VerifySettings
    ) -> None:
        self.c = candidate
        self.judge = judge
        self.settings = settings
        self.automation = Automation(judge, timeout_s=settings.lean_seconds)

    @cached_property
    def models(self) -> tuple[Witness, ...]:
        """Points at which all hypotheses hold, as far as search finds one."""
        return find_models(self.c.parts) or find_models(self.c.parts, with_roots=True)

    async def findings(self) -> AsyncIterator[ProbeFinding]:
        for probe in (
            self._contradictory,
            self._rational,
            self._needless,
            self._alternative,
            self._assumed,
            self._unguarded,
            self._truncating,
        ):
            found = await probe()
            if found is not None:
                yield found

    async def _contradictory(self) -> ProbeFinding | None:
        """Report hypotheses that prove ``False``, unless the claim is a contradiction."""
        c = self.c
        is_point = (
            c.obligation.kind is ObligationKind.BRANCH_ELIMINATION or c.frozen.concludes_false
        )
        if is_point or not c.parts.hypotheses or self.models:
            # A point at which all hypotheses hold settles it without Lean.
            return None
        text = c.parts.with_conclusion("False")
        parts = parse_signature(text)
        frozen = await self.judge.freeze(text, timeout_s=self.settings.lean_seconds)
        if parts is None or isinstance(frozen, RefusedStatement):
            return None
        proof = await self.automation.prove(frozen, parts)
        if proof is None and (bodies := clashing_bodies(parts)):
            proof = await self._accepted(frozen, bodies, Polarity.CLAIM)
        if proof is None:
            return None
        detail = "the hypotheses prove False"
        return c.finding("contradictory_hypotheses", _VACUOUS, detail, proof.digest)

    async def _rational(self) -> ProbeFinding | None:
        """Report ``Rat`` for numbers not called rational, if no rational point is known."""
        c = self.c
        rational = [v.name for v in c.parts.variables if v.type == "Rat"]
        is_read = c.parts.is_quantifier_free and not c.parts.functions
        is_point = c.obligation.kind is ObligationKind.BRANCH_ELIMINATION
        if not rational or not is_read or is_point or cue("rational_numbers").search(c.everything):
            return None
        if not c.parts.hypotheses or self.models:
            return None
        detail = f"{rational[0]} : Rat, no text says rational, and no rational point is known"
        return c.finding("narrowed_type", DriftCategory.WRONG_OBJECTS, detail)

    async def _needless(self) -> ProbeFinding | None:
        """Report a conclusion that holds without the hypotheses and differs from the claim."""
        c = self.c
        has_context = bool(c.parts.hypotheses or c.premises)
        if says_the_same(comparable(c)) is True or not (
            has_context or c.parts.conclusion.startswith("∃")
        ):
            return None
        if c.obligation.kind in _TAUTOLOGIES:
            return None
        # Where the claim can be read and differs, the difference itself is already a finding.
        frozen = await self.judge.freeze(
            c.parts.without_hypotheses, timeout_s=self.settings.lean_seconds
        )
        if isinstance(frozen, RefusedStatement):
            return None
        bodies: tuple[str, ...] = _SHALLOW if has_context else _READ_OFF
        bodies = _EMPTY if _is_a_fact(c.parts) else bodies
        if has_context and c.parts.conclusion.startswith("∃"):
            bodies += _ANY_WITNESS
        if c.claim_links is not None and not c.worded.letters("∃"):
            # A claim in formulas says nothing about existence, so whatever solves it shows drift.
            bodies += solving_bodies(c.parts.conclusion)
        proof = await self._accepted(frozen, bodies, Polarity.CLAIM)
        if proof is None:
            return None
        detail = f"{c.parts.conclusion} holds without any hypothesis"
        return c.finding("closes_without_hypotheses", _VACUOUS, detail, proof.digest)

    async def _alternative(self) -> ProbeFinding | None:
        """Report an alternative that the claim does not have and that is always true."""
        c = self.c
        claim = c.parts.claim_formula
        # "8 = 7 + 1 or 8 = 7 + 4" says which of two moves it is; it is about numbers, and true.
        is_added = isinstance(claim, Joined) and claim.connective == "or" and c.parts.variables
        said = f"{c.obligation.source} {c.obligation.claim}"
        if not is_added or c.obligation.kind in _TAUTOLOGIES or _HAS_OR.search(said):
            return None
        pieces = alternatives(c.parts.conclusion)
        if c.claim_links is not None and len(c.claim_links) < len(pieces):
            # Cases that the claim has not, such as its denial.
            pieces.append(c.parts.conclusion)
        for piece in pieces:
            frozen = await self._only(piece, frozenset())
            proof = frozen and await self._accepted(frozen, _ALWAYS, Polarity.CLAIM)
            if proof:
                detail = f"{piece} always holds"
                return c.finding("closes_without_hypotheses", _VACUOUS, detail, proof.digest)
        return None

    async def _assumed(self) -> ProbeFinding | None:
        """Report a hypothesis that no text grants and that alone proves the conclusion."""
        c = self.c
        formulas = {
            h.names[0]: f
            for h, f in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True)
            if f is not None
        }
        domains = frozenset(name for name, formula in formulas.items() if is_domain(formula))
        for h in ungranted_hypotheses(c):
            name = h.names[0]
            detail = f"the hypothesis {h.type} alone proves it, and no text grants it"
            applied = applications(c, h, formulas[name])
            if found := await self._accepted(c.frozen, applied, Polarity.CLAIM):
                return c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail, found.digest)
            bodies = instance_bodies(c, h, formulas[name])
            for others in dict.fromkeys((frozenset[str](), domains)):
                frozen = await self._only(c.parts.conclusion, others | {name})
                proof = frozen and await self._accepted(frozen, bodies, Polarity.CLAIM)
                if proof and not await self._follows(others):
                    return c.finding(
                        "assumes_target", DriftCategory.ROLE_SWAP, detail, proof.digest
                    )
        return None

    async def _follows(self, names: frozenset[str]) -> bool:
        """Return whether the conclusion needs no more than some harmless hypotheses."""
        frozen = await self._only(self.c.parts.conclusion, names)
        return bool(frozen and await self._accepted(frozen, ("grind", "omega"), Polarity.CLAIM))

    async def _only(self, conclusion: str, names: frozenset[str]) -> FrozenStatement | None:
        """Freeze a conclusion with some of the hypotheses."""
        parts = self.c.parts
        left_out = frozenset(h.names[0] for h in parts.hypotheses) - names
        text = parts.with_conclusion(conclusion, without=left_out)
        frozen = await self.judge.freeze(text, timeout_s=self.settings.lean_seconds)
        return frozen if isinstance(frozen, FrozenStatement) else None

    async def _unguarded(self) -> ProbeFinding | None:
        """Report a missing premise: the text's premise rules out a counterexample."""
        c = self.c
        context = context_formulas(c)
        witnesses = find_witnesses(c.parts) if context else ()
        if not witnesses or find_witnesses(c.parts, extra=context):
            return None
        is_absurd = c.obligation.kind is not ObligationKind.BRANCH_ELIMINATION and not find_models(
            c.parts, extra=context
        )
        if is_absurd:
            # Premises that exclude each other, such as cases, say nothing about this statement.
            return None
        body = counterexample_body(c.parts, witnesses[0])
        proof = await self._accepted(c.frozen, (body,), Polarity.COUNTEREXAMPLE)
        if proof is None:
            return None
        detail = f"fails at {witnesses[0].text}, which the context rules out"
        missing = DriftCategory.MISSING_ASSUMPTIONS
        return c.finding("missing_premise", missing, detail, proof.digest)

    async def _truncating(self) -> ProbeFinding | None:
        """Report natural subtraction or whole division that may truncate."""
        c = self.c
        kinds = {v.type for v in c.parts.variables}
        text = c.lean_text
        risky = ("-" in text and "Nat" in " ".join(kinds)) or (
            "/" in text and bool(kinds & {"Nat", "Int"})
        )
        if not risky:
            return None
        probe = await self.judge.probe(c.frozen)
        if not probe.findings:
            return None
        codes = ", ".join(sorted({f.code for f in probe.findings}))
        detail = f"{codes}: the operation means something else on paper"
        return c.finding("truncating_operation", DriftCategory.WRONG_OBJECTS, detail)

    async def _accepted(
        self, frozen: FrozenStatement, bodies: tuple[str, ...], polarity: Polarity
    ) -> ProofJudgement | None:
        judged = await self.judge.judge_first(
            frozen, bodies, polarity=polarity, timeout_s=self.settings.lean_seconds
        )
        return accepted_proof(judged, frozen, polarity)
