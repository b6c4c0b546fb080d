"""Every method ``faithsieve eval --method`` knows; adding one is one line in ``METHODS``.

A method is an async function from a proof to a checked proof; a baseline's has a verdict and no
other parts. What it may use comes in as ``Tools``; it never sees the row's id or label, a provider,
a disk or the clock.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from faithsieve.baselines import challenge_defense, critics, direct, reviewer_panel
from faithsieve.baselines.challenge_defense import judge_by_challenge
from faithsieve.baselines.critics import judge_with_critics
from faithsieve.baselines.direct import judge_directly
from faithsieve.baselines.majority import judge_by_majority
from faithsieve.baselines.prm import StepScorer, judge_by_scores
from faithsieve.baselines.reviewer_panel import judge_by_panel
from faithsieve.errors import ConfigError, MissingToolError
from faithsieve.events import OnEvent, unwatched
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.stage import Reshape, as_found
from faithsieve.pipeline import NOTHING_KNOWN, check_proof
from faithsieve.prompts.library import prompt_ids
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import StageCost
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict
from faithsieve.records.verification import VerifiedWindow


class Tools(NamedTuple):
    """What a method may use for one proof."""

    model: ChatModel
    settings: Settings
    judge: StatementJudge | None = None
    """What freezes Lean statements and judges their proofs, for the method that needs it."""
    scorer: StepScorer | None = None
    """A process reward model, for the method that needs one."""
    on_event: OnEvent = unwatched
    """Told what happens, as it happens."""
    reshape: Reshape = as_found
    """What is made of the units before they are audited."""
    known: VerifiedWindow = NOTHING_KNOWN
    """Units that an earlier check of the proof audited."""
    answered_by: str = ""
    """Who answers, where it is not the model that the settings name."""


Check = Callable[[Proof, Tools], Awaitable[CheckedProof]]
"""From a proof to everything found out about it."""


class Method(NamedTuple):
    check: Check
    prompts: tuple[str, ...]
    """The prompt files it may use; they become part of a run's manifest."""
    summary: str
    """What it does, in a line."""
    asks_model: bool = True
    """Whether it asks a language model; no server is started for a method that does not."""
    asks_lean: bool = False
    """Whether it asks Lean; none is started for a method that does not."""


async def _faithsieve(proof: Proof, tools: Tools) -> CheckedProof:
    if tools.judge is None:
        raise MissingToolError(
            "Lean", needed_for="--method faithsieve", fix="faithsieve lean setup"
        )
    return await check_proof(
        proof,
        model=tools.model,
        judge=tools.judge,
        settings=tools.settings,
        on_event=tools.on_event,
        reshape=tools.reshape,
        known=tools.known,
    )


STAGES = ("localize/", "verify/", "synthesize/")


def _judged_by(
    judge: Callable[[Proof, ChatModel, Settings], Awaitable[Verdict]],
    prompts: tuple[str, ...],
    summary: str,
) -> Method:
    """Wrap a baseline, which asks a model and returns only a verdict, as a method."""

    async def check(proof: Proof, tools: Tools) -> CheckedProof:
        return CheckedProof(proof=proof, verdict=await judge(proof, tools.model, tools.settings))

    return Method(check, prompts, summary)


async def _prm(proof: Proof, tools: Tools) -> CheckedProof:
    if tools.scorer is None:
        raise MissingToolError(
            "a process reward model",
            needed_for="--method prm",
            fix="set prm.name and prm.weights to a family and a folder with its weights",
        )
    verdict = await judge_by_scores(proof, scorer=tools.scorer, settings=tools.settings.prm)
    return CheckedProof(proof=proof, verdict=verdict)


METHODS: dict[str, Method] = {
    "faithsieve": Method(
        _faithsieve,
        tuple(prompt for prompt in prompt_ids() if prompt.startswith(STAGES)),
        "the whole method: localize, verify, synthesize",
        asks_lean=True,
    ),
    "direct": _judged_by(
        judge_directly, (direct.PROMPT,), "one question, the whole proof, one label"
    ),
    "majority": _judged_by(
        judge_by_majority, (direct.PROMPT,), "plurality of baselines.votes direct answers"
    ),
    "critics": _judged_by(
        judge_with_critics, critics.PROMPTS, "two independent critics and an adjudicator"
    ),
    "panel": _judged_by(
        judge_by_panel, reviewer_panel.PROMPTS, "isolated reviewers in three roles, a bench"
    ),
    "challenge": _judged_by(
        judge_by_challenge,
        challenge_defense.PROMPTS,
        "decomposition, challenge, defence and audits",
    ),
    "prm": Method(
        _prm,
        (),
        "first step a process reward model scores too low",
        asks_model=False,
    ),
}


def find_method(name: str) -> Method:
    """Return the method with this name.

    Raises:
        ConfigError: there is none of that name.
    """
    if name not in METHODS:
        raise ConfigError(f"there is no method {name!r}; choose one of {', '.join(METHODS)}")
    return METHODS[name]


def with_cost(checked: CheckedProof, stages: tuple[StageCost, ...]) -> CheckedProof:
    """Add the cost of the model calls to the verdict, unless the method counted it itself."""
    verdict = checked.verdict
    if verdict.cost.stages:
        return checked
    cost = verdict.cost.changed(stages=stages)
    return checked.changed(verdict=verdict.changed(cost=cost))
