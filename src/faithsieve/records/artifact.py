"""An artifact of a tool other than the language model: the question and its answer."""

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest


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
