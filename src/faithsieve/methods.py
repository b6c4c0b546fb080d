"""Every method ``faithsieve eval --method`` knows: those of ``METHODS``, and added ones.

A method is an async function from a proof to a checked proof; a baseline's has a verdict and no
other parts. What it may use comes in as ``Tools``; it never sees the row's id or label, a provider,
a disk or the clock. Other packages add methods by the entry point group ``faithsieve.methods``.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from faithsieve.baselines import challenge_defense, critics, direct, reviewer_panel
from faithsieve.baselines.challenge_defense import judge_by_challenge
from faithsieve.baselines.critics import judge_with_critics
from faithsieve.baselines.direct import judge_by_majority, judge_directly
from faithsieve.baselines.prm import StepScorer, judge_by_scores
from faithsieve.baselines.reviewer_panel import judge_by_panel
from faithsieve.errors import ConfigError, MissingToolError
from faithsieve.events import OnEvent, unwatched
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.stage import Reshape, as_found
from faithsieve.pipeline import NOTHING_KNOWN, check_proof
from faithsieve.plugins import Parts
from faithsieve.prompts.library import prompt_ids
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import StageCost
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.symbolic import LintFinding
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedWindow
from faithsieve.symbolic.lint import lint_proof


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
    asks_scorer: bool = False
    """Whether it needs a process reward model."""
    package: str = ""
    """Package and version that adds it; it becomes part of a run's manifest."""


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


def judged_by(
    judge: Callable[[Proof, ChatModel, Settings], Awaitable[Verdict]],
    prompts: tuple[str, ...],
    summary: str,
    *,
    asks_model: bool = True,
) -> Method:
    """Wrap a baseline, which returns only a verdict, as a method.

    Args:
        asks_model: Without it no model need be named, and asking the one given is an error.
    """

    async def check(proof: Proof, tools: Tools) -> CheckedProof:
        return CheckedProof(proof=proof, verdict=await judge(proof, tools.model, tools.settings))

    return Method(check, prompts, summary, asks_model=asks_model)


async def _prm(proof: Proof, tools: Tools) -> CheckedProof:
    if tools.scorer is None:
        raise MissingToolError(
            "a process reward model",
            needed_for="--method prm",
            fix="set prm.name and prm.weights to a family and a folder with its weights",
        )
    verdict = await judge_by_scores(proof, scorer=tools.scorer, settings=tools.settings.prm)
    return CheckedProof(proof=proof, verdict=verdict)


_ARITHMETIC = "exact_arithmetic"
_NO_MODEL = "No model was asked: only closed arithmetic was checked"


def judge_by_arithmetic(proof: Proof) -> CheckedProof:
    """Check one proof by exact arithmetic; the earliest refuted step is the first error.

    Nothing found is no praise: most errors are no false arithmetic, so the proof stays undecided.
    """
    report = lint_proof(proof)
    refuted = {
        step.index: [finding for finding in report.refuted if finding.step == step.index]
        for step in proof.steps
    }
    steps = tuple(_step_finding(index, found) for index, found in refuted.items())
    label = next((index for index, found in refuted.items() if found), None)
    if label is None:
        reason = f"{_NO_MODEL}, and nothing false was found. That says nothing about the rest."
        kind = VerdictKind.UNDECIDED
    else:
        reason = f"{refuted[label][0].sentence}. {_NO_MODEL}, so an earlier error may be missed."
        kind = VerdictKind.FIRST_ERROR
    verdict = Verdict(label=label, kind=kind, rationale=reason, steps=steps)
    return CheckedProof(proof=proof, verdict=verdict, findings=report.findings)


def _step_finding(index: int, refuted: list[LintFinding]) -> StepFinding:
    evidence = tuple(
        EvidenceItem(rule=_ARITHMETIC, outcome=Outcome.REFUTED, summary=found.sentence)
        for found in refuted
    )
    status = StepStatus.INCORRECT if refuted else StepStatus.UNCHECKED
    return StepFinding(index=index, status=status, evidence=evidence)


async def _lint(proof: Proof, tools: Tools) -> CheckedProof:
    # A thread of its own: one long proof must not hold up the others.
    return await asyncio.to_thread(judge_by_arithmetic, proof)


METHODS: dict[str, Method] = {
    "faithsieve": Method(
        _faithsieve,
        tuple(prompt for prompt in prompt_ids() if prompt.startswith(STAGES)),
        "the whole method: localize, verify, synthesize",
        asks_lean=True,
    ),
    "direct": judged_by(
        judge_directly, (direct.PROMPT,), "one question, the whole proof, one label"
    ),
    "majority": judged_by(
        judge_by_majority, (direct.PROMPT,), "plurality of baselines.votes direct answers"
    ),
    "critics": judged_by(
        judge_with_critics, critics.PROMPTS, "two independent critics and an adjudicator"
    ),
    "panel": judged_by(
        judge_by_panel, reviewer_panel.PROMPTS, "isolated reviewers in three roles, a bench"
    ),
    "challenge": judged_by(
        judge_by_challenge,
        challenge_defense.PROMPTS,
        "decomposition, challenge, defence and audits",
    ),
    "prm": Method(
        _prm,
        (),
        "first step a process reward model scores too low",
        asks_model=False,
        asks_scorer=True,
    ),
    "lint": Method(_lint, (), "exact arithmetic only: no model, no Lean", asks_model=False),
}


def _accept(found: object, name: str) -> Method:
    """Take a package's method; it may raise what it likes, and must return a checked proof."""
    if not isinstance(found, Method):
        raise TypeError(f"it is a {type(found).__name__}, not a faithsieve.methods.Method")
    inner = found.check

    async def check(proof: Proof, tools: Tools) -> CheckedProof:
        with PARTS.blaming(name):
            checked = await inner(proof, tools)
            if not isinstance(checked, CheckedProof):
                raise TypeError(f"it returned a {type(checked).__name__}, not a CheckedProof")
            return checked

    return found._replace(check=check, package=PARTS.origin(name))


PARTS = Parts("faithsieve.methods", "method", METHODS, _accept)
"""Our methods by name, and those that packages add."""


def find_method(name: str) -> Method:
    """Return the method with this name, of ours or of a package.

    Raises:
        ConfigError: there is none of that name.
        PluginError: the package that adds it is broken.
    """
    return PARTS.find(name) or METHODS[name]


def method_for(name: str, settings: Settings) -> str:
    """Return the method to check with: without a model the whole method is exact arithmetic.

    Raises:
        ConfigError: the method asks a model, and none is named.
    """
    if settings.model.is_named or not find_method(name).asks_model:
        return name
    if name != "faithsieve":
        raise ConfigError(f"--method {name} asks a model, and none is named; add --model NAME")
    return "lint"


def with_cost(checked: CheckedProof, stages: tuple[StageCost, ...]) -> CheckedProof:
    """Add the cost of the model calls to the verdict, unless the method counted it itself."""
    verdict = checked.verdict
    if verdict.cost.stages:
        return checked
    cost = verdict.cost.changed(stages=stages)
    return checked.changed(verdict=verdict.changed(cost=cost))
