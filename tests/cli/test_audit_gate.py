from pathlib import Path

from faithsieve.cli.audit_gate import calibrate_pairs, has_decisions
from faithsieve.verify.gate.calibration import UNAVAILABLE, GateAuditRow, GatePair

PAIR = GatePair(
    id="1", problem="Solve 2x = 4.", step="So x = 2.", obligation="x = 2", lean="", label="faithful"
)


def changed(lean: str) -> GatePair:
    return GatePair(**{**dict(PAIR), "lean": lean, "label": "drifted", "drift": "numeral"})


def test_answers_are_held_against_the_labels_by_class() -> None:
    pairs = [PAIR, PAIR, changed("a"), changed("b"), PAIR.model_copy(update={"label": None})]
    accepted = [True, True, False, True, True]
    rows = [GateAuditRow(id="r", accepted=a, status="x") for a in accepted]
    found = calibrate_pairs(pairs, rows)
    assert (found.precision.hits, found.precision.total) == (2, 3)
    assert (found.false_positive_rate.value, found.false_negative_rate.value) == (0.5, 0.0)
    assert [(d.drift, d.total, d.accepted) for d in found.drift] == [("numeral", 2, 1)]


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
