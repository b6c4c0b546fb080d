"""The library in the embedded Lean: every definition means what Mathlib's name says."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from faithsieve.cli.lean_elaborate import StatementRow, elaborate_row
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, library_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import FrozenStatement, LeanSource
from support.embedded_lean import LEAN_MARKS, find_lean

pytestmark = LEAN_MARKS

REFUSED = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("library_not_understood.jsonl")
    .read_text("utf-8")
    .splitlines()
]
"""What Mathlib rejects, and pairs of statements that differ by one argument."""
ILL_TYPED = [row for row in REFUSED if "other" not in row]
PAIRS = [row for row in REFUSED if "other" in row]
MEANINGS = sorted((Path(__file__).parent / "library_meanings").glob("*.lean"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lean() -> AsyncIterator[EmbeddedLean]:
    toolchain = EmbeddedToolchain(find_lean(), library_texts())
    async with LeanPool(toolchain) as pool:
        yield EmbeddedLean(pool)


@pytest.mark.parametrize("file", MEANINGS, ids=lambda path: path.stem)
async def test_names_mean_what_mathlib_says(file: Path, lean: EmbeddedLean) -> None:
    text = file.read_text(encoding="utf-8")
    report = await lean.check(LeanSource(text=text), timeout_s=300)
    assert [m.text for m in report.messages if m.severity == "error"] == []
    assert report.status.value == "ok"
    assert not report.has_sorry


@pytest.mark.parametrize(
    ("opens", "statement", "understood"),
    [
        (["open Real"], "(x : ℝ) : 0 ≤ sqrt x", True),
        (["open Real"], ": sin π = 0", True),
        ([], ": sin π = 0", False),
        (["open Real Complex"], "(x : ℝ) : cexp x = rexp x", True),
        ([], "(x : ℝ) : rexp x = 1", False),
        (["open Nowhere"], "(x : ℝ) : x = x", False),
        ([], "(x : ℝ) (n : ℕ) : x + n = n", True),
        ([], "(x : ℝ) (s : Set ℕ) : x ∈ s", False),
        ([], "{K : Type*} [Field K] (x : K) : x ≤ 1", False),
        ([], "(x : ℂ) : x < 1", False),
    ],
)
async def test_a_statement_is_understood_as_mathlib_would(
    opens: list[str], statement: str, understood: bool, lean: EmbeddedLean
) -> None:
    row = StatementRow(id="a", opens=tuple(opens), statement=statement)
    said = await elaborate_row(row, lean, timeout_s=60)
    assert said.ok is understood, said.reason
    assert bool(said.reason) is not understood


@pytest.mark.parametrize("row", ILL_TYPED, ids=lambda row: row["id"])
async def test_what_mathlib_rejects_is_not_understood(
    row: dict[str, Any], lean: EmbeddedLean
) -> None:
    asked = StatementRow(id=row["id"], opens=tuple(row["opens"]), statement=row["statement"])
    said = await elaborate_row(asked, lean, timeout_s=60)
    assert not said.ok, row["why"]


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: row["id"])
async def test_statements_that_differ_by_an_argument_have_different_types(
    row: dict[str, Any], lean: EmbeddedLean
) -> None:
    judge = ProofJudge(lean.pool)
    one, other = [await judge.freeze(row[part], timeout_s=60) for part in ("statement", "other")]
    assert isinstance(one, FrozenStatement), one.detail
    assert isinstance(other, FrozenStatement), other.detail
    assert one.type_digest != other.type_digest, row["why"]


FAMILY = "{n m : ℕ} (C : Set (Fin n → ℝ)) (f : Fin m → (Fin n → ℝ) → ℝ)"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        # Lean fills in `fun i => …` for the structure of a product, inside `∀ i`.
        (f"{FAMILY} (h : ∀ i, ConvexOn ℝ C (f i)) (i : Fin m) : ConvexOn ℝ C (f i)", ""),
        ("{X : Type} [MetricSpace X] (E : Set X) : Dense {x : ↥(closure E) | (x : X) ∈ E}", ""),
        (
            f"{FAMILY} (h : ∀ i, ConvexOn ℝ C (f i)) (k : Fin m) : ∃ i : Fin m, ∀ i : Fin m, i ≤ k",
            "shadowed_binder",
        ),
        ("(x : ℝ) (s : Set ℝ) : s = {v | ∃ x ∈ s, v = x}", "shadowed_binder"),
        ("{X : Type} (p : {x : X // ∃ x : X, x = x}) : p = p", "shadowed_binder"),
    ],
)
async def test_only_letters_that_somebody_wrote_hide_another(
    statement: str, reason: str, lean: EmbeddedLean
) -> None:
    found = await ProofJudge(lean.pool).freeze(statement, timeout_s=60)
    assert getattr(found, "reason", "") == reason, found


async def test_a_part_of_the_library_serves_alone() -> None:
    toolchain = EmbeddedToolchain(find_lean(), library_texts("Numbers"))
    assert toolchain.fingerprint != EmbeddedToolchain(find_lean(), library_texts()).fingerprint
    async with LeanPool(toolchain) as pool:
        text = "example (x : ℝ) (h : 0 ≤ x) : √x ^ 2 = x ∧ ∑ i ∈ Finset.range 3, i = 3 :="
        proof = "⟨Real.sq_sqrt h, by decide⟩"
        report = await EmbeddedLean(pool).check(LeanSource(text=f"{text} {proof}"), timeout_s=300)
    assert report.status.value == "ok", report.messages
