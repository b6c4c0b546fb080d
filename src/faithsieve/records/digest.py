"""Content addresses: the same value always has the same digest, on every machine.

Under one lies what a tool other than the language model was asked and what it answered.
"""

import hashlib
import json
from typing import NewType

from faithsieve.records.base import Record

Digest = NewType("Digest", str)
"""A lower-case SHA-256 in hexadecimal."""


_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
)


def canonical_json(value: object) -> str:
    """Write JSON with sorted keys, no spaces and no NaN, so that equal values give equal bytes."""
    return _ENCODER.encode(value)


def digest_of(value: object) -> Digest:
    """Hash any JSON-ready value by its canonical form."""
    return Digest(hashlib.sha256(canonical_json(value).encode("ascii")).hexdigest())


class StoredArtifact(Record):
    """What was asked of a tool and what it said, both as JSON text."""

    kind: str
    """What sort of artifact, such as ``lean_proof``."""
    key: Digest
    """The content address of everything that can change the result."""
    request: str
    """The question as JSON."""
    result: str
    """The answer as JSON."""
