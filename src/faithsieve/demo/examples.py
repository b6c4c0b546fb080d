"""The proofs of the demo, which the browser offers as examples too."""

from importlib import resources

from faithsieve.datasets import load_dataset
from faithsieve.records.proof import LabelledProof


def bundled_proofs() -> tuple[LabelledProof, ...]:
    """Load the proofs: school algebra, a missing case, groups; two correct and three wrong."""
    with resources.as_file(resources.files("faithsieve.demo") / "proofs.jsonl") as path:
        return tuple(load_dataset(path).proofs)
