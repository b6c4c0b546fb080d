"""A gate has to qualify: bundled pairs, asked once for each model and version of the prompt.

What protects a user from a weak checker is a measurement. Two sheets of twelve statements of our
own, half of them faithful, every class of drift among the others, go through the ordinary question
in two calls; the store keeps the answers, so that nobody pays twice. The pairs are an example in no
prompt, and whoever changes the prompt asks anew.
"""

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel, WatchedModel
from faithsieve.prompts.library import load
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.faithfulness import DriftCategory, EvidenceDirection, GateQualification
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.settings import DecodingSettings
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.semantic_check import PROMPT, GateQuestion, check_semantics
from faithsieve.verify.shared_calls import CallBatcher, Caller, OutOfCallsError
from faithsieve.verify.statement_parts import StatementPart, StatementView

_PAIRS = "qualification_pairs.json"
_CALLS_PER_SHEET = 2
"""One, and another where an answer was not readable."""


class QualificationPair(Record):
    """A claim, and a statement that says the same or does not."""

    id: str
    """Its name."""
    label: Literal["faithful", "drifted"]
    """What it is."""
    drift: DriftCategory | Literal[""]
    """How it drifted."""
    context: tuple[str, ...]
    """Labels of the lines it may use."""
    step: str
    """The sentence of the proof."""
    claim: str
    """What is claimed."""
    lean: str
    """The statement."""
    parts: Mapping[str, str]
    """Its parts by label, as Lean gives them."""
    is_existential: bool = False
    """Whether its claims stand under ``∃``."""

    @property
    def view(self) -> StatementView:
        """The statement as the checker sees it."""
        parts = tuple(StatementPart(label=label, text=text) for label, text in self.parts.items())
        return StatementView(parts=parts, is_existential=self.is_existential)


class QualificationSheet(Record):
    """Pairs about one problem, which share a call."""

    problem: str
    """The problem."""
    context: Mapping[str, str]
    """What was known, by label."""
    pairs: tuple[QualificationPair, ...]
    """The pairs."""

    def obligation(self, pair: QualificationPair) -> Obligation:
        """Return the obligation that a pair is about."""
        premises = tuple(
            Premise(name=ConditionName(name), text=self.context[name]) for name in pair.context
        )
        return Obligation(
            id=f"{pair.id}/1",
            unit_id=UnitId(pair.id),
            step=1,
            kind=ObligationKind.DERIVED_FACT,
            claim=pair.claim,
            statement=f"From the context it follows that: {pair.claim}",
            premises=premises,
            cited=tuple(premise.name for premise in premises),
            source=pair.step,
            reason="qualification",
        )


@cache
def qualification_sheets() -> tuple[QualificationSheet, ...]:
    """Return the bundled pairs."""
    text = files("faithsieve.verify.gate").joinpath(_PAIRS).read_text(encoding="utf-8")
    found = json.loads(text)["sheets"]
    return tuple(QualificationSheet.model_validate_json(json.dumps(sheet)) for sheet in found)


def pairs_digest() -> Digest:
    """Return the hash of the bundled pairs."""
    return digest_of([sheet.model_dump(mode="json") for sheet in qualification_sheets()])


async def qualify(model: ChatModel, decoding: DecodingSettings) -> GateQualification:
    """Ask a model about all pairs, or read from the store what it said.

    Raises:
        LLMError: the model could not be asked.
    """
    tokens: list[int] = []

    def note(request: ChatRequest, reply: ChatReply) -> None:
        tokens.append(reply.usage.total)

    sheets = qualification_sheets()
    watched = WatchedModel(model, note)
    asked = (_answers(sheet, watched, decoding) for sheet in sheets)
    # Both are asked before either may fail: a batch collects all questions.
    said = await asyncio.gather(*asked, return_exceptions=True)
    accepted: dict[str, bool] = {}
    for answers in said:
        if isinstance(answers, BaseException):
            raise answers
        accepted |= answers
    pairs = [pair for sheet in sheets for pair in sheet.pairs]
    faithful = [pair.id for pair in pairs if pair.label == "faithful"]
    drifted = [pair.id for pair in pairs if pair.label == "drifted"]
    return GateQualification(
        prompt=f"{PROMPT}@{load(PROMPT).version}",
        pairs=pairs_digest(),
        faithful=len(faithful),
        drifted=len(drifted),
        faithful_rejected=tuple(name for name in faithful if not accepted[name]),
        drifted_accepted=tuple(name for name in drifted if accepted[name]),
        tokens=sum(tokens),
    )


async def _answers(
    sheet: QualificationSheet, model: ChatModel, decoding: DecodingSettings
) -> dict[str, bool]:
    """Ask about one sheet in one call: which pairs the model accepts."""
    batcher = CallBatcher(model, limit=_CALLS_PER_SHEET, per_call=len(sheet.pairs))
    callers = batcher.register_all(len(sheet.pairs))
    asked = zip(sheet.pairs, callers, strict=True)
    said = await asyncio.gather(*(_accepts(sheet, p, c, decoding) for p, c in asked))
    return {pair.id: answer for pair, answer in zip(sheet.pairs, said, strict=True)}


async def _accepts(
    sheet: QualificationSheet, pair: QualificationPair, caller: Caller, decoding: DecodingSettings
) -> bool:
    """Return whether the model calls a pair faithful; no readable answer is none."""
    question = GateQuestion(sheet.obligation(pair), pair.view)
    with caller:
        try:
            judgement, _ = await check_semantics(
                question, problem=sheet.problem, caller=caller, decoding=decoding.gate
            )
        except (ReplyFormatError, OutOfCallsError):
            return False
    return score_faithfulness(judgement).direction is EvidenceDirection.BOTH
