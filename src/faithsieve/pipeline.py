"""The whole method on one proof: lint → localize → verify → synthesize (paper algorithm 1).

The file to read first. Each stage is one function from records to records; a language model and a
judge of Lean statements come in as arguments. Without a judge every formal check is inconclusive,
never passed. Verification is a loop over audit windows: it ends when a step is refuted and what
stands before it was looked at, when nothing is left for the effort, or when the budget is used up.
"""

import asyncio
from collections.abc import Sequence

from faithsieve.events import CheckEvents, OnEvent, unwatched
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import (
    AuditProgress,
    material_findings,
    next_window,
    with_window,
)
from faithsieve.localize.stage import Reshape, as_found, choose_reader, localize_linted
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.evidence import Refuted
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import Settings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verdict import VerdictStandard
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.symbolic.lint import lint_proof
from faithsieve.synthesize.coverage import coverage_of, steps_left
from faithsieve.synthesize.fusion import error_of_other_convention, first_error, fuse
from faithsieve.synthesize.missing_lean import require_lean
from faithsieve.synthesize.stage import Background, synthesize
from faithsieve.synthesize.undecided import AuditExtent
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.lint_evidence import units_of_findings
from faithsieve.verify.stage import Watch, verify

NOTHING_KNOWN = VerifiedWindow(units=())


async def check_proof(
    proof: Proof,
    *,
    model: ChatModel,
    judge: StatementJudge,
    settings: Settings,
    on_event: OnEvent = unwatched,
    reshape: Reshape = as_found,
    known: VerifiedWindow = NOTHING_KNOWN,
) -> CheckedProof:
    """Check one proof.

    Args:
        proof: The problem and the numbered steps.
        model: The language model.
        judge: Freezes Lean statements and judges proofs of them.
        settings: All settings.
        on_event: Told what happens, as it happens.
        reshape: What an ablation makes of the units before they are audited.
        known: Units that an earlier check of the proof audited; they are not audited again.

    Raises:
        LLMError: the model could not be asked, or gave no readable final label.
        LeanUnavailableError: Lean could not be asked, and without it nothing decides.
    """
    events = CheckEvents(on_event)
    costs = CostLedger()
    model = AccountedModel(events.watch_model(model), costs)
    watched = events.watch_judge(judge)

    events.begin("lint")
    # A thread of its own: one long proof must not hold up the calls of the others.
    lint = await asyncio.to_thread(lint_proof, proof) if settings.lint else LintReport()

    events.begin("localize")
    reader = choose_reader(model, settings.localize, settings.decoding, settings.standard)
    localization = await localize_linted(
        proof, reader=reader, settings=settings.localize, lint=lint, reshape=reshape
    )
    events.tree(localization)

    events.begin("verify")
    material = frozenset(material_findings(localization, lint.refuted))
    linted = await units_of_findings(lint.refuted, judge=watched, is_material=material.__contains__)
    agent = EvaluationAgent(
        EvaluationTools(
            proof.problem,
            model,
            watched,
            settings.verify,
            settings.decoding,
            standard=settings.standard,
        )
    )

    def used_up() -> str:
        return costs.limit_reached(settings.budget, lean_seconds=watched.recorded_seconds)

    def refuted_step(units: Sequence[VerifiedUnit]) -> StepIndex | None:
        return first_error(fuse(units, step_count=len(proof.steps), settings=settings.fusion))

    units, suspicions = localization.units, localization.suspicions
    verified = known
    watch = Watch(events.result, used_up)
    progress = AuditProgress(
        audited=frozenset(unit.unit_id for unit in known.units),
        error=refuted_step([*known.units, *linted]),
    )
    while window := next_window(units, suspicions, settings.localize, progress):
        if used_up():
            break
        events.window(localization, window)
        found = await verify(with_window(localization, window), agent=agent, lint=lint, watch=watch)
        verified = verified.joined_with(found, [unit.unit_id for unit in units])
        progress = progress.after(window, refuted_step([*verified.units, *linted]))
    cut_by = used_up() if window else costs.ended_by

    events.begin("synthesize")
    verdict = await synthesize(
        proof,
        [*verified.units, *linted],
        settings=settings.fusion,
        model=model if settings.fusion.ask_model else None,
        decoding=settings.decoding,
        background=Background(
            settings.standard,
            localization.doubts_by_step(),
            AuditExtent(steps_left(units, verified.units), is_cut_short=bool(cut_by)),
            localization.silent_steps(),
        ),
    )
    verdict = require_lean(verdict, verified, is_opinion=settings.fusion.ask_model)
    cited = (*verdict.artifacts, *localization.artifacts, *verified.artifacts)
    other_error = error_of_other_convention(
        [*verified.units, *linted],
        verdict.label,
        step_count=len(proof.steps),
        settings=settings.fusion,
    )
    # A copy of checked values; who asks the model adds what it cost.
    verdict = verdict.model_copy(
        update={
            "artifacts": tuple(dict.fromkeys(cited)),
            "cost": Cost(lean_checks=watched.checks, lean_seconds=watched.seconds),
            "coverage": coverage_of(
                units, verified.units, verdict.steps, cut_by=cut_by or costs.ended_by
            ),
            "other_error": other_error,
            "standard": VerdictStandard(effort=settings.effort, **dict(settings.standard)),
        }
    )
    events.verdict(verdict)

    return CheckedProof(
        proof=proof,
        verdict=verdict,
        localization=localization,
        verified=verified,
        findings=lint.findings,
        confirmations=tuple(r for unit in linted for r in unit.results if isinstance(r, Refuted)),
        judgements=watched.accepted,
    )
