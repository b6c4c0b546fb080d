"""Decomposition into faithful substeps: ask, check, ask once more, else keep the step whole.

Two wordings (``LocalizeSettings.wording``). *Quoted*: the model groups numbered segments, and the
text is the author's by construction. *Rewritten* (the paper's form, app. B.1): the model writes the
substeps, code compares them with the step, and a model is asked only about what code cannot settle.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.localize.answered import (
    CHECK_STAGE,
    STAGE,
    Answered,
    runs_of_steps,
    segments_within,
)
from faithsieve.localize.grouping import (
    Draft,
    group_segments,
    name_scopes,
    number_drafts,
    whole_step,
)
from faithsieve.localize.reading import Portion, Reading, continue_with
from faithsieve.localize.replies import GroupingReply
from faithsieve.localize.restatements import remove_restatements
from faithsieve.localize.rewriting import rewrite_steps
from faithsieve.localize.segments import Segment
from faithsieve.localize.withdrawals import check_withdrawals
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.substep import FlagKind, RemovedText, RiskFlag, Substep


class Decomposition(NamedTuple):
    """The substeps of a proof, and where each stands."""

    substeps: tuple[Substep, ...]
    places: tuple[str, ...]
    """For every substep what later prompts show instead of its text: ``[5-6]``, or the text."""
    removed: tuple[RemovedText, ...]
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


async def decompose(
    reading: Reading, *, model: ChatModel, settings: LocalizeSettings, decoding: DecodingSettings
) -> Decomposition:
    """Split every step into substeps; what fails the check twice stays whole and flagged."""
    drafts: list[Draft] = []
    notes: list[str] = []
    keys: list[Digest] = []
    for portion in reading.portions:
        asked = _group if settings.wording == "quoted" else rewrite_steps
        answered = await asked(reading, portion, model=model, decoding=decoding)
        drafts += answered.drafts
        notes += answered.notes
        keys += answered.keys
    return _finish(reading, drafts, notes, keys)


def _finish(
    reading: Reading, drafts: Sequence[Draft], notes: Iterable[str], keys: Iterable[Digest]
) -> Decomposition:
    named = tuple(check_withdrawals(tuple(name_scopes(drafts))))
    kept, removed = remove_restatements(reading.proof.problem, named)
    places = tuple(_place(draft) for draft in kept)
    return Decomposition(number_drafts(kept), places, removed, tuple(notes), tuple(keys))


def _place(draft: Draft) -> str:
    if draft.start is None:
        return draft.text
    return f"[{draft.first}]" if draft.first == draft.last else f"[{draft.first}-{draft.last}]"


async def _group(
    reading: Reading, portion: Portion, *, model: ChatModel, decoding: DecodingSettings
) -> Answered:
    segments = segments_within(reading, portion)
    try:
        reply, keys = await _ask_grouping(reading, portion, "", model=model, decoding=decoding)
    except ReplyFormatError as error:
        return _all_whole(segments, error)
    first = group_segments(segments, reply)
    if not first.forgotten:
        return Answered(first.drafts, first.notes, keys)
    try:
        faults = _forgotten_in_words(segments, first.forgotten)
        reply, more = await _ask_grouping(reading, portion, faults, model=model, decoding=decoding)
    except ReplyFormatError as error:
        whole = _merge(first.drafts, segments, first.forgotten, str(error))
        return Answered(whole, (*first.notes, str(error)), keys)
    second = group_segments(segments, reply)
    drafts = _take_retried(segments, first.drafts, second.drafts, first.forgotten, second.forgotten)
    return Answered(drafts, (*first.notes, *second.notes), (*keys, *more))


async def _ask_grouping(
    reading: Reading,
    portion: Portion,
    findings: str,
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[GroupingReply, tuple[Digest, ...]]:
    tail = render(
        "localize/decompose",
        first=portion.first,
        last=portion.last,
        excerpt=portion.excerpt,
        findings=findings,
    )
    answer = await ask(
        model,
        continue_with(reading.prefix, tail),
        GroupingReply,
        stage=CHECK_STAGE if findings else STAGE,
        decoding=decoding.decompose_check if findings else decoding.decompose,
        retry=decoding.strict_retry,
    )
    return answer.record, (answer.key,)


def _all_whole(segments: Sequence[Segment], error: ReplyFormatError) -> Answered:
    runs = runs_of_steps(segments).values()
    drafts = tuple(whole_step(run, "the reply could not be read") for run in runs)
    return Answered(drafts, (str(error),), ())


def _forgotten_in_words(segments: Sequence[Segment], forgotten: Iterable[int]) -> str:
    runs = runs_of_steps(segments)
    return "\n".join(
        f"step {step}: no start among segments {runs[step][0].number} to {runs[step][-1].number}"
        for step in forgotten
    )


def _merge(
    drafts: Sequence[Draft], segments: Sequence[Segment], steps: Iterable[int], reason: str
) -> tuple[Draft, ...]:
    """Replace the drafts of some steps by the whole step, flagged."""
    runs = runs_of_steps(segments)
    bad = set(steps)
    merged: list[Draft] = []
    for draft in drafts:
        if draft.step not in bad:
            merged.append(draft)
        elif not merged or merged[-1].step != draft.step:
            merged.append(whole_step(runs[draft.step], reason))
    return tuple(merged)


def _take_retried(
    segments: Sequence[Segment],
    first: Sequence[Draft],
    second: Sequence[Draft],
    asked_again: Iterable[int],
    still_bad: Iterable[int],
) -> tuple[Draft, ...]:
    """Take the second answer for the steps that were asked again, and the first elsewhere."""
    again, bad = set(asked_again), set(still_bad)
    flag = RiskFlag(kind=FlagKind.DECOMPOSITION_RETRIED)
    drafts = [draft for draft in first if draft.step not in again]
    drafts += [d._replace(flags=(*d.flags, flag)) for d in second if d.step in again]
    drafts.sort(key=lambda draft: draft.first)
    return _merge(drafts, segments, again & bad, "no substep starts in it, also when asked again")
