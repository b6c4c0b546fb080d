"""Two critics and an adjudicator (paper app. F.7): deliberation without any formal evidence.

A critic whose reply cannot be read abstains, and the adjudicator is told; with no critic left, or
without a readable adjudication, the proof is a parse failure.
"""

from faithsieve.baselines.opinions import (
    Deliberation,
    ask_side_by_side,
    at_least_one,
    show_judgements,
    verdict_of_label,
)
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

CRITIC, ADJUDICATOR = "baselines/critic", "baselines/adjudicator"
PROMPTS = (CRITIC, ADJUDICATOR)


async def judge_with_critics(proof: Proof, model: ChatModel, settings: Settings) -> Verdict:
    """Ask independent critics, then an adjudicator who sees their reports, for the label.

    Raises:
        ReplyFormatError: no critic, or not the adjudicator, gave a readable opinion.
    """
    decoding, critics = settings.decoding, settings.baselines.critics
    court, how = Deliberation(proof, model), ("critics", decoding.critic)
    reports = at_least_one(
        await ask_side_by_side(
            court.opinion(CRITIC, how, steps=proof.steps, sample_index=index)
            for index in range(critics)
        )
    )
    decision = await court.opinion(
        ADJUDICATOR,
        ("critics.adjudicator", decoding.adjudicator),
        steps=proof.steps,
        reports=show_judgements(reports, name="Critic"),
        abstained=critics - len(reports),
    )
    return verdict_of_label(decision.label, rationale=decision.reason, artifacts=court.artifacts)
