"""The proof loop: prove the gated claim, or refute it, or say why neither (paper app. C.3).

Automation and counterexample search come before any model call. The suspicion prior decides which
side is tried first. For a frozen ``∀ x, H x → C x`` the judge builds the goals of a refutation: a
proof of ``∃ x, H x ∧ ¬ C x`` says *not entailed*, one of ``∀ x, H x → ¬ C x`` *contradicted* where
the context itself is not absurd. The statement is fixed: every judgement that is used must be about
its digest, whatever the model wrote.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from faithsieve.errors import ReplyFormatError
from faithsieve.lean.judges import HEARTBEATS_PER_SECOND, AccountedJudge
from faithsieve.lean.name_hints import names_about
from faithsieve.lean.signature import goal_parts
from faithsieve.lean.work_time import Purpose, asked_for
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import InconclusiveReason, RefutationForm, Route
from faithsieve.records.lean import (
    ModelPart,
    Polarity,
    ProofJudgement,
)
from faithsieve.records.obligation import Obligation
from faithsieve.verify.automation import Automation, first_accepted, is_evidence, is_quarantined
from faithsieve.verify.counterexamples import (
    Witness,
    counterexample_body,
    find_models,
    find_witnesses,
    named_witnesses,
)
from faithsieve.verify.obligations import DOUBT, shared_context
from faithsieve.verify.settle import (
    Counterexample,
    decided_counterexample,
    finite_counterexample,
)
from faithsieve.verify.shared_calls import EvaluationTools, Form, Numbered, valid_or_none
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts, freeze_parts

PROMPT = "verify/proof"
MAX_BODY_CHARACTERS = 8000


class ProofReply(Record):
    """Proof bodies the model offers."""

    bodies: tuple[str, ...]
    """Tactics, without the statement."""
    opposite: tuple[str, ...] = ()
    """Tactics for the opposite goal, where one was shown."""
    false_because: str = ""
    """Why the goal cannot be proved, when the model thinks so; recorded, never believed."""


class ProofEntry(ProofReply, Numbered):
    """What the model offers for one of several goals."""


class ProofSheet(Record):
    """What the model offers for several goals."""

    answers: tuple[Annotated[ProofEntry | None, valid_or_none(ProofEntry)], ...]
    """One each; None where it cannot be read."""


class ProofQuestion(NamedTuple):
    """A goal, the claim of the proof that it comes from, and how earlier bodies failed."""

    goal: str
    obligation: Obligation | None = None
    findings: str = ""
    opposite: str = ""
    """The goal of the other side, of a claim that somebody doubts."""
    names: tuple[str, ...] = ()
    """Fields and lemmas that the library has about the goal's definitions."""


class Proved(Record):
    """The claim was proved."""

    judgement: ProofJudgement
    """The accepted proof."""
    route: Route
    """What found it."""


class Disproved(Record):
    """A refutation was proved and counts."""

    judgement: ProofJudgement
    """The accepted proof of the refutation."""
    form: RefutationForm
    """What it shows."""
    route: Route
    """What found it."""
    witness: str = ""
    """The point, where there is one."""
    model: tuple[ModelPart, ...] = ()
    """The tables of a finite structure, where the point is one."""
    context: str = ""
    """What is known about the context's consistency, in words."""


class Unsettled(Record):
    """Neither side was proved, or both."""

    reason: InconclusiveReason
    """Which exit was taken."""
    detail: str
    """What happened, in words."""
    artifacts: tuple[Digest, ...] = ()
    """Judgements worth keeping: for a quarantine, the proofs of both sides that were accepted."""


Settled = Proved | Disproved | Unsettled
Branch = Literal["claim", "refutation"]
# That the claim fails wherever the context holds is seldom so, and automation tried it.
_POLARITIES = {"claim": Polarity.CLAIM, "refutation": Polarity.COUNTEREXAMPLE}


