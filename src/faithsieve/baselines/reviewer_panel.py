"""Context-isolated reviewer panel (paper app. F.8): many reviewers in three roles, then a bench.

Validity, localization and counterexample reviewers work in separate contexts. Each role is summed
up, two adjudication rounds weigh the summaries, a synthesis decides, and a consistency check looks
at that decision once more. The label is normalised by code, not by another question: all replies
share one label interface. An unreadable reviewer abstains; an unreadable summary leaves its role's
tally to speak for it; an unreadable bench is a parse failure.
"""

from enum import StrEnum
from typing import NamedTuple

from faithsieve.baselines.opinions import (
    Deliberation,
    Judgement,
    Part,
    ask_side_by_side,
    at_least_one,
    readable,
    show_judgements,
    show_label,
    show_tally,
    verdict_of_label,
)
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

REVIEW, SUMMARY = "baselines/panel_review", "baselines/panel_summary"
ADJUDICATION, SYNTHESIS = "baselines/panel_adjudication", "baselines/panel_synthesis"
CONSISTENCY = "baselines/panel_consistency"
PROMPTS = (REVIEW, SUMMARY, ADJUDICATION, SYNTHESIS, CONSISTENCY)
OUTPUT_TOKENS = {
    "review": 768,
    "summary": 1536,
    "adjudication": 1536,
    "synthesis": 3072,
    "consistency": 1024,
}
"""The output limit of each stage; the paper says from 64 to 3072."""


def _part(stage: str) -> Part:
    tokens = OUTPUT_TOKENS[stage]
    return f"panel.{stage}", Decoding(temperature=0.1, max_output_tokens=tokens)


class ReviewerRole(StrEnum):
    """What a reviewer looks for."""

    VALIDITY = "validity"
    """Whether each step follows."""
    LOCALIZATION = "localization"
    """Where an error first enters."""
    COUNTEREXAMPLE = "counterexample"
    """Values or objects for which a claim fails."""


class RoleSummary(Record):
    """What the reviewers of one role found, in one text."""

    summary: str
    """Where they agree, where they differ, and which objection survives a second look."""


class _RoleVotes(NamedTuple):
    role: ReviewerRole
    opinions: tuple[Judgement, ...]
    abstained: int

    @property
    def tally(self) -> str:
        return show_tally((opinion.label for opinion in self.opinions), abstained=self.abstained)


class Panel(Deliberation):
    async def judge(self, *, reviewers_per_role: int, rounds: int) -> Verdict:
        """Judge the proof by a panel of isolated reviewers.

        Raises:
            ReplyFormatError: no reviewer, or not the bench, gave a readable opinion.
        """
        steps = self.proof.steps
        findings = await self._sum_up(await self._review(reviewers_per_role))
        decisions: list[Judgement] = []
        for number in range(1, rounds + 1):
            decided = await self.opinion(
                ADJUDICATION,
                _part("adjudication"),
                steps=steps,
                findings=findings,
                round=number,
                earlier=show_judgements(decisions, name="Round"),
            )
            decisions.append(decided)
        decision = await self.opinion(
            SYNTHESIS,
            _part("synthesis"),
            steps=steps,
            findings=findings,
            decisions=show_judgements(decisions, name="Round"),
        )
        final = await self.opinion(
            CONSISTENCY,
            _part("consistency"),
            steps=steps,
            decision=show_judgements((decision,), name="Decision"),
        )
        agreed = "kept" if final.label == decision.label else f"was {show_label(decision.label)}"
        return verdict_of_label(
            final.label,
            rationale=f"{final.reason} (consistency check: {agreed})",
            artifacts=self.artifacts,
        )

    async def _review(self, reviewers: int) -> tuple[_RoleVotes, ...]:
        how, steps = _part("review"), self.proof.steps
        outcomes = await ask_side_by_side(
            self.opinion(REVIEW, how, role=role.value, steps=steps, sample_index=index)
            for role in ReviewerRole
            for index in range(reviewers)
        )
        at_least_one(outcomes)
        rows = [outcomes[at : at + reviewers] for at in range(0, len(outcomes), reviewers)]
        return tuple(
            _RoleVotes(role, readable(row), len(row) - len(readable(row)))
            for role, row in zip(ReviewerRole, rows, strict=True)
        )

    async def _sum_up(self, roles: tuple[_RoleVotes, ...]) -> str:
        outcomes = await ask_side_by_side(self._summary(role) for role in roles)
        return "\n\n".join(
            _role_report(role, outcome) for role, outcome in zip(roles, outcomes, strict=True)
        )

    async def _summary(self, role: _RoleVotes) -> str | None:
        if not role.opinions:
            return None
        found = await self.ask(
            SUMMARY,
            RoleSummary,
            _part("summary"),
            role=role.role.value,
            steps=self.proof.steps,
            tally=role.tally,
            opinions=show_judgements(role.opinions, name="Reviewer"),
        )
        return found.summary


def _role_report(role: _RoleVotes, summary: str | ReplyFormatError | None) -> str:
    """Write a role's tally, counted by code, and its summary if it is readable."""
    words = summary if isinstance(summary, str) else "(no readable summary)"
    return f"Role {role.role.value}. Votes: {role.tally or 'none'}.\n{words}"


async def judge_by_panel(proof: Proof, model: ChatModel, settings: Settings) -> Verdict:
    sizes = settings.baselines
    return await Panel(proof, model).judge(
        reviewers_per_role=sizes.reviewers_per_role, rounds=sizes.adjudication_rounds
    )
