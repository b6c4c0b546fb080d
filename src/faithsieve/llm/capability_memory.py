"""What a model's refusals taught, kept beside the calls: the next process starts from there."""

import asyncio
from typing import Protocol, runtime_checkable

from pydantic import ValidationError

from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.capabilities import Capabilities, Overrides
from faithsieve.records.digest import Digest, canonical_json, digest_of

KIND = "capabilities"


@runtime_checkable
class ArtifactMemory(Protocol):
    """A store that keeps artifacts, such as a run's."""

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        """Return a stored artifact, or None."""

    async def keep_artifact(self, artifact: StoredArtifact) -> None:
        """Keep an artifact."""


class CapabilityMemory:
    def __init__(self, memory: ArtifactMemory, model: AdaptiveModel, identity: str) -> None:
        self._memory = memory
        self._model = model
        self._identity = identity
        self._writing: set[asyncio.Task[None]] = set()

    async def recall(self, overrides: Overrides) -> None:
        """Let the model start from what an earlier process learnt, and keep what it learns."""
        kept = await self._memory.find_artifact(KIND, digest_of(self._identity))
        if kept is not None:
            try:
                known = Capabilities.model_validate_json(kept.result)
            except ValidationError:
                # Written by another version; it is learnt anew.
                known = self._model.capabilities
            else:
                self._model.is_settled = True
            self._model.capabilities = known.with_overrides(overrides)
        self._model.on_learnt = self._keep

    async def settle(self) -> None:
        """Wait until everything learnt is written down."""
        await asyncio.gather(*self._writing)

    def _keep(self, learnt: Capabilities) -> None:
        artifact = StoredArtifact(
            kind=KIND,
            key=digest_of(self._identity),
            request=canonical_json(self._identity),
            result=canonical_json(learnt.model_dump(mode="json")),
        )
        task = asyncio.create_task(self._memory.keep_artifact(artifact))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
