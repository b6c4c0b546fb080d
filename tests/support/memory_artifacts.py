"""A ledger of artifacts that lives as long as the process."""

from faithsieve.records.digest import Digest, StoredArtifact


class MemoryArtifacts:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, Digest], StoredArtifact] = {}

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        return self.kept.get((kind, key))

    async def save_artifact(self, artifact: StoredArtifact) -> None:
        self.kept[artifact.kind, artifact.key] = artifact

    async def delete_artifact(self, kind: str, key: Digest) -> None:
        self.kept.pop((kind, key), None)
