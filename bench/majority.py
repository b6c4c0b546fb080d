"""Majority@N from a pool of 241 votes on 200 problems, 1,000 draws, 8 values of N (paper app. F.8).

The ratio is to drawing every sample as the paper words it: shuffle the votes, count, decide.
"""

import random
import time
from collections.abc import Iterable

from faithsieve.baselines.majority import plurality
from faithsieve.evaluate.vote_pool import PooledProblem, score_majority
from faithsieve.records.proof import Label

SIZES = (1, 3, 5, 9, 17, 33, 65, 129)
POOL, PROBLEMS, DRAWS = 241, 200, 1000
LIMIT_S = 20.0


def make_pool(problems: int = PROBLEMS, votes: int = POOL) -> tuple[PooledProblem, ...]:
    """Votes that lean towards one label of eight, differently for each problem."""
    chance = random.Random(7)
    labels: list[Label] = ["correct", *range(1, 8)]
    weights = [[chance.random() ** 4 for _ in labels] for _ in range(problems)]
    return tuple(
        PooledProblem(
            id=f"p{number}",
            gold=chance.choice(labels),
            votes=tuple(chance.choices(labels, weight, k=votes)),
        )
        for number, weight in enumerate(weights)
    )


def shuffle_and_count(pool: tuple[PooledProblem, ...], size: int, draws: int) -> float:
    """Score majority@N by the words of the paper, one sample at a time."""
    chance = random.Random(7)
    hits = 0
    for problem in pool:
        votes = [vote for vote in problem.votes if vote is not None]
        hits += sum(plurality(chance.sample(votes, size)) == problem.gold for _ in range(draws))
    return hits / (len(pool) * draws)


def run() -> Iterable[str]:
    """Time the whole table once, and one twentieth of it by shuffling."""
    pool = make_pool()
    began = time.perf_counter()
    score_majority(pool, SIZES, draws=DRAWS)
    fast = time.perf_counter() - began
    began = time.perf_counter()
    for size in SIZES:
        shuffle_and_count(pool, size, DRAWS // 20)
    slow = 20 * (time.perf_counter() - began)
    asked = f"{len(SIZES)} values of N, {PROBLEMS} problems, {DRAWS} draws"
    yield f"majority@{POOL}: {asked}: {fast:.2f} s"
    yield f"  of the limit of {LIMIT_S:.0f} s: {fast / LIMIT_S:.3f}"
    yield f"  against shuffling every sample: {slow / fast:.0f} times faster"
