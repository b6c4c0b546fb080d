"""Names of the library that are near to one that Lean does not know, so that a model can rephrase.

The names are read from the library's text. That a name is near says nothing about what it means.
"""

import difflib
import re
from collections.abc import Iterator
from functools import cache

from faithsieve.lean.library_modules import read_library

SHOWN = 3
NEAR = 0.7
"""The share of letters that a name must have in common, as ``difflib`` counts."""

_UNKNOWN = re.compile(
    r"(?:Unknown|unknown) (?:identifier|constant|namespace) [`'](?P<name>[^`']+)[`']"
    r"|environment does not contain [`'](?P<field>[^`']+)[`']"
)
_DECLARED = re.compile(
    r"(?:@\[[^\]]*\]\s*)*(?:(?:protected|noncomputable)\s+)*"
    r"(?:theorem|def|class|structure|inductive|abbrev)\s+(?P<name>[^\s:({\[⦃]+)"
)


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
def library_names() -> tuple[str, ...]:
    """Collect the names that the library's modules declare."""
    _, modules = read_library()
    return tuple(dict.fromkeys(name for m in modules for name in declared_names(m.text)))


def declared_names(text: str) -> Iterator[str]:
    """Yield the full names of the declarations in a Lean text."""
    open_scopes: list[str] = []
    for line in re.sub(r"/-.*?-/", "", text, flags=re.DOTALL).splitlines():
        word, _, rest = line.partition(" ")
        if word == "namespace":
            open_scopes.append(rest.strip())
        elif line.endswith("section") or word == "section":
            open_scopes.append("")
        elif word == "end" and open_scopes:
            open_scopes.pop()
        elif found := _DECLARED.match(line):
            name = found["name"]
            inside = [scope for scope in open_scopes if scope]
            yield name.removeprefix("_root_.") if "_root_." in name else ".".join([*inside, name])
