from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.audits.audit_tables import gate_tables
from faithsieve.evaluate.audits.gate import audit_gate
from faithsieve.evaluate.tables import plain_text
from support.dataset_files import write_lines

ROWS: list[dict[str, object]] = [
    {"id": "a", "label": "faithful", "accepted": True},
    {"id": "b", "label": "faithful", "accepted": False},
    {"id": "c", "label": "drifted", "accepted": True, "drift": ["vacuous", "weakened"]},
    {"id": "d", "label": "drifted", "accepted": False, "drift": "vacuous"},
    {"id": "e", "label": "drifted", "accepted": None, "drift": "vacuous"},
]


def test_labels_and_decisions_may_share_a_file(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "pairs.jsonl", *ROWS)
    found = audit_gate(file, file)
    assert (found.precision.hits, found.precision.total) == (1, 2)
    assert (found.false_positive_rate.hits, found.false_positive_rate.total) == (1, 2)
    assert (found.recall.value, found.false_negative_rate.value) == (0.5, 0.5)


def test_a_statement_the_gate_could_not_judge_is_neither_accepted_nor_rejected(
    tmp_path: Path,
) -> None:
    file = write_lines(tmp_path / "pairs.jsonl", *ROWS)
    found = audit_gate(file, file)
    assert (found.statements, found.unjudged) == (4, 1)
    assert [(d.drift, d.total, d.accepted) for d in found.drift] == [
        ("vacuous", 2, 1),
        ("weakened", 1, 1),
    ]
    assert "labelled but not judged" in plain_text(gate_tables(found)[1])


def test_a_drifted_statement_may_be_accepted_in_one_direction(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "pairs.jsonl",
        {"id": "a", "label": "drifted", "accepted": False, "drift": "weaker"},
        {"id": "b", "label": "drifted", "drift": "weaker", "direction": "refutation"}
        | {"accepted": False},
        {"id": "c", "label": "drifted", "drift": "weaker", "direction": "support"}
        | {"accepted": False},
        {"id": "d", "label": "drifted", "drift": "weaker", "direction": "both", "accepted": True},
    )
    (count,) = audit_gate(file, file).drift
    assert (count.total, count.accepted) == (4, 1)
    assert (count.support_only, count.refutation_only) == (1, 1)


def test_labels_without_any_decision_are_refused(tmp_path: Path) -> None:
    pairs = write_lines(tmp_path / "pairs.jsonl", *ROWS)
    other = write_lines(tmp_path / "gate.jsonl", {"id": "z", "accepted": True})
    with pytest.raises(InputError, match="has a decision"):
        audit_gate(pairs, other)
