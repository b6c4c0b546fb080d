"""Names of the library for a model: near to one that Lean does not know, or about a definition.

The names are read from the library's text. That a name is near says nothing about what it means.
"""

import difflib
import re
from collections.abc import Iterator
from functools import cache

from faithsieve.lean.library_modules import read_library

SHOWN = 3
SHOWN_ABOUT = 10
NEAR = 0.7
"""The share of letters that a name must have in common, as ``difflib`` counts."""

_UNKNOWN = re.compile(
    r"(?:Unknown|unknown) (?:identifier|constant|namespace) [`'](?P<name>[^`']+)[`']"
    r"|environment does not contain [`'](?P<field>[^`']+)[`']"
)
_DECLARED = re.compile(
    r"(?:@\[[^\]]*\]\s*)*(?:(?:protected|noncomputable)\s+)*"
    r"(?P<kind>theorem|def|class|structure|inductive|abbrev)\s+(?P<name>[^\s:({\[⦃]+)"
)
_FIELD = re.compile(r"  (?:protected )?(?P<name>[\w']+)(?: [({\[].*?)? : ")


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
def library_names() -> tuple[str, ...]:
    """Collect the names that the library's modules declare."""
    _, modules = read_library()
    return tuple(dict.fromkeys(name for m in modules for name in declared_names(m.text)))


def declared_names(text: str) -> Iterator[str]:
    """Yield the full names of the declarations in a Lean text, fields of structures included."""
    open_scopes: list[str] = []
    structure = ""
    for line in re.sub(r"/-.*?-/", "", text, flags=re.DOTALL).splitlines():
        word, _, rest = line.partition(" ")
        structure = structure if line.startswith(" ") else ""
        if structure and (field := _FIELD.match(line)):
            yield f"{structure}.{field['name']}"
        if word == "namespace":
            open_scopes.append(rest.strip())
        elif line.endswith("section") or word == "section":
            open_scopes.append("")
        elif word == "end" and open_scopes:
            open_scopes.pop()
        elif found := _DECLARED.match(line):
            name = found["name"]
            inside = [scope for scope in open_scopes if scope]
            full = name.removeprefix("_root_.") if "_root_." in name else ".".join([*inside, name])
            structure = full if found["kind"] in ("class", "structure") else ""
            yield full
