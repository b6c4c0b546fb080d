"""Lean terms as the driver writes them, for code that reads statements without a parser.

The driver serialises an elaborated term in prefix form (``termText`` in ``driver/2_terms.lean``):
notations, overloading and implicit arguments are resolved there by Lean itself, so nothing here
guesses what a symbol means. Universe levels are dropped except for the one question that matters:
whether a sort is ``Prop``.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from faithsieve.records.base import Record


class Bound(NamedTuple):
    """A variable, counted outwards from the innermost binder."""

    depth: int


class Sort(NamedTuple):
    is_prop: bool


class Const(NamedTuple):
    name: str


class App(NamedTuple):
    function: "Term"
    argument: "Term"


class Lam(NamedTuple):
    domain: "Term"
    body: "Term"


class Pi(NamedTuple):
    """``∀ x : domain, body``, which is also the type of functions and of implications."""

    domain: "Term"
    body: "Term"


class Let(NamedTuple):
    type: "Term"
    value: "Term"
    body: "Term"


class Literal(NamedTuple):
    value: int | str


class Proj(NamedTuple):
    """The field at a position of a structure."""

    structure: str
    position: int
    term: "Term"


Term = Bound | Sort | Const | App | Lam | Pi | Let | Literal | Proj

_TOKEN = re.compile(
    r"#(?P<bound>\d+);|S(?P<sort>[^;]*);|C<(?P<const>[^>]*)>[^;]*;|N(?P<number>\d+);"
    r'|T(?P<text>"(?:[^"\\]|\\.)*")|J<(?P<structure>[^>]*)>(?P<index>\d+);|(?P<node>[@LPE])'
)
_NODES = {"@": (App, 2), "L": (Lam, 2), "P": (Pi, 2), "E": (Let, 3)}


class TermTextError(ValueError):
    """The text is not a closed term, for example because it has metavariables."""


def parse_term(text: str) -> Term:
    """Read one serialised term.

    Raises:
        TermTextError: it is not one.
    """
    built: list[Term] = []
    # Prefix form read from its end: the operands of a node are on the stack when it comes.
    for match in reversed(list(_tokens(text))):
        if match["node"]:
            node, arity = _NODES[match["node"]]
            built.append(node(*(built.pop() for _ in range(arity))))
        elif match["structure"] is not None:
            built.append(Proj(match["structure"], int(match["index"]), built.pop()))
        else:
            built.append(_leaf(match))
    if len(built) != 1:
        raise TermTextError(f"{text[:60]!r} is not one term")
    return built[0]


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise TermTextError(f"{text[at : at + 40]!r} is no part of a term")
        yield match
        at = match.end()


def _leaf(match: re.Match[str]) -> Term:
    if match["bound"] is not None:
        return Bound(int(match["bound"]))
    if match["const"] is not None:
        return Const(match["const"])
    if match["sort"] is not None:
        return Sort(match["sort"] == "0")
    if match["number"] is not None:
        return Literal(int(match["number"]))
    return Literal(str(json.loads(match["text"])))


class Declaration(Record):
    """One constant of Lean's environment, as the driver describes it."""

    kind: str
    """``def``, ``inductive``, ``constructor``, ``recursor``, or ``opaque`` for everything else."""
    type: str
    """Its type, serialised."""
    value: str = ""
    """What a definition stands for."""
    params: int = 0
    """Parameters of an inductive type, its constructors and its recursor."""
    indices: int = 0
    """Further arguments of an inductive type that differ between constructors."""
    fields: int = 0
    """Fields of a constructor, after the parameters."""
    motives: int = 0
    """Motives of a recursor."""
    minors: int = 0
    """Cases of a recursor."""
    recursive: bool = False
    """Whether an inductive type contains itself."""
    of: str = ""
    """The inductive type of a constructor."""
    ctors: tuple[str, ...] = ()
    """Constructors of an inductive type."""
    names: tuple[str, ...] = ()
    """Names of a constructor's parameters and fields."""

    @property
    def mentions(self) -> frozenset[str]:
        """Constants named in the declaration."""
        text = self.type + self.value if self.kind != "opaque" else ""
        named = re.findall(r"[CJ]<([^>]*)>", text)
        return frozenset(named) | frozenset(self.ctors) | ({self.of} - {""})

    @property
    def proved_fields(self) -> frozenset[str]:
        """Fields of a constructor that Lean proves by itself where they are left out."""
        found = []
        rest = parse_term(self.type)
        for name in self.names:
            assert isinstance(rest, Pi)
            head = rest.domain
            while isinstance(head, App):
                head = head.function
            if head == Const("autoParam"):
                found.append(name)
            rest = rest.body
        return frozenset(found)
