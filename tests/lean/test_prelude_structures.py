"""The structures of the core prelude with the real Lean: each definition means what it says."""

import re
from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import prelude_texts
from faithsieve.lean.external_backend import core_header
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus

pytestmark = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="session"),
]

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


async def check(pool: LeanPool, text: str) -> LeanReport:
    return await EmbeddedLean(pool).check(LeanSource(text=text), timeout_s=300)


@pytest.mark.parametrize("topic", list(MEANINGS))
async def test_each_definition_means_what_its_name_says(topic: str, lean_pool: LeanPool) -> None:
    report = await check(lean_pool, MEANINGS[topic])
    errors = [f"{m.line}: {m.text[:400]}" for m in report.messages if m.severity == "error"]
    assert errors == []
    assert report.status is LeanStatus.OK
    assert not report.has_sorry


async def test_no_definition_is_without_its_meaning() -> None:
    structures = prelude_texts().library.partition("section Structures")[2]
    declared = re.findall(r"^(?:\w+ )?(?:def|class|structure) ([\w.]+)", structures, re.MULTILINE)
    assert len(declared) > 80
    last = {name: WRITTEN.get(name, name.split(".")[-1]) for name in declared}
    assert [name for name, word in last.items() if word not in TEXT] == []


async def test_as_one_text_the_prelude_serves_a_lean_that_has_nothing_of_it(
    lean_pool: LeanPool,
) -> None:
    use = "theorem last {G : Type} [Group G] (f : G →* G) : f 1 = 1 := f.map_one"
    text = "\n".join([core_header(prelude_texts()).opening, use])
    request: dict[str, object] = {"op": "check", "base": "core", "text": text, "theorem": "last"}
    reply = await lean_pool.ask({**request, "heartbeats": 2_000_000}, timeout_s=300)
    assert reply["internal"] is None
    assert reply["errors"] == 0
    constant = reply["constant"]
    assert isinstance(constant, dict)
    assert constant["bad"] == []
    # Nothing of it was there before: `Group`, `MonoidHom` and all they rest on are the text's own.
    assert constant["new"] > 5
