"""Majority@N from one frozen pool of votes (paper app. F.8).

For N below the pool's size every entry is a mean over 1,000 fixed-seed samples of N votes without
replacement. Which votes a sample holds matters only through how often each label occurs, and those
counts follow a multivariate hypergeometric law, so the counts are drawn directly: the same
distribution, without shuffling 241 votes a million times. An abstention takes its place in a
sample and counts for no label.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from faithsieve.baselines.direct import Vote, cast_votes, plurality
from faithsieve.errors import InputError
from faithsieve.evaluate.scientific import scientific
from faithsieve.evaluate.tables import Table, list_measures, list_rows, show_percent
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.proof import Label, LabelledProof
from faithsieve.records.run import RunManifest
from faithsieve.records.settings import Settings

DRAWS = 1000
SEED = 20260515
"""Any fixed number would do; the paper fixes one and does not print it."""


class PooledProblem(Record):
    id: str
    """The row's id."""
    gold: Label
    """The expert label."""
    votes: tuple[Label | None, ...] = Field(min_length=1)
    """Every vote in the order of its sample index; None for one that could not be read."""


class MajorityScore(Record):
    votes: int = Field(ge=1)
    """N."""
    draws: int = Field(ge=1)
    """Samples the figures are means over; 1 for the whole pool."""
    exact: float = Field(ge=0, le=1)
    """Mean share of problems with the gold label, over all problems."""
    binary: float = Field(ge=0, le=1)
    """Mean share of problems judged rightly as correct or incorrect, over all problems."""
    unanswered: float = Field(ge=0, le=1)
    """Mean share of problems whose sample holds no readable vote; they count against both."""
    ties: int = Field(ge=0)
    """Problems whose whole pool has more than one top label; counted for the whole pool only."""


class PoolShape(Record):
    """What the whole pool looks like, as the paper describes its own (app. F.8)."""

    problems: int
    """Problems in the pool."""
    unanimous: int
    """Problems where every vote is the same label."""
    gold_not_modal: int
    """Problems where some vote has the gold label and the plurality has another."""


def score_majority(
    pool: Sequence[PooledProblem],
    sizes: Sequence[int],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> tuple[MajorityScore, ...]:
    """Score majority@N for each N in ``sizes``.

    Raises:
        ValueError: N is larger than the smallest pool, or there is no problem.
        MissingToolError: NumPy is not installed.
    """
    largest = min((len(problem.votes) for problem in pool), default=0)
    for size in sizes:
        if not 1 <= size <= largest:
            raise ValueError(f"majority@{size} needs 1 to {largest} votes of every problem")
    return tuple(_score(pool, size, draws=draws, seed=seed) for size in sizes)


def _score(pool: Sequence[PooledProblem], size: int, *, draws: int, seed: int) -> MajorityScore:
    numpy = scientific("numpy", needed_for="majority scores from a pool of votes")
    # One stream for each N: the figure for one N does not depend on which others are asked for.
    generator = numpy.random.Generator(numpy.random.PCG64([seed, size]))
    exact = binary = silent = 0.0
    ties = 0
    for problem in pool:
        whole = size == len(problem.votes)
        labels, counts = _count(problem, numpy)
        sample = (
            counts[None, :]
            if whole
            else generator.multivariate_hypergeometric(counts, size, size=draws)
        )
        winners, answered, tied = _winners(sample[:, :-1], numpy)
        exact += float(((labels[winners] == _code(problem.gold)) & answered).mean())
        right = (labels[winners] == 0) == (problem.gold == "correct")
        binary += float((right & answered).mean())
        silent += float((~answered).mean())
        ties += int(whole and bool(tied[0]))
    total = len(pool)
    return MajorityScore(
        votes=size,
        draws=1 if all(size == len(problem.votes) for problem in pool) else draws,
        exact=exact / total,
        binary=binary / total,
        unanswered=silent / total,
        ties=ties,
    )


def _code(label: Label) -> int:
    return 0 if label == "correct" else label


def _count(problem: PooledProblem, numpy: Any) -> tuple[Any, Any]:
    """Return the label codes in tie-breaking order, and their counts with abstentions last."""
    cast = [_code(vote) for vote in problem.votes if vote is not None]
    # Earliest step first and ``correct`` last: the first maximum is then the paper's winner.
    order = [*sorted({code for code in cast if code}), 0]
    counts = [cast.count(code) for code in order]
    return numpy.array(order), numpy.array([*counts, len(problem.votes) - len(cast)])


def _winners(sample: Any, numpy: Any) -> tuple[Any, Any, Any]:
    """Return each draw's winner (its position), whether anybody voted, and whether it was a tie."""
    top = sample.max(axis=1)
    tied = (sample == top[:, None]).sum(axis=1) > 1
    return numpy.argmax(sample, axis=1), top > 0, tied & (top > 0)


def describe_pool(pool: Sequence[PooledProblem]) -> PoolShape:
    """Count unanimous problems and those whose gold label was seen but did not win."""
    unanimous = sum(len(set(problem.votes)) == 1 for problem in pool)
    seen = sum(
        problem.gold in problem.votes
        and plurality(vote for vote in problem.votes if vote is not None) != problem.gold
        for problem in pool
    )
    return PoolShape(problems=len(pool), unanimous=unanimous, gold_not_modal=seen)


async def replay_votes(
    proofs: Sequence[LabelledProof], manifest: RunManifest, *, replay: ChatModel
) -> tuple[PooledProblem, ...]:
    """Read every vote of a run again.

    Args:
        proofs: The run's dataset; rows without a gold label are left out.

    Raises:
        InputError: the run is not one of votes.
        ReplayMissError: a vote was never cast; the run is unfinished or the dataset is another.
    """
    if manifest.method != "majority":
        raise InputError(f"a run of method {manifest.method!r} has no votes; give a majority run")
    settings = Settings.model_validate_json(manifest.settings)
    pool = []
    for row in proofs:
        if row.gold is None:
            continue
        cast = await cast_votes(row.proof, replay, settings)
        labels = tuple(vote.label if isinstance(vote, Vote) else None for vote in cast)
        pool.append(PooledProblem(id=row.id, gold=row.gold, votes=labels))
    return tuple(pool)


def votes_tables(scores: Sequence[MajorityScore], shape: PoolShape) -> list[Table]:
    majority = list_rows(
        "Majority of N votes, means over draws",
        scores,
        {
            "method": lambda score: f"Direct Majority@{score.votes}",
            "exact": lambda score: show_percent(score.exact),
            "binary": lambda score: show_percent(score.binary),
            "unanswered": lambda score: show_percent(score.unanswered),
            "draws": lambda score: score.draws,
        },
    )
    pool = list_measures(
        "The pool of votes",
        {
            "problems": shape.problems,
            "the same label in every vote": shape.unanimous,
            "gold label seen, but not the plurality": shape.gold_not_modal,
            "ties of the whole pool": scores[-1].ties if scores and scores[-1].draws == 1 else 0,
        },
    )
    return [majority, pool]
