"""Recover the frozen pool of votes of a majority run from its store, without asking anybody."""

import json
from collections.abc import Sequence

from faithsieve.baselines.majority import Vote, cast_votes
from faithsieve.errors import InputError
from faithsieve.evaluate.vote_pool import PooledProblem
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import RunManifest
from faithsieve.records.settings import Settings


def run_settings(manifest: RunManifest) -> Settings:
    """The settings a run was made with, as far as they decide what it asks."""
    return Settings.model_validate(json.loads(manifest.settings))


async def replay_votes(
    proofs: Sequence[LabelledProof], manifest: RunManifest, *, replay: ChatModel
) -> tuple[PooledProblem, ...]:
    """Read every vote of a run again.

    Args:
        proofs: The run's dataset; rows without a gold label are left out.
        manifest: What the run asked.
        replay: A model that answers from the run's store.

    Raises:
        InputError: the run is not one of votes.
        ReplayMissError: a vote was never cast; the run is unfinished or the dataset is another.
    """
    if manifest.method != "majority":
        raise InputError(f"a run of method {manifest.method!r} has no votes; give a majority run")
    settings = run_settings(manifest)
    pool = []
    for row in proofs:
        if row.gold is None:
            continue
        cast = await cast_votes(
            row.proof,
            model=replay,
            decoding=settings.decoding.majority,
            votes=settings.baselines.votes,
        )
        labels = tuple(vote.label if isinstance(vote, Vote) else None for vote in cast)
        pool.append(PooledProblem(id=row.id, gold=row.gold, votes=labels))
    return tuple(pool)
