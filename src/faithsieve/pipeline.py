"""The whole method on one proof: lint → localize → verify → synthesize (paper algorithm 1).

The file to read first. Each stage is one function from records to records; a language model and a
judge of Lean statements come in as arguments. Without a judge every formal check is inconclusive,
never passed.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.accounted_judge import AccountedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import cap_window, is_material, second_look
from faithsieve.localize.plain_reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.events import Event, EventKind
from faithsieve.records.evidence import Effort, LocalResult, RefutationForm, Refuted, Route
from faithsieve.records.localization import Localization, LocalizeNote
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
Reshape = Callable[[Localization], Localization]


def unwatched(event: Event) -> None:
    """Nobody watches."""


def _as_found(localization: Localization) -> Localization:
    """The units as stage one found them."""
    return localization


async def check_proof(
    proof: Proof,
    *,
    model: ChatModel,
    judge: StatementJudge,
    settings: Settings,
    on_event: OnEvent = unwatched,
    reshape: Reshape = _as_found,
) -> CheckedProof:
    """Check one proof.

    Args:
        proof: The problem and the numbered steps.
        model: Who is asked.
        judge: What freezes Lean statements and judges proofs of them.
        settings: All settings.
        on_event: Told what happens, as it happens.
        reshape: What an ablation makes of the units before they are audited.

    Raises:
        LLMError: the model could not be asked, or gave no readable final label.
    """
    return await _Check(proof, model, judge, settings, on_event, reshape).run()


async def localize_with(
    proof: Proof,
    model: ChatModel,
    *,
    settings: Settings,
    lint: LintReport | None,
    reshape: Reshape = _as_found,
) -> Localization:
    """Stage one as a check runs it: with what code found, and never past a refuted step."""
    is_plain = settings.localize.reader == "plain"
    found = await localize(
        proof,
        model=PlainReader() if is_plain else model,
        settings=settings.localize,
        decoding=settings.decoding,
        facts=tuple(suspicion_facts(lint)) if lint else (),
    )
    # Where code read the proof there is no call to cite, and no risk to believe.
    unscored = LocalizeNote(part="suspicion", detail="code read the proof; no risk is a judgement")
    plain = {"artifacts": (), "notes": (*found.notes, unscored)}
    shaped = reshape(found.model_copy(update=plain) if is_plain else found)
    return cap_window(shaped, lint.findings if lint else ())


class _Check:
    """One proof on its way through the stages."""

    def __init__(
        self,
        proof: Proof,
        model: ChatModel,
        judge: StatementJudge,
        settings: Settings,
        on_event: OnEvent,
        reshape: Reshape,
    ) -> None:
        self.proof = proof
        self.settings = settings
        self.tell = on_event
        self.reshape = reshape
        self.stage = "lint"
        self.model = _TellingModel(model, on_event)
        self.judge = AccountedJudge(judge, on_check=self._tell_check)
        self.lint: LintReport | None = None

    async def run(self) -> CheckedProof:
        """Lint, localize, verify, synthesize."""
        self._begin("lint")
        self.lint = lint_proof(self.proof) if self.settings.lint else None
        self._begin("localize")
        localization = await self._localize()
        self._begin("verify")
        windows = [await self._verify(localization)]
        self._begin("synthesize")
        linted = await self._confirm(localization)
        verdict = await self._synthesize(localization, windows, linted)
        self.tell(Event(kind=EventKind.VERDICT, stage=self.stage, detail=str(verdict.label)))
        verified = _joined(windows, localization)
        return CheckedProof(
            proof=self.proof,
            verdict=self._with_artifacts(verdict, localization, verified),
            localization=localization,
            verified=verified,
            findings=self.lint.findings if self.lint else (),
            confirmations=tuple(
                result for info in linted for result in info.results if isinstance(result, Refuted)
            ),
            judgements=self.judge.accepted,
        )

    async def _localize(self) -> Localization:
        localization = await localize_with(
            self.proof, self.model, settings=self.settings, lint=self.lint, reshape=self.reshape
        )
        self._tell(
            EventKind.WINDOW,
            subject=", ".join(localization.window.units),
            detail=f"{len(localization.units)} units, {len(localization.window.units)} to audit",
        )
        return localization

    async def _verify(self, subject: Localization) -> VerifiedWindow:
        return await verify(
            subject,
            model=self.model,
            judge=self.judge,
            settings=self.settings.verify,
            decoding=self.settings.decoding,
            lint=self.lint,
            on_result=self._tell_result,
        )

    async def _confirm(self, localization: Localization) -> list[UnitInfo]:
        """Let Lean confirm what code refuted, where the claim falls into its fragment."""
        return [
            await _lint_info(finding, self.judge, is_material=is_material(finding, localization))
            for finding in (self.lint.findings if self.lint else ())
        ]

    async def _synthesize(
        self,
        localization: Localization,
        windows: list[VerifiedWindow],
        linted: Sequence[UnitInfo],
    ) -> Verdict:
        async def look_again(steps: tuple[StepIndex, ...]) -> Sequence[UnitInfo]:
            more = second_look(localization, steps, self.settings.fusion.second_look_units)
            if more is None:
                return ()
            self._tell(EventKind.SECOND_LOOK, subject=", ".join(more.window.units))
            windows.append(await self._verify(more))
            return [self._unit_info(unit) for unit in windows[-1].units]

        fusion, decoding = self.settings.fusion, self.settings.decoding
        return await synthesize(
            self.proof,
            [*map(self._unit_info, windows[0].units), *linted],
            settings=fusion,
            model=self.model if fusion.ask_model else None,
            decoding=decoding.synthesis,
            consistency=decoding.consistency,
            look_again=look_again if fusion.second_look else None,
        )

    def _unit_info(self, unit: VerifiedUnit) -> UnitInfo:
        """``Info(u_e)``, without what the lint's own evidence says as well and with Lean's word."""
        findings = self.lint.findings if self.lint else ()
        said = {finding.message for finding in findings if finding.step == unit.step}
        return UnitInfo(
            unit_id=unit.unit_id,
            step=unit.step,
            is_material=unit.is_material,
            has_whole_context=unit.has_whole_context,
            review=unit.review,
            results=tuple(
                result
                for result in unit.results
                if not (isinstance(result, Refuted) and result.summary in said)
            ),
        )

    def _with_artifacts(
        self, verdict: Verdict, localization: Localization, verified: VerifiedWindow
    ) -> Verdict:
        """Cite the calls of the first two stages too; the runner adds what the model cost."""
        keys = dict.fromkeys((*verdict.artifacts, *localization.artifacts, *verified.artifacts))
        cost = Cost(lean_checks=self.judge.checks, lean_seconds=self.judge.seconds)
        return verdict.model_copy(update={"artifacts": tuple(keys), "cost": cost})

    def _begin(self, stage: str) -> None:
        self.stage = stage
        self._tell(EventKind.STAGE_BEGAN)

    def _tell(self, kind: EventKind, *, subject: str = "", detail: str = "") -> None:
        self.tell(Event(kind=kind, stage=self.stage, subject=subject, detail=detail))

    def _tell_result(self, result: LocalResult) -> None:
        self._tell(EventKind.OBLIGATION, subject=result.obligation_id, detail=result.outcome)

    def _tell_check(self, asked: str, said: str) -> None:
        self._tell(EventKind.LEAN_CHECK, subject=asked, detail=said)


class _TellingModel:
    """A model whose answers are told as events, with their tokens."""

    def __init__(self, inner: ChatModel, on_event: OnEvent) -> None:
        self._inner = inner
        self._tell = on_event

    async def complete(self, request: ChatRequest) -> ChatReply:
        reply = await self._inner.complete(request)
        self._tell(
            Event(
                kind=EventKind.MODEL_CALL,
                stage=request.stage,
                subject=request.prompt.id,
                detail="replayed" if reply.replayed else "asked",
                tokens=reply.usage.total,
            )
        )
        return reply


def _joined(windows: Sequence[VerifiedWindow], localization: Localization) -> VerifiedWindow:
    """The first window with what a second look added, in the proof's order."""
    place = {unit.unit_id: number for number, unit in enumerate(localization.units)}
    units = [unit for window in windows for unit in window.units]
    return VerifiedWindow(
        units=tuple(sorted(units, key=lambda unit: place[unit.unit_id])),
        notes=tuple(note for window in windows for note in window.notes),
        artifacts=tuple(key for window in windows for key in window.artifacts),
    )


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


async def _lint_info(finding: LintFinding, judge: StatementJudge, *, is_material: bool) -> UnitInfo:
    """A finding with the Lean artifact that confirms it; without one it stays exact arithmetic."""
    refuted = _refuted_by_code(finding)
    if finding.lean is not None:
        with suppress(LeanUnavailableError):
            confirmed = await confirm_finding(finding, judge=judge)
            refuted = confirmed if isinstance(confirmed, Refuted) else refuted
    return UnitInfo(
        unit_id=refuted.obligation_id,
        step=finding.step,
        is_material=is_material,
        results=(refuted,),
    )
