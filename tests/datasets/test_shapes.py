from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faithsieve.datasets import (
    SHAPES,
    ShapeName,
)
from faithsieve.datasets.shapes import group_from_id
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof, Proof
from support.dataset_files import STEPS, load_rows, only_problem


@pytest.mark.parametrize(
    ("row_id", "group"),
    [
        ("LinearAlgebra012", "LinearAlgebra"),
        ("Rings_3", "Rings"),
        ("Number theory 7", "Number theory"),
        ("17", None),
        ("plain", None),
    ],
)
def test_the_group_is_the_letters_in_front_of_the_number(row_id: str, group: str | None) -> None:
    assert group_from_id(row_id) == group


def test_a_written_group_wins_over_the_id(tmp_path: Path) -> None:
    row = {"id": "Rings3", "problem": "p", "steps": STEPS, "group": "Modules"}
    assert load_rows(tmp_path, row).proofs[0].group == "Modules"


def processbench(label: object, **fields: object) -> dict[str, object]:
    return {
        "id": "gsm8k-4",
        "generator": "some-model",
        "problem": "p",
        "steps": STEPS,
        "final_answer_correct": False,
        "label": label,
        **fields,
    }


@pytest.mark.parametrize(("label", "gold"), [(-1, "correct"), (0, 1), (2, 3)])
def test_processbench_counts_from_zero_and_minus_one_is_correct(
    tmp_path: Path, label: int, gold: object
) -> None:
    (proof,) = load_rows(tmp_path, processbench(label)).proofs
    assert (proof.gold, proof.group, proof.source) == (gold, "gsm8k", "processbench")


@pytest.mark.parametrize("label", [3, -2, True, None, "correct", 1.0])
def test_processbench_refuses_other_labels(tmp_path: Path, label: object) -> None:
    field, _ = only_problem(tmp_path, processbench(label))
    assert field == "label"


def bigbench(index: object, **fields: object) -> dict[str, object]:
    return {
        "input": "Sort: b a",
        "target": "a b",
        "answer": "a b",
        "steps": STEPS,
        "mistake_index": index,
        **fields,
    }


@pytest.mark.parametrize(("index", "gold"), [(None, "correct"), (0, 1), (2, 3)])
def test_bigbench_counts_from_zero_and_null_is_correct(
    tmp_path: Path, index: int | None, gold: object
) -> None:
    (proof,) = load_rows(tmp_path, bigbench(index), name="sorting.jsonl").proofs
    assert (proof.gold, proof.group) == (gold, "sorting")


@pytest.mark.parametrize("index", [3, -1, False, "1"])
def test_bigbench_refuses_other_indices(tmp_path: Path, index: object) -> None:
    assert only_problem(tmp_path, bigbench(index))[0] == "mistake_index"


def test_a_made_id_depends_on_the_content_and_not_on_the_place(tmp_path: Path) -> None:
    first, second = bigbench(0), bigbench(0, input="Sort: d c")
    forward = load_rows(tmp_path, first, second).proofs
    backward = load_rows(tmp_path, second, first).proofs
    assert [proof.id for proof in forward] == [proof.id for proof in reversed(backward)]
    assert len({proof.id for proof in forward}) == 2


def hard2verify(row_id: str, labels: object, **fields: object) -> dict[str, object]:
    return {
        "unique_id": row_id,
        "question": "q",
        "model_response_by_step": STEPS,
        "human_labels": labels,
        **fields,
    }


@pytest.mark.parametrize(
    ("labels", "gold"), [([1, 0, 1], 2), ([0, 0, 0], 1), ([1, 1, 1], "correct")]
)
def test_the_first_zero_is_the_first_error_whatever_the_undocumented_index_says(
    tmp_path: Path, labels: list[int], gold: object
) -> None:
    row = hard2verify("a", labels, human_labels_first_error_idx=9)
    assert load_rows(tmp_path, row).proofs[0].gold == gold


@pytest.mark.parametrize("labels", [[1, 0], "110", [1, 2, 1], [1, None, 1], [True, True, True]])
def test_step_labels_must_be_one_zero_or_one_a_step(tmp_path: Path, labels: object) -> None:
    assert only_problem(tmp_path, hard2verify("a", labels))[0].startswith("human_labels")


WRITTEN = [name for name in ShapeName if name != ShapeName.PRM800K]
words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30)


readable = words.filter(lambda text: text.strip() and not set(text) & set("\t\r\b\f\n"))


proofs = st.builds(
    Proof.from_texts, readable, st.lists(readable, min_size=1, max_size=6).map(tuple)
)


@st.composite
def labelled_proofs(draw: st.DrawFn) -> LabelledProof:
    proof = draw(proofs)
    gold = draw(st.one_of(st.just("correct"), st.integers(1, len(proof.steps))))
    return LabelledProof(id=draw(readable), proof=proof, gold=gold)


@pytest.mark.parametrize("name", WRITTEN)
@given(rows=st.lists(labelled_proofs(), min_size=1, max_size=5, unique_by=lambda row: row.id))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_shape_writes_it_reads_back(
    tmp_path: Path, name: ShapeName, rows: list[LabelledProof]
) -> None:
    dataset = load_rows(tmp_path, *[SHAPES[name].write(row) for row in rows])
    assert dataset.shape is name
    assert dataset.problems == ()
    assert [(row.id, row.proof, row.gold) for row in dataset.proofs] == [
        (row.id, row.proof, row.gold) for row in rows
    ]


def test_a_nested_shape_is_only_read() -> None:
    row = LabelledProof(id="a", proof=Proof.from_texts("p", ["s"]), gold=1)
    with pytest.raises(InputError, match="only read"):
        SHAPES[ShapeName.PRM800K].write(row)


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != ShapeName.PROOFLOC])
def test_only_proofloc_can_write_a_row_without_a_label(name: ShapeName) -> None:
    row = LabelledProof(id="a", proof=Proof.from_texts("p", ["s"]))
    with pytest.raises(InputError, match="'a' has no label"):
        SHAPES[name].write(row)
    assert SHAPES[ShapeName.PROOFLOC].write(row) == {"id": "a", "problem": "p", "steps": ["s"]}
