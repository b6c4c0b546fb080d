"""Points as Lean proofs; Lean has the last word elsewhere."""

from faithsieve.verify.counterexamples import find_models, find_witnesses, named_witnesses
from faithsieve.verify.statement_parts import StatementParts, parse_signature
from faithsieve.verify.witness_bodies import (
    contradiction_body,
    counterexample_body,
    root_model_body,
    root_model_statement,
)

FIELD = "{R : Type} [OrderedField R] "


def parts(text: str) -> StatementParts:
    found = parse_signature(text)
    assert found is not None
    return found


def test_the_body_gives_rat_for_a_field_and_a_proof_for_each_hypothesis() -> None:
    statement = parts(FIELD + "(x : R) (h : x ^ 2 = 4) : x = 2")
    body = counterexample_body(statement, find_witnesses(statement)[0])
    assert body.startswith("exact ⟨Rat, inferInstance, (-2), by ")
    assert body.count("by ") == 2


def test_a_condition_that_only_lean_can_read_gets_a_proof_at_a_named_point() -> None:
    statement = parts("(n : Nat) (hn : Squarefree n) : n % 2 = 1")
    (named,) = named_witnesses(statement, "false for n = 2")
    assert counterexample_body(statement, named).startswith("exact ⟨2, by ")


def test_a_denied_existence_is_broken_by_giving_the_example() -> None:
    text = ": ¬ ∃ x y : Nat, 1 ≤ x ∧ x < y ∧ x ^ 2 + y ^ 2 = 25"
    assert "⟨3, 4," in counterexample_body(parts(text), find_witnesses(parts(text))[0])


def test_a_universal_claim_without_variables_is_contradicted_by_its_instance() -> None:
    closed = parts(": ∀ n : Nat, n ^ 2 + n + 41 ≠ 41 * 43")
    body = contradiction_body(closed, find_witnesses(closed)[0])
    assert body is not None
    assert "claimed (41)" in body
    opened = parts("(m : Nat) : ∀ n : Nat, n + m ≠ 5")
    assert contradiction_body(opened, find_witnesses(opened)[0]) is None


def test_a_model_with_roots_is_a_statement_about_every_field_that_has_them() -> None:
    context = parts(FIELD + "(a b : R) (h1 : a + b = 4) (h2 : a * b = 1) : a = b")
    statement = root_model_statement(context)
    assert statement == ("{R : Type} [EuclideanField R] : ∃ a b : R, (a + b = 4) ∧ (a * b = 1)")
    (model,) = find_models(context, with_roots=True)
    body = root_model_body(context, model)
    assert body == "exact ⟨(2 + (-1) * √3), (2 + 1 * √3), by grind, by grind⟩"


def test_other_numbers_and_functions_have_no_such_statement() -> None:
    for text in (
        "(d : Int) (h : d ^ 2 = 5) : d = 2",
        FIELD + "(f : R → R) (d : R) (h : d ^ 2 = 5) : d = 2",
        FIELD + "(n : Nat) (d : R) (h : d ^ 2 = 5) : d = 2",
        FIELD + "(d : R) : d = 2",
    ):
        assert root_model_statement(parts(text)) is None
