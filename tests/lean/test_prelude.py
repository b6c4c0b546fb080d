"""The core prelude with the real Lean: definitions mean what they say, tactics close and fail."""

import re
from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import prelude_texts
from faithsieve.lean.external_backend import core_header
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from support.embedded_lean import LEAN_MARKS

pytestmark = LEAN_MARKS

FIELD = "{R : Type} [OrderedField R]"
TEXT = (Path(__file__).parent / "prelude_meanings.lean").read_text(encoding="utf-8")
SECTION = re.compile(r"^/-! ## (.+?) -/$(.+?)(?=^/-! ## |\Z)", re.MULTILINE | re.DOTALL)
MEANINGS = dict(SECTION.findall(TEXT))
WRITTEN = {
    "setOf": "{n : ",
    "Mem": " ∈ ",
    "Subset": " ⊆ ",
    "compl": "ᶜ",
    "image": "''",
    "preimage": "⁻¹'",
    "iUnion": "⋃ ",
    "iInter": "⋂ ",
    "sUnion": "⋃₀",
    "sInter": "⋂₀",
    "powerset": "𝒫",
    "prod": "×ˢ",
    "Monoid.npow": "a ^ 3",
    "Group.zpow": "a ^ (-2",
    "MonoidHom": "→*",
    "RingHom": "→+*",
    "LinearMap": "→ₗ[",
    "AddMonoidHom": "→+ ",
}
"""What stands for a definition where its name does not."""


CLOSES = {
    "norm_num": [
        "(2 : ℚ) / 3 + 1 / 3 = 1",
        "2 ^ 10 = 1024",
        "Nat.Prime 13",
        "∑ i ∈ Finset.range 5, (i : ℚ) = 10",
    ],
    "ring": [
        f"∀ {FIELD} (x y : R), (x + y) ^ 3 = x ^ 3 + 3 * x ^ 2 * y + 3 * x * y ^ 2 + y ^ 3",
        "∀ a b : Nat, (a + b) * (a + b) = a * a + 2 * a * b + b * b",
    ],
    "ring_nf": [f"∀ {FIELD} (x : R), x * x - x ^ 2 = 0"],
    "linarith": [
        f"∀ {FIELD} (x y : R), x < y → y < 3 → x + y < 6",
        "∀ a b : Nat, a < b → a + 1 ≤ b",
    ],
    "nlinarith": [
        f"∀ {FIELD} (x y : R), 2 * x * y ≤ x ^ 2 + y ^ 2",
        f"∀ {FIELD} (x y : R), 1 < x → 1 < y → x + y < x * y + 1",
    ],
    "positivity": [
        f"∀ {FIELD} (x y : R), 0 < x → 0 < y → 0 < x * y + x / y + y ^ 3",
        f"∀ {FIELD} (x : R), 0 ≤ x ^ 2 + |x|",
    ],
    "field_simp": [f"∀ {FIELD} (x y : R), x ≠ 0 → y ≠ 0 → 1 / x + 1 / y = (x + y) / (x * y)"],
    "linear_combination": [f"∀ {FIELD} (x y : R), x + y = 3 → 2 * x + 2 * y = 6"],
    "tauto": ["∀ p q : Prop, (p → q) → ¬ q → ¬ p"],
}

FALSE = [
    "2 + 2 = 5",
    "∀ x : ℚ, 0 < x → 1 < x",
    "∀ x : ℚ, x ^ 2 = x",
    f"∀ {FIELD} (x y : R), x * y ≤ x + y",
    "∀ n : Nat, n - 1 + 1 = n",
    "∃ n : Nat, n < 0",
]

TACTICS = sorted(CLOSES)


async def ask(pool: LeanPool, text: str) -> LeanReport:
    return await EmbeddedLean(pool).check(LeanSource(text=text), timeout_s=300)


def errors(report: LeanReport) -> list[str]:
    return [f"{m.line}: {m.text[:300]}" for m in report.messages if m.severity == "error"]


@pytest.mark.parametrize("topic", list(MEANINGS))
async def test_each_definition_means_what_its_name_says(topic: str, lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, MEANINGS[topic])
    assert errors(report) == []
    assert report.status is LeanStatus.OK
    assert not report.has_sorry


async def test_no_definition_is_without_its_meaning() -> None:
    structures = prelude_texts().library.partition("section Structures")[2]
    declared = re.findall(r"^(?:\w+ )?(?:def|class|structure) ([\w.]+)", structures, re.MULTILINE)
    assert len(declared) > 80
    last = {name: WRITTEN.get(name, name.split(".")[-1]) for name in declared}
    assert [name for name, word in last.items() if word not in TEXT] == []


@pytest.mark.parametrize("tactic", TACTICS)
async def test_each_tactic_closes_its_goals(tactic: str, lean_pool: LeanPool) -> None:
    examples = [f"example : {goal} := by\n  intros\n  {tactic}" for goal in CLOSES[tactic]]
    report = await ask(lean_pool, "\n\n".join(examples))
    assert errors(report) == []
    assert report.status is LeanStatus.OK


async def test_no_tactic_closes_a_false_goal(lean_pool: LeanPool) -> None:
    pairs = [(tactic, goal) for tactic in TACTICS for goal in FALSE]
    examples = [
        f"set_option maxHeartbeats 20000 in example : {goal} := by intros; {tactic}"
        for tactic, goal in pairs
    ]
    report = await ask(lean_pool, "\n".join(examples))
    assert report.messages, report.detail
    failed = {message.line for message in report.messages if message.severity == "error"}
    passed = [pairs[i] for i in range(len(pairs)) if i + 1 not in failed]
    assert passed == []


async def test_the_reals_are_refused_with_the_way_out(lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, "theorem t (x y : ℝ) (h : x = y) : y = x := h.symm")
    assert report.status is LeanStatus.ERROR
    assert "OrderedField" in errors(report)[0]


async def test_a_sum_over_something_else_is_refused(lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, "example (s : Nat) : ∑ i ∈ s, i = 0 := rfl")
    assert "Finset.range" in errors(report)[0]


async def test_as_one_text_the_prelude_serves_a_lean_that_has_nothing_of_it(
    lean_pool: LeanPool,
) -> None:
    use = "theorem last {G : Type} [Group G] (f : G →* G) : f 1 = 1 := f.map_one"
    text = "\n".join([core_header(prelude_texts()[:2]).opening, use])
    request: dict[str, object] = {"op": "check", "base": "core", "text": text, "theorem": "last"}
    reply = await lean_pool.ask({**request, "heartbeats": 2_000_000}, timeout_s=300)
    assert reply["internal"] is None
    assert reply["errors"] == 0
    constant = reply["constant"]
    assert isinstance(constant, dict)
    assert constant["bad"] == []
    # Nothing of it was there before: `Group`, `MonoidHom` and all they rest on are the text's own.
    assert constant["new"] > 5
