"""The statement loop: write, compile, gate, revise, within a budget (paper §4.2, algorithm 2).

A model is asked for several statements at once; Lean's complaint about one, or the gate's, goes
into the next question, and a changed statement is frozen and scored anew. What leaves this module
has been frozen and gated, and nothing later may change it.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

from faithsieve.errors import InputError, ReplyFormatError
from faithsieve.lean.signature import read_signature
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.faithfulness import EvidenceDirection, FaithfulnessReport
from faithsieve.records.lean import FrozenStatement, RefusedStatement, SoundnessLayer
from faithsieve.records.obligation import Obligation
from faithsieve.verify.gate.decision import GateOutcome, gate_statement
from faithsieve.verify.obligations import (
    DOUBT,
    may_claim_nothing,
    shared_context,
    usable_premises,
)
from faithsieve.verify.shared_calls import EvaluationTools, Form, Numbered, valid_or_none
from faithsieve.verify.statement_parts import StatementParts

PROMPT = "verify/statement"
MAX_STATEMENT_CHARACTERS = 4000
_MOST_CANDIDATES = 4
"""Statements of one reply that are tried."""


class StatementReply(Record):
    """What the model offers."""

    statements: tuple[str, ...]
    """Signatures, the most literal first."""
    equation: str
    """A purely numeric claim as plain mathematics, or empty."""
    obstacle: str
    """Why it cannot be stated, or empty."""


class StatementEntry(StatementReply, Numbered):
    """What the model offers for one of several claims."""


class StatementSheet(Record):
    """What the model offers for several claims."""

    answers: tuple[Annotated[StatementEntry | None, valid_or_none(StatementEntry)], ...]
    """One each; None where it cannot be read."""


class StatementQuestion(NamedTuple):
    """A claim to state, and what was wrong with earlier statements of it."""

    obligation: Obligation
    findings: str


class GatedStatement(Record):
    """A statement that compiled and passed the gate; from here on it is fixed."""

    frozen: FrozenStatement
    """As Lean understood it."""
    report: FaithfulnessReport
    """The gate's report."""
    artifacts: tuple[Digest, ...] = ()
    """Calls and checks behind it."""
    tried: int = 1
    """Statements tried."""

    @cached_property
    def parts(self) -> StatementParts:
        """The same, taken apart."""
        return StatementParts(frozen=self.frozen)


class NumericClaim(Record):
    """The model says the obligation is a claim about numbers only."""

    equation: str
    """The claim."""
    artifacts: tuple[Digest, ...] = ()
    """The call."""


class NoStatement(Record):
    """No usable statement was found."""

    reason: InconclusiveReason
    """Which exit was taken."""
    detail: str
    """What happened, in words."""
    failed_gate: GateOutcome | None = None
    """Why the last statement did not count, where the gate turned it away."""
    artifacts: tuple[Digest, ...] = ()
    """Calls and checks made."""
    tried: int = 0
    """Statements tried."""


StatementOutcome = GatedStatement | NumericClaim | NoStatement


def plain_signature(text: str) -> str:
    """Strip code fences, a theorem name and a missing proof from a signature."""
    bare = text.strip()
    bare = re.sub(r"^```(?:lean4?)?\s*|\s*```$", "", bare)
    bare = re.sub(r"^(?:theorem|lemma)\s+[\w.'«»]+\s*|^example\s*", "", bare)
    bare = re.sub(r"\s*:=\s*(?:by\s*)?(?:sorry)?\s*$", "", bare)
    # A claim about nothing but numbers needs no binders, and models leave the colon out.
    return f": {bare}" if not _is_signature(bare) and _CLAIM.search(bare) else bare


def _is_signature(text: str) -> bool:
    try:
        read_signature(text)
    except InputError:
        return False
    return True


_CLAIM = re.compile(r"^[∀∃¬]|[=<>≤≥≠∣≡]")


def _written(questions: Sequence[StatementQuestion], problem: str) -> RenderedPrompt:
    context = shared_context([question.obligation for question in questions])
    claims = "\n".join(describe_claim(n, *asked) for n, asked in enumerate(questions, start=1))
    return render(
        PROMPT,
        problem=problem,
        context=context,
        claims=claims,
        is_single=len(questions) == 1,
    )


def describe_claim(number: int, obligation: Obligation, findings: str) -> str:
    """Describe one claim: its number and kind, what it may use, the sentence it stands in."""
    lines = [f"[{number}] {obligation.kind.value}, may use {usable_premises(obligation)}"]
    if obligation.source not in obligation.statement:
        lines.append(f"  sentence: {obligation.source}")
    lines.append(f"  claim: {obligation.statement}")
    if obligation.objection:
        lines.append(f"  a reviewer objects: {' '.join(obligation.objection.split())}")
    if findings:
        lines.append("  an earlier statement was not usable; mend this, or drop a hypothesis:")
        lines += [f"    {line}" for line in findings.splitlines()]
    return "\n".join(lines)


def _obstacle_reason(obstacle: str, obligation: Obligation) -> InconclusiveReason:
    said = obstacle.strip().lower()
    if not said:
        return InconclusiveReason.NO_STATEMENT
    if said.startswith("no claim:") and may_claim_nothing(obligation):
        return InconclusiveReason.NO_CLAIM
    return InconclusiveReason.OUT_OF_SCOPE


