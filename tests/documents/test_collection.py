import zipfile
from pathlib import Path

import pytest

from faithsieve.documents import collection
from faithsieve.documents.collection import Collected, load_proofs, read_collection
from faithsieve.documents.reading import ReadOptions
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof, SourcePlace

USUAL = ReadOptions()
PROOF = "Show it.\n\n1. a\n2. b\n"


def ids(found: tuple[Collected, ...]) -> list[str]:
    return [item.proof.id for item in found if isinstance(item.proof, LabelledProof)]


def errors(found: tuple[Collected, ...]) -> list[str]:
    return [str(item.proof) for item in found if not isinstance(item.proof, LabelledProof)]


def archive(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return path


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


def test_an_archive_is_read_without_unpacking_it(tmp_path: Path) -> None:
    file = archive(
        tmp_path / "all.zip",
        {
            "one.txt": PROOF.encode(),
            "../../escape.txt": PROOF.encode(),
            "/root.txt": PROOF.encode(),
            "inner.zip": b"PK",
            "__MACOSX/one.txt": b"x",
        },
    )
    found = read_collection([file], USUAL)
    assert sorted(ids(found)) == ["escape", "one", "root"]
    assert not any(".." in item.file for item in found)
    assert [path.name for path in tmp_path.iterdir()] == ["all.zip"]


def test_a_bomb_is_read_up_to_a_limit_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "MAX_DOCUMENT_BYTES", 1000)
    file = archive(tmp_path / "bomb.zip", {"big.txt": b"0" * 10_000_000, "ok.txt": PROOF.encode()})
    found = read_collection([file], USUAL)
    assert ids(found) == ["ok"]
    assert "more than 1,000 bytes" in errors(found)[0]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"no archive"])
def test_a_broken_archive_is_a_user_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "all.zip"
    file.write_bytes(content)
    (message,) = errors(read_collection([file], USUAL))
    assert "all.zip: the archive cannot be read" in message


def test_a_table_has_an_id_and_a_text_in_every_row(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text('id,text\nann,"Show it.\n\n1. a\n2. b"\nbob,Show it.\n,"Show it.\n1. c"\n')
    found = read_collection([file], USUAL)
    assert ids(found) == ["ann", "answers-3"]
    assert errors(found)[0].startswith(f"{file}, line 6, row 'bob'")
    first = found[0].proof
    assert isinstance(first, LabelledProof)
    assert first.origin is not None
    assert first.origin.places == (
        SourcePlace(line=4, column=4),
        SourcePlace(line=5, column=4),
    )


def test_a_table_may_have_the_problem_in_a_column_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "answers.tsv"
    file.write_text("student\tquestion\tanswer\nann\tShow it.\tFirst this. Then that.\n")
    (found,) = read_collection([file], USUAL)
    assert isinstance(found.proof, LabelledProof)
    assert found.proof.proof.problem == "Show it."
    assert len(found.proof.proof.steps) == 2


def test_a_table_without_a_text_column_says_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("id,score\na,1\n")
    assert "no column is called text" in errors(read_collection([file], USUAL))[0]


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
