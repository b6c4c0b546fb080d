"""The statement semantic checker: does the Lean statement say what the obligation says? (app. C.2).

The model matches slots to labelled parts of the elaborated statement and scores five aspects; code
does the rest. A label decides the role, so a role swap is seen by code, and a Lean hypothesis that
no slot accounts for counts as added, whatever the model forgot to mention. The gate is blind:
nothing here knows whether a proof exists.
"""

from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import (
    AspectScores,
    DriftCategory,
    FaithfulnessReport,
    RubricScore,
    SlotMatch,
    SlotRole,
)
from faithsieve.records.obligation import Obligation
from faithsieve.verify.gate.faithfulness import DEFAULT_THRESHOLD, SlotJudgement, score_faithfulness
from faithsieve.verify.obligations import context_lines
from faithsieve.verify.side_conditions import is_side_condition

PROMPT = "verify/semantic_check"
CONCLUSION_LABEL = "c"


class StatementPart(Record):
    """One labelled part of an elaborated statement."""

    label: str
    """``v1`` for a variable, ``h1`` for a hypothesis, ``c`` for the conclusion."""
    text: str
    """The part as Lean prints it."""


class StatementView(Record):
    """An elaborated statement taken apart: what the gate scores."""

    variables: tuple[StatementPart, ...]
    """Objects and their types."""
    hypotheses: tuple[StatementPart, ...]
    """Propositions assumed."""
    conclusion: str
    """What is claimed."""

    @property
    def hypothesis_labels(self) -> frozenset[str]:
        """The labels of propositions assumed."""
        return frozenset(part.label for part in self.hypotheses)

    @property
    def premise_labels(self) -> frozenset[str]:
        """The labels on the premise side, variables included."""
        return self.hypothesis_labels | {part.label for part in self.variables}


class SlotReply(Record):
    """One slot as the model names it."""

    r: SlotRole
    """Role in the source."""
    t: str
    """The slot in words."""
    l: str  # noqa: E741 - the short name the model sees
    """Label of the Lean part that carries it, or empty."""
    m: RubricScore
    """Match on the rubric."""


class AspectReply(Record):
    """The five aspects under the short names the model sees."""

    step: RubricScore
    """Same proof move."""
    object: RubricScore
    """Same objects."""
    direction: RubricScore
    """Same direction."""
    role: RubricScore
    """Same roles."""
    surface: RubricScore
    """A plain statement."""


class GateReply(Record):
    """The checker's reply: judgements on parts, no totals and no status."""

    slots: tuple[SlotReply, ...]
    """Source slots with their Lean parts."""
    added: tuple[str, ...]
    """Labels of hypotheses the source does not have."""
    aspects: AspectReply
    """The five aspects."""
    drift: tuple[DriftCategory, ...]
    """Drift seen."""
    missing: tuple[str, ...]
    """Context left out."""
    example: str
    """A case covered only by the statement."""
    revision: str
    """What to change."""
    reason: str
    """Why."""


class GateAnswer(Record):
    """The gate's report and the call behind it."""

    report: FaithfulnessReport
    """The report."""
    artifacts: tuple[Digest, ...]
    """The call."""


def _match(slot: SlotReply, view: StatementView) -> SlotMatch:
    """Read one slot; a label on the other side is a role swap, an unknown one carries nothing."""
    sides = {SlotRole.PREMISE: view.premise_labels, SlotRole.CONCLUSION: {CONCLUSION_LABEL}}
    known = view.premise_labels | {CONCLUSION_LABEL}
    carried = slot.l if slot.l in known else None
    return SlotMatch(
        role=slot.r,
        source=slot.t,
        lean=carried,
        score=slot.m if carried else 0.0,
        role_swapped=carried is not None and carried not in sides[slot.r],
    )


def _added(reply: GateReply, view: StatementView) -> tuple[str, ...]:
    """Hypotheses the model calls added, and those no slot accounts for; side conditions belong."""
    accounted = {slot.l for slot in reply.slots if slot.m > 0} - set(reply.added)
    texts = {part.label: part.text for part in view.hypotheses}
    whole = " , ".join([*texts.values(), view.conclusion])
    proper = {label for label, text in texts.items() if is_side_condition(text, whole)}
    unaccounted = view.hypothesis_labels - accounted - proper
    return tuple(f"{label}: {texts[label]}" for label in sorted(unaccounted))


def judge_reply(reply: GateReply, view: StatementView) -> SlotJudgement:
    """Turn the model's reply into the judgement that the arithmetic scores."""
    return SlotJudgement(
        matches=tuple(_match(slot, view) for slot in reply.slots),
        aspects=AspectScores(
            step_relation=reply.aspects.step,
            object_witness=reply.aspects.object,
            directionality=reply.aspects.direction,
            role_alignment=reply.aspects.role,
            syntax_surface=reply.aspects.surface,
        ),
        added_assumptions=_added(reply, view),
        drift=reply.drift,
        reason=reply.reason,
        missing_assumptions=reply.missing,
        overgeneralization_example=reply.example,
        suggested_revision=reply.revision,
    )


def _lines(parts: tuple[StatementPart, ...]) -> str:
    return "\n".join(f"({part.label}) {part.text}" for part in parts)


async def check_semantics(
    obligation: Obligation,
    view: StatementView,
    *,
    problem: str,
    model: ChatModel,
    decoding: Decoding,
    threshold: float = DEFAULT_THRESHOLD,
    sample_index: int = 0,
) -> GateAnswer:
    """Score one statement against its obligation.

    Raises:
        ReplyFormatError: no readable judgement came; the statement stays unscored.
    """
    prompt = render(
        PROMPT,
        problem=problem,
        step=obligation.source,
        context=context_lines(obligation),
        obligation=obligation.statement,
        kind=obligation.kind.value,
        hypotheses=_lines((*view.variables, *view.hypotheses)) or "(none)",
        conclusion=f"({CONCLUSION_LABEL}) {view.conclusion}",
    )
    answer = await ask(
        model,
        prompt,
        GateReply,
        stage="verify.gate",
        decoding=decoding,
        sample_index=sample_index,
    )
    report = score_faithfulness(judge_reply(answer.record, view), threshold=threshold)
    return GateAnswer(report=report, artifacts=(answer.key,))
