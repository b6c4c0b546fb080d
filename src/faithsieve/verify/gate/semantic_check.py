"""The statement semantic checker: does the Lean statement say what the obligation says? (app. C.2).

The model matches slots to labelled parts of the statement, says where each hypothesis comes from,
scores five aspects, and says what a proof or a refutation of the statement would mean for the
claim; code does the arithmetic. The gate is blind: nothing here knows
whether a proof exists.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator

from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding, RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import (
    AspectScores,
    DriftCategory,
    HypothesisOrigin,
    HypothesisSource,
    RubricScore,
    SlotMatch,
    SlotRole,
)
from faithsieve.records.obligation import Obligation, Premise
from faithsieve.verify.gate.faithfulness import SlotJudgement
from faithsieve.verify.obligations import shared_premises
from faithsieve.verify.shared_calls import Caller, Form, Numbered, valid_or_none
from faithsieve.verify.statement_parts import (
    ASSUMED,
    CLAIMED,
    CONCLUSION,
    StatementPart,
    StatementView,
)

PROMPT = "verify/semantic_check"


def _as_labels(value: object) -> object:
    """Read ``"h1, h2"`` like ``["h1", "h2"]``: one label is often given as a bare string."""
    labels = value.replace(",", " ").split() if isinstance(value, str) else value
    return tuple(labels) if isinstance(labels, list) else labels


class SlotReply(Record):
    """One slot as the model names it."""

    r: SlotRole
    """Role in the source."""
    t: str
    """The slot in words."""
    l: Annotated[tuple[str, ...], BeforeValidator(_as_labels)]  # noqa: E741 - the model's name
    """Labels of the Lean parts that carry it together; empty when none does."""
    m: RubricScore
    """Match on the rubric."""


class SourceReply(Record):
    """Where one Lean hypothesis comes from, as the model says."""

    l: str  # noqa: E741 - the short name the model sees
    """Label of the hypothesis."""
    o: Literal[
        HypothesisOrigin.OBLIGATION,
        HypothesisOrigin.CONTEXT,
        HypothesisOrigin.SIDE_CONDITION,
        HypothesisOrigin.NOWHERE,
    ]
    """Its origin."""
    k: str = ""
    """For the context: the label of the line, or ``problem``; else empty."""


class AspectReply(Record):
    """The five aspects under the short names the model sees; one that is not named is kept."""

    step: RubricScore = 1.0
    """Same proof move."""
    object: RubricScore = 1.0
    """Same objects."""
    direction: RubricScore = 1.0
    """Same direction."""
    role: RubricScore = 1.0
    """Same roles."""
    surface: RubricScore = 1.0
    """A plain statement."""


class GateReply(Record):
    """The checker's reply: judgements on parts, no totals and no status."""

    slots: tuple[SlotReply, ...]
    """Source slots with their Lean parts."""
    sources: tuple[SourceReply, ...]
    """Where each hypothesis comes from."""
    aspects: AspectReply = AspectReply()
    """The aspects that are not wholly kept."""
    stands: bool
    """If Lean proved the statement, would the claim stand?"""
    falls: bool
    """If Lean refuted the statement, would the claim fall?"""
    trivial: Annotated[tuple[str, ...], BeforeValidator(_as_labels)] = ()
    """Labels of claims that need no premise in the text either."""
    drift: tuple[DriftCategory, ...] = ()
    """Drift seen."""
    missing: tuple[str, ...] = ()
    """Context left out."""
    example: str = ""
    """A case covered only by the statement."""
    revision: str = ""
    """What to change."""
    reason: str = ""
    """Why."""


class GateEntry(GateReply, Numbered):
    """The checker's reply about one of several statements."""


class GateSheet(Record):
    """The checker's reply about several statements."""

    answers: tuple[Annotated[GateEntry | None, valid_or_none(GateEntry)], ...]
    """One each; None where it cannot be read."""


class GateQuestion(NamedTuple):
    """A statement, and the obligation it should express."""

    obligation: Obligation
    view: StatementView


def judge_reply(
    reply: GateReply, view: StatementView, premises: Sequence[Premise] = ()
) -> SlotJudgement:
    """Turn the model's reply into the judgement that the arithmetic scores."""
    sources = _sources(reply, view, premises)
    return SlotJudgement(
        matches=_matches(reply.slots, view),
        aspects=AspectScores(
            step_relation=reply.aspects.step,
            object_witness=reply.aspects.object,
            directionality=reply.aspects.direction,
            role_alignment=reply.aspects.role,
            syntax_surface=reply.aspects.surface,
        ),
        added_assumptions=tuple(
            f"{source.label}: {source.text}"
            for source in sources
            if source.origin is HypothesisOrigin.NOWHERE
        ),
        drift=reply.drift,
        reason=reply.reason,
        missing_assumptions=reply.missing,
        overgeneralization_example=reply.example,
        suggested_revision=reply.revision,
        proof_supports=reply.stands,
        refutation_refutes=reply.falls,
        sources=sources,
        trivial=reply.trivial,
    )


