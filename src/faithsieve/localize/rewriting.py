"""Substeps in the model's words, the paper's form: written, checked by code, then by a model.

Code compares every step with its substeps (``repair_prevention.py``). A model is asked only about
steps that are reworded and in which code found no change. What fails is written once more with the
findings named; what fails again stays whole.
"""

from collections.abc import Sequence
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
from faithsieve.localize.grouping import Draft, scope_in_words, whole_step
from faithsieve.localize.reading import Portion, Reading, continue_with
from faithsieve.localize.repair_prevention import find_changes, is_verbatim
from faithsieve.localize.replies import MeaningReply, RewriteLine, RewriteReply
from faithsieve.localize.segments import Segment
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.settings import DecodingSettings
from faithsieve.records.substep import FlagKind, RiskFlag


class _Checked(NamedTuple):
    drafts: dict[int, tuple[Draft, ...]]
    """The substeps of every step that passed."""
    faults: dict[int, str]
    """What is wrong with the others."""
    notes: tuple[str, ...]
    keys: tuple[Digest, ...]


async def rewrite_steps(
    reading: Reading, portion: Portion, *, model: ChatModel, decoding: DecodingSettings
) -> Answered:
    """Have the steps of one portion written out, and let only faithful ones through."""
    runs = runs_of_steps(segments_within(reading, portion))
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
        if not line.t.strip():
            notes.append(f"a substep of step {line.i} says nothing")
        elif line.i in written:
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


def _assemble(runs: dict[int, list[Segment]], first: _Checked, second: _Checked | None) -> Answered:
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
    return Answered(tuple(drafts), notes, keys)
