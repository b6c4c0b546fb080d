"""The audits of people's labels: decomposition, suspicion and gate, from files to figures."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.audits.human_audits import (
    audit_decomposition,
    audit_gate,
    audit_suspicion,
    decomposition_table,
    gate_tables,
    suspicion_tables,
)
from faithsieve.evaluate.tables import plain_text
from support.dataset_files import write_lines

STATEMENTS: list[dict[str, object]] = [
    {"id": "a", "label": "faithful", "accepted": True},
    {"id": "b", "label": "faithful", "accepted": False},
    {"id": "c", "label": "drifted", "accepted": True, "drift": ["vacuous", "weak"]},
    {"id": "d", "label": "drifted", "accepted": False, "drift": "vacuous"},
    {"id": "e", "label": "drifted", "accepted": None, "drift": "vacuous"},
    {"id": "f", "label": "drifted", "accepted": False, "drift": "weak", "direction": "refutation"},
    {"id": "g", "label": "drifted", "accepted": False, "drift": "weak", "direction": "support"},
]


def test_the_gate_is_measured_and_what_it_could_not_judge_counts_apart(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "pairs.jsonl", *STATEMENTS)
    found = audit_gate(file, file)
    assert (found.statements, found.unjudged) == (6, 1)
    assert (found.precision.hits, found.precision.total) == (1, 2)
    assert (found.false_positive_rate.hits, found.false_positive_rate.total) == (1, 4)
    assert (found.recall.value, found.false_negative_rate.value) == (0.5, 0.5)
    drift = [(d.drift, d.total, d.accepted, d.support_only, d.refutation_only) for d in found.drift]
    assert drift == [("vacuous", 2, 1, 0, 0), ("weak", 3, 1, 1, 1)]
    assert "labelled but not judged" in plain_text(gate_tables(found)[1])


# Of three wrong proofs the first error is selected in p, missed in q, and not seen in r.
SELECTION = [
    {"id": "p", "unit": "u1", "risk": 0.1, "selected": False, "gold": 2},
    {"id": "p", "unit": "u2", "risk": 0.9, "selected": True, "gold": 2},
    {"id": "p", "unit": "u3", "risk": 0.8, "selected": True, "gold": 2},
    {"id": "q", "unit": "u1", "risk": 0.2, "selected": False, "gold": 1},
    {"id": "q", "unit": "u2", "risk": 0.9, "selected": True, "gold": 1},
    {"id": "r", "unit": "u1", "risk": 0.4, "selected": False, "gold": 1},
    {"id": "s", "unit": "u1", "risk": 0.7, "selected": True, "gold": "correct"},
]
SAID = ("right", "wrong", "uncertain", "wrong", "wrong", "right", "right")


def test_units_and_first_errors_are_counted_as_in_the_paper(tmp_path: Path) -> None:
    labels = [
        {"id": row["id"], "unit": row["unit"], "label": said}
        for row, said in zip(SELECTION, SAID, strict=True)
    ]
    audit = audit_suspicion(
        write_lines(tmp_path / "s", *SELECTION), write_lines(tmp_path / "l", *labels)
    )
    counts = audit.counts
    assert (counts.tp, counts.tn, counts.fp, counts.fn) == (2, 2, 1, 1)
    assert (audit.units, audit.uncertain, audit.calibration.claims) == (7, 1, 6)
    assert (audit.coverage.hits, audit.coverage.total) == (1, 3)
    assert (audit.conditional_recall.hits, audit.conditional_recall.total) == (1, 2)
    assert "known-wrong first-error coverage" in plain_text(suspicion_tables(audit)[0])


def preserved(path: Path, *kept: bool, start: int = 1) -> Path:
    rows = [{"id": f"p{n}", "preserved": one} for n, one in enumerate(kept, start=start)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_disagreements_stay_open_until_they_are_consolidated(tmp_path: Path) -> None:
    ann = preserved(tmp_path / "ann.jsonl", True, True, False, False)
    ben = preserved(tmp_path / "ben.jsonl", True, False, False, True)
    audit = audit_decomposition(ann, ben)
    assert (audit.disagreements, audit.consolidated) == (("p2", "p4"), None)
    assert (audit.both_preserved, audit.both_lost) == (1, 1)
    assert audit.kappa == pytest.approx(0.0)
    assert "p2, p4" in plain_text(decomposition_table(audit))
    both = write_lines(
        tmp_path / "both", {"id": "p2", "preserved": True}, {"id": "p4", "preserved": False}
    )
    settled = audit_decomposition(ann, ben, both).consolidated
    assert settled is not None
    assert (settled.hits, settled.total) == (2, 4)


def test_files_about_different_things_are_refused(tmp_path: Path) -> None:
    other = write_lines(
        tmp_path / "other", {"id": "z", "unit": "u1", "label": "right", "accepted": True}
    )
    with pytest.raises(InputError, match="has a decision"):
        audit_gate(write_lines(tmp_path / "pairs", *STATEMENTS), other)
    with pytest.raises(InputError, match="are the ids the same"):
        audit_suspicion(write_lines(tmp_path / "selection", *SELECTION), other)
    first, second = preserved(tmp_path / "1", True), preserved(tmp_path / "2", True, start=2)
    with pytest.raises(InputError, match="one judgement only, such as 'p1'"):
        audit_decomposition(first, second)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"id": "p1"}', "preserved"),
        ('{"id": "p1", "preserved": "maybe"}', "preserved"),
        ("7", "not an object"),
        ('{"id": "p1", "preserved": true}\n{"id": "p1", "preserved": true}', "is there twice"),
        ("", "no rows"),
    ],
)
def test_a_bad_label_file_is_named_with_its_fault(
    tmp_path: Path, line: str, complaint: str
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line + "\n")
    with pytest.raises(InputError, match=complaint):
        audit_decomposition(bad, bad)
