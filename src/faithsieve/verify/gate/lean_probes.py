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
from faithsieve.lean.signature import Binder
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.obligation import ObligationKind
from faithsieve.records.settings import VerifySettings
from faithsieve.symbolic.lean_formula import Holds
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.automation import Automation, accepted_proof
from faithsieve.verify.counterexamples import (
    Witness,
    counterexample_body,
    find_models,
    find_witnesses,
)
from faithsieve.verify.gate.assumed_claim import (
    Suspect,
    assumes_commutativity,
    described_laws,
    has_own_letter,
    is_target,
    ungranted_hypotheses,
    unworded_hypotheses,
)
from faithsieve.verify.gate.candidate import Candidate, is_domain, letters_in
from faithsieve.verify.gate.probe_bodies import (
    BY_LOGIC,
    DIVISORS,
    RESTATED,
    SHOWN,
    SUSPECTED,
    WELL_KNOWN,
    any_witness,
    claim_as_hypothesis,
    clashing_bodies,
    defining_bodies,
    emptiness_attempts,
    instance_bodies,
    letters_of,
    logic_bodies,
    returning_bodies,
    with_fresh_letters,
    without_harmless_differences,
)
from faithsieve.verify.gate.solver_probes import BY_CONTRADICTION, SolverProbes
from faithsieve.verify.gate.text_probes import (
    claim_formula,
    comparable,
    context_formulas,
    is_claim,
    is_mentioned,
    text_findings,
)
from faithsieve.verify.links import common_name
from faithsieve.verify.statement_parts import (
    OPENED,
    Variable,
    conjunct_texts,
    opened_parts,
    parse_signature,
)

