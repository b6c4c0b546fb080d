"""The model reader: one question about a proof, everything else by code (paper §3, app. B).

It asks for units, scopes and suspicion, about portions that fit. A reading that does not fit is
asked for once more, with its faults named; what stays wrong stays flagged. A reply that cannot be
read costs structure only: sentences become a plain chain, scores become the default, and a note
says why.
"""

import asyncio
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.prompt_context import (
    Portion,
    PromptContext,
    on_one_line,
    prompt_context,
)
from faithsieve.localize.questions import Questions, Stage
from faithsieve.localize.reader import ReadProof
from faithsieve.localize.reading import Fault, Reading, chain_reply, join_replies, read_reply
from faithsieve.localize.replies import ReadingReply
from faithsieve.localize.rewriting import rewrite_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.localize.suspicion import suspicions_of
from faithsieve.prompts.library import render
from faithsieve.records.localization import Suspicion
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import FlagKind, RiskFlag

_DECODING = DecodingSettings()
_SETTINGS = LocalizeSettings()
_RETRIED = RiskFlag(kind=FlagKind.STRUCTURE_RETRIED)
_UNSCORED = RiskFlag(kind=FlagKind.UNSCORED)
_UNREAD = RiskFlag(kind=FlagKind.DECOMPOSITION_FALLBACK, detail="the reply could not be read")


class BuiltTree(NamedTuple):
    """The tree of a proof, and what it was built from."""

    context: PromptContext
    reading: Reading
    tree: StateTree
    suspicions: tuple[Suspicion, ...]
    questions: Questions
    """With the notes and the keys of the calls."""


class ModelReader:
    """A :class:`~faithsieve.localize.reader.Reader` that asks a language model."""

    def __init__(
        self,
        model: ChatModel,
        *,
        settings: LocalizeSettings = _SETTINGS,
        decoding: DecodingSettings = _DECODING,
    ) -> None:
        self._model, self._decoding, self._settings = model, decoding, settings

    async def read(self, proof: Proof) -> ReadProof:
        """Ask for units, scopes and doubts, and compute the rest."""
        _, reading, tree, suspicions, questions = await self.build_tree(proof)
        return ReadProof(
            reading.substeps,
            _flag_unscored(tree, suspicions),
            suspicions,
            tuple(questions.notes),
            tuple(questions.artifacts),
        )

    async def build_tree(self, proof: Proof) -> BuiltTree:
        """Ask for units and scopes, and compute the tree of states."""
        questions = Questions(self._model, self._decoding)
        # Code runs in threads: one long proof must not hold up the calls of the others.
        context = await asyncio.to_thread(prompt_context, proof, self._settings)
        if self._settings.wording == "rewritten":
            written = await rewrite_proof(context, questions)
            context = await asyncio.to_thread(prompt_context, proof, self._settings, written)
        found = await self.units_and_scopes(context, questions)
        tree = await asyncio.to_thread(
            build_state_tree, proof, found.substeps, found.moves, found.spans, found.goal
        )
        suspicions = suspicions_of(tree.units, found.doubts, _unread_steps(found), self._settings)
        return BuiltTree(context, found, tree, suspicions, questions)

    # ---- units and scopes

    async def units_and_scopes(self, context: PromptContext, questions: Questions) -> Reading:
        """Ask about every portion, and once more where the answer does not fit."""
        replies: list[ReadingReply] = []
        retried: set[StepIndex] = set()
        unread: set[StepIndex] = set()
        for portion in context.portions:
            told = {"open": _still_open(replies)}
            reply = await _ask_reading(context, portion, questions, told)
            if reply is None:
                # No tree is better than a guessed one: the sentences become a chain.
                reply = chain_reply(context.within(portion))
                unread |= {segment.step for segment in context.within(portion)}
            faults = await asyncio.to_thread(_faults_in, context, [*replies, reply], portion)
            if faults:
                findings = "\n".join(fault.in_words for fault in faults)
                told = {"earlier": reply.model_dump_json(), "findings": findings}
                again = await _ask_reading(context, portion, questions, told)
                if again and len(_faults_in(context, [*replies, again], portion)) < len(faults):
                    # Who mends the structure may leave out what was doubted before.
                    reply = again.changed(d=again.d or reply.d)
                    retried |= {context.segments[fault.segment - 1].step for fault in faults}
            replies.append(reply)
        read = await asyncio.to_thread(_read, context, replies)
        questions.note("state_tree", read.notes)
        return _flag_steps(_flag_steps(read, retried, _RETRIED), unread, _UNREAD)


async def _ask_reading(
    context: PromptContext, portion: Portion, questions: Questions, told: Mapping[str, str]
) -> ReadingReply | None:
    """Ask about a portion: the first time with the scopes that are open, or with its faults."""
    again = "findings" in told
    prompt = "localize/state_tree_retry" if again else "localize/state_tree"
    tail = render(prompt, **portion._asdict(), **told)
    stage: Stage = "state_tree_check" if again else "state_tree"
    return await questions.ask(context.prefix, tail, ReadingReply, stage, "state_tree")


# ---- faulty readings


def _read(context: PromptContext, replies: Sequence[ReadingReply]) -> Reading:
    return read_reply(context.proof, context.segments, join_replies(replies))


def _faults_in(
    context: PromptContext, replies: Sequence[ReadingReply], portion: Portion
) -> list[Fault]:
    """Return the faults of a portion that a retry can mend."""
    faults = _read(context, replies).faults
    return [f for f in faults if f.in_words and portion.first <= f.segment <= portion.last]


def _flag_steps(read: Reading, steps: Set[StepIndex], flag: RiskFlag) -> Reading:
    """Flag the units of some steps."""
    return read._replace(
        substeps=tuple(
            substep.changed(flags=(*substep.flags, flag)) if substep.step in steps else substep
            for substep in read.substeps
        )
    )


def _still_open(replies: Sequence[ReadingReply]) -> str:
    """List the scopes of earlier portions that reach to the end of what was asked about."""
    if not replies:
        return ""
    joined = join_replies(replies)
    last = max((line.s for line in joined.u), default=0)
    lines = (line for line in joined.scopes if line.b >= last)
    return "\n".join(f"{line.k.value} from [{line.a}]: {on_one_line(line.t)}" for line in lines)


# ---- what the model did not score


def _unread_steps(read: Reading) -> frozenset[StepIndex]:
    """Return the steps that no readable reply is about."""
    return frozenset(substep.step for substep in read.substeps if _UNREAD in substep.flags)


def _flag_unscored(tree: StateTree, suspicions: Sequence[Suspicion]) -> StateTree:
    """Flag the claims without a score."""
    units = tuple(
        unit.with_flags((*unit.risk_flags, _UNSCORED))
        if suspicion.is_default and unit.can_be_wrong
        else unit
        for unit, suspicion in zip(tree.units, suspicions, strict=True)
    )
    return tree.model_copy(update={"units": units})