class StatementSearch:
    """The search for a gated statement of one obligation."""

    def __init__(self, obligation: Obligation, tools: EvaluationTools) -> None:
        self.obligation = obligation
        self.tools = tools
        self.settings = tools.settings
        self.complaints: list[str] = []
        self.seen: set[str] = set()
        self.artifacts: list[Digest] = []
        self.failed: GateOutcome | None = None
        self.refused: RefusedStatement | None = None
        self.one_sided: GatedStatement | None = None

    async def run(self) -> StatementOutcome:
        """Find a statement, a numeric claim, or a typed reason why there is none.

        A statement that counts in one direction only is taken where no faithful one is found.
        """
        found = await self._rounds()
        if found is None or isinstance(found, NoStatement):
            return self.one_sided or found or self._given_up()
        return found

    async def restate(self, gated: GatedStatement, why: str) -> GatedStatement | None:
        """Ask once for another statement of a claim of which one was neither proved nor refuted."""
        # How many bodies failed depends on the machine's load, and must not be in a question.
        found_out, _, thought = why.partition("; the model thinks")
        counted = found_out if found_out.startswith("proved") else "no proof was found"
        reason = f"the prover thinks{thought[:300]}" if thought else counted
        self.complaints = [
            f"{gated.frozen.text}\n  neither proved nor refuted ({reason}): state the same "
            "claim in another form, with what it needs and over the numbers the text means"
        ]
        found = await self._round()
        return found if isinstance(found, GatedStatement) else None

    async def _rounds(self) -> StatementOutcome | None:
        for _ in range(self.settings.statement_rounds):
            if (found := await self._round()) is not None:
                return found
        return None

    async def _round(self) -> StatementOutcome | None:
        """Ask the model once and try its statements; None if all failed and a round may help."""
        try:
            reply = await self._ask()
        except ReplyFormatError as error:
            return self._none(InconclusiveReason.NO_STATEMENT, f"the reply was unreadable: {error}")
        if reply.equation.strip() and not any(text.strip() for text in reply.statements):
            return NumericClaim(equation=reply.equation, artifacts=tuple(self.artifacts))
        offered = [plain_signature(text) for text in reply.statements if text.strip()]
        if not offered:
            words = reply.obstacle.strip() or "the model offered no statement and no reason"
            return self._none(_obstacle_reason(reply.obstacle, self.obligation), words)
        fresh = [text for text in offered if text not in self.seen]
        for text in fresh[:_MOST_CANDIDATES]:
            if found := await self._try(text):
                return found
        # The same statements again: another round would only repeat itself.
        return None if fresh else self._given_up()

    async def _ask(self) -> StatementReply:
        tools = self.tools
        form: Form[StatementQuestion, StatementReply] = Form(
            stage="verify.statement",
            reply=StatementReply,
            sheet=StatementSheet,
            write=lambda questions: _written(questions, tools.problem),
            decoding=tools.decoding.statement,
        )
        question = StatementQuestion(self.obligation, "\n".join(self.complaints[-6:]))
        answer = await tools.caller.ask(form, question)
        self.artifacts.append(answer.key)
        return answer.record

    async def _try(self, text: str) -> GatedStatement | None:
        """Parse, freeze and gate one statement; None when it may not count as it is."""
        self.seen.add(text)
        if len(text) > MAX_STATEMENT_CHARACTERS or not _is_signature(text):
            self.complaints.append(f"{text[:300]}\n  is not one signature 'binders : claim'")
            return None
        frozen = await self._freeze(text)
        if isinstance(frozen, RefusedStatement):
            self.refused = frozen
            self.complaints.append(f"{text}\n  Lean: {frozen.reason}: {frozen.detail[:600]}")
            return None
        outcome = await gate_statement(self.obligation, frozen, self.tools)
        self.artifacts += outcome.artifacts
        if outcome.report is not None and outcome.direction is not EvidenceDirection.NEITHER:
            gated = GatedStatement(
                frozen=frozen,
                report=outcome.report,
                artifacts=tuple(self.artifacts),
                tried=len(self.seen),
            )
            if outcome.is_faithful or self._is_wanted(outcome.direction):
                return gated
            self.one_sided = self.one_sided or gated
        self.failed = outcome
        self.complaints.append(f"{text}\n  gate: {outcome.complaint}")
        return None

    async def _freeze(self, text: str) -> FrozenStatement | RefusedStatement:
        return await self.tools.judge.freeze(text, timeout_s=self.settings.lean_seconds)

    def _is_wanted(self, direction: EvidenceDirection) -> bool:
        """Return whether a one-sided statement counts in the direction the suspicion suggests."""
        is_doubtful = self.obligation.suspicion >= DOUBT
        return direction is (
            EvidenceDirection.REFUTATION if is_doubtful else EvidenceDirection.SUPPORT
        )

    def _given_up(self) -> NoStatement:
        if self.failed is not None:
            return self._none(InconclusiveReason.GATE_FAILED, self.failed.complaint)
        if self.refused is not None:
            reason = InconclusiveReason.COMPILE_FAILED
            if self.refused.layer is SoundnessLayer.BACKEND:
                reason = InconclusiveReason.PROOF_TIMEOUT
            return self._none(reason, f"{self.refused.reason}: {self.refused.detail}")
        if self.complaints:
            return self._none(InconclusiveReason.COMPILE_FAILED, self.complaints[-1])
        return self._none(InconclusiveReason.NO_STATEMENT, "no statement was asked for")

    def _none(self, reason: InconclusiveReason, detail: str) -> NoStatement:
        return NoStatement(
            reason=reason,
            detail=detail[:2000],
            failed_gate=self.failed if reason is InconclusiveReason.GATE_FAILED else None,
            artifacts=tuple(self.artifacts),
            tried=len(self.seen),
        )
