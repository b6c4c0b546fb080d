"""Words that say how a text means its mathematics, and tables of notation, from data files.

Every list of words has a name and says what its words tell; rules ask for lists by name.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def data_file(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("faithsieve.symbolic").joinpath(name).read_text(encoding="utf-8"))


def by_word(table: str) -> dict[str, str]:
    """A table of notation the other way round: each word or sign with what it stands under."""
    entries = data_file("notation.toml")[table].items()
    return {word: meaning for meaning, words in entries for word in words.split()}


@cache
def word_list(name: str) -> frozenset[str]:
    return frozenset(data_file("lexicon.toml")[name].get("words", ()))


@cache
def cue(name: str) -> re.Pattern[str]:
    """A pattern that finds any word of one list."""
    # Longer words first, so that a match shows the whole word.
    chosen = "|".join(sorted(word_list(name), key=lambda word: (-len(word), word)))
    also = re.sub(r"\n\s*", "", data_file("lexicon.toml")[name].get("also", ""))
    also = re.sub(r"@(\w+)@", lambda found: cue(found[1]).pattern, also)
    parts = [rf"\b(?:{chosen})\b"] if chosen else []
    return re.compile("|".join([*parts, *([also] if also else [])]), re.IGNORECASE)
