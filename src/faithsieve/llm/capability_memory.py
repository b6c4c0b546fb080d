"""What a model's refusals taught, kept beside the calls: the next process starts from there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None: ...

    async def keep_artifact(self, artifact: StoredArtifact) -> None: ...


@asynccontextmanager
async def remembering(
    model: object, memory: object, identity: str, overrides: Overrides
) -> AsyncIterator[None]:
    """Start a model from what earlier processes learnt, and keep what it learns in the block.

    A model that learns nothing, and a ledger that keeps no artifacts, are left as they are.
    """
    if not isinstance(model, AdaptiveModel) or not isinstance(memory, ArtifactMemory):
        yield
        return
    key = digest_of(identity)
    if (kept := await memory.find_artifact(KIND, key)) is not None:
        try:
            known = Capabilities.model_validate_json(kept.result)
            model.is_settled = True
        except ValidationError:
            # Written by another version; it is learnt anew.
            known = model.capabilities
        model.capabilities = known.with_overrides(overrides)
    writing: set[asyncio.Task[None]] = set()

    def keep(learnt: Capabilities) -> None:
        artifact = StoredArtifact(
            kind=KIND,
            key=key,
            request=canonical_json(identity),
            result=canonical_json(learnt.model_dump(mode="json")),
        )
        task = asyncio.create_task(memory.keep_artifact(artifact))
        writing.add(task)
        task.add_done_callback(writing.discard)

    model.on_learnt = keep
    try:
        yield
    finally:
        await asyncio.gather(*writing)
