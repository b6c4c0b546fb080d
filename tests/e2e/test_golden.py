"""Golden end-to-end cases: every way to a verdict, with scripted replies and the real Lean.

Each file in ``golden/`` is one case; ``support/golden.py`` says how to read it. What decides a case
is taken away again in its ``[[without]]`` runs, which must end otherwise.
"""

from pathlib import Path

import pytest
import pytest_asyncio

from faithsieve import errors
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.settings import FusionRule
from faithsieve.records.verdict import StepStatus, VerdictKind
from support.golden import (
    Expected,
    GoldenCase,
    GoldenRun,
    ImpatientLean,
    Without,
    in_a_word,
    lean_state,
    read_case,
    run_case,
)

pytestmark = [pytest.mark.lean, pytest.mark.asyncio(loop_scope="session")]

CASES = tuple(read_case(path) for path in sorted(Path(__file__).with_name("golden").glob("*.toml")))
REMOVALS = tuple((case, without) for case in CASES for without in case.without)


class Judges:
    """One Lean for all cases, on time or always late."""

    def __init__(self, pool: LeanPool) -> None:
        self._punctual = ProofJudge(pool)
        self._slow_lean = ImpatientLean(pool)
        self._late = ProofJudge(self._slow_lean)

    async def warm_up(self) -> None:
        """Let both pass their canaries before one of them is late for good."""
        await self._punctual.check_canaries()
        await self._late.check_canaries()
        self._slow_lean.is_patient = False

    def judge_for(self, case: GoldenCase, without: Without | None = None) -> ProofJudge:
        return self._late if lean_state(case, without) == "stalls" else self._punctual


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def judges(lean_pool: LeanPool) -> Judges:
    """Judges that have passed their canaries."""
    made = Judges(lean_pool)
    await made.warm_up()
    return made


def decisive(run: GoldenRun) -> list[EvidenceItem]:
    """The evidence that the label rests on."""
    verdict = run.checked.verdict
    return [
        item
        for step in verdict.steps
        if step.index == verdict.label
        for item in step.evidence
        if item.decides and item.outcome is Outcome.REFUTED
    ]


def assert_verdict(run: GoldenRun, expect: Expected) -> None:
    verdict = run.checked.verdict
    assert (verdict.label, verdict.kind) == (expect.label, expect.kind)
    assert tuple(step.status for step in verdict.steps) == expect.statuses
    assert {item.rule for item in decisive(run)} == ({expect.rule} if expect.rule else set())
    assert (verdict.kind is VerdictKind.FIRST_ERROR) == bool(expect.rule)
    if expect.confidence is not None:
        assert verdict.confidence == expect.confidence


def assert_evidence(run: GoldenRun, expect: Expected) -> None:
    assert {key: in_a_word(result) for key, result in run.results.items()} == expect.results
    stated = {
        key: (result.lean.proved, result.lean.statement)
        for key, result in run.results.items()
        if result.outcome is not Outcome.INCONCLUSIVE and result.lean is not None
    }
    assert stated == expect.lean


def assert_artifacts(run: GoldenRun) -> None:
    """Whatever the verdict cites was asked of the model or judged by Lean in this very run."""
    cited = set(run.checked.verdict.artifacts)
    assert cited <= run.known
    for step in run.checked.verdict.steps:
        for item in step.evidence:
            assert set(item.artifacts) <= cited
    for result in run.results.values():
        if result.outcome is not Outcome.INCONCLUSIVE and result.lean is not None:
            assert set(result.artifacts) & run.judged


async def run_to_its_end(
    case: GoldenCase, judges: Judges, expect: Expected, without: Without | None = None
) -> GoldenRun | None:
    """The run, or None when it ended in the error that was expected."""
    judge = judges.judge_for(case, without)
    if expect.raises:
        with pytest.raises(getattr(errors, expect.raises)):
            await run_case(case, judge, without=without)
        return None
    return await run_case(case, judge, without=without)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_the_verdict_and_all_its_evidence(case: GoldenCase, judges: Judges) -> None:
    run = await run_to_its_end(case, judges, case.expect)
    if run is not None:
        assert_verdict(run, case.expect)
        assert_evidence(run, case.expect)
        assert_artifacts(run)
        assert run.unsaid == ()


@pytest.mark.parametrize(
    ("case", "without"), REMOVALS, ids=[f"{case.name}-{w.what}" for case, w in REMOVALS]
)
async def test_without_its_ingredient_the_verdict_is_another(
    case: GoldenCase, without: Without, judges: Judges
) -> None:
    run = await run_to_its_end(case, judges, without.expect, without)
    if run is not None:
        assert_verdict(run, without.expect)
        assert_artifacts(run)
    assert differs(case.expect, without.expect)


def differs(one: Expected, other: Expected) -> bool:
    """Whether two runs end in different verdicts, or the same one on other grounds."""
    return (one.label, one.kind, one.raises, one.statuses) != (
        other.label,
        other.kind,
        other.raises,
        other.statuses,
    )


async def test_every_way_to_a_verdict_has_a_case() -> None:
    ways = {(case.expect.kind, case.expect.rule) for case in CASES if not case.expect.raises}
    assert ways == {
        *((VerdictKind.FIRST_ERROR, rule.value) for rule in FusionRule),
        (VerdictKind.RISKY_STEP, ""),
        (VerdictKind.NO_ERROR_FOUND, ""),
        (VerdictKind.UNDECIDED, ""),
    }
    assert {status for case in CASES for status in case.expect.statuses} == set(StepStatus)
    assert {case.lean for case in CASES} == {"up", "down", "dies", "stalls"}
