"""Every list of words is used, says what it tells, and matches whole words."""

import tomllib
from pathlib import Path

import faithsieve
from faithsieve.symbolic.lexicon import cue, word_list

SOURCE = Path(faithsieve.__file__).parent
LISTS = tomllib.loads((SOURCE / "symbolic" / "lexicon.toml").read_text(encoding="utf-8"))


def test_every_list_is_used_and_explained() -> None:
    files = (*SOURCE.rglob("*.py"), *(SOURCE / "symbolic").glob("*.toml"))
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    uses = ('"{}"', "@{}@", '\n{} = "')
    unused = [name for name in LISTS if not any(use.format(name) in code for use in uses)]
    assert unused == []
    assert all(entry["tells"] and ("words" in entry or "also" in entry) for entry in LISTS.values())


def test_a_cue_matches_whole_words_and_its_other_pieces() -> None:
    assert cue("trial").search("we try it")
    assert cue("trial").search("it doesn't hold")
    assert not cue("trial").search("the country")
    assert "so" in word_list("joining")
