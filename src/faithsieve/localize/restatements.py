"""What a proof has stated so far, so that only restatements are taken out (app. B.1, rule 5)."""

import re

from faithsieve.localize.decisive_words import STRENGTHENING, decisive_words
from faithsieve.localize.links import Link, missing_links
from faithsieve.localize.stated_numbers import numbers_of
from faithsieve.localize.stated_relations import relations_of


class KnownContent:
    """Takes note of texts and says what only repeats them."""

    def __init__(self) -> None:
        self._sentences: list[frozenset[str]] = []
        self._unread: list[str] = []
        self._links: dict[Link, None] = {}
        self._numbers: set[str] = set()
        self._decisive: set[str] = set()

    def add(self, text: str) -> None:
        """Take note of a text; most are never asked about, so they are read when one is."""
        self._sentences.append(content_words(text))
        self._unread.append(text)

    def _read(self) -> None:
        for text in self._unread:
            # What is said of some phrase ("its sum is 5") stands for no other relation here.
            self._links.update(dict.fromkeys(link for link in relations_of(text) if link.left))
            self._numbers |= numbers_of(text)
            self._decisive |= set(decisive_words(text))
        self._unread.clear()

    def is_repeated(self, text: str) -> bool:
        """Whether one earlier text says nearly the same words, and nothing in it is new."""
        words = content_words(text)
        needed = _REPEATED_SHARE * len(words)
        similar = any(len(words & earlier) >= needed for earlier in self._sentences)
        return similar and self._covers(text)

    def is_announced(self, text: str) -> bool:
        """Whether the text only says what will be done: it draws nothing and states nothing new."""
        announces = _ANNOUNCEMENT.search(text) is not None and not _CONCLUSION.search(text)
        return announces and self._covers(text)

    def _covers(self, text: str) -> bool:
        """Whether the text has no number, relation or strong word that was not stated before."""
        self._read()
        strong = set(decisive_words(text)) & _TELLING
        if strong - self._decisive or numbers_of(text) - self._numbers:
            return False
        return not missing_links(relations_of(text), self._links)


_TELLING = STRENGTHENING | {"not", "exists", "least", "greatest", "lower bound", "upper bound"}
_REPEATED_SHARE = 0.75
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


def content_words(text: str) -> frozenset[str]:
    """The words that carry content, cut to their stems; "rooted" and "roots" are one word."""
    found = _PLAIN_WORD.findall(text.lower())
    return frozenset(word[:_STEM] for word in found if word not in _IDLE_WORDS)
