"""What is said beside a name that Lean does not know."""

import pytest

from faithsieve.lean.name_hints import (
    declarations,
    library_names,
    names_about,
    names_in,
    with_hint,
)

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
    named = [name for declared in declarations(TEXT) for name in names_in(declared)]
    assert named[:3] == ["Real.sqrt_zero", "Real.pi", "up"]
    assert named[3:] == ["Point", "Point.first", "Point.is_first"]


@pytest.mark.parametrize(
    ("definitions", "first"),
    [
        ({"IsCompact", "Continuous", "Set.image"}, "IsCompact.image"),
        ({"Set.Icc", "Eq"}, "Set.mem_Icc"),
        ({"Subgroup.Normal"}, "Subgroup.Normal.conj_mem"),
        # The library defines neither.
        ({"Eq", "HMul.hMul"}, None),
    ],
)
def test_fields_and_lemmas_about_definitions_are_named(
    definitions: set[str], first: str | None
) -> None:
    found = names_about(frozenset(definitions))
    assert first in found if first else not found


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
    said = with_hint(f"{message}\n\nNote: it is long")
    assert said.startswith(message)
    assert near in said[: said.index("Note:")].removeprefix(message)
    assert near in library_names()


@pytest.mark.parametrize(
    "message", ["unsolved goals", "Unknown identifier `qqzzxxyyvv`", "Unknown constant `Fact`"]
)
def test_nothing_is_added_where_nothing_is_near(message: str) -> None:
    assert with_hint(message) == message
