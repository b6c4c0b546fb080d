"""Circuits: constants fold, gates are shared, solutions satisfy what was required."""

import pytest

from faithsieve.lean.circuits import FALSE, TRUE, Circuit, CircuitTooLargeError


def test_constants_fold_away_and_equal_gates_are_one_gate() -> None:
    circuit = Circuit()
    a = circuit.fresh()
    assert circuit.all_of((a, TRUE)) == a
    assert circuit.all_of((a, FALSE)) == FALSE
    assert circuit.all_of((a, -a)) == FALSE
    assert circuit.any_of((a, TRUE)) == TRUE
    assert circuit.any_of(()) == FALSE
    assert circuit.same(a, a) == TRUE
    assert circuit.same(a, -a) == FALSE
    b = circuit.fresh()
    assert circuit.all_of((a, b)) == circuit.all_of((b, a))


def test_a_solution_makes_everything_required_true() -> None:
    circuit = Circuit()
    a, b, c = (circuit.fresh() for _ in range(3))
    circuit.exactly_one((a, b, c))
    circuit.require(-a)
    circuit.require(circuit.same(b, FALSE))
    solution = circuit.solve()
    assert solution is not None
    assert solution & {a, b, c} == {c}
    circuit.require(-c)
    assert circuit.solve() is None


def test_too_many_clauses_are_refused() -> None:
    circuit = Circuit(max_clauses=3)
    with pytest.raises(CircuitTooLargeError):
        circuit.exactly_one([circuit.fresh() for _ in range(5)])
