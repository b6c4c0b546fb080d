"""Lemmas that a Lean with a library finds for a statement, as proofs to be tried (paper app. C.3).

``exact?`` runs in the backend itself. An MCP server may list tools that ask LeanSearch or Loogle;
these send the statement to a web service, so they are asked only where ``lean.search`` allows it.
Whatever comes back is a text: it is pasted into a body and judged like any other, and a search that
fails finds nothing.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from faithsieve.records.lean import FrozenStatement

SEARCHED = "searched"
MOST_LEMMAS = 6
SEARCH_SECONDS = 90.0
_SUGGESTION = re.compile(r"Try this:\s*(?:\[\w+\]\s*)?((?:exact|refine|apply)\b.*)", re.DOTALL)
_NAME = re.compile(r"(?<![\w.'])[A-Za-z_]\w*(?:\.[A-Za-z_][\w'₀-₉]*)+|(?<![\w.'])[a-z]+(?:_\w+)+'*")
_CLOSE = "first | assumption | positivity | linarith | simp_all"


@runtime_checkable
class LemmaNames(Protocol):
    """A Lean that can search by the words of a statement."""

    async def lemma_names(self, statement: str) -> tuple[str, ...]:
        """Names of lemmas, best first."""


def search_text(statement: FrozenStatement) -> str:
    """The text whose error or message names a lemma."""
    return f"theorem {SEARCHED} {statement.text} := by exact?"


def suggested_bodies(messages: Iterable[str]) -> tuple[str, ...]:
    """The proofs that ``exact?`` names in its messages."""
    found = (_SUGGESTION.search(message) for message in messages)
    return tuple(dict.fromkeys(match[1].strip() for match in found if match is not None))


def names_in(text: str) -> tuple[str, ...]:
    """Names of declarations in a search tool's reply, in order."""
    return tuple(dict.fromkeys(_NAME.findall(text)))[:MOST_LEMMAS]


def bodies_with(names: Sequence[str]) -> tuple[str, ...]:
    """Proofs that try each lemma: as it stands, applied, and as a rewriting rule."""
    return tuple(
        f"first | exact {name} | (apply {name} <;> {_CLOSE}) | simp [{name}]" for name in names
    )
