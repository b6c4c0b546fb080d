"""The data files of this package: tables of notation, and a short list of words by their use."""

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
def cue(name: str) -> re.Pattern[str]:
    """The pattern of that name in the lexicon; upper and lower case are alike."""
    tables = data_file("lexicon.toml").values()
    (pattern,) = (table[name] for table in tables if name in table)
    return re.compile(re.sub(r"\n\s*", "", pattern), re.IGNORECASE)
