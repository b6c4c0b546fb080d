"""Direct judge (paper app. F.2): one question, the whole proof, one label.

It uses no decomposition, no local evidence and no Lean: the ability of the model alone.

Direct Majority@N (paper app. F.8): many direct judgements of one proof, decided by plurality.
Ties go to the earliest step; ``correct`` wins only as the unique top label. A vote that cannot be
read is an abstention: it counts towards N and towards no label. A proof on which every vote
abstains is a parse failure, because nobody said anything about it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from faithsieve.baselines.opinions import (
    Part,
    ask_side_by_side,
    at_least_one,
    parse_label,
    show_label,
    show_tally,
    verdict_of_label,
)
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask_text
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

PROMPT = "baselines/direct"


class Vote(NamedTuple):
    """One readable vote and the call that gave it."""

    label: Label
    key: Digest


async def _vote(proof: Proof, model: ChatModel, how: Part, sample_index: int) -> Vote:
    prompt = render(PROMPT, problem=proof.problem, steps=proof.steps)
    stage, decoding = how
    answer = await ask_text(
        model, prompt, stage=stage, decoding=decoding, sample_index=sample_index
    )
    return Vote(parse_label(answer, proof, prompt_id=PROMPT), answer.key)


async def judge_directly(
    proof: Proof, model: ChatModel, settings: Settings, *, sample_index: int = 0
) -> Verdict:
    """Ask once for the label of a whole proof.

    Raises:
        ReplyFormatError: the reply was cut off, or is not a label of this proof.
    """
    vote = await _vote(proof, model, ("direct", settings.decoding.direct), sample_index)
    said = f"the direct judge answered {show_label(vote.label)!r}"
    return verdict_of_label(vote.label, rationale=said, artifacts=(vote.key,))


def plurality(labels: Iterable[Label]) -> Label | None:
    """Return the label with most votes; ties go to the earliest step, None without votes."""
    counts = Counter(labels)
    if not counts:
        return None
    top = max(counts.values())
    steps = [label for label, count in counts.items() if count == top and isinstance(label, int)]
    return min(steps) if steps else "correct"


async def cast_votes(
    proof: Proof, model: ChatModel, settings: Settings
) -> tuple[Vote | ReplyFormatError, ...]:
    """Ask the direct judge ``count`` times; the pool is the same for every N."""
    how = ("majority", settings.decoding.majority)
    return await ask_side_by_side(
        _vote(proof, model, how, index) for index in range(settings.baselines.votes)
    )


async def judge_by_majority(proof: Proof, model: ChatModel, settings: Settings) -> Verdict:
    """Judge a proof by plurality.

    Raises:
        ReplyFormatError: not one vote could be read.
    """
    outcomes = await cast_votes(proof, model, settings)
    cast = at_least_one(outcomes)
    label = plurality(vote.label for vote in cast)
    assert label is not None, "there is a vote"
    tally = show_tally((vote.label for vote in cast), abstained=len(outcomes) - len(cast))
    return verdict_of_label(
        label,
        rationale=f"plurality of {len(outcomes)} votes for {show_label(label)} ({tally})",
        artifacts=tuple(vote.key for vote in cast),
        confidence=sum(vote.label == label for vote in cast) / len(outcomes),
    )
