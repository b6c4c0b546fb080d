"""The one writer of formulas: as Lean text in the core dialect, without a model, and as plain text.

Typing is careful: whole numbers only where the text says so and nothing is divided or rooted,
everything else in a generic ordered field ``R`` that stands for the reals. A divisor with a letter
asks for a hypothesis that it is not zero, the argument of a root for one that it is not negative.

A refuted link is stated over ``Rat`` and ``Int`` with the negation that code built: without letters
it is *contradicted* by its plain negation; with letters it is *not entailed* because of a witness,
which counts over the reals too since the statement is free of quantifiers.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.lean_formula import RELATION_SIGNS, Compare
from faithsieve.symbolic.lexicon import by_word, data_file

Numbers = Literal["R", "Rat", "Int", "text"]
"""The numbers of Lean terms; ``text`` is for readers, and everything can be written there."""
_FIELDS = ("R", "Rat", "text")
MAX_EXPONENT = 60
_TAKEN = frozenset(data_file("notation.toml")["lean"]["taken"].split())
_GREEK = by_word("lean_letters")
_DENIALS = {
    ex.Relation.NOT_DIVIDES: ex.Relation.DIVIDES,
    ex.Relation.NOT_CONGRUENT: ex.Relation.CONGRUENT,
}


class OutsideDialectError(Exception):
    """The formula has no statement in core Lean that code can write."""


def lean_name(letter: str) -> str:
    """A letter as a Lean identifier.

    Raises:
        OutsideDialectError: it means a constant, or is more than a letter with an index.
    """
    for command, greek in _GREEK.items():
        letter = letter.replace(command, greek)
    plain = "".join(c for c in letter if c.isalnum() or c == "'")
    if not plain or plain in _TAKEN or plain[0].isdigit() or len(plain) > 6:
        raise OutsideDialectError(f"letter {letter!r}")
    return plain


@dataclass(frozen=True, slots=True)
class TermWriter:
    """Writes over one kind of numbers; raises OutsideDialectError for what they do not have."""

    numbers: Numbers

    def term(self, node: ex.Expr, level: int = 0) -> str:
        """A term, in brackets when it binds less tightly than ``level``."""
        text, strength = self._written(node)
        return text if strength >= level else f"({text})"

    def _written(self, node: ex.Expr) -> tuple[str, int]:
        match node:
            case ex.Num(value=value):
                return self._number(value)
            case ex.Sym(name=name):
                return name if self.numbers == "text" else lean_name(name), 100
            case ex.Neg(arg=arg):
                # Readers disagree about -2 ^ 2.
                return f"-{self.term(arg, 76 if self.numbers == 'text' else 75)}", 74
            case ex.Add(terms=terms):
                return self._sum(terms), 65
            case ex.Mul(factors=(first, *others)):
                return " * ".join([self.term(first, 70), *(self.term(f, 71) for f in others)]), 70
            case ex.Div(numerator=upper, denominator=lower) if self.numbers in _FIELDS:
                return f"{self.term(upper, 70)} / {self.term(lower, 71)}", 70
            case ex.Pow(base=base, exponent=exponent):
                return f"{self.term(base, 76)} ^ {self._exponent(exponent)}", 75
            case _:
                return self._other(node)

    def _other(self, node: ex.Expr) -> tuple[str, int]:
        match node:
            case ex.Call(name="bracket", args=(arg,)):
                return self._written(arg)
            case _ if self.numbers == "text":
                return self._called(node), 100
            case ex.Root(arg=arg, degree=ex.Num(value=2)) if self.numbers == "R":
                return f"√{self.term(arg, 100)}", 90
            case ex.Call(name="abs", args=(arg,)) if self.numbers in ("R", "Int"):
                return f"|{self.term(arg)}|", 100
            case ex.Call(name="rem", args=(arg, modulus)) if self.numbers == "Int":
                return f"{self.term(arg, 70)} % {self.term(modulus, 71)}", 70
            case _:
                raise OutsideDialectError(type(node).__name__)

    def _called(self, node: ex.Expr) -> str:
        parts = [*map(self.term, ex.children(node))]
        match node:
            case ex.Root(degree=ex.Num(value=2)):
                return f"sqrt({parts[0]})"
            case ex.BigOp(kind=kind, index=index):
                return f"{kind}({index} = {parts[0]} .. {parts[1]}, {parts[2]})"
            case _:
                return f"{getattr(node, 'name', 'root')}({', '.join(parts)})"

    def _number(self, value: Fraction) -> tuple[str, int]:
        if value.denominator == 1:
            return str(value.numerator), 100 if value >= 0 else 74
        if self.numbers not in _FIELDS:
            raise OutsideDialectError("a fraction among whole numbers")
        return f"{value.numerator} / {value.denominator}", 70

    def _sum(self, terms: tuple[ex.Expr, ...]) -> str:
        signed = (("-", t.arg) if isinstance(t, ex.Neg) else ("+", t) for t in terms[1:])
        others = (f" {sign} {self.term(term, 66)}" for sign, term in signed)
        return self.term(terms[0], 65) + "".join(others)

    def _exponent(self, exponent: ex.Expr) -> str:
        is_small = isinstance(exponent, ex.Num) and exponent.value in range(MAX_EXPONENT + 1)
        if not is_small and self.numbers != "text":
            raise OutsideDialectError("an exponent that is no small numeral")
        return self.term(exponent, 76)

    def relation(self, link: Compare) -> str:
        left, right = link.left, link.right
        if link.relation in _DENIALS:
            return f"¬ ({self.relation(replace(link, relation=_DENIALS[link.relation]))})"
        if link.relation is ex.Relation.CONGRUENT:
            return self._congruence(left, right, link.modulus)
        if link.relation is ex.Relation.DIVIDES and self.numbers in _FIELDS:
            raise OutsideDialectError("divisibility in a field")
        written = self.term(left, 51)
        if not ex.symbols(left, right) and not ex.applied(left, right):
            # Nothing else says which numbers these are.
            written = f"({self.term(left)} : {self.numbers})"
        sign = "=" if link.relation is ex.Relation.DEFINES else link.relation.value
        if sign not in RELATION_SIGNS:
            raise OutsideDialectError(sign)
        return f"{written} {sign} {self.term(right, 51)}"

    def _congruence(self, left: ex.Expr, right: ex.Expr, modulus: ex.Expr | None) -> str:
        if modulus == ex.TWO and right in (ex.ZERO, ex.ONE) and self.numbers != "R":
            # Automation knows more about parity than about residues modulo 2.
            return f"{'Odd' if right == ex.ONE else 'Even'} {self.term(left, 100)}"
        if modulus is None or self.numbers != "Int":
            raise OutsideDialectError("a congruence outside the integers")
        return f"{self.term(left, 51)} ≡ {self.term(right, 51)} [ZMOD {self.term(modulus)}]"

    def side_conditions(self, *sides: ex.Expr) -> list[str]:
        """That no divisor is zero and nothing negative is rooted, where that is open."""
        nodes = [*ex.walk(*sides)]
        lowers = [node.denominator for node in nodes if isinstance(node, ex.Div)]
        divisors = [lower for lower in lowers if ex.symbols(lower) or ex.applied(lower)]
        roots = [node.arg for node in nodes if isinstance(node, ex.Root) and ex.symbols(node.arg)]
        found = [f"{self.term(divisor, 51)} ≠ 0" for divisor in divisors]
        return [*dict.fromkeys([*found, *(f"0 ≤ {self.term(root, 51)}" for root in roots)])]


def needs_field(*sides: ex.Expr) -> bool:
    """Whether something is divided, rooted or no whole number."""
    return any(
        isinstance(node, ex.Div | ex.Root)
        or (isinstance(node, ex.Num) and node.value.denominator != 1)
        for node in ex.walk(*sides)
    )


def needs_naturals(*sides: ex.Expr) -> bool:
    """Whether something is only defined for natural numbers."""
    return any(
        (isinstance(node, ex.Call) and node.name == "factorial")
        or (isinstance(node, ex.Pow) and bool(ex.symbols(node.exponent)))
        for node in ex.walk(*sides)
    )


# ---- refuted links

_CASCADE = "by first | decide | grind | omega | simp | decide +kernel"


def plain_text(node: ex.Expr) -> str:
    """Write an expression for readers, every operator written out, so that they see the parse."""
    return TermWriter("text").term(node)