# A probe is a guess at something simple: a second of search.
_HEARTBEATS = 4_000
# What is said about a power, product or quotient of letters and is no equation, and numbers that
# there are and need not be whole.
_OF_PRODUCTS = re.compile(
    r"(?=.*(?:\^|[^\W\d]\w* \* [^\W\d]|/ [^\W\d]))(?:[^=→↔]*$|∃|[^→↔]*∨[^→↔]*$)"
    r"|∃[^,:]*:\s*(?!ℕ|ℤ|Nat\b|Int\b)\w+,"
)
_DISTANCE = re.compile(r"√|\|[^|]*[-+*/][^|]*\|")
_VACUOUS = DriftCategory.VACUOUS_OR_TRIVIALIZED
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
# Right at least 49 times in 50 on our own pairs (``python -m bench gate``), but not on those of
# strangers at first sight (docs/verify.md) nor on statements of real proofs, where a definition is
# written out; so they decide alone only where there is no checker to answer them.
_PRECISE = frozenset(
    {
        "another_claim",
        "assumes_target",
        "changed_numeral",
        "changed_quantifiers",
        "changed_relation",
        "contradicts_context",
        "empty_part",
        "invented_numeral",
        "missing_premise",
        "narrowed_type",
        "no_solution",
    }
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
    found = [*text_findings(comparable(opened))]
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
    parts = opened_parts(candidate.parts, candidate.frozen.type_text)
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
        self.solver = SolverProbes(candidate, judge)

    @cached_property
    def models(self) -> tuple[Witness, ...]:
        """Points at which all hypotheses hold, as far as search finds one."""
        return find_models(self.c.parts) or find_models(self.c.parts, with_roots=True)

    async def findings(self) -> AsyncIterator[ProbeFinding]:
        for probe in (
            self._contradictory,
            self.solver.context_finding,
            self._other_claim,
            self._rational,
            self._needless,
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
            c.obligation.kind is ObligationKind.BRANCH_ELIMINATION
            or c.frozen.concludes_false
            or any(BY_CONTRADICTION.search(p.text) for p in c.obligation.premises)
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
        if proof is None and await self.solver.have_no_model():
            return c.finding("no_solution", _VACUOUS, "no numbers satisfy all hypotheses")
        if proof is None:
            return None
        detail = "the hypotheses prove False"
        return c.finding("contradictory_hypotheses", _VACUOUS, detail, proof.digest)

    async def _other_claim(self) -> ProbeFinding | None:
        """Report that the conclusion fails at numbers where claim and context hold."""
        c = comparable(self.c)
        claim = claim_formula(c)
        if claim is None or is_claim(c) or "∃" in c.parts.conclusion:
            return None
        context = context_formulas(c, in_full=False)
        found = next(iter(find_witnesses(c.parts, extra=(claim, *context))), None)
        if found is None:
            return None
        detail = f"{c.parts.conclusion} fails at {found.text}, where {c.claim_text.strip()} holds"
        return c.finding("another_claim", DriftCategory.WRONG_OBJECTS, detail)

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
        """Report a part of the conclusion that says nothing: Lean proves it without hypotheses."""
        c = self.c
        if c.obligation.kind in _TAUTOLOGIES:
            return None
        attempts = (attempt for attempt in emptiness_attempts(c) if attempt[-1])
        for name, text, bodies in sorted(attempts, key=lambda attempt: attempt[0] != SHOWN):
            frozen = await self._only(text, self.conditions)
            proof = await self._accepted(frozen, bodies, Polarity.CLAIM) if frozen else None
            if proof:
                detail = f"{text} holds without any hypothesis"
                return c.finding(name, _VACUOUS, detail, proof.digest)
        compared = comparable(c)
        is_other = any(found.name == "changed_claim" for found in text_findings(compared))
        has_premises = len(c.parts.hypotheses) > len(self.domains)
        is_about = bool(letters_of(c.parts.conclusion, c.parts) or c.parts.quantifiers)
        is_unread = has_premises and is_about and not (is_claim(compared) or is_mentioned(compared))
        found = None
        if is_other or is_unread:
            found = await self._holds_by_itself(is_read=is_other)
        if found is None and not is_claim(compared) and _OF_PRODUCTS.match(c.parts.conclusion):
            return await self._holds_of_anything()
        return found

    async def _holds_of_anything(self) -> ProbeFinding | None:
        """Report a conclusion that holds whatever its products and powers are."""
        c = self.c
        if not await self.solver.follows(c.parts.conclusion, self.conditions, with_products=False):
            return None
        detail = f"{c.parts.conclusion} holds whatever its products and powers are"
        return c.finding(SUSPECTED, _VACUOUS, detail)

    async def _holds_by_itself(self, *, is_read: bool) -> ProbeFinding | None:
        """Report a conclusion that is not the claim and can be proved without hypotheses.

        Args:
            is_read: Whether the claim was read, and is another.
        """
        c = self.c
        restated = is_read and await self._accepted(c.frozen, RESTATED, Polarity.CLAIM)
        if restated:
            detail = f"{c.parts.conclusion} is another claim and repeats hypotheses"
            return c.finding(SUSPECTED, _VACUOUS, detail, restated.digest)
        frozen = await self._only(c.parts.conclusion, self.conditions)
        parts = parse_signature(frozen.text) if frozen else None
        if frozen is None or parts is None:
            return None
        proof = await self.automation.prove(frozen, parts)
        if proof is None:
            bodies = (*DIVISORS, *any_witness(c.parts.conclusion, c.parts), WELL_KNOWN)
            bounded = await self._only(c.parts.conclusion, self.domains) or frozen
            proof = await self._accepted(bounded, bodies, Polarity.CLAIM)
        if proof is None and not await self.solver.follows(c.parts.conclusion, self.conditions):
            return None
        detail = f"{c.parts.conclusion} is another claim and needs no more than bounds of letters"
        return c.finding(SUSPECTED, _VACUOUS, detail, proof.digest if proof else None)

    async def _assumed(self) -> ProbeFinding | None:
        """Report a hypothesis that no text grants and that is the conclusion in some form."""
        c = self.c
        if assumes_commutativity(c) and await self._follows(c.parts.conclusion, frozenset()):
            detail = "no text says commutative, and the structure is"
            return c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail)
        if text := await self._said_by_definition():
            detail = f"the hypothesis {text} says it in other words"
            return c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail)
        suspects = tuple(ungranted_hypotheses(c))
        for piece in conjunct_texts(c.parts.conclusion) if suspects else ():
            if found := await self._assumed_piece(piece, suspects):
                text, proof = found
                detail = f"the hypothesis {text} says it, and no text grants it"
                return c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail, proof)
        return None

    async def _said_by_definition(self) -> str:
        """Return a hypothesis from which the conclusion is read off.

        One that code cannot read and that proves it alone, though there are others, or the laws
        among these; one in words or letters of its own, alone or where the others do not.
        """
        parts = self.c.parts
        names = frozenset(h.names[0] for h in parts.hypotheses)
        own = {h.names[0] for h in unworded_hypotheses(self.c)}
        pairs = zip(parts.hypotheses, parts.hypothesis_formulas, strict=True)
        described = described_laws(self.c)
        untold = [h for h, f in pairs if f is None or h.names[0] in described]
        unread = [h for h in untold if not h.names[0].startswith(OPENED)]
        for h in parts.hypotheses:
            name, is_unread = h.names[0], h in unread
            is_one_of_many = is_unread and len(names) > 1
            bodies = defining_bodies(name, parts) if name in own or is_one_of_many else ()
            bodies += BY_LOGIC if is_one_of_many else ()
            if await self._proves_alone(frozenset({name}), bodies):
                return h.type
            if name in own and name not in described and is_unread and await self._is_missed(h):
                return h.type
        laws = [h for h in unread if "∀" in h.type]
        group = frozenset(h.names[0] for h in laws)
        if 1 < len(group) < len(names) and await self._proves_alone(group, BY_LOGIC):
            return " and ".join(h.type for h in laws)
        return ""

    async def _proves_alone(self, names: frozenset[str], bodies: tuple[str, ...]) -> bool:
        """Return whether some hypotheses prove the conclusion, and nothing does not."""
        conclusion = self.c.parts.conclusion
        frozen = await self._only(conclusion, names) if bodies else None
        proof = frozen and await self._accepted(frozen, bodies, Polarity.CLAIM)
        return bool(proof) and not await self._follows(conclusion, frozenset())

    async def _is_missed(self, hypothesis: Binder) -> bool:
        """Return whether the conclusion follows by logic, and no longer without a hypothesis."""
        parts = self.c.parts
        names = frozenset(h.names[0] for h in parts.hypotheses)
        others = await self._only(parts.conclusion, names - {hypothesis.names[0]})
        # What a textbook says of a property is no other word for it.
        is_property = re.fullmatch(r"[\w.]+(?: [\w.]+)*", hypothesis.type)
        for body in BY_LOGIC[:2] if is_property else BY_LOGIC:
            proof = await self._accepted(self.c.frozen, (body,), Polarity.CLAIM)
            if proof and others and not await self._accepted(others, (body,), Polarity.CLAIM):
                return True
        return False

    async def _assumed_piece(
        self, piece: str, suspects: tuple[Suspect, ...]
    ) -> tuple[str, Digest] | None:
        """Return what assumes a part of the conclusion, and Lean's proof of that part from it.

        Either it follows by logic alone, or it is as much as all that follows from a hypothesis.
        """
        parts = self.c.parts
        names = frozenset(h.names[0] for h in parts.hypotheses)
        if len(parts.instances) > len(parts.ordered_fields) and len(names - self.domains) == 1:
            # In a structure more is known than the one thing that is assumed.
            return None
        for suspect in suspects:
            for attempt in (self._by_logic, self._by_itself, self._says_so_somewhere):
                if proof := await attempt(piece, suspect, suspects):
                    return suspect.text, proof
        harmless = self.domains - {s.name for s in suspects}
        # The step of an induction leads back as well; where it cannot be read, it is not compared.
        # What speaks of letters that the conclusion has not cannot follow from it, and a distance
        # or a root that it has not is an equation to be solved.
        letters = {*letters_of(piece, parts), *self.definitions.values()}
        known = [
            s
            for s in suspects
            if (s.formula or s.bound)
            and set(letters_of(s.text, parts)) <= letters
            and not (_DISTANCE.search(s.text) and not set("|√") & set(piece))
        ]
        implied = [s for s in known if await self._follows_from(piece, s, harmless)]
        if not implied:
            return None
        frozen = await self._only(piece, harmless.union(s.name for s in implied))
        bodies = instance_bodies(implied, piece, parts)
        shown = await self._accepted(frozen, bodies, Polarity.CLAIM) if frozen else None
        if shown is None or await self._follows(piece, harmless):
            return None
        return " and ".join(s.text for s in implied), shown.digest

    async def _by_logic(
        self, piece: str, suspect: Suspect, suspects: tuple[Suspect, ...]
    ) -> Digest | None:
        """Return a proof of a part of the conclusion that computes nothing and needs a suspect."""
        parts = self.c.parts
        bodies = logic_bodies(suspect, piece, parts)
        is_read = suspect.formula is not None or bool(suspect.bound)
        if not bodies or not is_read or suspect.name.startswith(OPENED):
            return None
        names = frozenset(h.names[0] for h in parts.hypotheses)
        told = {s.name for s in suspects if s.links and not has_own_letter(s, self.c)}
        others = names - told | self.domains
        frozen = await self._only(piece, others | {suspect.name})
        proof = await self._accepted(frozen, bodies, Polarity.CLAIM) if frozen else None
        without = proof and await self._only(piece, others - {suspect.name})
        if without and await self._accepted(without, bodies[:1], Polarity.CLAIM):
            return None
        return proof.digest if proof else None

    async def _by_itself(
        self, piece: str, suspect: Suspect, suspects: tuple[Suspect, ...]
    ) -> Digest | None:
        """Return a proof of a part of the conclusion from a suspect and nothing that a text says.

        Where the statement has nothing else, the suspect may be what an unread line says.
        """
        c = self.c
        names = frozenset(h.names[0] for h in c.parts.hypotheses)
        harmless = self.domains - {suspect.name}
        is_unread = suspect.formula is None and not suspect.bound
        is_plain = isinstance(suspect.formula, Holds) or suspect.name in self.domains
        if is_unread or is_plain:
            return None
        if is_target(suspect, c):
            return c.frozen.type_digest
        spoken = frozenset[str]().union(*map(letters_in, c.texts))
        is_own = bool(suspect.bound) and not spoken & {*map(common_name, suspect.bound)}
        if not is_own and not names - harmless - {suspect.name}:
            return None
        if set("→↔") & set(suspect.text) and not suspect.bound:
            others = names - {suspect.name}
            is_needed = not await self.solver.follows(piece, others, with_products=False)
            if is_needed and await self.solver.follows(piece, names, with_products=False):
                return c.frozen.type_digest
        # All that one hypothesis says; a conjunct alone may be half of it.
        parts = [s.text for s in suspects if s.name == suspect.name]
        given = " ∧ ".join(f"({text})" for text in parts) if parts[1:] else suspect.text
        frozen = await self._only(piece, harmless, given=given)
        without = await self._only(piece, harmless)
        if frozen is None or without is None:
            return None
        named = suspect._replace(name="claimed", term="claimed")
        proof = await self._proved(frozen) or await self._accepted(
            frozen, (*instance_bodies((named,), piece, c.parts), WELL_KNOWN), Polarity.CLAIM
        )
        if proof is None and not await self.solver.follows(piece, harmless, given=given):
            return None
        if await self._proved(without) or await self.solver.follows(piece, harmless):
            return None
        return proof.digest if proof else c.frozen.type_digest

    async def _proved(self, frozen: FrozenStatement) -> ProofJudgement | None:
        parts = parse_signature(frozen.text)
        return await self.automation.prove(frozen, parts) if parts else None

    async def _says_so_somewhere(
        self, piece: str, suspect: Suspect, suspects: tuple[Suspect, ...]
    ) -> Digest | None:
        """Return a proof of a part of the conclusion from what an implication leads to."""
        said = suspect.text.rpartition("→")[2]
        if suspect.bound or said == suspect.text or self.c.worded.conditions:
            return None
        back = await self._only(said, frozenset(), given=piece)
        if back is None or not await self._accepted(back, ("grind", "omega"), Polarity.CLAIM):
            return None
        frozen = await self._only(piece, frozenset(), given=said)
        proof = await self._accepted(frozen, ("grind", "omega"), Polarity.CLAIM) if frozen else None
        return proof.digest if proof else None

    async def _follows_from(self, piece: str, suspect: Suspect, others: frozenset[str]) -> bool:
        """Return whether a hypothesis is no more than what a part of the conclusion says."""
        parts = self.c.parts
        claimed = claim_as_hypothesis(suspect, piece, parts)
        back = await self._only(with_fresh_letters(suspect), others, given=claimed)
        if back is None:
            return False
        bodies = returning_bodies(suspect, piece, parts)
        proof = await self._accepted(back, bodies, Polarity.CLAIM)
        if proof is None and suspect.text.startswith("∃"):
            stated = parse_signature(back.text)
            proof = await self.automation.prove(back, stated) if stated else None
        return proof is not None

    @cached_property
    def conditions(self) -> frozenset[str]:
        """Hypotheses that stood in the conclusion before it was opened."""
        names = (h.names[0] for h in self.c.parts.hypotheses)
        return frozenset(name for name in names if name.startswith(OPENED))

    @cached_property
    def domains(self) -> frozenset[str]:
        """The hypotheses that only bound letters, and conditions of the conclusion itself."""
        parts = self.c.parts
        pairs = zip(parts.hypotheses, parts.hypothesis_formulas, strict=True)
        bounds = (h.names[0] for h, f in pairs if f is not None and is_domain(f))
        return self.conditions.union(bounds)

    @cached_property
    def definitions(self) -> dict[str, Variable]:
        """The hypotheses that name a term in the conclusion's letters, each with its letter."""
        parts = self.c.parts
        letters = set(letters_of(parts.conclusion, parts))
        return {
            h.names[0]: variable
            for variable in set(parts.variables) - letters
            for h in parts.hypotheses
            if h.type.startswith(f"{variable.name} = ") and letters & {*letters_of(h.type, parts)}
        }

    async def _follows(self, conclusion: str, names: frozenset[str]) -> bool:
        """Return whether a conclusion needs no more than some harmless hypotheses."""
        frozen = await self._only(conclusion, names)
        return bool(frozen and await self._accepted(frozen, ("grind", "omega"), Polarity.CLAIM))

    async def _only(
        self, conclusion: str, names: frozenset[str], *, given: str = ""
    ) -> FrozenStatement | None:
        """Freeze a conclusion with some of the hypotheses, and one more."""
        parts = self.c.parts
        left_out = frozenset(h.names[0] for h in parts.hypotheses) - names
        text = parts.with_conclusion(conclusion, without=left_out)
        if given:
            binders = parts.with_conclusion("", without=left_out).removesuffix(" :")
            text = f"{binders} (claimed : {given}) : {conclusion}"
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
        # In ``∑ k ∈ Finset.Icc 1 n, (2 * k - 1)`` nothing is cut off.
        whole = without_harmless_differences(c.parts.text)
        frozen = c.frozen
        if whole != c.parts.text:
            changed = await self.judge.freeze(whole, timeout_s=self.settings.lean_seconds)
            frozen = changed if isinstance(changed, FrozenStatement) else frozen
        probe = await self.judge.probe(frozen)
        if not probe.findings:
            return None
        codes = ", ".join(sorted({f.code for f in probe.findings}))
        detail = f"{codes}: the operation means something else on paper"
        return c.finding("truncating_operation", DriftCategory.WRONG_OBJECTS, detail)

    async def _accepted(
        self, frozen: FrozenStatement, bodies: tuple[str, ...], polarity: Polarity
    ) -> ProofJudgement | None:
        judged = await self.judge.judge_first(
            frozen,
            bodies,
            polarity=polarity,
            timeout_s=self.settings.lean_seconds,
            heartbeats=_HEARTBEATS,
        )
        return accepted_proof(judged, frozen, polarity)
