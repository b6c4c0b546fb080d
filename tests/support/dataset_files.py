"""Dataset files for tests of loading: rows of our own, written and looked at."""

import json
from pathlib import Path

from faithsieve.datasets import Dataset, inspect_dataset

STEPS = ["Let n be even.", "Then n = 2k.", "So n² = 4k²."]


def good(row_id: str = "Set1", **fields: object) -> dict[str, object]:
    row = {"id": row_id, "problem": "Show 1 < 2.", "steps": ["0 < 1.", "Add 1."]}
    return {**row, "first_error_step": "correct", **fields}


def write_lines(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def load_rows(tmp_path: Path, *lines: object, name: str = "rows.jsonl") -> Dataset:
    return inspect_dataset(write_lines(tmp_path / name, *lines))


def only_problem(tmp_path: Path, *rows: object) -> tuple[str, str]:
    (problem,) = load_rows(tmp_path, *rows).problems
    return problem.field, problem.message
