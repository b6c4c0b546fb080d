"""The loaders on published rows, where a copy stands beside the project; nothing of it is kept."""

import re
from pathlib import Path

import pytest

from faithsieve.datasets import inspect_dataset, load_dataset

FOLDER = Path(__file__).parents[2].parent / "shared" / "datasets"
# Proofs have steps; a folder of Lean statements beside them is for `lean elaborate`.
FILES = [path for path in sorted(FOLDER.glob("*/*.jsonl")) if '"steps"' in path.read_text("utf-8")]

pytestmark = pytest.mark.skipif(
    not FILES, reason=f"no published rows in {FOLDER}; put dataset folders there to run this"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_published_rows_load_and_every_bad_one_is_explained(path: Path) -> None:
    dataset = inspect_dataset(path)
    with path.open(encoding="utf-8") as lines:
        rows = sum(1 for _ in lines)
    assert len(dataset.proofs) + len(dataset.problems) == rows
    # One published row has an empty step; more would be a fault of the loader.
    assert len(dataset.bad) <= 1
    assert all(proof.gold is not None for proof in dataset.proofs)
    assert all(proof.group for proof in dataset.proofs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_damaged_command_is_left_in_a_published_row(path: Path) -> None:
    for proof in load_dataset(path, skip_bad=True).proofs:
        for text in (proof.proof.problem, *(step.text for step in proof.proof.steps)):
            assert not re.search(r"[\x00-\x09\x0b-\x1f]|\n(?:abla|eq)\b", text)
