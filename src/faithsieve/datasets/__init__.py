"""Benchmark files in five published shapes, read to one record (paper §2.1, app. A).

One file a shape; ``loading.py`` is the way in. Dataset text is untrusted: it is checked, capped and
repaired here, and ids and groups stay bookkeeping that no prompt ever sees.
"""

from faithsieve.datasets.loading import (
    SHAPES,
    Dataset,
    dataset_digest,
    inspect_dataset,
    load_dataset,
    shape_name,
)
from faithsieve.datasets.row_problems import ProblemKind, RowProblem
from faithsieve.datasets.shape import ShapeName

__all__ = [
    "SHAPES",
    "Dataset",
    "ProblemKind",
    "RowProblem",
    "ShapeName",
    "dataset_digest",
    "inspect_dataset",
    "load_dataset",
    "shape_name",
]
