"""Boolean circuits as clauses, and their solution by Z3.

A literal is a non-zero integer, its negation the same with the other sign, ``TRUE`` and ``FALSE``
are fixed. Gates fold constants and are shared, so that what a model does not depend on costs
nothing; the solver sees plain propositional clauses.
"""

from collections.abc import Iterable, Sequence
from tempfile import NamedTemporaryFile

TRUE = 1
FALSE = -1


class CircuitTooLargeError(Exception):
    """The problem has more clauses, or more values of a quantifier, than are worth trying."""


class Circuit:
    """Variables and clauses of one problem."""

    def __init__(self, max_clauses: int = 600_000) -> None:
        self.variables = 1
        self.clauses: list[tuple[int, ...]] = [(TRUE,)]
        self.max_clauses = max_clauses
        self._gates: dict[tuple[int, ...], int] = {}

    def fresh(self) -> int:
        self.variables += 1
        return self.variables

    def require(self, literal: int) -> None:
        """Add a literal to what every solution makes true."""
        self._add((literal,))

    def all_of(self, literals: Iterable[int]) -> int:
        """The conjunction."""
        kept: set[int] = set()
        for literal in literals:
            if literal == FALSE or -literal in kept:
                return FALSE
            if literal != TRUE:
                kept.add(literal)
        if len(kept) <= 1:
            return next(iter(kept), TRUE)
        key = tuple(sorted(kept))
        gate = self._gates.get(key)
        if gate is None:
            gate = self._gates[key] = self.fresh()
            for literal in key:
                self._add((-gate, literal))
            self._add((gate, *(-literal for literal in key)))
        return gate

    def any_of(self, literals: Iterable[int]) -> int:
        """The disjunction."""
        return -self.all_of(-literal for literal in literals)

    def same(self, left: int, right: int) -> int:
        """Whether two literals agree."""
        if left == right:
            return TRUE
        if left == -right:
            return FALSE
        both = self.all_of((left, right))
        neither = self.all_of((-left, -right))
        return self.any_of((both, neither))

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Require that one literal holds and no other."""
        self._add(tuple(literals))
        for at, left in enumerate(literals):
            for right in literals[at + 1 :]:
                self._add((-left, -right))

    def _add(self, clause: tuple[int, ...]) -> None:
        if len(self.clauses) >= self.max_clauses:
            raise CircuitTooLargeError(f"more than {self.max_clauses} clauses")
        self.clauses.append(clause)

    @property
    def dimacs(self) -> str:
        """The clauses in the format of SAT solvers."""
        lines = (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return f"p cnf {self.variables} {len(self.clauses)}\n" + "\n".join(lines) + "\n"

    def solve(self) -> frozenset[int] | None:
        """The variables that are true in one solution, or None where there is none.

        Raises:
            ImportError: Z3 is not installed.
        """
        import z3

        # On these clauses Z3's finite-domain solver takes a sixth of the time that cvc5 takes.
        solver = z3.SolverFor("QF_FD")
        with NamedTemporaryFile("w", suffix=".cnf", encoding="ascii") as file:
            file.write(self.dimacs)
            file.flush()
            solver.from_file(file.name)
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        true = [d.name() for d in model.decls() if z3.is_true(model[d])]
        return frozenset(int(name.removeprefix("k!")) for name in true)
