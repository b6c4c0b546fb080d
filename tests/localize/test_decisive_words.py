"""Decisive words are read as whole phrases, longest first."""

import pytest

from faithsieve.localize.decisive_words import (
    DECISIVE_WORDS,
    STANDS_FOR,
    STRENGTHENING,
    decisive_words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at least one", {"lower bound": 1}),
        ("the least n", {"least": 1}),
        ("if and only if", {"iff": 1}),
        ("A non-negative, nonzero number", {"non-negative": 1, "nonzero": 1}),
        ("something and nothing", {}),
        ("It can’t be", {"impossible": 1}),
        (r"\max and \text{only}", {"only": 1}),
        ("EVERY x, any y", {"all": 2}),
    ],
)
def test_phrases_are_read_whole(text: str, expected: dict[str, int]) -> None:
    assert decisive_words(text) == expected


def test_the_papers_words_are_on_the_list() -> None:
    listed = {word for words in DECISIVE_WORDS.values() for word in words}
    assert listed >= {"only", "all", "exists", "unique", "least", "greatest", "must", "valid"}
    assert "sufficient" in listed


def test_every_word_belongs_to_one_class_and_every_class_exists() -> None:
    words = [word for words in DECISIVE_WORDS.values() for word in words]
    assert len(words) == len(set(words))
    named = set(STRENGTHENING) | set(STANDS_FOR) | {o for s in STANDS_FOR.values() for o in s}
    assert named <= set(DECISIVE_WORDS)
