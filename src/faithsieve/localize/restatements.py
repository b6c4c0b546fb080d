"""Deduplication: only what a proof has said before is taken out (app. B.1, rule 5).

A sentence goes if the same words stand earlier, in the same order and under the same suppositions.
What points back ("this is a contradiction") is an inference of its own wherever it stands. The
problem is no claim: to conclude what it asks for is new.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.localize.decisive_words import STRENGTHENING, decisive_words
from faithsieve.localize.grouping import Draft, named_scope
from faithsieve.localize.links import Link
from faithsieve.localize.reading import on_one_line
from faithsieve.localize.spelling import normalise
from faithsieve.localize.stated_numbers import numbers_of
from faithsieve.localize.stated_relations import relations_of
from faithsieve.localize.withdrawals import WITHDRAWAL_CUE
from faithsieve.records.substep import (
    TAKEN_BACK,
    ClaimStatus,
    FlagKind,
    RemovedText,
    RiskFlag,
    Scope,
)

_SHORTEST_REPEAT = 20
_POINTS_BACK = re.compile(
    r"\b(?:this|that|which|these|those|it|here|contradict\w*|impossible|absurd|similarly|likewise"
    r"|analogous\w*|same)\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\W*(?:(?:now|next|but|and|so|then|finally)\W+)?(?:suppose|assume|assuming|if|otherwise"
    r"|conversely|when|for|let|fix|take|similarly|on the (?:one|other) hand"
    r"|in the (?:\w+ )?(?:case|first|second|third|other|latter|former))\b",
    re.IGNORECASE,
)
_CLAIMS_NOTHING = re.compile(
    rf"{_SUPPOSES.pattern}|\b(?:claim|want|show|prove|goal|aim|whether|or|either|if)\b",
    re.IGNORECASE,
)
"""A sentence with these may only suppose, ask or announce what a later one says."""


def remove_restatements(
    problem: str, drafts: Sequence[Draft]
) -> tuple[tuple[Draft, ...], tuple[RemovedText, ...]]:
    """Take out what only repeats or announces; refuse where it says something new.

    A sentence that stands word for word earlier goes without being asked for. Every step keeps at
    least one substep.
    """
    left = Counter(draft.step for draft in drafts)
    said, announced = _Said(), _Announced(problem)
    kept: list[Draft] = []
    removed: list[RemovedText] = []
    for draft, stretch in zip(drafts, _stretches(drafts), strict=True):
        reason = _reason_to_remove(draft, stretch, said, announced)
        if reason and left[draft.step] > 1:
            left[draft.step] -= 1
            removed.append(RemovedText(step=draft.step, text=draft.text, reason=reason))
        elif draft.removal and not reason:
            flag = RiskFlag(kind=FlagKind.REMOVAL_REFUSED, detail=f"called a {draft.removal}")
            kept.append(draft._replace(flags=(*draft.flags, flag)))
        else:
            kept.append(draft)
        said.add(draft, stretch)
        announced.add(draft)
    return tuple(kept), tuple(removed)


def _reason_to_remove(draft: Draft, stretch: int, said: "_Said", announced: "_Announced") -> str:
    if said.has_literally(draft, stretch):
        return "restatement"
    if draft.removal == "restatement" and said.has(draft, stretch):
        return draft.removal
    if draft.removal == "motivation" and announced.covers(draft.text):
        return draft.removal
    return ""


# ---- under which suppositions a sentence stands


def _stretches(drafts: Sequence[Draft]) -> Iterator[int]:
    """Number, for every draft, the stretch of text that stands under the same suppositions.

    A stretch ends where the words open a scope, suppose something or take something back, and at
    the end of a step in which they did: beyond it the same words may be another inference.
    """
    stretch, opened_in = 0, 0
    for draft in drafts:
        opens = _opens_stretch(draft)
        if opens or opened_in not in (0, draft.step):
            stretch += 1
            opened_in = draft.step if opens else 0
        yield stretch


def _opens_stretch(draft: Draft) -> bool:
    return (
        draft.status is ClaimStatus.ASSUMED
        or _SUPPOSES.match(draft.text) is not None
        or named_scope(draft.text) is not None
        or WITHDRAWAL_CUE.search(draft.text) is not None
    )


# ---- what was said


class _Place(NamedTuple):
    """Where a sentence counts as said."""

    stretch: int
    scopes: tuple[Scope, ...]
    status: ClaimStatus


class _Said:
    """The claims so far; what is only supposed or taken back is none."""

    def __init__(self) -> None:
        self._literally: set[tuple[str, _Place]] = set()
        self._sentences: dict[_Place, set[tuple[str, ...]]] = {}

    def add(self, draft: Draft, stretch: int) -> None:
        """Take note of a sentence."""
        place = _place(draft, stretch)
        self._literally.add((on_one_line(draft.text), place))
        if draft.status is ClaimStatus.ASSERTED and not _CLAIMS_NOTHING.search(draft.text):
            self._sentences.setdefault(place, set()).add(_sentence(draft.text))

    def has_literally(self, draft: Draft, stretch: int) -> bool:
        """Whether the very sentence stands earlier, and points at nothing."""
        text = on_one_line(draft.text)
        if len(text) < _SHORTEST_REPEAT or _POINTS_BACK.search(text):
            return False
        return (text, _place(draft, stretch)) in self._literally

    def has(self, draft: Draft, stretch: int) -> bool:
        """Whether an earlier sentence has the same words, apart from those that only lead on."""
        return _sentence(draft.text) in self._sentences.get(_place(draft, stretch), ())


def _place(draft: Draft, stretch: int) -> _Place:
    return _Place(stretch, draft.scopes, draft.status)


_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|\w+|[^\w\s.,;:$]")
_IDLE = frozenset(
    {"the", "that", "we", "have", "has", "then", "so", "and", "thus", "hence", "therefore", "now"}
    | {"again", "also", "already", "recall", "note", "know", "see", "get", "as", "before", "above"}
    | {"earlier", "shown", "proved", "established", "indeed", "seen", "finally", "next"}
)


def _sentence(text: str) -> tuple[str, ...]:
    spelt = normalise(text).replace("\\(", "").replace("\\)", "")
    # Only a capital that begins a word of prose is no part of a name.
    tokens = (word.lower() if word.istitle() else word for word in _TOKEN.findall(spelt))
    return tuple(word for word in tokens if word not in _IDLE)


# ---- what only announces


class _Announced:
    """What has been mentioned: an announcement may name it, and states nothing itself."""

    def __init__(self, problem: str) -> None:
        self._unread = [problem]
        self._links: dict[Link, None] = {}
        self._numbers: set[str] = set()
        self._decisive: set[str] = set()

    def add(self, draft: Draft) -> None:
        """Take note of a sentence; most proofs ask for none, so they are read when one does."""
        # What was taken back is not known: to name it again says something new.
        if draft.status not in TAKEN_BACK:
            self._unread.append(draft.text)

    def covers(self, text: str) -> bool:
        """Whether the text only says what will be done: it draws nothing and states nothing new."""
        if _ANNOUNCEMENT.search(text) is None or _CONCLUSION.search(text):
            return False
        self._read()
        strong = set(decisive_words(text)) & _TELLING
        if strong - self._decisive or numbers_of(text) - self._numbers:
            return False
        # Literally: what is equal in one case is not equal in the announcement of another.
        return all(link in self._links for link in relations_of(text) if link.left)

    def _read(self) -> None:
        for text in self._unread:
            # What is said of some phrase ("its sum is 5") stands for no other relation here.
            self._links.update(dict.fromkeys(link for link in relations_of(text) if link.left))
            self._numbers |= numbers_of(text)
            self._decisive |= set(decisive_words(text))
        self._unread.clear()


_TELLING = STRENGTHENING | {"not", "exists", "least", "greatest", "lower bound", "upper bound"}
_ANNOUNCEMENT = re.compile(
    r"^\W*(?:(?:first|next|now|then|finally|second|third|here)\b\W*)?"
    r"(?:(?:we(?:'ll| will| shall| need to| want to| now| next)?|let(?:'s| us))"
    r" (?:now |next |first )?(?:start|begin|turn|proceed|look|consider|focus|examine|try|go|move"
    r"|continue|work|study|analy[sz]e|investigate|find|show|prove|solve|compute|determine|return)"
    r"|to (?:find|solve|show|prove|do|determine|compute|make|understand|begin|start)"
    r"|in order to|our (?:goal|aim|task|plan)|the (?:goal|aim|plan|idea|next step) is)",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"\b(?:thus|hence|therefore|so|since|because|impl\w+|follow\w*|means|gives|is|are|holds?|obtain"
    r"|observe|note|prov(?:es|ed|ing)|conclude|which|leaving|divide|cancel|by)\b",
    re.IGNORECASE,
)