def _matches(slots: Sequence[SlotReply], view: StatementView) -> tuple[SlotMatch, ...]:
    """Read the slots; unknown labels carry nothing.

    A claim that stands only among hypotheses is assumed. A premise inside a conclusion is put in
    for something there, unless a whole conjunct says nothing else: then it is claimed.
    """
    known = [(slot, tuple(label for label in slot.l if label in view.labels())) for slot in slots]
    claiming = {x for slot, labels in known if slot.r is SlotRole.CONCLUSION for x in labels}
    found = []
    for slot, labels in known:
        if slot.r is SlotRole.CONCLUSION:
            swapped = bool(labels) and set(labels) <= view.labels(ASSUMED)
        else:
            bare = view.labels(CLAIMED) - claiming if not view.is_existential else frozenset()
            swapped = bool(labels) and set(labels) <= bare
        found.append(
            SlotMatch(
                role=slot.r,
                source=slot.t,
                lean=", ".join(labels) or None,
                score=slot.m if labels else 0.0,
                role_swapped=swapped,
            )
        )
    return tuple(found)


def _sources(
    reply: GateReply, view: StatementView, premises: Sequence[Premise]
) -> tuple[HypothesisSource, ...]:
    said = {source.l: source for source in reply.sources}
    names = {label: premise.name for label, premise in _labelled_premises(premises)}
    found = []
    for part in view.of(ASSUMED):
        source = said.get(part.label)
        found.append(
            HypothesisSource(
                label=part.label,
                text=part.text,
                origin=source.o if source else HypothesisOrigin.UNSAID,
                line=names.get(source.k, source.k) if source else "",
            )
        )
    return tuple(found)


def _labelled_premises(premises: Sequence[Premise]) -> list[tuple[str, Premise]]:
    """Label context lines apart from Lean's hypotheses, whose names may be the same."""
    labels = (f"k{p.name.removeprefix('h')}" for p in premises)
    return list(zip(labels, premises, strict=True))


def _parts(parts: Sequence[StatementPart]) -> str:
    return "; ".join(f"({part.label}) {part.text}" for part in parts)


def _written(questions: Sequence[GateQuestion], problem: str) -> RenderedPrompt:
    premises = shared_premises([question.obligation for question in questions])
    lines = [f"{label}: {p.text}" for label, p in _labelled_premises(premises)]
    is_single = len(questions) == 1
    asked = [
        _described("" if is_single else f"[{number}] ", question)
        for number, question in enumerate(questions, start=1)
    ]
    return render(
        PROMPT,
        problem=problem,
        context="\n".join(lines) or "(nothing but the problem)",
        statements="\n".join(asked),
        is_single=is_single,
    )


def _described(number: str, question: GateQuestion) -> str:
    obligation, view = question
    labels = [label for label, _ in _labelled_premises(obligation.shown_premises())]
    lines = [f"{number}{obligation.kind.value}, in the context {', '.join(labels) or 'problem'}"]
    if obligation.source not in obligation.statement:
        lines.append(f"  sentence: {obligation.source}")
    lines.append(f"  obligation: {obligation.statement}")
    parts = _parts(view.of("vsh")) or "(none)"
    lines.append(f"  variables and hypotheses: {parts}")
    lines.append(f"  conclusion: {_parts(view.of(CONCLUSION))}")
    return "\n".join(lines)


async def check_semantics(
    question: GateQuestion, *, problem: str, caller: Caller, decoding: Decoding
) -> tuple[SlotJudgement, Digest]:
    """Ask the checker about one statement, and return its judgement and the key of the call.

    Raises:
        ReplyFormatError: no readable judgement came; the statement stays unscored.
    """
    form: Form[GateQuestion, GateReply] = Form(
        stage="verify.gate",
        reply=GateReply,
        sheet=GateSheet,
        write=lambda questions: _written(questions, problem),
        decoding=decoding,
        turn=1,
    )
    answer = await caller.ask(form, question)
    obligation, view = question
    return judge_reply(answer.record, view, obligation.shown_premises()), answer.key
