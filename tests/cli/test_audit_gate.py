from pathlib import Path

from faithsieve.cli.audit_gate import calibrate_pairs, has_decisions
from faithsieve.verify.gate.calibration import UNAVAILABLE, GateAuditRow, GatePair

PAIR = GatePair(
    id="1", problem="Solve 2x = 4.", step="So x = 2.", obligation="x = 2", lean="", label="faithful"
)


def test_rows_with_decisions_are_only_calibrated(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"id": "1", "lean": "x", "accepted": true}\n', encoding="utf-8")
    assert has_decisions(file)
    file.write_text('{"id": "1", "lean": "x"}\n', encoding="utf-8")
    assert not has_decisions(file)


def test_a_silent_lean_neither_accepts_nor_rejects() -> None:
    row = GateAuditRow(id="r", accepted=False, status=UNAVAILABLE)
    found = calibrate_pairs([PAIR], [row])
    assert (found.statements, found.unjudged) == (0, 1)
