from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.audits.audit_tables import suspicion_tables
from faithsieve.evaluate.audits.suspicion import SuspicionAudit, audit_suspicion
from faithsieve.evaluate.tables import plain_text
from support.dataset_files import write_lines

SELECTION = [
    # A wrong proof whose earliest wrong unit is selected.
    {"id": "p", "unit": "u1", "risk": 0.1, "selected": False, "gold": 2},
    {"id": "p", "unit": "u2", "risk": 0.9, "selected": True, "gold": 2},
    {"id": "p", "unit": "u3", "risk": 0.8, "selected": True, "gold": 2},
    # A wrong proof whose earliest wrong unit is missed.
    {"id": "q", "unit": "u1", "risk": 0.2, "selected": False, "gold": 1},
    {"id": "q", "unit": "u2", "risk": 0.9, "selected": True, "gold": 1},
    # A wrong proof in which the reviewer sees nothing wrong.
    {"id": "r", "unit": "u1", "risk": 0.4, "selected": False, "gold": 1},
    {"id": "s", "unit": "u1", "risk": 0.7, "selected": True, "gold": "correct"},
]
LABELS = [
    {"id": "p", "unit": "u1", "label": "right"},
    {"id": "p", "unit": "u2", "label": "wrong"},
    {"id": "p", "unit": "u3", "label": "uncertain"},
    {"id": "q", "unit": "u1", "label": "wrong"},
    {"id": "q", "unit": "u2", "label": "wrong"},
    {"id": "r", "unit": "u1", "label": "right"},
    {"id": "s", "unit": "u1", "label": "right"},
]


def audited(folder: Path, *labels: object) -> SuspicionAudit:
    selection, labelled = folder / "selection.jsonl", folder / "labels.jsonl"
    return audit_suspicion(write_lines(selection, *SELECTION), write_lines(labelled, *labels))


def test_units_and_first_errors_are_counted_as_in_the_paper(tmp_path: Path) -> None:
    audit = audit_suspicion(
        write_lines(tmp_path / "s", *SELECTION), write_lines(tmp_path / "l", *LABELS)
    )
    counts = audit.counts
    assert (counts.tp, counts.tn, counts.fp, counts.fn) == (2, 2, 1, 1)
    assert (audit.units, audit.uncertain) == (7, 1)
    assert (audit.coverage.hits, audit.coverage.total) == (1, 3)
    assert (audit.conditional_recall.hits, audit.conditional_recall.total) == (1, 2)
    assert audit.calibration.claims == 6
    assert "known-wrong first-error coverage" in plain_text(suspicion_tables(audit)[0])


def test_labels_of_other_units_are_refused(tmp_path: Path) -> None:
    labels: list[dict[str, object]] = [{"id": "z", "unit": "u1", "label": "right"}]
    with pytest.raises(InputError, match="are the ids the same"):
        audit_suspicion(
            write_lines(tmp_path / "s", *SELECTION), write_lines(tmp_path / "l", *labels)
        )
