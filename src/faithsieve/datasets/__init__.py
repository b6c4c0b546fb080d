"""Benchmark files in five published shapes, read to one record (paper §2.1, app. A).

``loading.py`` is the way in, ``shapes.py`` has the shapes. Dataset text is untrusted: it is
checked, capped and repaired here, and ids and groups stay bookkeeping that no prompt ever sees.
"""

from faithsieve.datasets.loading import (
    PARTS,
    SHAPES,
    Dataset,
    dataset_digest,
    find_shape,
    inspect_dataset,
    load_dataset,
)
from faithsieve.datasets.shapes import DatasetShape, ShapeName
from faithsieve.datasets.strict_json import ProblemKind, RowProblem

__all__ = [
    "PARTS",
    "SHAPES",
    "Dataset",
    "DatasetShape",
    "ProblemKind",
    "RowProblem",
    "ShapeName",
    "dataset_digest",
    "find_shape",
    "inspect_dataset",
    "load_dataset",
]
