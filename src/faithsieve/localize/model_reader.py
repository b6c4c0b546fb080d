"""The model reader: two questions about a proof, everything else by code (paper §3, app. B).

One asks for units and scopes, one for suspicion; each about portions that fit. A reading that does
not fit is asked for once more, with its faults named; what stays wrong stays flagged. A reply that
cannot be read costs structure only: sentences become a plain chain, scores become the default, and
a note says why.
"""

import asyncio
from collections.abc import Iterator, Sequence
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
    name_place,
    on_one_line,
    prompt_context,
    unit_portions,
    write_out,
)
from faithsieve.localize.reader import ReadProof
from faithsieve.localize.reading import (
    STRUCTURAL_FAULTS,
    Fault,
    Reading,
    chain_reply,
    join_replies,
    read_reply,
)
from faithsieve.localize.replies import ReadingReply, ScanReply
from faithsieve.localize.rewriting import Rewritten, rewrite_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.localize.suspicion import complete_scores, higher, read_scores, show_unit
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding, RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import LocalizeNote, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings, Standard
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import FlagKind, RiskFlag, Substep

_Reply = TypeVar("_Reply", bound=Record)
_DECODING = DecodingSettings()
_SETTINGS = LocalizeSettings()


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
        notes: list[str] = []
        keys: list[Digest] = []
        unread: list[Portion] = []
        for portion in context.portions:
            reply, said, key = await self._ask_reading(context, portion, _still_open(replies))
            replies.append(reply)
            notes += said
            keys += key
            unread += [portion] if said else []
        first = await asyncio.to_thread(_read, context, replies)
        faulty = [n for n, each in enumerate(context.portions) if _faults_in(first, each)]
        if not faulty:
            found = _flag_unread(first, context, unread)
            return Understood(found, (*notes, *first.notes), tuple(keys))
        again = list(replies)
        for position in faulty:
            portion = context.portions[position]
            mended, said, key = await self._ask_again(context, portion, again[position], first)
            again[position] = mended
            notes += said
            keys += key
        second = await asyncio.to_thread(_read, context, again)
        best = first
        if len(_mendable(second)) < len(_mendable(first)):
            best = second._replace(substeps=_flag_retried(second, first))
        best = _flag_unread(best, context, unread)
        return Understood(best, (*notes, *best.notes), tuple(keys))

    async def _ask_reading(
        self, context: PromptContext, portion: Portion, still_open: str
    ) -> tuple[ReadingReply, tuple[str, ...], tuple[Digest, ...]]:
        tail = render(
            "localize/state_tree",
            first=portion.first,
            last=portion.last,
            excerpt=portion.excerpt,
            open=still_open,
        )
        prompt = continue_with(context.prefixes["A"], tail)
        try:
            answer = await self._ask(
                prompt, ReadingReply, "localize.state_tree", self._decoding.state_tree
            )
        except ReplyFormatError as error:
            # No tree is better than a guessed one: the sentences become a chain.
            return chain_reply(context.within(portion)), (str(error),), ()
        return answer.record, (), (answer.key,)

    async def _ask_again(
        self, context: PromptContext, portion: Portion, earlier: ReadingReply, read: Reading
    ) -> tuple[ReadingReply, tuple[str, ...], tuple[Digest, ...]]:
        tail = render(
            "localize/state_tree_retry",
            first=portion.first,
            last=portion.last,
            excerpt=portion.excerpt,
            earlier=earlier.model_dump_json(),
            findings="\n".join(fault.in_words for fault in _faults_in(read, portion)),
        )
        prompt = continue_with(context.prefixes["A"], tail)
        try:
            answer = await self._ask(
                prompt, ReadingReply, "localize.state_tree_check", self._decoding.state_tree_check
            )
        except ReplyFormatError as error:
            return earlier, (str(error),), ()
        return answer.record, (), (answer.key,)

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
        limit = context.in_full
        lines = {}
        for unit in units:
            line = show_unit(unit, name_place(read.places[unit.edge_index - 1], limit))
            lines[unit.edge_index] = write_out(line, unit.text, limit)
        tail = render(
            "localize/suspicion",
            first=units[0].edge_index,
            last=units[-1].edge_index,
            units=list_units(lines, lines, limit),
            facts="\n".join(facts),
        )
        prompt = continue_with(context.prefixes["B"], tail)
        return await self._ask(prompt, ScanReply, "localize.suspicion", self._decoding.suspicion)


# ---- faulty readings


def _read(context: PromptContext, replies: Sequence[ReadingReply]) -> Reading:
    return read_reply(context.proof, context.segments, join_replies(replies))


def _mendable(read: Reading) -> tuple[Fault, ...]:
    return tuple(fault for fault in read.faults if fault.in_words)


def _faults_in(read: Reading, portion: Portion) -> list[Fault]:
    return [f for f in _mendable(read) if portion.first <= f.segment <= portion.last]


def _flag_retried(second: Reading, first: Reading) -> tuple[Substep, ...]:
    """Flag the units of the steps in which the first reading had a fault."""
    flag = RiskFlag(kind=FlagKind.STRUCTURE_RETRIED)
    steps = {
        substep.step
        for substep in first.substeps
        if any(each.kind in STRUCTURAL_FAULTS for each in substep.flags)
    }
    return tuple(
        substep.changed(flags=(*substep.flags, flag)) if substep.step in steps else substep
        for substep in second.substeps
    )


def _flag_unread(read: Reading, context: PromptContext, unread: Sequence[Portion]) -> Reading:
    """Flag the units of portions whose reply could not be read; they are a plain chain."""
    steps = {segment.step for portion in unread for segment in context.within(portion)}
    flag = RiskFlag(kind=FlagKind.DECOMPOSITION_FALLBACK, detail="the reply could not be read")
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
