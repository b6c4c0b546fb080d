"""Lay the steps of one copy of a proof over the steps of another, by their text.

Copies differ in step headings, punctuation and white space, and a preparation may have merged or
split steps. Letters and digits are what stays; two copies that agree in them are the same proof,
and every place in one has a place in the other.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from faithsieve.records.proof import Proof

_HEADING = re.compile(r"\A[\s*_#]*(?:step\s+\d+|\(?\d{1,3}[.)])[\s*_]*[:.)]?(?=[\s*_]|\Z)", re.I)
_SIMILAR = 0.9
"""Copies below this are different proofs of one problem."""


class Alignment(NamedTuple):
    """How the steps of a source proof lie over those of a copy."""

    steps: tuple[int | None, ...]
    """For each source step, the copy's step that holds its beginning; None where it is gone."""
    same_cuts: bool
    """Whether both proofs are cut into steps at the same places."""
    similarity: float
    """1.0 where the texts agree letter by letter."""


def skeleton(text: str) -> str:
    """The letters and digits of a text, without case and without a leading step heading."""
    return "".join(c for c in _HEADING.sub("", text).casefold() if c.isalnum())


def skeletons(proof: Proof) -> list[str]:
    return [skeleton(step.text) for step in proof.steps]


def align(source: Proof, copy: Proof) -> Alignment | None:
    """Lay a source proof over a copy, or say that they are different proofs."""
    ours, theirs = skeletons(source), skeletons(copy)
    whole, other = "".join(ours), "".join(theirs)
    if not whole or not other:
        return None
    if whole == other:
        return _aligned(ours, theirs, {}, similarity=1.0)
    matcher = SequenceMatcher(None, whole, other, autojunk=False)
    # Both bounds are cheap and rule most pairs out before the slow comparison.
    if matcher.real_quick_ratio() < _SIMILAR or matcher.quick_ratio() < _SIMILAR:
        return None
    similarity = matcher.ratio()
    if similarity < _SIMILAR:
        return None
    return _aligned(ours, theirs, _places(matcher), similarity=similarity)


def _places(matcher: "SequenceMatcher[str]") -> dict[int, int]:
    """Where each matching character of the first text stands in the second."""
    return {
        block.a + offset: block.b + offset
        for block in matcher.get_matching_blocks()
        for offset in range(block.size)
    }


def _aligned(
    ours: Sequence[str], theirs: Sequence[str], places: dict[int, int], *, similarity: float
) -> Alignment:
    starts = [0, *accumulate(map(len, ours))]
    cuts = [0, *accumulate(map(len, theirs))]
    total = cuts[-1]

    def place_of(step: int) -> int | None:
        span = range(starts[step], starts[step + 1])
        found = (places.get(at) if places else at for at in span)
        return next((at for at in found if at is not None), None)

    def step_at(at: int | None) -> int | None:
        return None if at is None or at >= total else bisect_right(cuts, at)

    steps = tuple(step_at(place_of(step)) for step in range(len(ours)))
    return Alignment(steps, steps == tuple(range(1, len(theirs) + 1)), similarity)
