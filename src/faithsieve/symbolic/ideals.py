"""What polynomial equations say together: contradictions, consequences, factors.

Equations without a common solution in any field extension have the Gröbner basis {1}; then no
condition that was read over can save them. Limits keep the computation within milliseconds: beyond
them the answer is open, never a guess.
"""

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Any

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from faithsieve.symbolic.polynomials import Polynomial, is_constant, lift, names, trim

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
    basis = _basis(lift(*polynomials))
    return basis is not None and any(map(_is_unit, basis))


def in_ideal(polynomial: Polynomial, facts: Sequence[Polynomial]) -> bool | None:
    """Whether ``polynomial = 0`` is a consequence of ``fact = 0`` for all facts; None is open."""
    if not polynomial or not facts:
        return not polynomial
    rest, *known = lift(polynomial, *facts)
    basis = _basis(known)
    if basis is None:
        return None
    # Division wants a field: over the integers it stops at coefficients that do not divide.
    divisors = [rest.context().from_dict(member.to_dict()) for member in basis]
    for _ in range(_MAX_ROUNDS):
        reduced = rest
        for divisor in divisors:
            reduced = divmod(reduced, divisor)[1]
        if reduced == rest:
            return not reduced
        rest = reduced
    return None


def divides(divisor: Polynomial, polynomial: Polynomial) -> bool:
    """Whether one polynomial is a multiple of another."""
    part, whole = lift(divisor, polynomial)
    return not (divmod(whole, part)[1] if divisor else whole)


def follows(polynomial: Polynomial, known: Iterable[Polynomial]) -> bool:
    """Whether ``polynomial = 0`` certainly follows from those equations that reach its letters."""
    return in_ideal(polynomial, reaching(polynomial, known)) is True


def reaching(polynomial: Polynomial, known: Iterable[Polynomial]) -> list[Polynomial]:
    """Those short equations that share letters with one, directly or through others."""
    rest = [fact for fact in known if len(fact) <= _MAX_FACT_TERMS]
    reached = set(names(polynomial))
    facts: list[Polynomial] = []
    while near := [fact for fact in rest if names(fact) & reached]:
        facts += near
        rest = [fact for fact in rest if not names(fact) & reached]
        reached.update(*map(names, near))
    return facts


def eliminate(polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """Equations with the same solutions, each with as few letters as can be; none beyond limits."""
    together = lift(*polynomials)
    basis = _basis(together, Ordering.lex) or []
    return [trim(together[0].context().from_dict(member.to_dict())) for member in basis]


def _is_unit(member: fmpz_mpoly) -> bool:
    return bool(member.is_constant() and not member.is_zero())


def _basis(
    polynomials: Sequence[Polynomial], ordering: Ordering = Ordering.degrevlex
) -> list[fmpz_mpoly] | None:
    """A Gröbner basis, or None beyond the limits; found units count at once."""
    unknowns = polynomials[0].context().names() if polynomials else ()
    if not 0 < len(unknowns) <= _MAX_UNKNOWNS:
        return None
    if any(polynomial.total_degree() > _MAX_DEGREE for polynomial in polynomials):
        return None
    context = fmpz_mpoly_ctx.get(unknowns, ordering)
    integral = [p * lcm(*(int(c.q) for c in p.coeffs())) for p in polynomials]
    members = [context.from_dict({m: c.p for m, c in p.to_dict().items()}) for p in integral]
    vector: Any = fmpz_mpoly_vec(members, context)  # its stubs leave limits out
    basis, complete = vector.buchberger_naive(limits=_LIMITS)
    found = list(basis)
    return found if complete or any(map(_is_unit, found)) else None
