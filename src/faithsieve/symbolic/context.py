"""What a proof has stated so far: equations, definitions and values, usable as facts.

Facts excuse claims: a link that follows from something stated before is not a slip, even when it is
no identity (``a² + b² = 9 − 2·2`` after ``a + b = 3`` and ``ab = 2``). So everything stated is
learned, suppositions too; what is never learned is a claim that was itself refuted. What a check
says about one link is a slip, supported, or undecided for a named reason.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import polynomials as poly
from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.lean_formula import Compare
from faithsieve.symbolic.lexicon import cue

CONSTANTS = ex.CONSTANTS

SQUARE_OF_I = poly.difference(ex.Pow(ex.Sym("i"), ex.TWO), ex.Neg(ex.ONE))
"""That the imaginary unit squared is −1."""

_MAX_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Definition:
    """``f(x, y) = body``, stated by the proof."""

    parameters: tuple[str, ...]
    body: ex.Expr


class Abstain(StrEnum):
    MOOD = "not asserted"
    NO_VALUE = "no value, or none that can be computed"
    ROUNDED = "rounded decimals"
    QUOTIENT = "quotient notation"
    CONTEXT = "follows from what was stated before"
    HOLDS_SOMEWHERE = "holds in some regime"
    CONSTRAINT = "a condition, not an identity"
    UNDECIDED = "neither proved nor refuted"
    COMPLEX = "complex numbers"
    UNITS = "units"
    MODULUS = "congruence outside the fragment"
    RELATION = "relation outside the checks"
    NONCOMMUTATIVE = "letters may not be numbers"
    LIMIT = "time or size limit"


@dataclass(frozen=True, slots=True)
class Slip:
    """The link fails; whether that may decide is for its account to say."""

    rule: str
    message: str
    stated: Compare
    """What was refuted, definitions put in; Lean is asked about this."""
    premises: tuple[Compare, ...] = ()
    """Relations it was claimed to follow from, or that the text states for its letters."""
    witness: Mapping[str, Fraction] | None = None
    """Values of its letters at which the premises hold and it fails."""
    source: Claim | None = None
    """The earlier claim that this one was compared with, if any."""


@dataclass(frozen=True, slots=True)
class Supported:
    rule: str


LinkVerdict = Slip | Supported | Abstain


@dataclass(frozen=True)
class Link:
    """Two neighbouring sides of a claim, definitions put in where checks ask for it."""

    claim: Claim
    at: int
    """Which link of the chain."""
    left: ex.Expr
    relation: ex.Relation
    right: ex.Expr

    @cached_property
    def polynomial(self) -> poly.Polynomial:
        """What an equality says to be zero.

        Raises:
            TooLargeError: It cannot be expanded.
        """
        return poly.difference(self.left, self.right)

    @property
    def stated(self) -> Compare:
        modulus = self.claim.chain.modulus
        assert not isinstance(modulus, ex.Refusal)
        return Compare(self.relation, self.left, self.right, modulus)

    @cached_property
    def letters(self) -> frozenset[str]:
        return ex.symbols(self.left, self.right) - CONSTANTS

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides as written."""
        return self.claim.side_text(self.at), self.claim.side_text(self.at + 1)

    @property
    def span(self) -> ex.Span:
        first, last = self.claim.chain.side_spans[self.at : self.at + 2]
        return ex.Span(first.start, last.end)

    @property
    def text(self) -> str:
        return f"{self.sides[0]} {self.relation.value} {self.sides[1]}"

    @cached_property
    def value_of(self) -> ex.Sym | ex.Apply | ex.Call | None:
        """The letter or function value that the equation gives a number, and nothing more."""
        for side, value in ((self.left, self.right), (self.right, self.left)):
            if isinstance(side, ex.Sym | ex.Apply | ex.Call) and is_closed(value):
                return side
        return None

    @property
    def fixes_a_letter(self) -> bool:
        """Whether the equation is linear in one letter and has no other."""
        return len(poly.names(self.polynomial)) == 1 and self.polynomial.total_degree() == 1

    @property
    def has_decimals(self) -> bool:
        return any(
            isinstance(part, ex.Num) and "." in self.claim.text[part.span.start : part.span.end]
            for part in ex.walk(self.left, self.right)
        )

    @property
    def has_division_sign(self) -> bool:
        """Whether a quotient is written that may be rounded or leave a remainder."""
        parts = ex.walk(self.left, self.right)
        return any(isinstance(part, ex.Div) and part.obelus for part in parts)


def links_of(claim: Claim) -> Iterator[Link]:
    """All links of a claim both of whose sides could be read."""
    return (Link(claim, *link) for link in claim.chain.links())


