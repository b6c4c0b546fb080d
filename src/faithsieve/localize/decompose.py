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
from faithsieve.localize.grouping import (
    Draft,
    flag_withdrawals,
    group_segments,
    name_scopes,
    number_drafts,
    remove_restatements,
    scope_in_words,
    whole_step,
)
from faithsieve.localize.reading import Portion, Reading, continue_with
from faithsieve.localize.repair_prevention import find_changes, is_verbatim
from faithsieve.localize.replies import GroupingReply, MeaningReply, RewriteLine, RewriteReply
from faithsieve.localize.segments import Segment
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import (
    FlagKind,
    RemovedText,
    RiskFlag,
    Substep,
)

STAGE = "localize.decompose"
CHECK_STAGE = "localize.decompose_check"


class Decomposition(NamedTuple):
    """The substeps of a proof, and where each stands."""

    substeps: tuple[Substep, ...]
    places: tuple[str, ...]
    """For every substep what later prompts show instead of its text: ``[5-6]``, or the text."""
    removed: tuple[RemovedText, ...]
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class _Answered(NamedTuple):
    drafts: tuple[Draft, ...]
    notes: tuple[str, ...]
    keys: tuple[Digest, ...]


async def decompose(
    reading: Reading, *, model: ChatModel, settings: LocalizeSettings, decoding: DecodingSettings
) -> Decomposition:
    """Split every step into substeps; what fails the check twice stays whole and flagged."""
    drafts: list[Draft] = []
    notes: list[str] = []
    keys: list[Digest] = []
    for portion in reading.portions:
        asked = _group if settings.wording == "quoted" else _rewrite
        answered = await asked(reading, portion, model=model, decoding=decoding)
        drafts += answered.drafts
        notes += answered.notes
        keys += answered.keys
    return _finish(reading, drafts, notes, keys)


def _finish(
    reading: Reading, drafts: Sequence[Draft], notes: Iterable[str], keys: Iterable[Digest]
) -> Decomposition:
    named = tuple(flag_withdrawals(tuple(name_scopes(drafts))))
    kept, removed = remove_restatements(reading.proof.problem, named)
    places = tuple(_place(draft) for draft in kept)
    return Decomposition(number_drafts(kept), places, removed, tuple(notes), tuple(keys))


def _place(draft: Draft) -> str:
    if draft.start is None:
        return draft.text
    return f"[{draft.first}]" if draft.first == draft.last else f"[{draft.first}-{draft.last}]"


def _runs_of_steps(segments: Sequence[Segment]) -> dict[int, list[Segment]]:
    runs: dict[int, list[Segment]] = {}
    for segment in segments:
        runs.setdefault(segment.step, []).append(segment)
    return runs


def _within(reading: Reading, portion: Portion) -> tuple[Segment, ...]:
    return reading.segments[portion.first - 1 : portion.last]


# ---- quoted


async def _group(
    reading: Reading, portion: Portion, *, model: ChatModel, decoding: DecodingSettings
) -> _Answered:
    segments = _within(reading, portion)
    try:
        reply, keys = await _ask_grouping(reading, portion, "", model=model, decoding=decoding)
    except ReplyFormatError as error:
        return _all_whole(segments, error)
    first = group_segments(segments, reply)
    if not first.forgotten:
        return _Answered(first.drafts, first.notes, keys)
    try:
        faults = _forgotten_in_words(segments, first.forgotten)
        reply, more = await _ask_grouping(reading, portion, faults, model=model, decoding=decoding)
    except ReplyFormatError as error:
        whole = _merge(first.drafts, segments, first.forgotten, str(error))
        return _Answered(whole, (*first.notes, str(error)), keys)
    second = group_segments(segments, reply)
    drafts = _take_retried(segments, first.drafts, second.drafts, first.forgotten, second.forgotten)
    return _Answered(drafts, (*first.notes, *second.notes), (*keys, *more))


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


def _all_whole(segments: Sequence[Segment], error: ReplyFormatError) -> _Answered:
    runs = _runs_of_steps(segments).values()
    drafts = tuple(whole_step(run, "the reply could not be read") for run in runs)
    return _Answered(drafts, (str(error),), ())


def _forgotten_in_words(segments: Sequence[Segment], forgotten: Iterable[int]) -> str:
    runs = _runs_of_steps(segments)
    return "\n".join(
        f"step {step}: no start among segments {runs[step][0].number} to {runs[step][-1].number}"
        for step in forgotten
    )


def _merge(
    drafts: Sequence[Draft], segments: Sequence[Segment], steps: Iterable[int], reason: str
) -> tuple[Draft, ...]:
    """Replace the drafts of some steps by the whole step, flagged."""
    runs = _runs_of_steps(segments)
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


# ---- rewritten


class _Checked(NamedTuple):
    drafts: dict[int, tuple[Draft, ...]]
    """The substeps of every step that passed."""
    faults: dict[int, str]
    """What is wrong with the others."""
    notes: tuple[str, ...]
    keys: tuple[Digest, ...]


