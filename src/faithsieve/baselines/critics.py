"""Two critics and an adjudicator (paper app. F.7): deliberation without any formal evidence.

A critic whose reply cannot be read abstains, and the adjudicator is told; with no critic left, or
without a readable adjudication, the proof is a parse failure.
"""

from faithsieve.baselines.labels import verdict_of_label
from faithsieve.baselines.opinions import ask_opinion, show_judgements
from faithsieve.baselines.side_by_side import ask_side_by_side, readable
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.prompts.library import render
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

CRITIC, ADJUDICATOR = "baselines/critic", "baselines/adjudicator"
PROMPTS = (CRITIC, ADJUDICATOR)


async def judge_with_critics(proof: Proof, model: ChatModel, settings: Settings) -> Verdict:
    """Let critics work apart, then let an adjudicator decide with their reports at hand.

    Raises:
        ReplyFormatError: no critic, or not the adjudicator, gave a readable opinion.
    """
    decoding = settings.decoding
    question = render(CRITIC, problem=proof.problem, steps=proof.steps)
    outcomes = await ask_side_by_side(
        ask_opinion(
            model, question, proof, stage="critics", decoding=decoding.critic, sample_index=index
        )
        for index in range(settings.baselines.critics)
    )
    reports = readable(outcomes)
    if not reports:
        raise next(outcome for outcome in outcomes if isinstance(outcome, ReplyFormatError))
    decision = await ask_opinion(
        model,
        render(
            ADJUDICATOR,
            problem=proof.problem,
            steps=proof.steps,
            reports=show_judgements(reports, name="Critic"),
            abstained=len(outcomes) - len(reports),
        ),
        proof,
        stage="critics.adjudicator",
        decoding=decoding.adjudicator,
    )
    return verdict_of_label(
        decision.label,
        rationale=decision.reason,
        artifacts=(*(report.key for report in reports), decision.key),
    )
