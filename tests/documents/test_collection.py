from pathlib import Path

import pytest

from faithsieve.documents.collection import Collected, load_proofs, read_collection
from faithsieve.documents.reading import ReadOptions
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof

USUAL = ReadOptions()
PROOF = "Show it.\n\n1. a\n2. b\n"


def ids(found: tuple[Collected, ...]) -> list[str]:
    return [item.proof.id for item in found if isinstance(item.proof, LabelledProof)]


def errors(found: tuple[Collected, ...]) -> list[str]:
    return [str(item.proof) for item in found if not isinstance(item.proof, LabelledProof)]


def test_a_folder_gives_its_documents_in_order_and_others_are_left_out(tmp_path: Path) -> None:
    for name in ("b.md", "a.txt", "sub/a.txt", ".hidden.md", "picture.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PROOF)
    (tmp_path / "link.md").symlink_to(tmp_path / "b.md")
    found = read_collection([tmp_path], USUAL)
    assert ids(found) == ["a", "b", "sub-a"]


def test_a_bad_file_stands_in_its_place_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Show it.")
    (tmp_path / "b.txt").write_text(PROOF)
    found = read_collection([tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt"], USUAL)
    assert ids(found) == ["b"]
    assert "only a problem was found" in errors(found)[0]
    assert "no such file" in errors(found)[1]


def test_equal_ids_are_made_distinct(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "hw.txt").write_text(PROOF)
    assert ids(read_collection([tmp_path / "x", tmp_path / "y", tmp_path / "y"], USUAL)) == [
        "hw",
        "y-hw",
        "hw-2",
    ]


def test_documents_load_as_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(PROOF)
    (tmp_path / "b.txt").write_text("Show it.")
    with pytest.raises(InputError, match="1 of 2 proofs cannot be read"):
        load_proofs(tmp_path, format=None, skip_bad=False, options=USUAL)
    dataset = load_proofs(tmp_path, format=None, skip_bad=True, options=USUAL)
    assert [proof.id for proof in dataset.proofs] == ["a"]
    assert dataset.lines == (3,)
