"""Calibration rows and tables."""

from pathlib import Path

from faithsieve.cli.audit_gate import calibrate_pairs
from faithsieve.evaluate.record_files import read_records
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.settings import Settings
from faithsieve.verify.gate.calibration import GateAuditRow, GatePair, audit_pair
from support.statement_judge import ScriptedJudge
from support.verify_replies import drifted, faithful

PAIR = GatePair(
    id="1",
    problem="Solve 2x = 4.",
    step="So x = 2.",
    context=("2x = 4",),
    obligation="x = 2",
    lean="theorem t (x : ℝ) (h : 2 * x = 4) : x = 2 := by sorry",
    label="faithful",
)
PAIRS = Path(__file__).parents[3] / "bench"


async def audit(
    pair: GatePair, model: ScriptedModel | None = None, judge: ScriptedJudge | None = None
) -> GateAuditRow:
    asked = model or ScriptedModel([])
    return await audit_pair(pair, Settings(), judge=judge or ScriptedJudge(), model=asked)


async def test_the_checker_decides_and_lean_may_object() -> None:
    row = await audit(PAIR, ScriptedModel([faithful()]))
    assert row.accepted
    assert row.scores is not None
    assert row.status == "faithful"
    assert not (await audit(PAIR, ScriptedModel([drifted()]))).accepted
    vacuous = ScriptedJudge(proves=("contradictory_hypotheses",))
    objected = await audit(PAIR, ScriptedModel([faithful()]), vacuous)
    assert not objected.accepted
    assert objected.probes


async def test_a_statement_that_does_not_compile_is_refused_not_accepted() -> None:
    row = await audit(PAIR, judge=ScriptedJudge(refuses=lambda text: "statement_parse"))
    assert (row.accepted, row.status) == (False, "refused")


async def test_a_silent_lean_is_neither_accepted_nor_counted() -> None:
    row = await audit(PAIR, judge=ScriptedJudge(unavailable=True))
    assert (row.accepted, row.status) == (False, "backend_unavailable")
    found = calibrate_pairs([PAIR], [row])
    assert (found.statements, found.unjudged) == (0, 1)


def test_the_bench_pairs_are_well_formed_and_every_drift_has_a_class() -> None:
    pairs = read_records(PAIRS / "gate_pairs.jsonl", GatePair)
    assert len({pair.id for pair in pairs}) == len(pairs)
    assert all(pair.drift for pair in pairs if pair.label == "drifted")
    faithful_pairs = sum(pair.label == "faithful" for pair in pairs)
    assert 0.3 < faithful_pairs / len(pairs) < 0.7
