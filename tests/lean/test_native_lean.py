"""The judge over Leans that are not ours: a native one and one that takes text, both real.

The embedded Lean, run as a plain command, stands in for them. It has no Mathlib: a small library
of that name has the words that the statements need.
"""

import json
import shlex
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from faithsieve.errors import ConfigError
from faithsieve.lean.backends import open_judge
from faithsieve.lean.doctor import admit, diagnose_judge, mathlib_cases
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.judge_cases import JudgeCase, judge_cases
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import (
    Polarity,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from faithsieve.records.settings import LeanSettings
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.native_lean import command, stand_in_project
from support.statement_judge import frozen_by

pytestmark = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="module"),
    # Such a Lean elaborates the driver's text when it starts, on a busy machine for minutes.
    pytest.mark.timeout(1500),
]

VARIANTS = Path(__file__).parent / "attack_variants.jsonl"


def no_embedded() -> EmbeddedToolchain:
    raise AssertionError("the embedded Lean is not asked for")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def native(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProofJudge]:
    folder = tmp_path_factory.mktemp("native")
    with stand_in_project(folder) as project:
        lean = shlex.join(command("lean_command.py", folder))
        settings = LeanSettings(backend="native", project=project, command=lean)
        async with open_judge(settings, no_embedded) as judge:
            yield judge


async def accepted(judge: ProofJudge, text: str, body: str) -> tuple[ProofVerdict, str]:
    statement = await frozen_by(judge, text)
    judgement = await judge.judge(statement, body, timeout_s=60)
    return judgement.verdict, judgement.reason


async def test_a_native_lean_judges_statements_of_its_library(native: ProofJudge) -> None:
    claim = "(x y : Real) : x + y = y + x"
    assert await accepted(native, claim, "exact Real.add_comm x y") == (ProofVerdict.ACCEPT, "")
    assert (await accepted(native, claim, "rfl"))[0] is ProofVerdict.REJECT
    statement = await frozen_by(native, claim)
    assert statement.environment == "mathlib"
    assert statement.toolchain.startswith("native:stand-in:v4.28.0")


async def test_a_theorem_of_the_library_is_followed_down_to_its_axioms(native: ProofJudge) -> None:
    false = ": (2 : Nat) + 2 = 5"
    body = "exact Mathlib.rests_on_an_axiom"
    for _ in range(2):
        assert await accepted(native, false, body) == (ProofVerdict.REJECT, "bad_leaf")
    assert (await accepted(native, "(p : Prop) : p ∨ ¬ p", "exact Classical.em p"))[0] is (
        ProofVerdict.ACCEPT
    )


async def test_a_refutation_is_built_from_the_frozen_statement(native: ProofJudge) -> None:
    statement = await frozen_by(native, "(n : Nat) (h : 2 < n) : n = 4")
    body = "exact ⟨5, by decide, by decide⟩"
    judgement = await native.judge(statement, body, polarity=Polarity.COUNTEREXAMPLE)
    assert judgement.is_accepted
    assert judgement.backend == "native"


async def test_the_doctor_admits_a_native_lean_and_refuses_one_that_hides_errors(
    native: ProofJudge,
) -> None:
    await assert_admitted(EmbeddedLean(native.pool))
    await assert_refused(HidingErrors(EmbeddedLean(native.pool)))


async def test_the_forty_cases_refuse_a_library_that_only_has_mathlibs_name(
    native: ProofJudge,
) -> None:
    """The stand-in lacks nearly all that the cases need; what they must not accept it refuses."""
    report = await diagnose_judge(native, mathlib_cases())
    assert len(report.rows) == 40
    wrong = {row.name: row.fault for row in report.rows if row.fault}
    assert {"aesop", "a derivative", "compactness"} <= set(wrong)
    # What it can state and prove it accepts; that this is not vacuous takes a tactic of Mathlib.
    assert wrong["sets"].startswith("said inconclusive (not_probed: ")
    assert not any(fault.startswith("said accept") for fault in wrong.values())
    assert "ℝ" in wrong["a witness"]
    with pytest.raises(ConfigError, match=r"native.* of 40 known snippets wrong"):
        admit(report, insist=False)


async def test_no_variant_of_an_attack_passes_and_no_control_is_lost(native: ProofJudge) -> None:
    rows = [json.loads(line) for line in VARIANTS.read_text(encoding="utf-8").splitlines()]
    cases = [JudgeCase.model_validate(row) for row in rows]
    bare = ProofJudge(native.pool, environment="core")
    wrong = []
    async for said in judge_cases(cases, bare, timeout_s=20):
        expects = next(row["expected"] for row in rows if row["id"] == said.id)
        if (said.verdict is ProofVerdict.ACCEPT) != (expects == "accept"):
            wrong.append(said)
    assert not wrong


async def test_a_lean_that_takes_text_judges_and_checks_the_same_way(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    repl = shlex.join(command("lean_repl.py", tmp_path_factory.mktemp("repl")))
    settings = LeanSettings(backend="repl", command=repl, header="bare")
    async with open_judge(settings, no_embedded) as judge:
        claim = "(a b : Int) (h : a < b) : a + 1 ≤ b"
        assert await accepted(judge, claim, "omega") == (ProofVerdict.ACCEPT, "")
        false = ": (2 : Nat) + 2 = 5"
        assert (await accepted(judge, false, "sorry"))[0] is ProofVerdict.REJECT
        code = 'run_tac Lean.logInfo "FSJ"\nrfl'
        assert await accepted(judge, ": 1 = 1 ∧ 2 = 2", code) == (ProofVerdict.REJECT, "policy")
        escape = ": True := trivial\naxiom cheat : False\ntheorem target : (2 : Nat) + 2 = 5"
        said = await judge.freeze(escape)
        assert isinstance(said, RefusedStatement)
        assert said.layer is SoundnessLayer.STATEMENT
        await assert_admitted(EmbeddedLean(judge.pool))
