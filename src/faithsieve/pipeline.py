"""The whole method on one proof: lint → localize → verify → synthesize (paper algorithm 1).

The file to read first. Each stage is one function from records to records; a language model and a
judge of Lean statements come in as arguments. Without a judge every formal check is inconclusive,
never passed. Verification is a loop over audit windows: it ends when a step is refuted and what
stands before it was looked at, when nothing is left for the effort, or when the budget is used up,
and then with one review of what is left.
A refutation of something the proof does not rest on ends nothing: what was left out behind it is
looked at then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from faithsieve.events import CheckEvents, OnEvent, unwatched
from faithsieve.lean.judges import AccountedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import (
    AuditProgress,
    material_findings,
    next_window,
    with_window,
)
from faithsieve.localize.stage import Reshape, as_found, choose_reader, localize
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import LocalizeSettings, Settings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verification import VerifiedWindow
from faithsieve.symbolic.lint import lint_proof
from faithsieve.synthesize.fusion import Basis, first_error, fuse
from faithsieve.synthesize.materiality import claims_to_weigh, weigh_claims
from faithsieve.synthesize.stage import AuditedProof, synthesize
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evidence_door import units_of_findings
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.stage import VerifyHooks, verify

NOTHING_KNOWN = VerifiedWindow(units=())
MOST_QUESTIONS = 2
"""Questions a proof about whether it rests on what is refuted; what comes up later counts."""


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
    unpaid = events.watch_model(model)
    model = AccountedModel(unpaid, costs)
    watched = events.watch_judge(judge)

    events.begin("lint")
    # A thread of its own: one long proof must not hold up the calls of the others.
    lint = await asyncio.to_thread(lint_proof, proof) if settings.lint else LintReport()

    events.begin("localize")
    reader = choose_reader(model, settings.localize, settings.decoding)
    localization = await localize(
        proof, reader=reader, settings=settings.localize, lint=lint, reshape=reshape
    )
    events.tree(localization)

    events.begin("verify")
    tools = EvaluationTools(
        proof.problem, model, watched, settings.verify, settings.decoding, settings.standard
    )

    def used_up() -> str:
        return costs.limit_reached(settings.budget, lean_seconds=watched.recorded_seconds)

    agent = EvaluationAgent(tools, unpaid=unpaid)
    audit = await _audit(
        AuditedProof(localization, known),
        lint,
        agent=agent,
        model=model,
        settings=settings,
        events=events,
        used_up=used_up,
    )

    events.begin("synthesize")
    verdict = await synthesize(audit, settings=settings, model=model, costs=costs)
    # Whoever runs the check adds what the model cost.
    verdict = verdict.changed(cost=_lean_cost(watched), gate=agent.gate)
    events.verdict(verdict)

    return CheckedProof(
        proof=proof,
        verdict=verdict,
        localization=localization,
        verified=audit.verified,
        findings=lint.findings,
        confirmations=audit.confirmations,
        judgements=watched.accepted,
    )


async def _audit(
    audit: AuditedProof,
    lint: LintReport,
    *,
    agent: EvaluationAgent,
    model: ChatModel,
    settings: Settings,
    events: CheckEvents,
    used_up: Callable[[], str],
) -> AuditedProof:
    """Verify one audit window after the other, and ask whether the proof rests on what is refuted.

    Where it does not, the audit goes on behind that step, and one more question may follow.
    """
    material = material_findings(audit.localization, lint.refuted)
    linted = units_of_findings(lint.refuted, material)
    audit = audit._replace(linted=linted)

    async def look(localization: Localization, review_only: bool) -> VerifiedWindow:
        hooks = VerifyHooks(events.result, used_up, review_only)
        return await verify(localization, agent=agent, lint=lint, hooks=hooks)

    audit = await _audit_windows(audit, look, settings=settings, events=events, used_up=used_up)
    for _ in range(MOST_QUESTIONS):
        before = _refuted_step(audit, settings)
        audit = await _weigh(audit, settings, model)
        if _refuted_step(audit, settings) == before:
            break
        audit = await _audit_windows(
            _reopened(audit), look, settings=settings, events=events, used_up=used_up
        )
    return audit


Look = Callable[[Localization, bool], Awaitable[VerifiedWindow]]


async def _audit_windows(
    audit: AuditedProof,
    look: Look,
    *,
    settings: Settings,
    events: CheckEvents,
    used_up: Callable[[], str],
) -> AuditedProof:
    """Look at windows until the first error is known, or as far as effort and budget go."""
    localization = audit.localization
    units, suspicions = localization.units, localization.suspicions
    progress = AuditProgress(
        audited=frozenset(unit.unit_id for unit in audit.verified.units),
        error=_refuted_step(audit, settings),
    )
    while window := next_window(units, suspicions, settings.localize, progress):
        if reached := used_up():
            has_begun = bool(audit.verified.units) and settings.verify.review
            if audit.cut_by or not has_begun:
                return audit._replace(cut_by=reached)
            # A proof that was read but for a few sentences is worth one more review.
            audit = audit._replace(cut_by=reached)
            window = next_window(units, suspicions, _undivided(settings, units), progress) or window
        events.window(localization, window)
        found = await look(with_window(localization, window), bool(reached))
        verified = audit.verified.joined_with(found, [unit.unit_id for unit in units])
        audit = audit._replace(verified=verified)
        progress = progress.after(window, _refuted_step(audit, settings))
    return audit


def _undivided(settings: Settings, units: Sequence[EdgeUnit]) -> LocalizeSettings:
    """Return settings with which all units that are left are one window."""
    return settings.localize.changed(short_units=len(units), sweep_units=len(units))


async def _weigh(audit: AuditedProof, settings: Settings, model: ChatModel) -> AuditedProof:
    """Ask whether the proof rests on the claims that were refuted first."""
    fusion = settings.fusion
    if not (fusion.weigh and fusion.ask_model and fusion.convention == "material"):
        return audit
    claims = claims_to_weigh(audit.units, Basis.of(settings, audit.rulings))
    if not claims:
        return audit
    proof = audit.localization.proof
    rulings = await weigh_claims(proof, claims, model=model, settings=settings)
    return audit._replace(rulings=(*audit.rulings, *rulings))


def _reopened(audit: AuditedProof) -> AuditedProof:
    """Return the audit without the units that were left out behind a claim nothing rests on."""
    kept = tuple(unit for unit in audit.verified.units if not unit.was_dropped)
    return audit._replace(verified=audit.verified.changed(units=kept))


def _lean_cost(judge: AccountedJudge) -> Cost:
    return Cost(lean_checks=judge.checks, lean_seconds=judge.seconds, lean=judge.costs)


def _refuted_step(audit: AuditedProof, settings: Settings) -> StepIndex | None:
    step_count = len(audit.localization.proof.steps)
    basis = Basis.of(settings, audit.rulings)
    return first_error(fuse(audit.units, step_count=step_count, basis=basis))
