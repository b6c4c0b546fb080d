"""The whole method on one proof: lint → localize → verify → synthesize (paper algorithm 1).

The file to read first. Each stage is one function from records to records; a language model and a
judge of Lean statements come in as arguments. Without a judge every formal check is inconclusive,
never passed.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from faithsieve.errors import LeanUnavailable
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.stage import localize
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.events import Event, EventKind
from faithsieve.records.evidence import Effort, RefutationForm, Refuted, Route
from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import Settings
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.records.verdict import Verdict
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.symbolic.evidence import suspicion_facts
from faithsieve.symbolic.lint import lint_proof
from faithsieve.synthesize.fusion import UnitInfo
from faithsieve.synthesize.stage import synthesize
from faithsieve.verify.lint_confirmation import confirm_finding
from faithsieve.verify.stage import verify

OnEvent = Callable[[Event], None]


def _ignore(event: Event) -> None:
    """Nobody watches."""


def _refuted_by_code(finding: LintFinding) -> Refuted:
    """A refuted link as evidence; a numeric one is often a symptom, so it only caps the error."""
    located = finding.finding_class is FindingClass.LOCATES
    return Refuted(
        obligation_id=f"lint/{finding.step}/{finding.column}",
        form=RefutationForm.SYMBOLIC if located else RefutationForm.NUMERIC,
        effort=Effort(route=Route.SYMBOLIC if located else Route.NUMERIC),
        summary=f"{finding.claim}: {finding.message}",
        counterexample=finding.counterexample or "",
    )


async def _lint_info(finding: LintFinding, judge: StatementJudge) -> UnitInfo:
    """A finding with the Lean artifact that confirms it; without one it stays exact arithmetic."""
    refuted = _refuted_by_code(finding)
    if finding.lean is not None:
        with suppress(LeanUnavailable):
            confirmed = await confirm_finding(finding, judge=judge)
            refuted = confirmed if isinstance(confirmed, Refuted) else refuted
    return UnitInfo(unit_id=refuted.obligation_id, step=finding.step, results=(refuted,))


def _unit_info(unit: VerifiedUnit) -> UnitInfo:
    return UnitInfo(
        unit_id=unit.unit_id,
        step=unit.step,
        is_material=unit.is_material,
        review=unit.review,
        results=unit.results,
    )


def _with_window(localization: Localization, units: Iterable[str]) -> Localization:
    """The same localization with another window."""
    wanted = set(units)
    chosen = tuple(unit.unit_id for unit in localization.units if unit.unit_id in wanted)
    window = AuditWindow(focus=None, units=chosen, reason="sweep")
    # A copy of checked values: only the window changes, and it was just validated.
    return localization.model_copy(update={"window": window})


def capped(localization: Localization, lint: LintReport | None) -> Localization:
    """Never look past the first step that code refuted: the first error is not later (law 4).

    Where the cap leaves nothing of the window, the units up to the cap are looked at instead.
    """
    last = min((finding.step for finding in lint.findings), default=None) if lint else None
    if last is None:
        return localization
    before = [u.unit_id for u in localization.units if u.original_step_idx <= last]
    kept = [unit for unit in localization.window.units if unit in set(before)]
    if len(kept) == len(localization.window.units):
        return localization
    return _with_window(localization, kept or before)


def _tell_results(window: VerifiedWindow, on_event: OnEvent) -> None:
    for unit in window.units:
        for result in unit.results:
            on_event(
                Event(
                    kind=EventKind.OBLIGATION,
                    stage="verify",
                    subject=result.obligation_id,
                    detail=result.outcome,
                )
            )


async def check_proof(
    proof: Proof,
    *,
    model: ChatModel,
    judge: StatementJudge,
    settings: Settings,
    on_event: OnEvent = _ignore,
) -> CheckedProof:
    """Check one proof.

    Args:
        proof: The problem and the numbered steps.
        model: Who is asked.
        judge: What freezes Lean statements and judges proofs of them.
        settings: All settings.
        on_event: Told what happens, as it happens.

    Raises:
        LLMError: the model could not be asked, or gave no readable final label.
    """

    def began(stage: str) -> None:
        on_event(Event(kind=EventKind.STAGE_BEGAN, stage=stage))

    began("lint")
    lint = lint_proof(proof) if settings.lint else None
    began("localize")
    localization = capped(
        await localize(
            proof,
            model=model,
            settings=settings.localize,
            decoding=settings.decoding,
            facts=tuple(suspicion_facts(lint)) if lint else (),
        ),
        lint,
    )
    began("verify")

    async def examine(subject: Localization) -> VerifiedWindow:
        window = await verify(
            subject,
            model=model,
            judge=judge,
            settings=settings.verify,
            decoding=settings.decoding,
            lint=lint,
        )
        _tell_results(window, on_event)
        return window

    verified = await examine(localization)
    looked_at = set(localization.window.units)

    async def look_again(steps: tuple[StepIndex, ...]) -> Sequence[UnitInfo]:
        """Look at the units of uncertain steps that the window left out."""
        on_event(Event(kind=EventKind.SECOND_LOOK, stage="synthesize", subject=str(steps)))
        left_out = [
            unit.unit_id
            for unit in localization.units
            if unit.original_step_idx in steps and unit.unit_id not in looked_at
        ]
        if not left_out:
            return ()
        return [_unit_info(u) for u in (await examine(_with_window(localization, left_out))).units]

    began("synthesize")
    findings = lint.findings if lint else ()
    linted = [await _lint_info(finding, judge) for finding in findings]
    verdict = await synthesize(
        proof,
        [*map(_unit_info, verified.units), *linted],
        settings=settings.fusion,
        model=model if settings.fusion.ask_model else None,
        decoding=settings.decoding.synthesis,
        consistency=settings.decoding.consistency,
        look_again=look_again if settings.fusion.second_look else None,
    )
    on_event(Event(kind=EventKind.VERDICT, stage="synthesize", detail=str(verdict.label)))
    return CheckedProof(
        proof=proof,
        verdict=_with_artifacts(verdict, localization, verified),
        localization=localization,
        verified=verified,
        findings=findings,
        notes=(*(note.detail for note in localization.notes), *verified.notes),
    )


def _with_artifacts(
    verdict: Verdict, localization: Localization, verified: VerifiedWindow
) -> Verdict:
    """Cite the calls of the first two stages too; the runner adds what everything cost."""
    keys = dict.fromkeys((*verdict.artifacts, *localization.artifacts, *verified.artifacts))
    return verdict.model_copy(update={"artifacts": tuple(keys), "cost": Cost()})
