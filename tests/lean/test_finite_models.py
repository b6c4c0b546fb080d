"""Finite models: what is found, what is written, and that nothing is found where nothing is."""

import asyncio

import pytest

from faithsieve.lean import finite_models
from faithsieve.lean.finite_evaluation import OutOfReachError
from faithsieve.lean.finite_models import ModelSearch, search
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.lean.terms import Declaration, parse_term
from faithsieve.records.lean import FiniteModel
from faithsieve.verify.settle import finite_counterexample
from faithsieve.verify.statement_parts import StatementParts
from support.embedded_lean import in_lean
from support.statement_judge import frozen_by

EQUALITY = {
    "Eq": Declaration(
        kind="inductive",
        type="PS+0;P#0;P#1;S0;",
        params=2,
        indices=1,
        ctors=("Eq.refl",),
    ),
    "Or": Declaration(kind="inductive", type="PS0;PS0;S0;", params=2, ctors=("Or.inl", "Or.inr")),
    "Or.inl": Declaration(
        kind="constructor", type="PS0;PS0;P#1;@@C<Or>;#2;#1;", of="Or", params=2, fields=1
    ),
    "Or.inr": Declaration(
        kind="constructor", type="PS0;PS0;P#0;@@C<Or>;#2;#1;", of="Or", params=2, fields=1
    ),
    "Magma": Declaration(kind="inductive", type="PS+0;S+0;", params=1, ctors=("Magma.mk",)),
    "Magma.mk": Declaration(
        kind="constructor",
        # op, and that it is commutative.
        type="PS+0;PP#0;P#1;#2;PP#1;P#2;@@@C<Eq>;#3;@@#2;#1;#0;@@#2;#0;#1;@C<Magma>;#2;",
        of="Magma",
        params=1,
        fields=2,
        names=("G", "op", "op_comm"),
    ),
    "Magma.op": Declaration(
        kind="def",
        type="PS+0;P@C<Magma>;#0;P#1;P#2;#3;",
        value="LS+0;L@C<Magma>;#0;J<Magma>0;#0;",
    ),
}


def find(term: str, *names: str) -> FiniteModel | None:
    return search(ModelSearch(term=term, declarations=EQUALITY, names=names))


def test_two_elements_show_that_not_all_are_equal() -> None:
    model = find("PS+0;P#0;P#1;@@@C<Eq>;#2;#1;#0;", "α", "a", "b")
    assert model is not None
    assert [(part.name, part.values) for part in model.parts] == [
        ("α", ("2",)),
        ("a", ("0",)),
        ("b", ("1",)),
    ]
    elements = "(Mathlet.Element.of 2 0) (Mathlet.Element.of 2 1)"
    assert f"exact absurd (@claimed (Mathlet.Element 2) {elements}) (by " in model.body


def test_only_types_have_sizes() -> None:
    # ∀ α (a : α), a = a
    shape = finite_models._Shape(parse_term("PS+0;P#0;@@@C<Eq>;#1;#0;#0;"))
    assert list(shape.sizes()) == [(size,) for size in range(1, finite_models.LARGEST_SIZE + 1)]


def test_a_function_becomes_a_table_and_a_hypothesis_holds_in_it() -> None:
    # ∀ α (f : α → α), (∀ x, f (f x) = x) → ∀ x, f x = x
    involution = "PP#1;@@@C<Eq>;#2;@#1;@#1;#0;#0;"
    term = f"PS+0;PP#0;#1;P{involution[1:]}P#2;@@@C<Eq>;#3;@#2;#0;#0;"
    model = find(term, "α", "f", "h")
    assert model is not None
    table = model.parts[1]
    assert (table.name, table.kind, table.sizes) == ("f", "table", (2,))
    assert table.values == ("1", "0")


def test_the_fields_of_a_structure_are_its_axioms() -> None:
    # In a commutative magma op a b = op b a: no model of the contrary.
    op = "@@@@C<Magma.op>;#3;#2;"
    term = f"PS+0;P@C<Magma>;#0;P#1;P#2;@@@C<Eq>;#3;{op}#1;#0;{op}#0;#1;"
    assert search(ModelSearch(term=term, declarations=EQUALITY, seconds=2)) is None


def test_a_structure_is_written_by_its_constructor() -> None:
    # op a b = a fails in some commutative magma.
    term = "PS+0;P@C<Magma>;#0;P#1;P#2;@@@C<Eq>;#3;@@@@C<Magma.op>;#3;#2;#1;#0;#1;"
    model = find(term, "G", "", "a", "b")
    assert model is not None
    assert "(@Magma.mk (_) (fun a0 a1 => Mathlet.entry 2 " in model.body
    assert [part.name for part in model.parts] == ["G", "Magma.op", "a", "b"]


def test_an_unknown_constant_is_out_of_reach() -> None:
    with pytest.raises(OutOfReachError):
        find("PS+0;P@C<Strange>;#0;@@@C<Eq>;#1;#0;#0;")


async def test_a_search_that_takes_too_long_is_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(*_: object, **__: object) -> object:
        class Slow:
            returncode: int | None = None

            async def communicate(self, _: bytes) -> tuple[bytes, bytes]:
                await asyncio.sleep(60)
                return b"", b""

            def kill(self) -> None:
                self.returncode = -9

            async def wait(self) -> None: ...

        return Slow()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", never)
    assert await finite_models._in_a_process("{}", 0.05) == ""


@in_lean
@pytest.mark.parametrize(
    "text",
    [
        "{G : Type} [Group G] (a b : G) : a * b = b * a",
        "{G : Type} [Group G] (H K : Subgroup G) (a b : G) (ha : a ∈ H) (hb : b ∈ K) : "
        "a * b ∈ H ∨ a * b ∈ K",
        "{G H : Type} [Group G] [Group H] (f : G →* H) : f.ker = ⊥",
        "{R : Type} [CommRing R] (x : R) (h : x ^ 2 = x) : x = 0 ∨ x = 1",
        "{R : Type} [CommRing R] (I : Ideal R) (h : I.IsPrime) : I = ⊥",
        "{K : Type} [Field K] (x : K) (h : x + x = 0) : x = 0",
        "{K V : Type} [Field K] [AddCommGroup V] [Module K V] (U W : Submodule K V) : U ≤ W",
        "{X : Type} [TopologicalSpace X] (s t : Set X) : closure (s ∩ t) = closure s ∩ closure t",
        "{X Y : Type} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) (h : Continuous f) : "
        "IsOpenMap f",
        "{α : Type} [LinearOrder α] (f : α → α) (h : Monotone f) : StrictMono f",
        "{α : Type} [Lattice α] (a b c : α) : a ⊓ (b ⊔ c) = (a ⊓ b) ⊔ (a ⊓ c)",
        "{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t",
    ],
)
async def test_lean_accepts_finite_models_of_the_librarys_structures(
    text: str, lean_pool: LeanPool
) -> None:
    judge = ProofJudge(lean_pool)
    parts = StatementParts(frozen=await frozen_by(judge, text))
    assert await finite_counterexample(parts, judge)
