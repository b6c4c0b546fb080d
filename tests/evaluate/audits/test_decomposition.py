import json
from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.audits.audit_tables import decomposition_table
from faithsieve.evaluate.audits.decomposition import audit_decomposition
from faithsieve.evaluate.tables import plain_text


def labels(path: Path, *preserved: bool, start: int = 1) -> Path:
    rows = [{"id": f"p{n}", "preserved": kept} for n, kept in enumerate(preserved, start=start)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_disagreements_stay_open_until_they_are_consolidated(tmp_path: Path) -> None:
    ann = labels(tmp_path / "ann.jsonl", True, True, False, False)
    ben = labels(tmp_path / "ben.jsonl", True, False, False, True)
    audit = audit_decomposition(ann, ben)
    assert audit.disagreements == ("p2", "p4")
    assert audit.consolidated is None
    assert (audit.both_preserved, audit.both_lost) == (1, 1)
    assert audit.kappa == pytest.approx(0.0)
    assert "p2, p4" in plain_text(decomposition_table(audit))


def test_the_consolidated_file_settles_where_they_differ(tmp_path: Path) -> None:
    ann = labels(tmp_path / "ann.jsonl", True, True, False, False)
    ben = labels(tmp_path / "ben.jsonl", True, False, False, True)
    both = tmp_path / "both.jsonl"
    both.write_text('{"id": "p2", "preserved": true}\n{"id": "p4", "preserved": false}\n')
    settled = audit_decomposition(ann, ben, both).consolidated
    assert settled is not None
    assert (settled.hits, settled.total) == (2, 4)


def test_annotators_must_judge_the_same_proofs(tmp_path: Path) -> None:
    ann = labels(tmp_path / "ann.jsonl", True, True)
    ben = labels(tmp_path / "ben.jsonl", True, True, start=2)
    with pytest.raises(InputError, match="one judgement only, such as 'p1'"):
        audit_decomposition(ann, ben)


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
