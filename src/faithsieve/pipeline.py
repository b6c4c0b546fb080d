"""The whole method on one proof: lint → localize → verify → synthesize (paper algorithm 1).

The file to read first. Each stage is one function from records to records; a language model and a
judge of Lean statements come in as arguments. Without a judge every formal check is inconclusive,
never passed.
"""

from collections.abc import Callable
from functools import partial

from faithsieve.events import CheckEvents, OnEvent, unwatched
from faithsieve.lean.accounted_judge import AccountedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import cap_window, material_findings, second_look
from faithsieve.localize.reader import Reader
from faithsieve.localize.stage import choose_reader, localize
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import Refuted
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verdict import Verdict
from faithsieve.symbolic.evidence import suspicion_facts
from faithsieve.symbolic.lint import lint_proof
from faithsieve.synthesize.fusion import steps_to_revisit
from faithsieve.synthesize.missing_lean import require_lean
from faithsieve.synthesize.stage import synthesize
from faithsieve.verify.lint_evidence import units_of_findings
from faithsieve.verify.stage import verify

Reshape = Callable[[Localization], Localization]


def as_found(localization: Localization) -> Localization:
    """Keep the units as stage one found them."""
    return localization


async def check_proof(
    proof: Proof,
    *,
    model: ChatModel,
    judge: StatementJudge,
    settings: Settings,
    on_event: OnEvent = unwatched,
    reshape: Reshape = as_found,
) -> CheckedProof:
    """Check one proof.

    Args:
        proof: The problem and the numbered steps.
        model: The language model.
        judge: Freezes Lean statements and judges proofs of them.
        settings: All settings.
        on_event: Told what happens, as it happens.
        reshape: What an ablation makes of the units before they are audited.

    Raises:
        LLMError: the model could not be asked, or gave no readable final label.
        LeanUnavailableError: Lean could not be asked, and without it nothing decides.
    """
    events = CheckEvents(on_event)
    model, watched = events.watch_model(model), events.watch_judge(judge)

    events.begin("lint")
    lint = lint_proof(proof) if settings.lint else LintReport()

    events.begin("localize")
    reader = choose_reader(model, settings.localize, settings.decoding)
    localization = await localize_with(proof, reader, settings=settings, lint=lint, reshape=reshape)
    events.localized(localization)

    events.begin("verify")
    verify_window = partial(
        verify,
        model=model,
        judge=watched,
        settings=settings.verify,
        decoding=settings.decoding,
        lint=lint,
        on_result=events.result,
    )
    verified = await verify_window(localization)

    events.begin("synthesize")
    material = frozenset(material_findings(localization, lint.refuted))
    linted = await units_of_findings(lint.refuted, judge=watched, is_material=material.__contains__)
    steps = steps_to_revisit([*verified.units, *linted], proof, settings.fusion)
    again = second_look(localization, steps, settings.fusion.second_look_units)
    if again is not None:
        events.second_look(again.window)
        order = [unit.unit_id for unit in localization.units]
        verified = verified.joined_with(await verify_window(again), order)
    verdict = await synthesize(
        proof,
        [*verified.units, *linted],
        settings=settings.fusion,
        model=model if settings.fusion.ask_model else None,
        decoding=settings.decoding,
    )
    verdict = require_lean(verdict, verified, is_opinion=settings.fusion.ask_model)
    events.verdict(verdict)

    return CheckedProof(
        proof=proof,
        verdict=_with_costs(verdict, (*localization.artifacts, *verified.artifacts), watched),
        localization=localization,
        verified=verified,
        findings=lint.findings,
        confirmations=tuple(r for unit in linted for r in unit.results if isinstance(r, Refuted)),
        judgements=watched.accepted,
    )


async def localize_with(
    proof: Proof,
    reader: Reader,
    *,
    settings: Settings,
    lint: LintReport,
    reshape: Reshape = as_found,
) -> Localization:
    """Run stage one with what code found, and end its window at the first refuted step."""
    facts = tuple(suspicion_facts(lint))
    found = await localize(proof, reader=reader, settings=settings.localize, facts=facts)
    return cap_window(reshape(found), lint.refuted)


def _with_costs(verdict: Verdict, artifacts: tuple[Digest, ...], judge: AccountedJudge) -> Verdict:
    """Cite the calls of the first two stages too; who asks the model adds what it cost."""
    keys = dict.fromkeys((*verdict.artifacts, *artifacts))
    cost = Cost(lean_checks=judge.checks, lean_seconds=judge.seconds)
    return verdict.model_copy(update={"artifacts": tuple(keys), "cost": cost})
