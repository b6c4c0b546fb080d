"""Terms over finite types: the evaluator agrees with what the terms mean."""

import pytest

from faithsieve.lean.circuits import FALSE, TRUE, Circuit, CircuitTooLargeError
from faithsieve.lean.finite_evaluation import (
    RATIONALS,
    FiniteEvaluator,
    FunctionType,
    Inductive,
    OutOfReachError,
    Structure,
    finite_type,
    known,
)
from faithsieve.lean.terms import Declaration, Sort, parse_term

PAIR = {
    "Pair": Declaration(kind="inductive", type="PS+0;S+0;", params=1, ctors=("Pair.mk",)),
    "Pair.mk": Declaration(
        kind="constructor",
        type="PS+0;P#0;P#1;@C<Pair>;#2;",
        of="Pair",
        params=1,
        fields=2,
        names=("α", "fst", "snd"),
    ),
    "Eq": Declaration(
        kind="inductive", type="PS+0;P#0;P#1;S0;", params=2, indices=1, ctors=("Eq.refl",)
    ),
    "double": Declaration(kind="def", type="PC<Nat>;C<Nat>;", value="LC<Nat>;@@C<Nat.add>;#0;#0;"),
}


def evaluator() -> FiniteEvaluator:
    return FiniteEvaluator(PAIR, Circuit())


def truth(text: str) -> int:
    at = evaluator()
    return at.truth(at.evaluate(parse_term(text), ()))


def test_definitions_are_unfolded_and_numbers_computed() -> None:
    at = evaluator()
    assert at.evaluate(parse_term("@C<double>;N4;"), ()) == 8
    assert truth("@@@C<Eq>;C<Nat>;@C<double>;N2;N4;") == TRUE
    assert truth("@@@C<Eq>;C<Nat>;@C<double>;N2;N5;") == FALSE


def test_a_quantifier_goes_through_all_values() -> None:
    assert truth("P@C<Fin>;N3;@@@C<Eq>;@C<Fin>;N3;#0;#0;") == TRUE
    assert truth("P@C<Fin>;N2;P@C<Fin>;N2;@@@C<Eq>;@C<Fin>;N2;#1;#0;") == FALSE
    assert truth("P@C<Fin>;N1;P@C<Fin>;N1;@@@C<Eq>;@C<Fin>;N1;#1;#0;") == TRUE


def test_sets_of_two_elements_are_four() -> None:
    at = evaluator()
    kind = FunctionType(known(finite_type(2)), lambda _: Sort(is_prop=True))
    found = list(at.elements(kind))
    assert len(found) == 4
    assert all(guard == TRUE for _, guard in found)


def test_pairs_are_equal_where_their_parts_are() -> None:
    at = evaluator()
    kind = Inductive("Pair", (known(finite_type(2)),))
    pairs = [value for value, _ in at.elements(kind)]
    assert len(pairs) == 4
    assert at.equal(kind, pairs[0], pairs[0]) == TRUE
    assert at.equal(kind, pairs[0], pairs[1]) == FALSE
    assert isinstance(at.unknown(kind), Structure)


def test_the_first_constants_of_a_type_variable_need_no_large_numbers() -> None:
    at = evaluator()
    kind = finite_type(5, variable=0)
    assert at.unknown(kind, is_constant=True) == 0
    second = at.unknown(kind, is_constant=True)
    assert at.equal(kind, second, 2) == FALSE


def test_too_many_functions_and_functions_of_numbers_are_refused() -> None:
    at = evaluator()
    large = FunctionType(known(finite_type(20)), lambda _: Sort(is_prop=True))
    with pytest.raises(CircuitTooLargeError):
        list(at.elements(large))
    with pytest.raises(OutOfReachError):
        list(at.elements(FunctionType(known(RATIONALS), lambda _: Sort(is_prop=True))))
    with pytest.raises(OutOfReachError):
        at.evaluate(parse_term("C<Unknown>;"), ())
