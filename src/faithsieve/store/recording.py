"""A finished run's answers, read at once and never written: what an ablation replays.

Two queries instead of one for every question. Payloads stay as they were stored and are checked
against their seals when they are asked for; a damaged one is absent from then on.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, select

from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest, StoredArtifact
from faithsieve.store.calls import ANSWERED, REPLY
from faithsieve.store.results import ARTIFACT
from faithsieve.store.rows import Row
from faithsieve.store.schema import artifacts, model_calls
from faithsieve.store.sealed import DamageError, Sealed, SomeRecord

K = TypeVar("K")


class Recording:
    """The stored answers of one model, and the artifacts of other tools."""

    def __init__(self, calls: Iterable[Row], others: Iterable[Row]) -> None:
        self._calls = {row["key"]: row for row in calls}
        self._others = {(row["kind"], row["key"]): row for row in others}

    def __len__(self) -> int:
        return len(self._calls) + len(self._others)

    def mark(self, key: Digest, kind: str | None = None) -> tuple[str, str] | None:
        """Return (stage, seal) of a model call's answer, or of an artifact of a kind."""
        if kind is None:
            row = self._calls.get(key)
            return (row["stage"], row["reply_seal"]) if row else None
        row = self._others.get((kind, key))
        return ("", row["seal"]) if row else None

    def artifacts_of(self, kind: str) -> Iterator[StoredArtifact]:
        """Return every artifact of a kind, with its seal unchecked."""
        return (ARTIFACT.parse(row) for (of, _), row in self._others.items() if of == kind)

    def find_call(self, key: Digest) -> ChatReply | None:
        """Return the stored answer to a model call, or None."""
        return _read_or_drop(REPLY, self._calls, key)

    def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        """Return the stored answer of another tool, or None."""
        return _read_or_drop(ARTIFACT, self._others, (kind, key))


def _read_or_drop(sealed: Sealed[SomeRecord], rows: dict[K, Row], key: K) -> SomeRecord | None:
    try:
        return sealed.read(rows[key]) if key in rows else None
    except DamageError:
        del rows[key]
        return None


def read_recording(
    connection: Connection, *, identity: str | None, kinds: Iterable[str]
) -> Recording:
    """Read the answers of one model, or of all for None, and the artifacts of some kinds."""
    columns = model_calls.c
    answered = select(columns.key, columns.stage, columns.reply, columns.reply_seal).where(
        columns.state == ANSWERED
    )
    if identity is not None:
        answered = answered.where(columns.identity == identity)
    chosen = select(artifacts).where(artifacts.c.kind.in_(list(kinds)))
    calls, others = connection.execute(answered), connection.execute(chosen)
    return Recording(calls.mappings(), others.mappings())
