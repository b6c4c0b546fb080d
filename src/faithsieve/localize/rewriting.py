"""Substeps in the model's own words: the paper's form of decomposition (app. B.1).

The model rewrites, code compares numerals and relation signs, and a model is asked whether the
wording strengthens, weakens or repairs the step. Any doubt keeps the author's words, with a note.
The sentences that come out are read like the segments of any proof. The default wording quotes the
author and needs none of this.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.prompt_context import Portion, PromptContext, by_step, on_one_line
from faithsieve.localize.questions import Questions
from faithsieve.localize.quoting import signs_of
from faithsieve.localize.replies import MeaningReply, RewriteReply
from faithsieve.localize.segments import Segment
from faithsieve.prompts.library import render
from faithsieve.records.proof import StepIndex

_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


async def rewrite_proof(context: PromptContext, questions: Questions) -> tuple[Segment, ...]:
    """Have every portion of a proof written out; keep the author's words where in doubt."""
    segments = [
        segment
        for portion in context.portions
        for segment in await _Rewriting(context, questions).rewrite(portion)
    ]
    return tuple(s._replace(number=n) for n, s in enumerate(segments, start=1))


class _Rewriting(NamedTuple):
    """A proof whose steps are written out, and whom to ask."""

    context: PromptContext
    questions: Questions

    async def rewrite(self, portion: Portion) -> list[Segment]:
        """Return the sentences of a portion in the model's words, or in the author's."""
        runs = by_step(self.context.within(portion))
        texts = {step: "".join(segment.text for segment in run) for step, run in runs.items()}
        tail = render("localize/rewrite", first=min(runs), last=max(runs))
        prefix = self.context.prefix
        reply = await self.questions.ask(prefix, tail, RewriteReply, "decompose", "decompose")
        written: dict[StepIndex, list[str]] = {step: [] for step in runs}
        for line in reply.substeps if reply else ():
            if line.i in written and line.t.strip():
                written[line.i].append(line.t.strip())
        doubts = {step: _compare(texts[step], written[step]) for step in runs}
        reworded = [
            step
            for step in runs
            if not doubts[step] and not _is_verbatim(texts[step], written[step])
        ]
        doubts |= await self._ask_meaning(reworded, texts, written)
        doubtful = (step for step in runs if doubts[step])
        kept = (f"step {step} keeps the author's words: {doubts[step]}" for step in doubtful)
        self.questions.note("decompose", kept)
        return [
            segment
            for step, run in runs.items()
            for segment in (
                run
                if doubts[step]
                else [Segment(0, step, None, f"{text} ") for text in written[step]]
            )
        ]

    async def _ask_meaning(
        self,
        reworded: Sequence[StepIndex],
        texts: Mapping[StepIndex, str],
        written: Mapping[StepIndex, Sequence[str]],
    ) -> dict[StepIndex, str]:
        """Ask whether reworded steps keep their meaning; return the objections by step."""
        if not reworded:
            return {}
        pairs = "\n".join(_pair(step, texts[step], written[step]) for step in reworded)
        tail = render("localize/repair_check", pairs=pairs)
        prefix = self.context.prefix
        reply = await self.questions.ask(prefix, tail, MeaningReply, "decompose_check", "decompose")
        # Not checked is not faithful.
        objections = dict.fromkeys(reworded, "meaning not checked")
        for line in reply.steps if reply else ():
            if line.i in objections:
                objections[line.i] = "" if line.k == "faithful" else f"{line.k}: {line.y}"
        return objections


def _compare(step: str, written: Sequence[str]) -> str:
    """Describe the numerals and relation signs that a rewritten step lost or added, or ""."""
    return compare_signs(step, " . ".join(written)) if written else "it has no substep"


def compare_signs(step: str, rewritten: str) -> str:
    """Compare numerals and relation signs as multisets; return the difference in words."""
    before, after = signs_of(step), signs_of(rewritten)
    lost, added = (" ".join(sorted(c.elements())) for c in (before - after, after - before))
    return "; ".join([f"lost {lost}"] * bool(lost) + [f"added {added}"] * bool(added))


def _is_verbatim(step: str, written: Sequence[str]) -> bool:
    """Return whether the substeps have exactly the words and signs of the step, in order."""
    return _WORD_OR_SIGN.findall(step) == _WORD_OR_SIGN.findall(" ".join(written))


def _pair(step: StepIndex, text: str, written: Sequence[str]) -> str:
    substeps = [f"  {step}.{n} {on_one_line(each)}" for n, each in enumerate(written, start=1)]
    return "\n".join([f"step {step}: {on_one_line(text)}", *substeps])
