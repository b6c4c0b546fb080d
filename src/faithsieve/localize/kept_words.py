"""Which decisive words a decomposition lost or put in (app. B.1).

A word may go where another says the same: a stand-in, a sign, or a sentence written out for each.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from faithsieve.localize.changes import Change, Finding
from faithsieve.localize.decisive_words import (
    OPPOSITES,
    STAND_INS,
    STANDS_FOR,
    STRENGTHENING,
    decisive_words,
)
from faithsieve.localize.signs_as_words import NUMBER_SETS, word_for
from faithsieve.localize.spelling import normalise
from faithsieve.localize.stated_relations import relations_of

_NEGATIVE = re.compile(
    r"[≠∉∤⊄⊈≢¬]|\\not|\b(?:non|un|dis|irr|imp)[\w-]{3,}"
    r"|\b(?:incorrect|inconsistent|invalid|infinite|cannot|can't|contradict\w*|absurd|false|fail\w*"
    r"|lack\w*|other\w*|else|exclud\w*|only|just|empty|odd|vanish\w*|zero|less|fewer|at most"
    r"|miss\w*)\b",
    re.IGNORECASE,
)
"""What a "not" may honestly put in other words: without any of these it is new."""
_DISTRIBUTED_SHARE = 0.4
_QUANTIFIED = re.compile(r"\b(?:all|every|each|any)\b((?:\W+[\w-]+){1,4})", re.IGNORECASE)
_QUANTIFIED_OTHERWISE = re.compile(
    r"∀|\\forall|\b(?:always|arbitrar|whenever|every(?:where|one))", re.IGNORECASE
)
_FOR_LETTERS = re.compile(
    r"\b[Ff]or\s+(?!some\b|an?\b)(?:[a-z]{3,}\s+){0,2}(?:\$|\\\()?((?:[a-zA-Z]\s*,\s*)*[a-zA-Z])\b"
)
_LETTER = re.compile(r"(?<![\w\\])[a-zA-Z](?![\w'])")
_IN_NEGATION = re.compile(r"\b(no|not|never|without)\b([^.]{0,80}?)\bany\b", re.IGNORECASE)
_PLURAL = re.compile(r"[a-z]{3,}s\b")
_AFTER_ARTICLE = re.compile(r"\b(?:an?|the)\b((?:\W+[\w-]+){1,3})", re.IGNORECASE)
_NAME = re.compile(r"[a-z]{3,}")


def word_changes(step: str, pieces: Sequence[str], scopes: str) -> Iterator[Finding]:
    """Decisive words that are gone, and such that claim more than the step."""
    for word in _words_lost(step, pieces, scopes):
        yield Finding(Change.WORD_LOST, word)
    for word in _words_added(step, pieces):
        yield Finding(Change.WORD_ADDED, word)


def _words_lost(step: str, pieces: Sequence[str], scopes: str) -> Iterator[str]:
    """Classes of decisive words that occur less often than in the step."""
    joined = " . ".join(pieces)
    before, kept = decisive_words(step), decisive_words(joined) + decisive_words(scopes)
    for word in before:
        if not _is_lost(word, before, kept) or _may_go(word, step, pieces):
            continue
        if word not in _words_as_signs(joined):
            yield word
    yield from _turned_words(step, joined)
    for one, other in (("or", "and"), ("and", "or")):
        if _joined_by(step, one) & (_joined_by(joined, other) - _joined_by(joined, one)):
            yield one


def _words_added(step: str, pieces: Sequence[str]) -> Iterator[str]:
    """Classes of decisive words that the step has not, where they claim more."""
    joined = " . ".join(pieces)
    before, after = decisive_words(step), decisive_words(_IN_NEGATION.sub(r"\1\2", joined))
    for word in sorted(STRENGTHENING & after.keys() - before.keys()):
        if any(word in STANDS_FOR.get(other, ()) for other in before):
            continue
        if word == "all" and _spells_out_a_plural(step, joined):
            continue
        if word not in _words_as_signs(step):
            yield word
    if after["not"] and not before["not"] and not _NEGATIVE.search(normalise(step)):
        yield "not"


def _turned_words(step: str, joined: str) -> Iterator[str]:
    """Words that are fewer while an opposite of them is more."""
    before, after = (Counter(_NAME.findall(text.lower())) for text in (step, joined))
    fewer, more = before - after, after - before
    for group in OPPOSITES:
        gone = [words for words in group if any(fewer[word] for word in words)]
        come = [words for words in group if any(more[word] for word in words)]
        yield from (
            one[0] for one in gone if any(other is not one for other in come) and one not in come
        )


def _joined_by(text: str, joint: str) -> set[tuple[str, str]]:
    """What stands around every "and" or "or" after a word; between formulas both make lists."""
    words = re.findall(r"[^\s$.,;()]+", text.lower())
    return {
        (a, b)
        for a, word, b in zip(words, words[1:], words[2:], strict=False)
        if word == joint and _NAME.fullmatch(a)
    }


def _words_as_signs(text: str) -> frozenset[str | None]:
    signs = {word for sign, word in NUMBER_SETS.items() if sign in normalise(text)}
    return frozenset(map(word_for, relations_of(text, in_words=False))) | signs


def _is_lost(word: str, before: Counter[str], kept: Counter[str]) -> bool:
    """Whether the word occurs less often than before, honest stand-ins counted."""
    # Only stand-ins that are new: an old "cannot" does not make up for the loss of a "not".
    put_in = sum(max(0, kept[other] - before[other]) for other in STANDS_FOR.get(word, ()))
    return kept[word] + put_in < before[word]


def _may_go(word: str, step: str, pieces: Sequence[str]) -> bool:
    """Stand-ins may; and "each" where the sentence was written out for each, or for any one."""
    if word in STAND_INS:
        return True
    return word == "each" and (_says_the_same_of_two(pieces) or _speaks_of_any_one(step, pieces))


def _says_the_same_of_two(pieces: Sequence[str]) -> bool:
    words = [_content_words(piece) for piece in pieces]
    return any(
        len(one & other) >= _DISTRIBUTED_SHARE * len(one | other)
        for position, one in enumerate(words)
        for other in words[:position]
        if one and other
    )


def _speaks_of_any_one(step: str, pieces: Sequence[str]) -> bool:
    """Whether "each move" became "a move"."""
    named = {name for words in _AFTER_ARTICLE.findall(" . ".join(pieces)) for name in _names(words)}
    quantified = _QUANTIFIED.findall(step)
    return bool(quantified) and all(_names(words) & named for words in quantified)


def _spells_out_a_plural(step: str, joined: str) -> bool:
    """Whether "squares are" became "all squares are" or "every square is"."""
    # "For nonnegative x it holds" is said of all x.
    free = {letter for letters in _FOR_LETTERS.findall(step) for letter in _LETTER.findall(letters)}
    known = set(_PLURAL.findall(step.lower())) | free
    quantified = [
        {form for name in _names(words) for form in (name, f"{name}s")}
        | set(_LETTER.findall(words))
        for words in _QUANTIFIED.findall(joined)
    ]
    return all(names & known for names in quantified) and not _QUANTIFIED_OTHERWISE.search(joined)


def _names(words: str) -> set[str]:
    return set(_NAME.findall(words.lower()))


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
