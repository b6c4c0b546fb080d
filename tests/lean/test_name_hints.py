"""What is said beside a name that Lean does not know."""

import pytest

from faithsieve.lean.name_hints import declared_names, library_names, names_about, with_hint

TEXT = """module
@[expose] public noncomputable section
namespace Real
/-- def hidden in a comment -/
@[simp, grind =] theorem sqrt_zero : Real.sqrt 0 = 0 := by simp
section
protected def pi : Real := 3
end
theorem _root_.up {x : Nat} : x = x := rfl
end Real
structure Point (α : Type u) extends Nonempty α
    where
  first : α
  protected is_first (x : α) : x = first
private theorem unseen : True := trivial
end
"""


def test_a_declaration_is_named_with_its_namespaces() -> None:
    assert list(declared_names(TEXT)) == [
        *("Real.sqrt_zero", "Real.pi", "up"),
        *("Point", "Point.first", "Point.is_first"),
    ]


@pytest.mark.parametrize(
    ("definitions", "first"),
    [
        ({"IsCompact", "Continuous", "Set.image"}, "IsCompact.image"),
        ({"Set.Icc", "Eq"}, "Set.mem_Icc"),
        ({"Subgroup.Normal"}, "Subgroup.Normal.conj_mem"),
    ],
)
def test_fields_and_lemmas_about_definitions_are_named(definitions: set[str], first: str) -> None:
    assert first in names_about(frozenset(definitions))


def test_about_what_the_library_does_not_define_nothing_is_named() -> None:
    assert names_about(frozenset({"Eq", "HMul.hMul"})) == ()


@pytest.mark.parametrize(
    ("message", "near"),
    [
        ("Unknown identifier `Real.sqrt_nonnegative`", "Real.sqrt_nonneg"),
        ("unknown constant 'Finset.sum_emptyset'", "Finset.sum_empty"),
        (
            "Invalid field `natDegre`: The environment does not contain `Polynomial.natDegre`",
            "Polynomial.natDegree",
        ),
        ("Unknown identifier `logb`", "Real.logb"),
    ],
)
def test_an_unknown_name_comes_with_names_that_exist(message: str, near: str) -> None:
    said = with_hint(message)
    assert said.startswith(message)
    assert near in said.removeprefix(message)
    assert near in library_names()


@pytest.mark.parametrize(
    "message", ["unsolved goals", "Unknown identifier `qqzzxxyyvv`", "Unknown constant `Fact`"]
)
def test_nothing_is_added_where_nothing_is_near(message: str) -> None:
    assert with_hint(message) == message


def test_the_hint_stands_before_lean_s_notes() -> None:
    said = with_hint("Unknown identifier `logb`\n\nNote: it is long")
    assert said.index("Real.logb") < said.index("Note:")
