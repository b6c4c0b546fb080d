"""The one writer of formulas: as Lean text in the core dialect, without a model, and as plain text.

Typing is careful: whole numbers only where the text says so and nothing is divided or rooted,
everything else in a generic ordered field ``R`` that stands for the reals. A divisor with a letter
asks for a hypothesis that it is not zero, the argument of a root for one that it is not negative.

A refuted link is stated over ``Rat`` and ``Int`` with the negation that code built: without letters
it is *contradicted* by its plain negation; with letters it is *not entailed* because of a witness,
which counts over the reals too since the statement is free of quantifiers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from faithsieve.records.symbolic import LeanForm
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.lean_formula import RELATION_SIGNS, Compare
from faithsieve.symbolic.lexicon import by_word, data_file

Numbers = Literal["R", "Rat", "Int", "text"]
"""The numbers of Lean terms; ``text`` is for readers, and everything can be written there."""
_FIELDS = ("R", "Rat", "text")
MAX_EXPONENT = 60
_TAKEN = frozenset(data_file("notation.toml")["lean"]["taken"].split())
_GREEK = by_word("lean_letters")


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
        match node:
            case ex.Root(arg=arg, degree=ex.Num(value=2)):
                name, args = "sqrt", [arg]
            case ex.Call(name=name) | ex.Apply(name=name):
                args = list(node.args)
            case ex.BigOp(kind=kind, index=index, lower=lower, upper=upper, body=body):
                low, high, each = map(self.term, (lower, upper, body))
                return f"{kind}({index} = {low} .. {high}, {each})"
            case _:
                name, args = "root", list(ex.children(node))
        return f"{name}({', '.join(map(self.term, args))})"

    def _number(self, value: Fraction) -> tuple[str, int]:
        if value.denominator == 1:
            return str(value.numerator), 100 if value >= 0 else 74
        if self.numbers not in _FIELDS:
            raise OutsideDialectError("a fraction among whole numbers")
        return f"{value.numerator} / {value.denominator}", 70

    def _sum(self, terms: tuple[ex.Expr, ...]) -> str:
        text = self.term(terms[0], 65)
        for term in terms[1:]:
            if isinstance(term, ex.Neg):
                text += f" - {self.term(term.arg, 66)}"
            else:
                text += f" + {self.term(term, 66)}"
        return text

    def _exponent(self, exponent: ex.Expr) -> str:
        match exponent:
            case ex.Num(value=value) if value.denominator == 1 and 0 <= value <= MAX_EXPONENT:
                return str(value.numerator)
            case _ if self.numbers == "text":
                return self.term(exponent, 76)
            case _:
                raise OutsideDialectError("an exponent that is no small numeral")

    def relation(self, link: Compare) -> str:
        left, right = link.left, link.right
        if link.relation in ex.CONGRUENCE:
            return self._congruence(link)
        if link.relation is ex.Relation.NOT_DIVIDES:
            return f"¬ ({self.relation(replace(link, relation=ex.Relation.DIVIDES))})"
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

    def _congruence(self, link: Compare) -> str:
        left, right, modulus = link.left, link.right, link.modulus
        if modulus == ex.TWO and right in (ex.ZERO, ex.ONE) and self.numbers != "R":
            # Automation knows more about parity than about residues modulo 2.
            text = f"{'Odd' if right == ex.ONE else 'Even'} {self.term(left, 100)}"
        elif modulus is not None and self.numbers == "Int":
            text = f"{self.term(left, 51)} ≡ {self.term(right, 51)} [ZMOD {self.term(modulus)}]"
        else:
            raise OutsideDialectError("a congruence outside the integers")
        return text if link.relation is ex.Relation.CONGRUENT else f"¬ ({text})"


def divisors(*sides: ex.Expr) -> Iterator[ex.Expr]:
    """What must not be zero."""
    lowers = (node.denominator for node in ex.walk(*sides) if isinstance(node, ex.Div))
    return (lower for lower in lowers if ex.symbols(lower) or ex.applied(lower))


def radicands(*sides: ex.Expr) -> Iterator[ex.Expr]:
    """What must not be negative."""
    args = (node.arg for node in ex.walk(*sides) if isinstance(node, ex.Root))
    return (arg for arg in args if ex.symbols(arg))


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


def lean_form(
    name: str, claim: Compare, premises: Sequence[Compare], witness: Mapping[str, Fraction] | None
) -> LeanForm | None:
    """State a refuted link under a theorem name, or None when it lies outside the core fragment.

    Args:
        name: The theorem's name.
        claim: The link.
        premises: What it was claimed to follow from, or what the text says about its letters.
        witness: Values of the letters at which the premises hold and the link fails.
    """
    whole = claim.modulus is not None or claim.relation in ex.DIVISIBILITY
    writer = TermWriter("Int" if whole else "Rat")
    if claim.modulus is not None:
        # Core Lean has no congruence.
        rests = (ex.Call("rem", (side, claim.modulus)) for side in (claim.left, claim.right))
        is_denied = claim.relation is ex.Relation.NOT_CONGRUENT
        claim = Compare(ex.Relation.NE if is_denied else ex.Relation.EQ, *rests)
    sides = [side for link in (claim, *premises) for side in (link.left, link.right)]
    letters = sorted(ex.symbols(*sides))
    try:
        conditions = [f"{writer.term(d, 51)} ≠ 0" for d in dict.fromkeys(divisors(*sides))]
        conditions += map(writer.relation, premises)
        stated = writer.relation(claim)
        names = [lean_name(letter) for letter in letters]
    except OutsideDialectError:
        return None
    if not set(letters) <= (witness or {}).keys() or len(set(names)) < len(names):
        return None
    hypotheses = "".join(f" (h{i} : {c})" for i, c in enumerate(conditions, start=1))
    bound = " ".join(names) + " : Rat"
    body = " ∧ ".join([*conditions, f"¬ ({stated})"])
    values = [witness[letter] for letter in letters] if witness else []
    shown = [f"({value.numerator} / {value.denominator} : Rat)" for value in values]
    parts = ", ".join([*shown, *[_CASCADE] * (len(conditions) + 1)])
    return LeanForm(
        name=name,
        statement=f"theorem {name}{f' ({bound})' if names else ''}{hypotheses} : {stated}",
        negation=f"theorem {name}_refuted : {f'∃ {bound}, ' if names else ''}{body}",
        proof=f"⟨{parts}⟩" if names else _CASCADE,
        form="not_entailed" if names else "contradicted",
    )


def plain_text(node: ex.Expr) -> str:
    """Write an expression for readers, every operator written out, so that they see the parse."""
    return TermWriter("text").term(node)
