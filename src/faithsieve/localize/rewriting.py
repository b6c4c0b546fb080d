"""Substeps in the model's own words: the paper's form of decomposition (app. B.1).

The model rewrites, code compares numerals and relation signs, and a model is asked whether the
wording strengthens, weakens or repairs the step. Any doubt keeps the author's words, with a note.
The sentences that come out are read like the segments of any proof. The default wording quotes the
author and needs none of this.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.localize.prompt_context import (
    Portion,
    PromptContext,
    by_step,
    continue_with,
    on_one_line,
)
from faithsieve.localize.quoting import normalise
from faithsieve.localize.replies import MeaningReply, RewriteLine, RewriteReply
from faithsieve.localize.segments import Segment
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.proof import StepIndex
from faithsieve.records.settings import DecodingSettings

_Runs = Mapping[StepIndex, Sequence[Segment]]
_Written = Mapping[StepIndex, Sequence[RewriteLine]]


class Rewritten(NamedTuple):
    """A proof's sentences after rewriting, in the place of its segments."""

    segments: tuple[Segment, ...]
    notes: tuple[str, ...] = ()
    artifacts: tuple[Digest, ...] = ()


async def rewrite_proof(
    context: PromptContext, *, model: ChatModel, decoding: DecodingSettings
) -> Rewritten:
    """Have every portion of a proof written out; keep the author's words where in doubt."""
    results = [
        await _rewrite_portion(context, portion, model, decoding) for portion in context.portions
    ]
    pieces = [segment for result in results for segment in result.segments]
    return Rewritten(
        tuple(segment._replace(number=n) for n, segment in enumerate(pieces, start=1)),
        tuple(note for result in results for note in result.notes),
        tuple(key for result in results for key in result.artifacts),
    )


async def _rewrite_portion(
    context: PromptContext, portion: Portion, model: ChatModel, decoding: DecodingSettings
) -> Rewritten:
    runs = by_step(context.within(portion))
    tail = render("localize/rewrite", first=min(runs), last=max(runs), excerpt=portion.excerpt)
    try:
        answer = await ask(
            model,
            continue_with(context.prefixes["A"], tail),
            RewriteReply,
            stage="localize.decompose",
            decoding=decoding.decompose,
            retry=decoding.strict_retry,
        )
    except ReplyFormatError as error:
        return Rewritten(context.within(portion), (str(error),))
    written, notes = _lines_of_steps(answer.record.substeps, runs)
    doubts = {step: doubt for step in runs if (doubt := _compare(runs[step], written[step]))}
    reworded = {
        step: run
        for step, run in runs.items()
        if step not in doubts and not _is_verbatim(run, written[step])
    }
    objections, keys = await _ask_meaning(context, reworded, written, model, decoding)
    doubts |= objections
    notes += tuple(f"step {step} keeps the author's words: {why}" for step, why in doubts.items())
    segments = [
        segment
        for step, run in runs.items()
        for segment in (run if step in doubts else _segments(step, written[step]))
    ]
    return Rewritten(tuple(segments), notes, (answer.key, *keys))


def _segments(step: StepIndex, lines: Sequence[RewriteLine]) -> list[Segment]:
    return [Segment(0, step, None, f"{line.t.strip()} ") for line in lines]


def _lines_of_steps(
    lines: Sequence[RewriteLine], runs: _Runs
) -> tuple[dict[StepIndex, list[RewriteLine]], tuple[str, ...]]:
    written: dict[StepIndex, list[RewriteLine]] = {step: [] for step in runs}
    notes = []
    for line in lines:
        if not line.t.strip():
            notes.append(f"a substep of step {line.i} says nothing")
        elif line.i in written:
            written[line.i].append(line)
        else:
            notes.append(f"a substep of step {line.i} was not asked for")
    return written, tuple(notes)


# ---- what code compares

_NUMERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_RELATION = re.compile(r"[=≠<>≤≥≈≡≢∣∤∈∉⊆⊊⊴≅∼∥⊥→]")
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


def _compare(run: Sequence[Segment], lines: Sequence[RewriteLine]) -> str:
    """Describe the numerals and relation signs that a rewritten step lost or added, or ""."""
    if not lines:
        return "it has no substep"
    return compare_signs(_text(run), " . ".join(line.t for line in lines))


def compare_signs(step: str, rewritten: str) -> str:
    """Compare numerals and relation signs as multisets; return the difference in words."""
    before, after = _signs(step), _signs(rewritten)
    parts = []
    if lost := before - after:
        parts.append("lost " + " ".join(sorted(lost.elements())))
    if added := after - before:
        parts.append("added " + " ".join(sorted(added.elements())))
    return "; ".join(parts)


def _signs(text: str) -> Counter[str]:
    spelt = normalise(text)
    return Counter(_NUMERAL.findall(spelt)) + Counter(_RELATION.findall(spelt))


def _is_verbatim(run: Sequence[Segment], lines: Sequence[RewriteLine]) -> bool:
    """Return whether the lines have exactly the words and signs of the step, in order."""
    written = " ".join(line.t for line in lines)
    return _WORD_OR_SIGN.findall(_text(run)) == _WORD_OR_SIGN.findall(written)


def _text(run: Sequence[Segment]) -> str:
    return "".join(segment.text for segment in run)


# ---- what a model compares


async def _ask_meaning(
    context: PromptContext,
    reworded: _Runs,
    written: _Written,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[dict[StepIndex, str], tuple[Digest, ...]]:
    """Ask whether reworded steps keep their meaning; return the objections by step."""
    if not reworded:
        return {}, ()
    pairs = "\n".join(_pair(step, run, written[step]) for step, run in reworded.items())
    try:
        answer = await ask(
            model,
            continue_with(context.prefixes["A"], render("localize/repair_check", pairs=pairs)),
            MeaningReply,
            stage="localize.decompose_check",
            decoding=decoding.decompose_check,
            retry=decoding.strict_retry,
        )
    except ReplyFormatError as error:
        # Not checked is not faithful.
        return dict.fromkeys(reworded, f"meaning not checked: {error}"), ()
    opinions = {line.i: line for line in answer.record.steps}
    objections = {step: "meaning not checked" for step in reworded if step not in opinions}
    objections |= {
        step: f"{opinions[step].k}: {opinions[step].y}"
        for step in reworded
        if step in opinions and opinions[step].k != "faithful"
    }
    return objections, (answer.key,)


def _pair(step: StepIndex, run: Sequence[Segment], lines: Sequence[RewriteLine]) -> str:
    substeps = "\n".join(
        f"  {step}.{part} {on_one_line(line.t)}" for part, line in enumerate(lines, start=1)
    )
    return f"step {step}: {on_one_line(_text(run))}\n{substeps}"