class ProofSearch:
    """Searches a proof or a refutation of one frozen statement, in the directions that count."""

    def __init__(
        self,
        gated: GatedStatement,
        tools: EvaluationTools,
        *,
        suspicion: float,
        obligation: Obligation | None = None,
    ) -> None:
        self.frozen = gated.frozen
        self.parts = gated.parts
        self.report = gated.report
        self.suspicion = suspicion
        self.obligation = obligation
        self.tools = tools
        # Counts heartbeats as they are stored: a replay, or a busy machine, is late where a run
        # on a quiet one was.
        self.judge = AccountedJudge(tools.judge)
        self.settings = tools.settings
        self.budget = round(self.settings.proof_seconds * HEARTBEATS_PER_SECOND)
        # A third for each side, so that something is left for the model's bodies.
        self.automation = Automation(
            self.judge, timeout_s=self.settings.lean_seconds, budget=self.budget // 3
        )
        self.bodies = 0
        self.calls: list[Digest] = []
        self.failures: dict[Polarity, tuple[ProofJudgement, ...]] = {}
        """How the last bodies for each goal failed."""
        self.called_false: dict[Branch, str] = {}

    @property
    def attempts(self) -> int:
        """The number of proof bodies tried so far."""
        return self.automation.tried + self.bodies

    @property
    def is_late(self) -> bool:
        """Whether the heartbeats of this search are used up."""
        return self.judge.spent >= self.budget

    @property
    def _is_doubtful(self) -> bool:
        return self.suspicion >= DOUBT

    @property
    def _is_doubted(self) -> bool:
        """Whether somebody objects to the claim, so that a refutation is worth a search."""
        return self._is_doubtful or bool(self.obligation and self.obligation.objection)

    @property
    def order(self) -> tuple[Branch, ...]:
        """The sides that count, in order; a doubtful claim is refuted first."""
        sides: tuple[Branch, ...] = ("claim", "refutation")
        if self._is_doubtful:
            sides = ("refutation", "claim")
        counts = {"claim": self.report.may_support, "refutation": self.report.may_refute}
        return tuple(side for side in sides if counts[side])

    async def run(self) -> Settled:
        """Settle the statement, or say why it stays open."""
        found: Proved | Disproved | None = None
        obligation = self.obligation
        if self.report.may_refute:
            hints = f"{obligation.counterexample}; {obligation.objection}" if obligation else ""
            named = named_witnesses(self.parts, hints)
            found = await self._by_witness((*named, *find_witnesses(self.parts)))
            found = found or self._by_search(await decided_counterexample(self.parts, self.judge))
        for branch in self.order if found is None else ():
            found = await self._automatic(branch)
            if found is not None or self.is_late:
                break
        if found is None and self.report.may_refute and not self.is_late:
            found = self._by_search(await finite_counterexample(self.parts, self.judge))
        if found is None and not self.is_late and await self._is_true_one_sided():
            return Unsettled(
                reason=InconclusiveReason.GATE_FAILED,
                detail="the statement is true, and a proof of it says nothing about the claim",
            )
        if found is None and not self.is_late:
            found = await self._by_model()
        if found is None:
            return self._open()
        return await self._checked(found)

    # Code.

    async def _is_true_one_sided(self) -> bool:
        """Return whether automation proves a claim of which only a refutation would count."""
        if self.report.may_support or not self.settings.proof_rounds:
            return False
        return await self.automation.prove(self.parts) is not None

    async def _by_witness(self, witnesses: Sequence[Witness]) -> Disproved | None:
        """Check proposed counterexamples with Lean, then whether the claim fails everywhere."""
        for witness in witnesses:
            body = counterexample_body(self.parts, witness)
            judgement = await self._judged((body,), Polarity.COUNTEREXAMPLE)
            if judgement is not None:
                weak = self._disproved(judgement, Route.SEARCH, witness.text)
                return await self._everywhere(weak) or weak
        return None

    def _by_search(self, found: Counterexample | None) -> Disproved | None:
        if found is None:
            return None
        disproved = self._disproved(found.judgement, Route.SEARCH, found.text)
        return disproved.changed(model=found.model.parts if found.model else ())

    async def _everywhere(self, weak: Disproved) -> Disproved | None:
        """Try to prove that the claim fails everywhere; None if it may hold somewhere."""
        if self._cannot_contradict:
            return None
        # Without variables and hypotheses it is the same goal.
        extra = () if self.frozen.binders else (weak.judgement.body,)
        judgement = await self.automation.contradict(self.parts, extra=extra)
        if judgement is None:
            return None
        return Disproved(
            judgement=judgement,
            form=RefutationForm.CONTRADICTED,
            route=Route.AUTOMATION,
            witness=weak.witness,
            context=f"the context holds at {weak.witness}" if weak.witness else "no context",
        )

    @property
    def _cannot_contradict(self) -> bool:
        """Whether a contradiction is meaningless, or impossible: the claim holds at some point."""
        return self.frozen.concludes_false or bool(
            find_models(self.parts, extra=(self.parts.claim_tree,))
        )

    async def _automatic(self, branch: Branch) -> Proved | Disproved | None:
        if branch == "claim":
            judgement = await self.automation.prove(self.parts)
            return Proved(judgement=judgement, route=Route.AUTOMATION) if judgement else None
        if self._cannot_contradict:
            return None
        # Evaluation found no point at which the claim fails, or none to evaluate it at.
        judgement = await self.automation.contradict(self.parts, is_doubted=self._is_doubted)
        return self._disproved(judgement, Route.AUTOMATION) if judgement else None

    async def _judged(self, bodies: Iterable[str], polarity: Polarity) -> ProofJudgement | None:
        """Judge proof bodies; return the accepted proof, and record errors for the next prompt."""
        # The same for every round: what ran out of a smaller share would be mended in vain.
        share = max(self.budget // 3, 1)
        left = max(self.budget - self.judge.spent, share)
        judgements = await self.judge.judge_first(
            self.frozen,
            tuple(bodies),
            polarity=polarity,
            timeout_s=self.settings.lean_seconds,
            # One body that never ends must not take the share of the others.
            heartbeats=share,
            budget=left,
        )
        self.bodies += len(judgements)
        self.automation.both_proved |= is_quarantined(judgements)
        for judgement in judgements:
            if is_evidence(judgement, self.frozen, polarity):
                return judgement
        self.failures[polarity] = tuple(judgements)
        return None

    def _disproved(self, judgement: ProofJudgement, route: Route, witness: str = "") -> Disproved:
        is_everywhere = judgement.polarity is Polarity.CONTRADICTION
        form = RefutationForm.CONTRADICTED if is_everywhere else RefutationForm.NOT_ENTAILED
        return Disproved(judgement=judgement, form=form, route=route, witness=witness)

    # Both sides proved, or a context that proves everything.

    async def _checked(self, found: Proved | Disproved) -> Settled:
        """Return a result only if it counts: a contradiction only if the context is not absurd."""
        if isinstance(found, Proved):
            return await self._unless_vacuous(found)
        if found.form is not RefutationForm.CONTRADICTED:
            return found
        if found.context or not self.parts.hypotheses:
            return found
        absurd = await self._absurd_context()
        if self.automation.both_proved:
            return self._quarantined(found.judgement.digest)
        if isinstance(absurd, str):
            return found.changed(context=absurd)
        if absurd is None:
            # Not finding a contradiction is not knowing that there is none.
            return found.changed(form=RefutationForm.CONTRADICTS_CONTEXT)
        return self._quarantined(found.judgement.digest, absurd.digest)

    async def _unless_vacuous(self, found: Proved) -> Settled:
        """Take a proof back whose body proves ``False`` from the same hypotheses.

        The gate's probes look for that with automation; a model may have found more than they.
        """
        parts = self.parts
        if found.route is not Route.MODEL or not parts.hypotheses or parts.frozen.concludes_false:
            return found
        absurdity = parts.with_conclusion("False")
        absurd = await freeze_parts(absurdity, self.judge, self.settings.lean_seconds)
        body = (found.judgement.body,)
        if absurd is None or not await self._accepts(absurd, body, Polarity.CLAIM):
            return found
        return Unsettled(
            reason=InconclusiveReason.GATE_FAILED,
            detail="the hypotheses exclude each other: the same body proves False from them",
        )

    def _quarantined(self, *proofs: Digest) -> Unsettled:
        return Unsettled(
            reason=InconclusiveReason.QUARANTINED,
            detail="both the claim and its negation follow from the hypotheses",
            artifacts=proofs,
        )

    async def _absurd_context(self) -> ProofJudgement | str | None:
        """Return a proof that the context is absurd, a text where it holds, or None if unknown."""
        absurdity = self.parts.with_conclusion("False")
        parts = await freeze_parts(absurdity, self.judge, self.settings.lean_seconds)
        if parts is None:
            return None
        for point in find_models(self.parts):
            body = counterexample_body(parts, point)
            if await self._accepts(parts, [body], Polarity.COUNTEREXAMPLE):
                return f"the context holds at {point.text}"
        if finite := await finite_counterexample(parts, self.judge):
            return f"the context holds in a finite structure: {finite.text}"
        absurd = await self.automation.prove(parts)
        absurd = absurd or await self.automation.prove(self.parts)
        if absurd is not None or self.is_late or not self.settings.proof_rounds:
            return absurd
        goal = goal_text(parts, Polarity.COUNTEREXAMPLE)
        offered = await self._offered(goal, "", self.settings.proof_rounds)
        is_held = offered and await self._accepts(
            parts, self._bodies(offered.bodies), Polarity.COUNTEREXAMPLE
        )
        return "Lean accepts a proof that the context can hold" if is_held else None

    async def _accepts(
        self, absurd: StatementParts, bodies: Sequence[str], polarity: Polarity
    ) -> bool:
        """Return whether a body proves ``… : False``, or that its hypotheses hold somewhere."""
        found = await first_accepted(
            self.judge,
            absurd.frozen,
            bodies,
            polarity=polarity,
            timeout_s=self.settings.lean_seconds,
        )
        return found is not None

    # Model.

    async def _by_model(self) -> Proved | Disproved | None:
        """Ask the model for proof bodies, round by round; of a doubted claim for either side."""
        for index in range(self.settings.proof_rounds):
            branch = self._next_branch()
            if branch is None or self.is_late:
                return None
            found = await self._round(branch, index)
            if found is not None:
                return found
        return None

    def _next_branch(self) -> Branch | None:
        """Choose the side of a round: the first one, unless the model called its goal false.

        What the model thinks steers the search and is no evidence. Without such a word the other
        side is tried only of a claim that somebody doubts.
        """
        open_sides = self._open_sides
        is_only_missing = bool(self.called_false) and not any(self.called_false.values())
        if not open_sides or (is_only_missing and not self._is_doubted):
            return None
        return open_sides[0]

    @property
    def _open_sides(self) -> list[Branch]:
        return [side for side in self.order if side not in self.called_false]

    async def _round(self, branch: Branch, index: int) -> Proved | Disproved | None:
        """Ask once, and let Lean judge what is offered: for the branch, then for the other side."""
        # Who doubts a true claim would else be asked for a proof that it is false first.
        others = [side for side in self._open_sides if side != branch and self._is_doubted]
        failed = _failures(self.failures.get(_POLARITIES[branch], ()))
        opinion = self.called_false.get("claim", "") if branch == "refutation" else ""
        said = [f"asked for a proof of the claim you said: {opinion}"] if opinion else []
        findings = "\n".join([*said, *failed])
        offered = await self._offered(self._goal(branch), findings, index, *map(self._goal, others))
        if offered is None:
            return None
        bodies = {branch: self._bodies(offered.bodies)}
        bodies |= {side: self._bodies(offered.opposite) for side in others}
        opinion = offered.false_because.strip()
        # Without a body the model knows no proof, and asked again it would know none either.
        self.called_false |= {side: "" for side in bodies if not bodies[side]}
        if opinion:
            self.called_false[branch] = opinion
        if opinion and branch == "claim" and self.report.may_refute:
            refuted = await self._by_witness(named_witnesses(self.parts, opinion))
            if refuted is not None:
                return refuted
        for side, texts in bodies.items():
            with asked_for(Purpose.MODEL):
                judgement = await self._judged(texts, _POLARITIES[side]) if texts else None
            if judgement is not None and side == "claim":
                return Proved(judgement=judgement, route=Route.MODEL)
            if judgement is not None:
                return self._disproved(judgement, Route.MODEL)
        return None

    def _goal(self, branch: Branch) -> str:
        return goal_text(self.parts, _POLARITIES[branch])

    async def _offered(
        self, goal: str, findings: str, index: int, opposite: str = ""
    ) -> ProofReply | None:
        # Names help who missed one; before that they are a list beside the goal.
        names = names_about(frozenset(_definitions(self.parts))) if findings else ()
        question = ProofQuestion(goal, self.obligation, findings, opposite, names)
        try:
            answer = await self.tools.caller.ask(proof_form(self.tools, index), question)
        except ReplyFormatError:
            return None
        self.calls.append(answer.key)
        return answer.record

    def _bodies(self, offered: Sequence[str]) -> list[str]:
        bodies = [plain_body(body) for body in offered if body.strip()]
        fitting = [body for body in bodies if len(body) <= MAX_BODY_CHARACTERS]
        return fitting[: self.settings.proof_candidates]

    def _open(self) -> Unsettled:
        if self.automation.both_proved:
            return self._quarantined()
        if self.is_late:
            limit = f"the {self.settings.proof_seconds:g} s of Lean for one statement"
            return Unsettled(reason=InconclusiveReason.PROOF_TIMEOUT, detail=f"not within {limit}")
        last = [text for each in self.failures.values() for text in _failures(each)]
        detail = f"{self.attempts} bodies failed; last: {last[0] if last else 'automation'}"[:1200]
        for branch, opinion in self.called_false.items():
            if opinion:
                detail += f"; the model thinks that the {branch} cannot be proved: {opinion[:300]}"
        return Unsettled(reason=InconclusiveReason.PROOF_EXHAUSTED, detail=detail)


def proof_form(tools: EvaluationTools, index: int) -> Form[ProofQuestion, ProofReply]:
    """Build the form of the call that asks for proof bodies."""
    return Form(
        stage="verify.proof",
        reply=ProofReply,
        sheet=ProofSheet,
        write=lambda questions: _written(questions, tools),
        decoding=tools.decoding.proof,
        sample_index=index,
        turn=2,
    )


def _written(questions: Sequence[ProofQuestion], tools: EvaluationTools) -> RenderedPrompt:
    known = [question.obligation for question in questions if question.obligation is not None]
    goals = [_described(number, question) for number, question in enumerate(questions, start=1)]
    return render(
        PROMPT,
        problem=tools.problem,
        context=shared_context(known, latest=1),
        goals="\n".join(goals),
        is_single=len(questions) == 1,
    )


def _described(number: int, question: ProofQuestion) -> str:
    lines = [f"[{number}] {question.goal}"]
    if question.opposite:
        lines.append(f"  opposite: {' '.join(question.opposite.split())}")
    if question.obligation is not None:
        lines.append(f"  from the sentence: {question.obligation.source}")
        if question.obligation.objection:
            values = question.obligation.counterexample
            said = f"{question.obligation.objection}{f' (try {values})' if values else ''}"
            lines.append(f"  a reviewer objects: {said}")
    if question.names:
        lines.append(f"  the library has: {', '.join(question.names)}")
    if question.findings:
        lines.append("  known of earlier answers:")
        lines += [f"    {line}" for line in question.findings.splitlines()]
    return "\n".join(lines)


def plain_body(text: str) -> str:
    """Strip a code fence and a leading ``by`` from a body; Lean refuses anything else."""
    bare = text.strip("\n")
    if bare.strip().startswith("```"):
        bare = "\n".join(line for line in bare.splitlines() if not line.strip().startswith("```"))
    first = bare.strip()
    return first.removeprefix("by").strip("\n ") if first.split()[:1] == ["by"] else bare


def goal_text(parts: StatementParts, polarity: Polarity) -> str:
    """Write a goal for the prompt: the names it may use, and what is to be shown."""
    bound, claim = goal_parts(parts.signature, polarity)
    if polarity in (Polarity.CLAIM, Polarity.CONTRADICTION):
        return f"{bound or '(nothing)'}\n⊢ {claim}"
    return f"⊢ {claim}"


def _definitions(parts: StatementParts) -> Iterator[str]:
    """Yield the constants of hypotheses, conclusion and objects, but for plain types."""
    kinds = [variable.kind for variable in parts.variables]
    waiting = [*parts.hypothesis_trees, parts.claim_tree, *kinds]
    while waiting:
        match waiting.pop():
            case (str(), ""):
                continue
            case (str(head), _, *arguments):
                yield head
                waiting += arguments


def _failures(judgements: Sequence[ProofJudgement]) -> list[str]:
    """Write failed bodies for the next prompt: the one that came furthest whole, else complaints.

    A second body in full costs as much again and says little more than what Lean did not like.
    """
    if not judgements:
        return []
    furthest = max(judgements, key=_failing_line)
    others = [each for each in judgements if each is not furthest]
    return [
        f"{furthest.body}\n  {_complaint(furthest)}",
        *dict.fromkeys(f"another body failed: {_complaint(each)}" for each in others),
    ]


def _failing_line(judgement: ProofJudgement) -> int:
    error = next((m for m in judgement.messages if m.severity == "error"), None)
    return (error.line if error else 0) or judgement.stopped_at


def _complaint(judgement: ProofJudgement) -> str:
    """Word the failing line of a body and what Lean said of it."""
    error = next((m for m in judgement.messages if m.severity == "error"), None)
    lines, at = judgement.body.splitlines(), _failing_line(judgement)
    where = f" in line {at}, `{lines[at - 1].strip()}`" if 0 < at <= len(lines) else ""
    # Lean's advice after its complaint is about options that bodies must not set.
    said = (error.text if error else judgement.detail).partition("\n\nNote:")[0]
    return f"{judgement.reason}{where}: {said[:400]}"
