"""Rows for annotators out of a run: its proofs, substeps, units and formal statements.

What a kind of task hides (ids, labels, scores, what was selected or accepted) is in the row too;
``evaluate/annotation.py`` splits it off. Statements are those a result cites, so they passed the
gate: labels of them measure how often an accepted statement drifted, not what was turned away.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import TaskKind
from faithsieve.evaluate.run_reading import required_run
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import Inconclusive
from faithsieve.records.run import ProblemResult

Row = dict[str, Any]


async def rows_of_run(folder: Path, kind: TaskKind) -> list[Row]:
    """Read every row of a kind that a run has, in the order of the proofs.

    Raises:
        InputError: the folder has no store, or the run kept no evidence of that kind.
    """
    rows: list[Row] = []
    with required_run(folder) as run:
        for result in run.results:
            checked = await run.checked(result.id)
            rows += _rows(kind, result, checked) if checked is not None else ()
    if not rows:
        raise InputError(f"{folder}: the run kept no evidence for {kind.value} tasks")
    return rows


def _rows(kind: TaskKind, result: ProblemResult, checked: CheckedProof) -> Iterator[Row]:
    problem, steps = checked.proof.problem, [step.text for step in checked.proof.steps]
    base = {"id": result.id, "problem": problem, "steps": steps, "gold": result.gold}
    match kind:
        case TaskKind.PROOF:
            yield base | {"label": result.gold, "prediction": result.label}
        case TaskKind.DECOMPOSITION:
            parts = checked.localization.substeps if checked.localization else ()
            if parts:
                lines = [f"{part.step}.{part.part} {part.text}" for part in parts]
                yield base | {"substeps": lines}
        case TaskKind.UNIT:
            yield from _units(base, checked)
        case TaskKind.STATEMENT:
            yield from _statements(result.id, checked)


def _units(base: Row, checked: CheckedProof) -> Iterator[Row]:
    found = checked.localization
    if found is None:
        return
    audited = {unit.unit_id for unit in checked.verified.units} if checked.verified else set()
    selected = audited | set(found.window.units)
    for unit, suspicion in zip(found.units, found.suspicions, strict=True):
        yield base | {
            "unit": unit.unit_id,
            "before": _before(unit, checked),
            "transition": f"{unit.detailed_step_idx} {unit.text}",
            "after": list(unit.after_goals),
            "risk": suspicion.risk,
            "selected": unit.unit_id in selected,
        }


def _before(unit: EdgeUnit, checked: CheckedProof) -> list[str]:
    assert checked.localization is not None
    tree = checked.localization.tree
    known = [tree.condition(name).text for name in unit.before_conditions]
    return [*known, f"goal: {unit.before_goal}"]


def _statements(row_id: str, checked: CheckedProof) -> Iterator[Row]:
    for unit in checked.verified.units if checked.verified else ():
        for obligation, result in zip(unit.obligations, unit.results, strict=True):
            if isinstance(result, Inconclusive) or result.lean is None:
                continue
            yield {
                "id": f"{row_id}/{obligation.id}",
                "problem": checked.proof.problem,
                "step": checked.proof.steps[obligation.step - 1].text,
                "context": [premise.text for premise in obligation.premises],
                "obligation": obligation.claim,
                "kind": obligation.kind.value,
                "lean": result.lean.statement,
                "accepted": True,
                "outcome": result.outcome.value,
            }
