"""FaithSieve from Python: a problem and its steps in, everything found out about them out.

    import faithsieve

    checked = faithsieve.check(
        "Find x with 3x = 15.", ["Divide by 3.", "So x = 6."], model="gpt-5.4"
    )
    print(checked.verdict.label, checked.verdict.rationale)

The command line calls the same function, with the same settings, and keeps answers in the same
place, so nothing is asked or paid for twice.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from pydantic import ValidationError

from faithsieve.configuration import check_profile, checks_store, load_settings
from faithsieve.errors import BudgetExceededError, ConfigError, InputError
from faithsieve.events import OnEvent, PreparationEvents, unwatched
from faithsieve.llm.accounting import AccountedModel, CostLedger, SoftBudgetModel
from faithsieve.methods import Tools, find_method, method_for, with_cost
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.wording import plain_faults
from faithsieve.store.run_store import RunStore
from faithsieve.turns import tracked_by
from faithsieve.wiring import build_tools, run_identity


class CheckOptions(TypedDict, total=False):
    """The options of :func:`check`."""

    model: str | None
    """Which model, such as ``gpt-5.4``; without one exact arithmetic alone decides."""
    base_url: str | None
    """An OpenAI-compatible endpoint."""
    profile: str | None
    """A named set of defaults, such as ``paper``."""
    effort: str | None
    """How hard to audit: ``quick``, ``standard`` or ``thorough``."""
    settings: Settings | None
    """All settings, instead of those of the environment and ``faithsieve.toml``."""
    method: str
    """``faithsieve``, which is the default, or a baseline such as ``direct``."""
    store: str | Path | None
    """Where answers are kept: a path or ``postgresql://…``; by default with the downloads."""
    on_event: OnEvent
    """Told what happens, as it happens."""


def check(problem: str, steps: Sequence[str], **options: Unpack[CheckOptions]) -> CheckedProof:
    """Check one proof and wait for the answer.

    Args:
        problem: The problem, as text with or without LaTeX.
        steps: The proof's steps, in order; step 1 is the first.
        **options: ``model``, ``base_url``, ``profile``, ``effort``, ``settings``, ``method``,
            ``store`` and ``on_event``, see :class:`CheckOptions`.

    Returns:
        The verdict with everything it was made from; ``verdict.label`` is ``"correct"``, the
        1-based number of the first wrong step, or None when the verdict is undecided.

    Raises:
        ConfigError: a setting cannot be used, or an event loop is running: await ``acheck`` there.
        MissingToolError: a key, a package, the local model or Lean is not there.
        InputError: the proof has no steps, or an empty one.
        LLMError: the model could not be asked; what was answered is kept.
        LeanUnavailableError: Lean could not be asked, and without it nothing decides.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(acheck(problem, steps, **options))
    raise ConfigError("an event loop is running here; use `await faithsieve.acheck(…)`")


async def acheck(
    problem: str, steps: Sequence[str], **options: Unpack[CheckOptions]
) -> CheckedProof:
    """Check one proof from async code; see :func:`check`."""
    unknown = sorted(options.keys() - CheckOptions.__annotations__.keys())
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r}; see faithsieve.api.CheckOptions")
    proof = _read(problem, steps)
    with RunStore.open(options.get("store") or checks_store()) as opened:
        return await check_with(
            proof,
            method=options.get("method", "faithsieve"),
            settings=_settings(options),
            store=opened,
            on_event=options.get("on_event", unwatched),
        )


def _settings(options: CheckOptions) -> Settings:
    flags = {
        "model.name": options.get("model"),
        "model.base_url": options.get("base_url"),
        "profile": options.get("profile"),
        "effort": options.get("effort"),
    }
    given = [name for name, value in flags.items() if value is not None]
    settings = options.get("settings")
    if settings is None:
        return load_settings(flags)
    if given:
        raise ConfigError(f"settings already say it all; leave {', '.join(given)} out, or settings")
    check_profile(settings)
    return settings


def _read(problem: str, steps: Sequence[str]) -> Proof:
    if isinstance(steps, str):
        raise InputError("steps is one text; give a list with one text a step")
    try:
        return Proof.from_texts(problem, tuple(steps))
    except ValidationError as error:
        raise InputError(plain_faults(error)) from error


async def check_with(
    proof: Proof,
    *,
    method: str,
    settings: Settings,
    store: RunStore,
    on_event: OnEvent = unwatched,
) -> CheckedProof:
    """Check one proof by one method with an open store; see :func:`check` for what may go wrong.

    Without a model the whole method is exact arithmetic, and ``CheckedProof.method`` says so.
    Where the budget ends, the answer is ``undecided`` with what was found out so far.
    """
    method = method_for(method, settings)
    chosen = find_method(method)
    async with build_tools(chosen, settings, store) as tools:
        if chosen.asks_lean:
            tools = tools._replace(model=SoftBudgetModel(tools.model))
        try:
            return await check_by(method, proof, tools, on_event=on_event)
        except BudgetExceededError as stop:
            # A baseline: its label comes last, and votes that are missing must not make it.
            verdict = Verdict(
                label=None,
                kind=VerdictKind.UNDECIDED,
                rationale=f"Nothing was judged before the budget ended: {stop}.",
            )
            return CheckedProof(proof=proof, verdict=verdict, method=method)


async def check_by(
    method: str, proof: Proof, tools: Tools, *, on_event: OnEvent = unwatched
) -> CheckedProof:
    """Check one proof with given tools, which several checks may share."""
    chosen = find_method(method)
    costs = CostLedger()
    model = AccountedModel(tools.model, costs)
    with tracked_by(PreparationEvents(on_event)):
        checked = await chosen.check(proof, tools._replace(model=model, on_event=on_event))
    said_by = f"{method} · {tools.answered_by or run_identity(chosen, tools.settings)}"
    # A copy of checked values: only the name of the method is added.
    return with_cost(checked, costs.stages).model_copy(update={"method": said_by})
