"""What one substep does to the proof state, as the model says it, before code applies it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from faithsieve.localize.replies import DeltaReply, EdgeLine, PatternWord, SpecialLine
from faithsieve.records.substep import FlagKind, RiskFlag


class Delta(NamedTuple):
    """The update of one unit."""

    pattern: PatternWord = "implication"
    on: tuple[int, ...] = ()
    """Units it needs; 0 is the problem."""
    at: str = ""
    """State it starts from, or empty for the one before."""
    end: int = 0
    """Unit whose scope it concludes, or 0."""
    goal: str = ""
    """New goal, or empty."""
    texts: tuple[str, ...] = ()
    """Branch assumptions, lemma, witness, as written."""
    flags: tuple[RiskFlag, ...] = ()
    """What reading the reply already saw."""


class DeltaSheet(NamedTuple):
    """The deltas of one reply."""

    deltas: dict[int, Delta]
    goal: str
    notes: tuple[str, ...]
    """Lines about units that do not exist."""


_LONGEST_TEXT = 1000


def read_deltas(reply: DeltaReply, numbers: Iterable[int]) -> DeltaSheet:
    """Put the two parts of every delta together; repeated lines are flagged, the first counts."""
    known = set(numbers)
    edges, twice = _first_of_each(reply.e, known)
    specials, special_twice = _first_of_each(reply.x, known)
    repeated = twice | special_twice
    named = [*(line.n for line in reply.e), *(line.n for line in reply.x)]
    strangers = [number for number in named if number not in known]
    deltas = {
        number: _delta(edges[number], specials.get(number), number in repeated)
        for number in sorted(edges)
    }
    notes = tuple(f"an edge names unit {number}, which was not asked for" for number in strangers)
    return DeltaSheet(deltas, reply.goal.strip()[:_LONGEST_TEXT], notes)


Line = TypeVar("Line", EdgeLine, SpecialLine)


def _first_of_each(lines: Sequence[Line], known: set[int]) -> tuple[dict[int, Line], set[int]]:
    first: dict[int, Line] = {}
    twice: set[int] = set()
    for line in lines:
        if line.n in first:
            twice.add(line.n)
        elif line.n in known:
            first[line.n] = line
    return first, twice


def _delta(edge: EdgeLine, special: SpecialLine | None, repeated: bool) -> Delta:
    flags = (RiskFlag(kind=FlagKind.DELTA_DUPLICATE),) if repeated else ()
    delta = Delta(pattern=edge.p, on=tuple(dict.fromkeys(edge.on)), flags=flags)
    if special is None:
        return delta
    texts = tuple(text.strip()[:_LONGEST_TEXT] for text in special.tx if text.strip())
    goal = special.goal.strip()[:_LONGEST_TEXT]
    return delta._replace(at=special.at.strip(), end=special.end, goal=goal, texts=texts)
