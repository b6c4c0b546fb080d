"""The model reader: two questions about a proof, everything else by code (paper §3, app. B).

One asks for units and scopes, one for suspicion; each about portions that fit. A reading that does
not fit is asked for once more, with its faults named; what stays wrong stays flagged. A reply that
cannot be read costs structure only: sentences become a plain chain, scores become the default, and
a note says why.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple, TypeVar

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.localize.prompt_context import (
    STANDARD,
    Portion,
    PromptContext,
    continue_with,
    list_units,
    on_one_line,
    prompt_context,
    unit_portions,
)
from faithsieve.localize.reader import ReadProof
from faithsieve.localize.reading import Fault, Reading, chain_reply, join_replies, read_reply
from faithsieve.localize.replies import ReadingReply, ScanReply
from faithsieve.localize.rewriting import Rewritten, rewrite_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.localize.suspicion import complete_scores, higher, read_scores, show_unit
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import LocalizeNote, Suspicion
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import DecodingSettings, LocalizeSettings, Standard
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import FlagKind, RiskFlag

_Reply = TypeVar("_Reply", bound=Record)
_DECODING = DecodingSettings()
_SETTINGS = LocalizeSettings()
READING, RETRY = "localize/state_tree", "localize/state_tree_retry"
_UNREAD = RiskFlag(kind=FlagKind.DECOMPOSITION_FALLBACK, detail="the reply could not be read")


class Understood(NamedTuple):
    """A reading, with the calls and notes of getting it."""

    reading: Reading
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class BuiltTree(NamedTuple):
    """The tree of a proof, and what it was built from."""

    context: PromptContext
    reading: Reading
    tree: StateTree
    notes: tuple[LocalizeNote, ...]
    artifacts: tuple[Digest, ...]


class Scan(NamedTuple):
    """The suspicion of every unit, in order."""

    suspicions: tuple[Suspicion, ...]
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class ModelReader:
    """A :class:`~faithsieve.localize.reader.Reader` that asks a language model."""

    def __init__(
        self,
        model: ChatModel,
        *,
        settings: LocalizeSettings = _SETTINGS,
        decoding: DecodingSettings = _DECODING,
        standard: Standard = STANDARD,
    ) -> None:
        self._standard = standard
        self._model = model
        self._settings = settings
        self._decoding = decoding

    async def read(self, proof: Proof, *, facts: Sequence[str] = ()) -> ReadProof:
        """Ask for units and scopes, and for a score of every unit."""
        built = await self.build_tree(proof)
        seen = await self.suspicions(built.context, built.reading, built.tree, facts)
        return ReadProof(
            built.reading.substeps,
            _flag_gaps(built.tree, built.context, seen.suspicions),
            seen.suspicions,
            (*built.notes, *(LocalizeNote(part="suspicion", detail=note) for note in seen.notes)),
            (*built.artifacts, *seen.artifacts),
        )

    async def build_tree(self, proof: Proof) -> BuiltTree:
        """Ask for units and scopes, and compute the tree of states."""
        # Code runs in threads: one long proof must not hold up the calls of the others.
        context = await asyncio.to_thread(prompt_context, proof, self._settings, self._standard)
        written = Rewritten(context.segments)
        if self._settings.wording == "rewritten":
            written = await rewrite_proof(context, model=self._model, decoding=self._decoding)
            context = await asyncio.to_thread(
                prompt_context, proof, self._settings, self._standard, written.segments
            )
        read = await self.units_and_scopes(context)
        found = read.reading
        tree = await asyncio.to_thread(
            build_state_tree, proof, found.substeps, found.moves, found.spans, found.goal
        )
        notes = (
            *(LocalizeNote(part="reading", detail=note) for note in context.notes),
            *(LocalizeNote(part="decompose", detail=note) for note in written.notes),
            *(LocalizeNote(part="state_tree", detail=note) for note in read.notes),
        )
        return BuiltTree(context, found, tree, notes, (*written.artifacts, *read.artifacts))

    async def _ask(
        self, prompt: RenderedPrompt, reply: type[_Reply], stage: str, decoding: Decoding
    ) -> Answer[_Reply]:
        retry = self._decoding.strict_retry
        return await ask(self._model, prompt, reply, stage=stage, decoding=decoding, retry=retry)

    # ---- units and scopes

    async def units_and_scopes(self, context: PromptContext) -> Understood:
        """Ask about every portion, and once more where the answer does not fit."""
        replies: list[ReadingReply] = []
        asked = _Asked()
        retried: set[StepIndex] = set()
        unread: set[StepIndex] = set()
        for portion in context.portions:
            steps = {segment.step for segment in context.within(portion)}
            shown = {"open": _still_open(replies)}
            reply = await self._ask_reading(context, portion, READING, shown, asked)
            if reply is None:
                # No tree is better than a guessed one: the sentences become a chain.
                reply = chain_reply(context.within(portion))
                unread |= steps
            faults = await asyncio.to_thread(_faults_in, context, [*replies, reply], portion)
            if faults:
                told = "\n".join(fault.in_words for fault in faults)
                shown = {"earlier": reply.model_dump_json(), "findings": told}
                again = await self._ask_reading(context, portion, RETRY, shown, asked)
                left = (
                    faults
                    if again is None
                    else await asyncio.to_thread(_faults_in, context, [*replies, again], portion)
                )
                if again is not None and len(left) < len(faults):
                    reply = again
                    retried |= {context.segments[fault.segment - 1].step for fault in faults}
            replies.append(reply)
        read = await asyncio.to_thread(_read, context, replies)
        read = _flag_steps(read, retried, RiskFlag(kind=FlagKind.STRUCTURE_RETRIED))
        read = _flag_steps(read, unread, _UNREAD)
        return Understood(read, (*asked.notes, *read.notes), tuple(asked.artifacts))

    async def _ask_reading(
        self,
        context: PromptContext,
        portion: Portion,
        prompt_id: str,
        shown: Mapping[str, str],
        asked: "_Asked",
    ) -> ReadingReply | None:
        """Ask about a portion, the first time or again; None for a reply that cannot be read."""
        is_first = prompt_id == READING
        place = {"first": portion.first, "last": portion.last, "excerpt": portion.excerpt}
        prompt = continue_with(context.prefixes["A"], render(prompt_id, **place, **shown))
        stage = "localize.state_tree" if is_first else "localize.state_tree_check"
        decoding = self._decoding.state_tree if is_first else self._decoding.state_tree_check
        try:
            answer = await self._ask(prompt, ReadingReply, stage, decoding)
        except ReplyFormatError as error:
            asked.notes.append(str(error))
            return None
        asked.artifacts.append(answer.key)
        return answer.record

    # ---- the scan

    async def suspicions(
        self,
        context: PromptContext,
        read: Reading,
        tree: StateTree,
        facts: Sequence[str] = (),
    ) -> Scan:
        """Score every unit that makes a claim, in portions that overlap."""
        scored: dict[int, Suspicion] = {}
        notes: list[str] = []
        keys: list[Digest] = []
        claims = [unit for unit in tree.units if unit.makes_claim]
        runs = unit_portions(
            [unit.text for unit in claims],
            self._settings.units_per_call,
            overlap=self._settings.overlap,
            limit=context.in_full,
        )
        for first, last in runs if claims else ():
            units = claims[first - 1 : last]
            try:
                answer = await self._ask_scores(context, read, units, facts)
            except ReplyFormatError as error:
                span = f"{units[0].edge_index} to {units[-1].edge_index}"
                notes.append(f"units {span} have no scores from their portion: {error}")
                continue
            keys.append(answer.key)
            fresh, dropped = read_scores(answer.record, [unit.edge_index for unit in units])
            notes += dropped
            scored |= {n: higher(scored.get(n), suspicion) for n, suspicion in fresh.items()}
        complete = complete_scores(tree.units, scored, self._settings)
        return Scan(tuple(complete), tuple(notes), tuple(keys))

    async def _ask_scores(
        self,
        context: PromptContext,
        read: Reading,
        units: Sequence[EdgeUnit],
        facts: Sequence[str],
    ) -> Answer[ScanReply]:
        lines = {
            unit.edge_index: (show_unit(unit, read.places[unit.edge_index - 1]), unit.text)
            for unit in units
        }
        tail = render(
            "localize/suspicion",
            first=units[0].edge_index,
            last=units[-1].edge_index,
            units=list_units(lines, context.in_full),
            facts="\n".join(facts),
        )
        prompt = continue_with(context.prefixes["B"], tail)
        return await self._ask(prompt, ScanReply, "localize.suspicion", self._decoding.suspicion)


# ---- faulty readings


class _Asked:
    """The calls about one proof so far: notes of what went wrong, and their keys."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.artifacts: list[Digest] = []


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


# ---- what the model did not see or score


def _flag_gaps(
    tree: StateTree, context: PromptContext, suspicions: Sequence[Suspicion]
) -> StateTree:
    """Flag the units that the model read only in part or did not score."""
    units = tuple(
        unit.with_flags((*unit.risk_flags, *_gaps(unit, suspicion, context)))
        for unit, suspicion in zip(tree.units, suspicions, strict=True)
    )
    return tree.model_copy(update={"units": units})


def _gaps(unit: EdgeUnit, suspicion: Suspicion, context: PromptContext) -> Iterator[RiskFlag]:
    if context.is_cut(unit.text):
        yield RiskFlag(kind=FlagKind.READ_IN_PART, detail=f"{len(unit.text)} characters")
    if suspicion.is_default and unit.makes_claim:
        yield RiskFlag(kind=FlagKind.UNSCORED)
