"""Context-isolated reviewer panel (paper app. F.8): many reviewers in three roles, then a bench.

Validity, localization and counterexample reviewers work in separate contexts. Each role is summed
up, two adjudication rounds weigh the summaries, a synthesis decides, and a consistency check looks
at that decision once more. The label is normalised by code, not by another question: all replies
share one label interface. An unreadable reviewer abstains; an unreadable summary leaves its role's
tally to speak for it; an unreadable bench is a parse failure.
"""

from enum import StrEnum
from typing import NamedTuple

from faithsieve.baselines.labels import show_label, verdict_of_label
from faithsieve.baselines.opinions import (
    Judgement,
    ask_opinion,
    show_judgements,
    show_tally,
)
from faithsieve.baselines.side_by_side import ask_side_by_side, readable
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.proof import Proof
from faithsieve.records.settings import PanelDecoding
from faithsieve.records.verdict import Verdict

REVIEW, SUMMARY = "baselines/panel_review", "baselines/panel_summary"
ADJUDICATION, SYNTHESIS = "baselines/panel_adjudication", "baselines/panel_synthesis"
CONSISTENCY = "baselines/panel_consistency"
PROMPTS = (REVIEW, SUMMARY, ADJUDICATION, SYNTHESIS, CONSISTENCY)


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
    """The work of one role."""

    role: ReviewerRole
    opinions: tuple[Judgement, ...]
    abstained: int

    @property
    def tally(self) -> str:
        return show_tally((opinion.label for opinion in self.opinions), abstained=self.abstained)


class Panel:
    """The panel on one proof; its cited calls gather as the stages go."""

    def __init__(self, proof: Proof, *, model: ChatModel, decoding: PanelDecoding) -> None:
        """Seat the panel.

        Args:
            proof: What is judged.
            model: Who plays every part.
            decoding: How each part decodes.
        """
        self._proof = proof
        self._model = model
        self._decoding = decoding
        self._keys: list[Digest] = []

    async def judge(self, *, reviewers_per_role: int, rounds: int) -> Verdict:
        """Run all stages.

        Raises:
            ReplyFormatError: no reviewer, or not the bench, gave a readable opinion.
        """
        roles = await self._review(reviewers_per_role)
        findings = await self._sum_up(roles)
        decisions: tuple[Judgement, ...] = ()
        for _ in range(rounds):
            decisions = (*decisions, await self._adjudicate(findings, decisions))
        decision = await self._synthesise(findings, decisions)
        final = await self._check(decision)
        agreed = "kept" if final.label == decision.label else f"was {show_label(decision.label)}"
        return verdict_of_label(
            final.label,
            rationale=f"{final.reason} (consistency check: {agreed})",
            artifacts=tuple(self._keys),
        )

    async def _review(self, reviewers: int) -> tuple[_RoleVotes, ...]:
        seats = [(role, index) for role in ReviewerRole for index in range(reviewers)]
        outcomes = await ask_side_by_side(self._reviewer(role, index) for role, index in seats)
        if not readable(outcomes):
            raise next(outcome for outcome in outcomes if isinstance(outcome, ReplyFormatError))
        by_role = zip((role for role, _ in seats), outcomes, strict=True)
        found: dict[ReviewerRole, list[Judgement | ReplyFormatError]] = {
            role: [] for role in ReviewerRole
        }
        for role, outcome in by_role:
            found[role].append(outcome)
        return tuple(self._seated(role, outcomes) for role, outcomes in found.items())

    def _seated(
        self, role: ReviewerRole, outcomes: list[Judgement | ReplyFormatError]
    ) -> _RoleVotes:
        opinions = readable(outcomes)
        self._keys += [opinion.key for opinion in opinions]
        return _RoleVotes(role, opinions, len(outcomes) - len(opinions))

    async def _reviewer(self, role: ReviewerRole, index: int) -> Judgement:
        prompt = render(
            REVIEW, role=role.value, problem=self._proof.problem, steps=self._proof.steps
        )
        return await ask_opinion(
            self._model,
            prompt,
            self._proof,
            stage="panel.review",
            decoding=self._decoding.reviewer,
            sample_index=index,
        )

    async def _sum_up(self, roles: tuple[_RoleVotes, ...]) -> str:
        outcomes = await ask_side_by_side(self._summary(role) for role in roles)
        return "\n\n".join(
            _role_report(role, outcome) for role, outcome in zip(roles, outcomes, strict=True)
        )

    async def _summary(self, role: _RoleVotes) -> str | None:
        if not role.opinions:
            return None
        prompt = render(
            SUMMARY,
            role=role.role.value,
            problem=self._proof.problem,
            steps=self._proof.steps,
            tally=role.tally,
            opinions=show_judgements(role.opinions, name="Reviewer"),
        )
        answer = await ask(
            self._model,
            prompt,
            RoleSummary,
            stage="panel.summary",
            decoding=self._decoding.summary,
        )
        self._keys.append(answer.key)
        return answer.record.summary

    async def _adjudicate(self, findings: str, earlier: tuple[Judgement, ...]) -> Judgement:
        prompt = render(
            ADJUDICATION,
            problem=self._proof.problem,
            steps=self._proof.steps,
            findings=findings,
            round=len(earlier) + 1,
            earlier=show_judgements(earlier, name="Round"),
        )
        return await self._opinion(prompt, "panel.adjudication", self._decoding.adjudication)

    async def _synthesise(self, findings: str, decisions: tuple[Judgement, ...]) -> Judgement:
        prompt = render(
            SYNTHESIS,
            problem=self._proof.problem,
            steps=self._proof.steps,
            findings=findings,
            decisions=show_judgements(decisions, name="Round"),
        )
        return await self._opinion(prompt, "panel.synthesis", self._decoding.synthesis)

    async def _opinion(self, prompt: RenderedPrompt, stage: str, decoding: Decoding) -> Judgement:
        opinion = await ask_opinion(
            self._model, prompt, self._proof, stage=stage, decoding=decoding
        )
        self._keys.append(opinion.key)
        return opinion

    async def _check(self, decision: Judgement) -> Judgement:
        prompt = render(
            CONSISTENCY,
            problem=self._proof.problem,
            steps=self._proof.steps,
            decision=show_judgements((decision,), name="Decision"),
        )
        return await self._opinion(prompt, "panel.consistency", self._decoding.consistency)


def _role_report(role: _RoleVotes, summary: str | ReplyFormatError | None) -> str:
    """A role's tally, counted by code, and its summary where there is a readable one."""
    words = summary if isinstance(summary, str) else "(no readable summary)"
    return f"Role {role.role.value}. Votes: {role.tally or 'none'}.\n{words}"


async def judge_by_panel(
    proof: Proof,
    *,
    model: ChatModel,
    decoding: PanelDecoding,
    reviewers_per_role: int = 32,
    rounds: int = 2,
) -> Verdict:
    """Judge a proof by a panel of isolated reviewers.

    Raises:
        ReplyFormatError: no reviewer, or not the bench, gave a readable opinion.
    """
    panel = Panel(proof, model=model, decoding=decoding)
    return await panel.judge(reviewers_per_role=reviewers_per_role, rounds=rounds)
