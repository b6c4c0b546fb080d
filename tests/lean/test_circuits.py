"""Circuits: constants fold, gates are shared, solutions satisfy what was required."""

import pytest

from faithsieve.lean.circuits import FALSE, TRUE, Circuit, CircuitTooLargeError


def test_constants_fold_away() -> None:
    circuit = Circuit()
    a = circuit.fresh()
    assert circuit.all_of((a, TRUE)) == a
    assert circuit.all_of((a, FALSE)) == FALSE
    assert circuit.all_of((a, -a)) == FALSE
    assert circuit.any_of((a, TRUE)) == TRUE
    assert circuit.any_of(()) == FALSE
    assert circuit.same(a, a) == TRUE
    assert circuit.same(a, -a) == FALSE


def test_equal_gates_are_one_gate() -> None:
    circuit = Circuit()
    a, b = circuit.fresh(), circuit.fresh()
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


def test_a_contradiction_has_no_solution() -> None:
    circuit = Circuit()
    a = circuit.fresh()
    circuit.require(a)
    circuit.require(-a)
    assert circuit.solve() is None


def test_too_many_clauses_are_refused() -> None:
    circuit = Circuit(max_clauses=3)
    with pytest.raises(CircuitTooLargeError):
        circuit.exactly_one([circuit.fresh() for _ in range(5)])
