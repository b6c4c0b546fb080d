"""What polynomial equations say together: contradictions, consequences, factors.

Equations without a common solution in any field extension have the Gröbner basis {1}; then no
condition that was read over can save them. Limits keep the computation within milliseconds: beyond
them the answer is open, never a guess.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from flint import Ordering, fmpq_mpoly_ctx, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from faithsieve.symbolic.polynomials import Polynomial, is_constant, names

_MAX_UNKNOWNS = 6
_MAX_DEGREE = 12
_MAX_ROUNDS = 20
_MAX_FACT_TERMS = 40
_LIMITS = (40, 200, 2000)
"""Size of the basis, of a polynomial, and of a coefficient in bits."""


def contradict(polynomials: Sequence[Polynomial]) -> bool:
    """Whether equations ``p = 0`` certainly have no common solution."""
    if any(is_constant(polynomial) for polynomial in polynomials if polynomial):
        return True
    basis = _basis(polynomials, _unknowns(polynomials))
    return basis is not None and any(_is_unit(member) for member in basis)


def in_ideal(polynomial: Polynomial, facts: Sequence[Polynomial]) -> bool | None:
    """Whether ``polynomial = 0`` is a consequence of ``fact = 0`` for all facts; None is open."""
    if not polynomial or not facts:
        return not polynomial
    unknowns = _unknowns([polynomial, *facts])
    basis = _basis(facts, unknowns)
    if basis is None:
        return None
    rational = fmpq_mpoly_ctx.get([f"v{at}" for at in range(len(unknowns))], Ordering.degrevlex)
    # Division wants a field: over the integers it stops at coefficients that do not divide.
    divisors = [rational.from_dict(member.to_dict()) for member in basis]
    rest = rational.from_dict(_integral(polynomial, unknowns).to_dict())
    for _ in range(_MAX_ROUNDS):
        reduced = rest
        for divisor in divisors:
            reduced = divmod(reduced, divisor)[1]
        if reduced == rest:
            return bool(reduced.is_zero())
        rest = reduced
    return None


def divides(divisor: Polynomial, polynomial: Polynomial) -> bool:
    """Whether one polynomial is a multiple of another."""
    if not polynomial or not divisor:
        return not polynomial
    unknowns = _unknowns([polynomial])
    if not names(divisor) <= set(unknowns):
        return False
    if not unknowns:
        return True
    rational = fmpq_mpoly_ctx.get([f"v{at}" for at in range(len(unknowns))], Ordering.degrevlex)
    whole, part = (_integral(p, unknowns).to_dict() for p in (polynomial, divisor))
    rest = divmod(rational.from_dict(whole), rational.from_dict(part))[1]
    return bool(rest.is_zero())


def follows(polynomial: Polynomial, known: Iterable[Polynomial]) -> bool:
    """Whether ``polynomial = 0`` certainly follows from those equations that reach its letters."""
    rest = [fact for fact in known if len(fact) <= _MAX_FACT_TERMS]
    reached = set(names(polynomial))
    facts: list[Polynomial] = []
    while near := [fact for fact in rest if names(fact) & reached]:
        facts += near
        rest = [fact for fact in rest if not names(fact) & reached]
        reached.update(*map(names, near))
    return in_ideal(polynomial, facts) is True


def eliminate(polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """Equations with the same solutions, each with as few letters as can be; none beyond limits."""
    unknowns = _unknowns(polynomials)
    basis = _basis(polynomials, unknowns, Ordering.lex) or []
    return [
        {
            tuple((unknowns[at], int(e)) for at, e in enumerate(exponents) if e): Fraction(int(c))
            for exponents, c in member.to_dict().items()
        }
        for member in basis
    ]


def _is_unit(member: fmpz_mpoly) -> bool:
    return bool(member.is_constant() and not member.is_zero())


def _unknowns(polynomials: Sequence[Polynomial]) -> list[str]:
    return sorted(frozenset().union(*map(names, polynomials)))


def _basis(
    polynomials: Sequence[Polynomial],
    unknowns: list[str],
    ordering: Ordering = Ordering.degrevlex,
) -> list[fmpz_mpoly] | None:
    """A Gröbner basis, or None beyond the limits; found units count at once."""
    if not 0 < len(unknowns) <= _MAX_UNKNOWNS:
        return None
    if any(sum(e for _, e in m) > _MAX_DEGREE for p in polynomials for m in p):
        return None
    members = [_integral(p, unknowns, ordering) for p in polynomials]
    vector: Any = fmpz_mpoly_vec(
        members, _context(len(unknowns), ordering)
    )  # its stubs leave limits out
    basis, complete = vector.buchberger_naive(limits=_LIMITS)
    found = list(basis)
    return found if complete or any(map(_is_unit, found)) else None


def _context(count: int, ordering: Ordering) -> fmpz_mpoly_ctx:
    return fmpz_mpoly_ctx.get([f"v{at}" for at in range(count)], ordering)


def _integral(
    polynomial: Polynomial, unknowns: list[str], ordering: Ordering = Ordering.degrevlex
) -> fmpz_mpoly:
    """The polynomial times its common denominator."""
    common = lcm(*(c.denominator for c in polynomial.values()))
    terms = {
        tuple(dict(monomial).get(name, 0) for name in unknowns): int(coefficient * common)
        for monomial, coefficient in polynomial.items()
    }
    return _context(len(unknowns), ordering).from_dict(terms)