def is_closed(node: ex.Expr) -> bool:
    """Whether the expression is one number: no letters, unknown functions or undecided signs."""
    if ex.symbols(node) - CONSTANTS or ex.applied(node):
        return False
    return not ex.calls(node) & {"plusminus", "minusplus"}


class ProofContext:
    def __init__(self, *, complex_numbers: bool, given_functions: frozenset[str]) -> None:
        self._given_functions = set(given_functions)
        self.definitions: dict[str, Definition] = {}
        self.equations: list[Link] = []
        self._slips: list[Link] = []
        self.complex_numbers = complex_numbers

    def learn(self, claim: Claim, refuted: frozenset[int]) -> None:
        """Take over what a claim states, except its refuted links."""
        if claim.chain.modulus is not None:
            return
        for link in links_of(claim):
            if link.at in refuted:
                self._slips.append(link)
            elif link.relation in (ex.Relation.EQ, ex.Relation.DEFINES):
                with suppress(poly.TooLargeError):
                    if link.polynomial:
                        self.equations.append(link)
        self._learn_definition(claim)

    def knows(self, polynomial: poly.Polynomial) -> bool:
        """Whether an equation follows from those stated before.

        A value given to a letter is no excuse: x³ − 4x² + 3 = (x − 1)(x² − 3x + 3) holds for x = 1.
        """
        known = [e.polynomial for e in self.equations if not isinstance(e.value_of, ex.Sym)]
        return poly.follows(polynomial, [*known, *([SQUARE_OF_I] if self.complex_numbers else [])])

    def contradicted(self, link: Link) -> list[Link] | None:
        """The facts that an equation cannot hold together with; None where it can.

        Facts are the problem's equations and those asserted in this step or the one before. Two
        equations that each fix a letter are solutions side by side. What agrees with an earlier
        slip about the same letters only repeats it.
        """
        facts = [e for e in self.equations if _binds(e, link)]
        known = poly.reaching(link.polynomial, [fact.polynomial for fact in facts])
        if not poly.contradict([link.polynomial, *known]) or poly.contradict(known):
            return None
        for slip in self._slips:
            both = [link.polynomial, slip.polynomial]
            if slip.letters & link.letters and not poly.contradict(both):
                return None
        return [fact for fact in facts if fact.polynomial in known]

    def _learn_definition(self, claim: Claim) -> None:
        found = read_definition(claim.chain)
        if found is None or cue("restricts").match(claim.text, claim.chain.span.end):
            return
        name, definition = found
        if claim.mood is Mood.GIVEN:
            self.definitions[name] = definition
        elif name in self.definitions:
            if claim.mood is not Mood.ASSERTED and definition != self.definitions[name]:
                # The letter is used for another function from here on: neither judges claims.
                self.definitions.pop(name)
                self._given_functions.add(name)
        elif claim.mood is Mood.DEFINED and name not in self._given_functions:
            # A formula for f that the proof derives or tries must not judge other claims.
            self.definitions[name] = definition


def _binds(fact: Link, link: Link) -> bool:
    """Whether a proof that states one equation before another stands by both."""
    claim, later = fact.claim, link.claim
    if claim is later or claim.mood is Mood.GIVEN:
        return claim is not later
    if fact.value_of is not None or claim.mood is not Mood.ASSERTED:
        return False
    return later.step - claim.step <= 1 and not (fact.fixes_a_letter and link.fixes_a_letter)


def inline(node: ex.Expr, definitions: Mapping[str, Definition], depth: int = 0) -> ex.Expr:
    inner = ex.rebuild(node, lambda child: inline(child, definitions, depth))
    if not isinstance(inner, ex.Apply) or depth > _MAX_DEPTH:
        return inner
    definition = definitions.get(inner.name)
    if definition is None or len(definition.parameters) != len(inner.args):
        return inner
    values = dict(zip(definition.parameters, inner.args, strict=True))
    return inline(ex.put(definition.body, values), definitions, depth + 1)


def read_definition(chain: ex.Chain) -> tuple[str, Definition] | None:
    """``f(x) = formula in x``, or None when the chain begins otherwise."""
    if not chain.relations or chain.relations[0] not in (ex.Relation.EQ, ex.Relation.DEFINES):
        return None
    left, right = chain.sides[0], chain.sides[1]
    if not isinstance(left, ex.Apply) or isinstance(right, ex.Refusal) or left.name.endswith("'"):
        return None
    parameters = tuple(arg.name for arg in left.args if isinstance(arg, ex.Sym))
    if len(parameters) != len(left.args) or ex.applied(right):
        return None
    # f(x_0) = 0 states a value at one point; it is no formula for f.
    general = all(len(p) == 1 and p in ex.symbols(right) for p in parameters)
    if not general or ex.symbols(right) - CONSTANTS - set(parameters):
        return None
    return left.name, Definition(parameters, right)
