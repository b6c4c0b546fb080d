"""A finished run's answers, read at once and never written: what an ablation replays.

Two queries instead of one for every question. Payloads stay as they were stored and are checked
against their seals when they are asked for; a damaged one is absent from then on.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, select

from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest
from faithsieve.store.artifacts import artifact_seal
from faithsieve.store.calls import ANSWERED, read_reply
from faithsieve.store.schema import artifacts, model_calls
from faithsieve.store.sealed import DamageError


class StoredReply(NamedTuple):
    """An answer as it was stored."""

    text: str
    seal: str


class SealedArtifact(NamedTuple):
    """An artifact with the hash it was stored with."""

    artifact: StoredArtifact
    seal: str


class Recording:
    """Every answer one model gave, and what other tools said about the same proofs."""

    def __init__(
        self,
        calls: Mapping[Digest, StoredReply],
        others: Mapping[tuple[str, Digest], SealedArtifact],
    ) -> None:
        self._calls = dict(calls)
        self._others = dict(others)

    def __len__(self) -> int:
        return len(self._calls) + len(self._others)

    def has_call(self, key: Digest) -> bool:
        """Say whether a model call was answered."""
        return key in self._calls

    def has_artifact(self, kind: str, key: Digest) -> bool:
        """Say whether another tool's answer was kept."""
        return (kind, key) in self._others

    def artifacts_of(self, kind: str) -> Iterator[StoredArtifact]:
        """Give every artifact of a kind, unchecked."""
        return (kept.artifact for (of, _), kept in self._others.items() if of == kind)

    def find_call(self, key: Digest) -> ChatReply | None:
        """The stored answer to a model call, or None."""
        kept = self._calls.get(key)
        if kept is None:
            return None
        try:
            return read_reply(key, kept.text, kept.seal)
        except DamageError:
            del self._calls[key]
            return None

    def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        """The stored answer of another tool, or None."""
        kept = self._others.get((kind, key))
        if kept is None or kept.seal == artifact_seal(kept.artifact):
            return kept and kept.artifact
        del self._others[kind, key]
        return None


def read_recording(
    connection: Connection, *, identity: str | None, kinds: Iterable[str]
) -> Recording:
    """Read the answers of one model, or of all for None, and the artifacts of some kinds."""
    columns = model_calls.c
    answered = select(columns.key, columns.reply, columns.reply_seal).where(
        columns.state == ANSWERED
    )
    if identity is not None:
        answered = answered.where(columns.identity == identity)
    calls = {
        row.key: StoredReply(row.reply, row.reply_seal) for row in connection.execute(answered)
    }
    chosen = select(artifacts).where(artifacts.c.kind.in_(list(kinds)))
    others = {(row.kind, row.key): _sealed(row._mapping) for row in connection.execute(chosen)}
    return Recording(calls, others)


def _sealed(row: RowMapping) -> SealedArtifact:
    fields = {name: row[name] for name in StoredArtifact.model_fields}
    return SealedArtifact(StoredArtifact(**fields), row["seal"])