async def _rewrite(
    reading: Reading, portion: Portion, *, model: ChatModel, decoding: DecodingSettings
) -> _Answered:
    runs = _runs_of_steps(_within(reading, portion))
    first = await _written_and_checked(
        reading, runs, portion.excerpt, "", model=model, decoding=decoding
    )
    if not first.faults:
        return _assemble(runs, first, None)
    faulty = {step: runs[step] for step in first.faults}
    faults = "\n".join(f"step {step}: {fault}" for step, fault in first.faults.items())
    second = await _written_and_checked(
        reading, faulty, portion.excerpt, faults, model=model, decoding=decoding
    )
    return _assemble(runs, first, second)


async def _written_and_checked(
    reading: Reading,
    runs: dict[int, list[Segment]],
    excerpt: str,
    findings: str,
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> _Checked:
    tail = render(
        "localize/rewrite",
        first=min(runs),
        last=max(runs),
        excerpt=excerpt,
        findings=findings,
    )
    try:
        answer = await ask(
            model,
            continue_with(reading.prefix, tail),
            RewriteReply,
            stage=CHECK_STAGE if findings else STAGE,
            decoding=decoding.decompose_check if findings else decoding.decompose,
            retry=decoding.strict_retry,
        )
    except ReplyFormatError as error:
        return _Checked({}, dict.fromkeys(runs, "the reply could not be read"), (str(error),), ())
    written, notes = _by_step(answer.record.substeps, runs)
    faults = {
        step: "; ".join(str(finding) for finding in found)
        for step, run in runs.items()
        if (found := _changes(run, written[step]))
    }
    unsettled = {
        step: run
        for step, run in runs.items()
        if step not in faults and not is_verbatim(_text(run), [line.t for line in written[step]])
    }
    meant, keys = await _check_meaning(reading, unsettled, written, model=model, decoding=decoding)
    faults |= meant
    drafts = {
        step: tuple(_written_draft(runs[step], line) for line in written[step])
        for step in runs
        if step not in faults
    }
    return _Checked(drafts, faults, notes, (answer.key, *keys))


def _text(run: Sequence[Segment]) -> str:
    return "".join(segment.text for segment in run)


def _changes(run: Sequence[Segment], lines: Sequence[RewriteLine]) -> tuple[object, ...]:
    scopes = " ; ".join(line.sc for line in lines)
    return find_changes(_text(run), [line.t for line in lines], scopes=scopes)


def _by_step(
    lines: Sequence[RewriteLine], runs: dict[int, list[Segment]]
) -> tuple[dict[int, list[RewriteLine]], tuple[str, ...]]:
    written: dict[int, list[RewriteLine]] = {step: [] for step in runs}
    notes = []
    for line in lines:
        if line.i in written:
            written[line.i].append(line)
        else:
            notes.append(f"a substep of step {line.i} was not asked for")
    return written, tuple(notes)


async def _check_meaning(
    reading: Reading,
    unsettled: dict[int, list[Segment]],
    written: dict[int, list[RewriteLine]],
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[dict[int, str], tuple[Digest, ...]]:
    """Ask a model about the steps that code found nothing wrong with but that are reworded."""
    if not unsettled:
        return {}, ()
    pairs = "\n".join(_pair_in_words(step, run, written[step]) for step, run in unsettled.items())
    try:
        answer = await ask(
            model,
            continue_with(reading.prefix, render("localize/repair_check", pairs=pairs)),
            MeaningReply,
            stage=CHECK_STAGE,
            decoding=decoding.decompose_check,
            retry=decoding.strict_retry,
        )
    except ReplyFormatError as error:
        # Not checked is not faithful: the steps are asked again, then stay whole.
        return dict.fromkeys(unsettled, f"meaning not checked: {error}"), ()
    said = {line.i: line for line in answer.record.steps}
    faults = {step: "meaning not checked" for step in unsettled if step not in said}
    faults |= {
        step: f"{said[step].k}: {said[step].y}"
        for step in unsettled
        if step in said and said[step].k != "faithful"
    }
    return faults, (answer.key,)


def _pair_in_words(step: int, run: Sequence[Segment], lines: Sequence[RewriteLine]) -> str:
    substeps = "\n".join(f"  {step}.{part} {line.t}" for part, line in enumerate(lines, start=1))
    return f"step {step}: {' '.join(_text(run).split())}\n{substeps}"


def _written_draft(run: Sequence[Segment], line: RewriteLine) -> Draft:
    scopes = (scope_in_words(line.sc.strip()),) if line.sc.strip() else ()
    return Draft(
        step=run[0].step,
        first=run[0].number,
        last=run[-1].number,
        text=line.t.strip(),
        start=None,
        status=line.k,
        scopes=scopes,
    )


def _assemble(
    runs: dict[int, list[Segment]], first: _Checked, second: _Checked | None
) -> _Answered:
    drafts: list[Draft] = []
    retried = RiskFlag(kind=FlagKind.DECOMPOSITION_RETRIED)
    for step, run in runs.items():
        if step in first.drafts:
            drafts += first.drafts[step]
        elif second is not None and step in second.drafts:
            drafts += [d._replace(flags=(*d.flags, retried)) for d in second.drafts[step]]
        else:
            faults = (second or first).faults
            drafts.append(whole_step(run, faults[step][:300]))
    notes = (*first.notes, *(second.notes if second else ()))
    keys = (*first.keys, *(second.keys if second else ()))
    return _Answered(tuple(drafts), notes, keys)
