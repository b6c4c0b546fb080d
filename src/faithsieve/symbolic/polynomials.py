"""Expressions as quotients of polynomials over the rational numbers (python-flint).

Everything that is not a sum, product, quotient or whole power of other things (roots, functions,
symbolic exponents) becomes an *atom*: an unknown of its own, named by its normal form. Two
expressions with the same normal form are equal; the converse holds only for polynomials, so a
difference here is a hint that the sampling checks must confirm.

The search for counterexamples solves equations by them. Limits keep the computation within
milliseconds: beyond them the answer is open, never a guess.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import flint
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from faithsieve.symbolic import expressions as ex

MAX_TERMS = 300
"""Polynomials with more terms are not computed."""

MAX_POWER = 40
"""Whole powers above this stay atoms."""

Polynomial = fmpq_mpoly
"""Its context has exactly the atoms that occur, by name, so that equal polynomials are equal."""

_MAX_UNKNOWNS = 6
_MAX_DEGREE = 12
_LIMITS = (40, 200, 2000)
"""Size of a Gröbner basis, of its polynomials, and of their coefficients in bits."""


class TooLargeError(Exception):
    """An expansion has too many terms, or none: it divides by zero or leaves a sign open."""


# flint's names are ASCII.
def _escaped(name: str) -> str:
    return name.encode("unicode_escape").decode()


def _unescaped(text: str) -> str:
    return text.encode().decode("unicode_escape")


@lru_cache(maxsize=4096)
def _context(*atoms: str, ordering: Ordering = Ordering.degrevlex) -> fmpq_mpoly_ctx:
    return fmpq_mpoly_ctx.get(tuple(map(_escaped, atoms)), ordering)


def text_of(polynomial: Polynomial) -> str:
    return _unescaped(str(polynomial))


@lru_cache(maxsize=4096)
def _atoms(context: fmpq_mpoly_ctx) -> frozenset[str]:
    return frozenset(map(_unescaped, context.names()))


def names(polynomial: Polynomial) -> frozenset[str]:
    return _atoms(polynomial.context())


def lift(*polynomials: Polynomial) -> list[Polynomial]:
    """The polynomials in one context, that of all their atoms, where flint can combine them."""
    if len({polynomial.context() for polynomial in polynomials}) < 2:
        return list(polynomials)
    context = _context(*sorted(frozenset().union(*map(names, polynomials))))
    return [polynomial.project_to_context(context) for polynomial in polynomials]


def trim(polynomial: Polynomial) -> Polynomial:
    """The polynomial in the context of the atoms that occur in it."""
    unused = polynomial.unused_gens()
    if not unused:
        return polynomial
    left = sorted(names(polynomial).difference(map(_unescaped, unused)))
    return polynomial.project_to_context(_context(*left))


def as_fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def constant(value: Fraction) -> Polynomial:
    return _context().constant(as_fmpq(value))


_ONE = constant(Fraction(1))


class Quotient(NamedTuple):
    """A numerator and a denominator that is not the zero polynomial."""

    numerator: Polynomial
    denominator: Polynomial = _ONE


def add(*terms: Polynomial) -> Polynomial:
    first, *others = lift(*terms)
    return trim(sum(others, start=first))


def multiply(*factors: Polynomial) -> Polynomial:
    """The product, or :class:`TooLargeError`."""
    if not all(factors):
        return constant(Fraction(0))
    result, *others = lift(*factors)
    for factor in others:
        if len(result) * len(factor) > 20 * MAX_TERMS:
            raise TooLargeError
        result *= factor
        if len(result) > MAX_TERMS:
            raise TooLargeError
    return result


class Expander:
    """Expands expressions; remembers what its atoms stand for."""

    def __init__(self) -> None:
        self.atoms: dict[str, ex.Expr] = {}

    def quotient(self, node: ex.Expr) -> Quotient:
        """The expression over a common denominator.

        Raises:
            TooLargeError: When the expansion has too many terms.
        """
        kept = _expansion(node)
        if isinstance(kept, str):
            raise TooLargeError(kept)
        quotient, atoms = kept
        self.atoms.update(atoms)
        return quotient

    def expand(self, node: ex.Expr) -> Quotient:
        """Expand a node from its parts; :meth:`quotient` remembers what was expanded before."""
        match node:
            case ex.Num(value=value):
                return Quotient(constant(value))
            case ex.Sym(name=name):
                return Quotient(_context(name).gen(0))
            case ex.Neg(arg=arg):
                inner = self.quotient(arg)
                return Quotient(-inner.numerator, inner.denominator)
            case ex.Add(terms=terms):
                return self._sum([self.quotient(term) for term in terms])
            case ex.Mul(factors=factors):
                return self._product(*map(self.quotient, factors))
            case ex.Div(numerator=upper, denominator=lower):
                return self._product(self.quotient(upper), _inverse(self.quotient(lower)))
            case ex.Pow():
                return self._power(node)
            case ex.Call(name="bracket", args=(arg,)):
                return self.quotient(arg)
            case ex.Call(name="plusminus" | "minusplus"):
                raise TooLargeError("an undecided sign")
            case _:
                return self._unknown(node)

    def _unknown(self, node: ex.Expr) -> Quotient:
        atom = self._atom(node)
        self.atoms[atom] = node
        return Quotient(_context(atom).gen(0))

    def _power(self, node: ex.Pow) -> Quotient:
        """Expand a power; one of a letter is an unknown, and ``2^(n + 1)`` is 2 times ``2^n``."""
        base, exponent = node.base, node.exponent
        whole = _small_whole(exponent)
        if whole is not None:
            inner = self.quotient(base) if whole >= 0 else _inverse(self.quotient(base))
            return self._product(*[inner] * abs(whole))
        if whole := self._whole_part(exponent):
            rest = ex.Pow(base, ex.Add((exponent, ex.Num(Fraction(-whole)))))
            powers = (rest, ex.Pow(base, ex.Num(Fraction(whole))))
            return self._product(*map(self.quotient, powers))
        if self.quotient(exponent).numerator.leading_coefficient() < 0:
            return _inverse(self.quotient(ex.Pow(base, ex.Neg(exponent))))
        if isinstance(base, ex.Div):
            over, under = (ex.Pow(part, exponent) for part in (base.numerator, base.denominator))
            return self._product(self.quotient(over), _inverse(self.quotient(under)))
        return Quotient(_ONE) if base == ex.ONE else self._unknown(node)

    def _whole_part(self, exponent: ex.Expr) -> int:
        """The whole number in ``n + 1``, so that a power of it is one of n times one of 1."""
        upper, lower = self.quotient(exponent)
        constant = (
            upper.to_dict().get((0,) * len(names(upper)), fmpq(0))
            if is_constant(lower)
            else fmpq(0)
        )
        return int(constant.p) if constant.q == 1 and abs(constant.p) <= MAX_POWER else 0

    def _sum(self, parts: list[Quotient]) -> Quotient:
        denominator = parts[0].denominator
        alike = [part.numerator for part in parts if part.denominator == denominator]
        total = self._normal(add(*alike), denominator)
        for part in parts:
            if part.denominator != denominator:
                one, two, common = common_numerators(total, part)
                total = self._normal(add(one, two), common)
        return total

    def _product(self, *factors: Quotient) -> Quotient:
        uppers, lowers = zip(*factors, strict=True) if factors else ((_ONE,), (_ONE,))
        return self._normal(multiply(*uppers), multiply(*lowers))

    def name(self, node: ex.Expr) -> str:
        """The normal form of an expression as text."""
        if not isinstance(node, ex.Num | ex.Sym | ex.Neg | ex.Add | ex.Mul | ex.Div | ex.Pow):
            return self._atom(node)
        upper, lower = map(text_of, self.quotient(node))
        return upper if lower == "1" else f"({upper})/({lower})"

    def _atom(self, node: ex.Expr) -> str:
        match node:
            case ex.Root(arg=arg, degree=degree):
                return f"root({self.name(arg)};{self.name(degree)})"
            case ex.Call(name=name, args=args) | ex.Apply(name=name, args=args):
                return f"{name}({','.join(self.name(arg) for arg in args)})"
            case ex.Pow(base=base, exponent=exponent):
                return f"({self.name(base)})^({self.name(exponent)})"
            case _:
                return repr(node)

    def _normal(self, numerator: Polynomial, denominator: Polynomial) -> Quotient:
        """Cancel what both have in common; the denominator begins with coefficient 1."""
        numerator, denominator = self.tidy(numerator), self.tidy(denominator)
        if not denominator:
            raise TooLargeError("division by zero")
        if is_constant(denominator):
            return Quotient(numerator / denominator.leading_coefficient())
        upper, lower = lift(numerator, denominator)
        common = upper.gcd(lower) * lower.leading_coefficient()
        return Quotient(trim(upper / common), trim(lower / common))

    def tidy(self, polynomial: Polynomial) -> Polynomial:
        """Replace squares of square roots by what stands under them."""
        # The outermost root first: what stands under it may hold the others.
        for atom, node in reversed(list(self.atoms.items())):
            if isinstance(node, ex.Root) and node.degree == ex.TWO and atom in names(polynomial):
                square = self.quotient(node.arg)
                if is_constant(square.denominator):
                    polynomial = _replace_square(polynomial, atom, square.numerator)
        return polynomial


def _replace_square(polynomial: Polynomial, atom: str, square: Polynomial) -> Polynomial:
    others = sorted((names(polynomial) | names(square)) - {atom})
    # Where the atom comes first, division by atom² − square leaves at most the atom itself.
    context = _context(atom, *others, ordering=Ordering.lex)
    whole, under = (part.project_to_context(context) for part in (polynomial, square))
    rest = divmod(whole, context.gen(0) ** 2 - under)[1]
    return trim(rest.project_to_context(_context(*sorted([atom, *others]))))


# The expansion of an expression depends on nothing else, and checks compare the same expressions
# with one another again and again. A few hundred terms each bound the memory.
@lru_cache(maxsize=2048)
def difference(left: ex.Expr, right: ex.Expr) -> Polynomial:
    """The numerator of ``left − right``."""
    inside = Expander()
    one, two, _ = common_numerators(inside.quotient(left), inside.quotient(right))
    return inside.tidy(add(one, -two))


@lru_cache(maxsize=2048)
def _expansion(node: ex.Expr) -> tuple[Quotient, Mapping[str, ex.Expr]] | str:
    """Expand one expression, with what its atoms stand for, or say why that is not possible."""
    inside = Expander()
    try:
        return inside.expand(node), inside.atoms
    except TooLargeError as error:
        return str(error)


def _inverse(quotient: Quotient) -> Quotient:
    return Quotient(quotient.denominator, quotient.numerator)


def common_numerators(
    first: Quotient, second: Quotient
) -> tuple[Polynomial, Polynomial, Polynomial]:
    """Two numerators over one denominator, and the denominator."""
    if first.denominator == second.denominator:
        return first.numerator, second.numerator, first.denominator
    return (
        multiply(first.numerator, second.denominator),
        multiply(second.numerator, first.denominator),
        multiply(first.denominator, second.denominator),
    )


def _small_whole(node: ex.Expr) -> int | None:
    """The value of a whole exponent written as a numeral, possibly negative."""
    sign, inner = (-1, node.arg) if isinstance(node, ex.Neg) else (1, node)
    if isinstance(inner, ex.Num) and inner.value.denominator == 1 and abs(inner.value) <= MAX_POWER:
        return sign * inner.value.numerator
    return None


def is_constant(polynomial: Polynomial) -> bool:
    return not names(polynomial)


def substitute(polynomial: Polynomial, values: Mapping[str, Fraction]) -> Polynomial:
    known = names(polynomial) & values.keys()
    return trim(polynomial.subs({_escaped(name): as_fmpq(values[name]) for name in known}))


def as_fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def coefficients(polynomial: Polynomial) -> list[Fraction]:
    """The coefficients of a polynomial in at most one letter, the constant first."""
    if len(names(polynomial)) > 1:
        return []
    found = {sum(monomial): c for monomial, c in polynomial.to_dict().items()}
    return [as_fraction(found.get(n, fmpq(0))) for n in range(polynomial.total_degree() + 1)]


def factors(polynomial: Polynomial) -> list[list[Fraction]]:
    """The coefficients of the factors of a polynomial in one letter, simple ones first."""
    _, found = fmpq_poly([as_fmpq(c) for c in coefficients(polynomial)] or [1]).factor()
    parts = [[as_fraction(c) for c in factor.coeffs()] for factor, _ in found]
    return sorted(parts, key=lambda part: (len(part), abs(part[0]), part[0]))


def eliminate(polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """Equations with the same solutions, each with as few letters as can be; none beyond limits."""
    together = lift(*polynomials)
    basis = _basis(together) or []
    return [trim(together[0].context().from_dict(member.to_dict())) for member in basis]


def _basis(polynomials: Sequence[Polynomial]) -> list[flint.fmpz_mpoly] | None:
    """A Gröbner basis that eliminates letters, or None beyond the limits."""
    unknowns = polynomials[0].context().names() if polynomials else ()
    if not 0 < len(unknowns) <= _MAX_UNKNOWNS:
        return None
    if any(polynomial.total_degree() > _MAX_DEGREE for polynomial in polynomials):
        return None
    context = flint.fmpz_mpoly_ctx.get(unknowns, Ordering.lex)
    members = [_integral(polynomial, context) for polynomial in polynomials]
    vector: Any = flint.fmpz_mpoly_vec(members, context)  # its stubs leave limits out
    basis, complete = vector.buchberger_naive(limits=_LIMITS)
    return list(basis) if complete else None


def _integral(polynomial: Polynomial, context: flint.fmpz_mpoly_ctx) -> flint.fmpz_mpoly:
    """A multiple of the polynomial with whole coefficients."""
    whole = polynomial * lcm(*(int(c.q) for c in polynomial.coeffs()))
    return context.from_dict({monomial: c.p for monomial, c in whole.to_dict().items()})
