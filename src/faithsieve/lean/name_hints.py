"""Names of the library for a model: near to one that Lean does not know, or about a definition.

The names are read from the library's text. That a name is near says nothing about what it means.
"""

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from faithsieve.lean.library_modules import read_library

SHOWN = 3
SHOWN_ABOUT = 10
NEAR = 0.7
"""The share of letters that a name must have in common, as ``difflib`` counts."""

_UNKNOWN = re.compile(
    r"(?:Unknown|unknown) (?:identifier|constant|namespace) [`'](?P<name>[^`']+)[`']"
    r"|environment does not contain [`'](?P<field>[^`']+)[`']"
)
_ITEM = re.compile(
    r"^(?:namespace (?P<opened>\S+)|end (?P<closed>\S+)|(?:@\[[^\]]*\]\s*)*"
    r"(?:(?:protected|noncomputable)\s+)*(?P<kind>theorem|def|class|structure|inductive|abbrev)\s+"
    r"(?P<name>[^\s:({\[⦃]+)(?P<rest>.*(?:\n(?:[ \t].*)?)*))",
    re.MULTILINE,
)
_FIELD = re.compile(r"^  (?:protected )?(?P<name>[\w']+)(?: [({\[].*?)? : ", re.MULTILINE)


class Declared(NamedTuple):
    """One declaration of a Lean text."""

    kind: str
    name: str
    """With its namespaces."""
    rest: str
    """What stands behind the name."""


def with_hint(message: str) -> str:
    """Add the nearest names of the library to a message of Lean about an unknown name."""
    found = _UNKNOWN.search(message)
    near = nearest_names(found["name"] or found["field"]) if found else ()
    if not near:
        return message
    # Behind the first line: what follows it is long, and is cut where there is little room.
    first, line_feed, rest = message.partition("\n")
    return f"{first}. The library has: {', '.join(near)}{line_feed}{rest}"


@cache
def nearest_names(name: str) -> tuple[str, ...]:
    """Return the names that end like this one, in other namespaces, then those spelled alike.

    There are none for a name of the library: it is known, but not where the text was read.
    """
    if name in library_names():
        return ()
    last = name.rpartition(".")[2]
    elsewhere = [known for known in library_names() if known.rpartition(".")[2] == last]
    alike = difflib.get_close_matches(name, library_names(), n=SHOWN, cutoff=NEAR)
    return tuple(dict.fromkeys([*sorted(elsewhere, key=len), *alike]))[:SHOWN]


@cache
def names_about(definitions: frozenset[str]) -> tuple[str, ...]:
    """Return fields and lemmas about some definitions, those about most of them first.

    As Mathlib names them: in the namespace of a definition, or with its name among their words.
    """
    words = {name: _word(name) for name in definitions if name in set(library_names())}
    found = []
    for name in library_names():
        parts = {_word(part) for part in re.split(r"[._]", name)}
        about = sum(word in parts for word in words.values())
        if about and name not in words:
            found.append((-about, len(name), name))
    return tuple(name for _, _, name in sorted(found)[:SHOWN_ABOUT])


def _word(name: str) -> str:
    """Return the last part of a name as a lemma's name has it: ``isCompact``."""
    last = name.rpartition(".")[2]
    return last[:1].lower() + last[1:]


@cache
def library_declarations() -> tuple[Declared, ...]:
    """Read what the library's modules declare."""
    return tuple(found for module in read_library()[1] for found in declarations(module.text))


@cache
def library_names() -> tuple[str, ...]:
    """Collect the names of the library, fields of structures included."""
    return tuple(dict.fromkeys(name for d in library_declarations() for name in names_in(d)))


def names_in(declared: Declared) -> Iterator[str]:
    """Yield the name of a declaration and, of a structure, those of its fields."""
    yield declared.name
    if declared.kind in ("class", "structure"):
        yield from (f"{declared.name}.{field['name']}" for field in _FIELD.finditer(declared.rest))


def declarations(text: str) -> Iterator[Declared]:
    """Read the declarations of a Lean text, but for private ones."""
    spaces: list[str] = []
    for item in _ITEM.finditer(re.sub(r"/-.*?-/", "", text, flags=re.DOTALL)):
        if item["opened"]:
            spaces.append(item["opened"])
        elif item["kind"]:
            name = ".".join([*spaces, item["name"]]).rpartition("_root_.")[2]
            yield Declared(item["kind"], name, item["rest"])
        elif spaces[-1:] == [item["closed"]]:
            spaces.pop()
