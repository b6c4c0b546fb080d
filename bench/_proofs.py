"""Proofs made up for benchmarks: as many as wanted, all different, of an ordinary length."""

import json
from pathlib import Path


def write_proofs(path: Path, count: int) -> Path:
    """Write a dataset of so many proofs."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps(proof_row(number)) + "\n")
    return path


def proof_row(number: int) -> dict[str, object]:
    """One row in the ProofLoc shape."""
    start = f"Let n be an integer with n = {number} + 2k."
    filler = " Adding the same number to both sides keeps the equation."
    steps = [start, *(f"So n - {step} = {number - step} + 2k.{filler}" for step in range(1, 9))]
    return {
        "id": f"made-up-{number}",
        "problem": f"Show that n and {number} have the same parity.",
        "steps": steps,
        "first_error_step": "correct" if number % 2 else 1 + number % len(steps),
    }
