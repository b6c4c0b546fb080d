"""Words that say how a text means its mathematics, read from one data file.

Every list has a name and says what its words tell; rules ask for lists by name.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files


@cache
def _lexicon() -> dict[str, dict[str, object]]:
    text = files("faithsieve.symbolic").joinpath("lexicon.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def word_list(name: str) -> frozenset[str]:
    found = _lexicon()[name]["words"]
    assert isinstance(found, list)
    return frozenset(found)


@cache
def cue(name: str) -> re.Pattern[str]:
    """A pattern that finds any word of one list."""
    # Longer words first, so that a match shows the whole word.
    chosen = "|".join(sorted(word_list(name), key=lambda word: (-len(word), word)))
    also = _lexicon()[name].get("also")
    return re.compile(rf"\b(?:{chosen})\b" + (f"|{also}" if also else ""), re.IGNORECASE)
