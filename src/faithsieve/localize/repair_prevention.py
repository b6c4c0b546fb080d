"""The repair-prevention check, code part (paper app. B.1).

It compares a step with its decomposition: coverage, numbers, relations, decisive words and scope.
What it finds is certain enough to ask again; what it cannot settle (a text in other words that
keeps all of these) goes to a model. A decomposition in the author's own characters cannot be a
repair, so there the check only guards what was taken out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from faithsieve.localize.decisive_words import (
    STAND_INS,
    STANDS_FOR,
    STRENGTHENING,
    decisive_words,
)
from faithsieve.localize.links import Link, missing_links
from faithsieve.localize.spelling import normalise
from faithsieve.localize.stated_numbers import lists_of, matrices_of, numbers_of, numerals_of
from faithsieve.localize.stated_relations import relations_of


class Change(StrEnum):
    """What a decomposition did to a step."""

    UNCOVERED = "uncovered"
    """The step has no substep."""
    OUT_OF_ORDER = "out_of_order"
    """The substeps do not follow the order of the step."""
    NUMBER_LOST = "number_lost"
    NUMBER_ADDED = "number_added"
    RELATION_LOST = "relation_lost"
    """An equation or inequality is gone."""
    RELATION_CHANGED = "relation_changed"
    """An equation or inequality has another side or another sign."""
    WORD_LOST = "word_lost"
    """A decisive word is gone."""
    WORD_ADDED = "word_added"
    """A decisive word was put in that claims more."""
    SCOPE_LOST = "scope_lost"
    """The step stands in a case, contradiction or induction that the substeps do not name."""
    ASSUMPTION_ASSERTED = "assumption_asserted"
    """What the step only supposes is stated as a fact."""


class Finding(NamedTuple):
    """One change, with what changed."""

    change: Change
    detail: str

    def __str__(self) -> str:
        return f"{self.change.value}: {self.detail}"


_SCOPE_CUE = re.compile(
    r"\b(?:(?<!either )(?<!each )(?<!both )(?<!any )"
    r"case\s+(?:[0-9]+|[ivx]+\b|[a-z]\b|one|two|when|that|where|of|\$|\\\()|base\s+case"
    r"|(?:by|for)\s+(?:\w+\s+)?contradiction|inductive\s+(?:step|hypothesis)"
    r"|induction\s+(?:step|hypothesis)|by\s+(?:\w+\s+)?induction|in\s+this\s+case|in\s+the\s+case"
    r"|subcase|forward\s+direction|reverse\s+direction|other\s+direction)",
    re.IGNORECASE,
)
_SUPPOSITION = re.compile(
    r"\b(?:if|suppose(?:\s+that)?|assume(?:\s+that)?|assuming(?:\s+that)?)\s+([^,.;:]{3,200})",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"[≠∉∤⊄⊈≢¬]|\\not|\b(?:non|un|dis|irr|imp)[\w-]{3,}"
    r"|\b(?:incorrect|inconsistent|invalid|infinite|cannot|can't|contradict\w*|absurd|false|fail\w*"
    r"|lack\w*|other\w*|else|exclud\w*|only|just|empty|odd|vanish\w*|zero|less|fewer|at most"
    r"|miss\w*)\b",
    re.IGNORECASE,
)
"""What a "not" may honestly put in other words: without any of these it is new."""
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_FILLER = re.compile(r"^(?:then|so|and|thus|hence|therefore|now|we\s+have|also)\b[\s,]*", re.I)


def find_changes(step: str, pieces: Sequence[str], *, scopes: str = "") -> tuple[Finding, ...]:
    """Compare one step with the texts of its substeps.

    Args:
        step: The step as written.
        pieces: The texts of its substeps, in order.
        scopes: The scope labels the substeps carry; what stands there counts as kept.
    """
    if not any(piece.strip() for piece in pieces):
        return (Finding(Change.UNCOVERED, f"{step[:80]!r} has no substep"),)
    if is_verbatim(step, pieces):
        return ()
    joined = " . ".join(pieces)
    return (
        *_order_changes(step, pieces),
        *_number_changes(step, joined, scopes),
        *_relation_changes(step, joined, scopes),
        *_word_changes(step, pieces, scopes),
        *_scope_changes(step, f"{joined} {scopes}"),
        *_asserted_assumptions(step, pieces),
    )


def is_verbatim(step: str, pieces: Sequence[str]) -> bool:
    """Whether the pieces, joined, are the step, apart from white space and the marks between."""
    return _letters(step) == _letters("".join(pieces))


def _letters(text: str) -> str:
    return re.sub(r"[\s.,;:]+", "", text)


_SHORTEST_QUOTE = 12


def _order_changes(step: str, pieces: Sequence[str]) -> Iterator[Finding]:
    """Pieces quoted from the step must stand in its order."""
    source = _letters(step)
    reached = 0
    for piece in pieces:
        quoted = _letters(piece)
        if len(quoted) <= _SHORTEST_QUOTE or quoted not in source:
            continue
        position = source.find(quoted, reached)
        if position < 0:
            yield Finding(Change.OUT_OF_ORDER, f"{piece.strip()[:60]!r} stands earlier in the step")
        else:
            reached = position


def _number_changes(step: str, joined: str, scopes: str) -> Iterator[Finding]:
    before, after = numbers_of(step), numbers_of(joined)
    scope_numbers = numbers_of(scopes)
    lost = before - after - scope_numbers
    # "The two tangents" may say what "the tangents" meant, but not in the place of a number.
    counted = frozenset() if lost else frozenset({"2", "3"}) - numerals_of(joined)
    added = after - counted - before - scope_numbers
    if lost:
        yield Finding(Change.NUMBER_LOST, ", ".join(sorted(lost)))
    if added:
        yield Finding(Change.NUMBER_ADDED, ", ".join(sorted(added)))
    if (told_matrices := matrices_of(joined)) and (gone := matrices_of(step) - told_matrices):
        yield Finding(Change.NUMBER_LOST, f"the matrix {min(gone)}")
    # A list can get a member that the step names elsewhere, as the divisors of 12 get 12.
    told = lists_of(joined)
    for listed in lists_of(step):
        for other in told if listed not in told else ():
            if set(listed) < set(other):
                extra = sorted(set(other) - set(listed))
                yield Finding(Change.NUMBER_ADDED, f"{', '.join(extra)} in a list")


def _relation_changes(step: str, joined: str, scopes: str) -> Iterator[Finding]:
    before, after = relations_of(step, in_words=False), relations_of(joined)
    # What new words say may stand in the step in yet other words; a new sign is new.
    new = missing_links(relations_of(joined, in_words=False), relations_of(step))
    lost = dict.fromkeys(missing_links(before, (*after, *relations_of(scopes))))
    # A link may be kept in one place and turned round in another: same sides, other sign.
    sides = {(link.left, link.right) for link in new}
    fewer = Counter(before) - Counter(after)
    turned = [link for link in fewer if link not in lost and (link.left, link.right) in sides]
    successors = {side: link for link in reversed(new) for side in (link.left, link.right)}
    for link in dict.fromkeys((*lost, *turned)):
        successor = successors.get(link.left) or successors.get(link.right)
        if successor is None:
            yield Finding(Change.RELATION_LOST, str(link))
        else:
            yield Finding(Change.RELATION_CHANGED, f"{link} became {successor}")


def _word_changes(step: str, pieces: Sequence[str], scopes: str) -> Iterator[Finding]:
    before, after = decisive_words(step), decisive_words(" . ".join(pieces))
    kept = after + decisive_words(scopes)
    for word in before:
        if _may_go(word, pieces) or not _is_lost(word, before, kept):
            continue
        yield Finding(Change.WORD_LOST, word)
    for word in after:
        if word in STRENGTHENING and word not in before and not _stands_for_source(word, before):
            yield Finding(Change.WORD_ADDED, word)
    if after["not"] and not before["not"] and not _NEGATIVE.search(normalise(step)):
        yield Finding(Change.WORD_ADDED, "not")


def _may_go(word: str, pieces: Sequence[str]) -> bool:
    """Stand-ins may; and "both" and "each" where the sentence was written out for each."""
    return word in STAND_INS or (word == "each" and _says_the_same_of_two(pieces))


def _says_the_same_of_two(pieces: Sequence[str]) -> bool:
    words = [_content_words(piece) for piece in pieces]
    return any(
        len(one & other) >= _DISTRIBUTED_SHARE * len(one | other)
        for position, one in enumerate(words)
        for other in words[:position]
        if one and other
    )


def _is_lost(word: str, before: Counter[str], kept: Counter[str]) -> bool:
    """Whether the word occurs less often than before, honest stand-ins counted."""
    # Only stand-ins that are new: an old "cannot" does not make up for the loss of a "not".
    put_in = sum(max(0, kept[other] - before[other]) for other in STANDS_FOR.get(word, ()))
    return kept[word] + put_in < before[word]


def _stands_for_source(word: str, before: Counter[str]) -> bool:
    return any(word in STANDS_FOR.get(other, frozenset()) for other in before)


def _scope_changes(step: str, kept: str) -> Iterator[Finding]:
    cue = _SCOPE_CUE.search(step)
    if cue and not _SCOPE_CUE.search(kept) and _letters(cue[0]) not in _letters(kept):
        yield Finding(Change.SCOPE_LOST, cue[0])


def _asserted_assumptions(step: str, pieces: Sequence[str]) -> Iterator[Finding]:
    bare = {_bare(piece) for piece in pieces}
    for supposition in _SUPPOSITION.finditer(step):
        if (claim := _bare(supposition[1])) and claim in bare:
            yield Finding(Change.ASSUMPTION_ASSERTED, supposition[1].strip())


def _bare(text: str) -> str:
    return " ".join(_WORD_OR_SIGN.findall(normalise(_FILLER.sub("", text.strip()))))[:300].rstrip(
        " .,;:"
    )


class KnownContent:
    """What a proof has stated so far: only what repeats it may be taken out (app. B.1, rule 5)."""

    def __init__(self) -> None:
        self._links: dict[Link, None] = {}
        self._numbers: set[str] = set()
        self._decisive: set[str] = set()
        self._sentences: list[frozenset[str]] = []

    def add(self, text: str) -> None:
        """Take note of a text."""
        self._links.update(dict.fromkeys(relations_of(text)))
        self._numbers |= numbers_of(text)
        self._decisive |= set(decisive_words(text))
        self._sentences.append(_content_words(text))

    def is_repeated(self, text: str) -> bool:
        """Whether one earlier text says nearly the same words, and nothing in it is new."""
        words = _content_words(text)
        needed = _REPEATED_SHARE * len(words)
        similar = any(len(words & earlier) >= needed for earlier in self._sentences)
        return similar and self._covers(text)

    def is_announced(self, text: str) -> bool:
        """Whether the text only says what will be done: it draws nothing and states nothing new."""
        announces = _ANNOUNCEMENT.search(text) is not None and not _CONCLUSION.search(text)
        return announces and self._covers(text)

    def _covers(self, text: str) -> bool:
        """Whether the text has no number, relation or strong word that was not stated before."""
        strong = set(decisive_words(text)) & _TELLING
        if strong - self._decisive or numbers_of(text) - self._numbers:
            return False
        return not missing_links(relations_of(text), self._links)


_TELLING = STRENGTHENING | {"not", "exists", "least", "greatest", "lower bound", "upper bound"}
_REPEATED_SHARE = 0.75
_DISTRIBUTED_SHARE = 0.4
_ANNOUNCEMENT = re.compile(
    r"^\W*(?:(?:first|next|now|then|finally|second|third|here)\b\W*)?"
    r"(?:we(?:'ll| will| shall| can| need to| want to| now| next| start| begin| turn| proceed)"
    r"|let(?:'s| us) (?!(?:assume|suppose|denote|define|take|choose|set)\b)"
    r"|to (?:find|solve|show|prove|see|do|determine|compute|make|understand|begin|start)"
    r"|in order to|our (?:goal|aim|task|plan)|the (?:goal|aim|plan|idea|next step) is)",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"\b(?:thus|hence|therefore|so|since|because|implies|follows|means|gives|is|are|holds?)\b", re.I
)
_PLAIN_WORD = re.compile(r"[^\W\d_]{3,}")
_IDLE_WORDS = frozenset(
    {"the", "and", "that", "this", "these", "those", "with", "from", "have", "has", "had", "for"}
    | {"are", "was", "were", "been", "being", "will", "can", "our", "its", "their", "there", "here"}
    | {"then", "thus", "hence", "therefore", "since", "because", "such", "which", "where", "when"}
    | {"what", "note", "recall", "again", "also", "now", "next", "first", "finally", "above"}
    | {"before", "earlier", "already", "know", "let"}
)
_STEM = 5


def _content_words(text: str) -> frozenset[str]:
    """The words that carry content, cut to their stems; "rooted" and "roots" are one word."""
    found = _PLAIN_WORD.findall(text.lower())
    return frozenset(word[:_STEM] for word in found if word not in _IDLE_WORDS)
