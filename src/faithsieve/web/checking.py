"""What a server checks proofs with: the models its owner configured, their price, and the check.

A client names one of these models and an effort, never an address or a key: otherwise anybody who
reaches the server could send its owner's key to a host of his own.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import lru_cache
from typing import NamedTuple, get_args

from faithsieve.api import check_by
from faithsieve.configuration import ADD_A_MODEL, lean_home, load_settings
from faithsieve.datasets.escapes import repair_escapes
from faithsieve.demo.examples import bundled_proofs
from faithsieve.demo.recorded import ANSWERED_BY, IDENTITY, RecordedReader, read_recording
from faithsieve.errors import ConfigError, InputError, MissingToolError
from faithsieve.evaluate.forecast import Forecast, call_size, forecast_run
from faithsieve.events import OnEvent
from faithsieve.lean.embedded_setup import locate_install
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.local_model import require_llama
from faithsieve.methods import METHODS, PARTS, Method, Tools, find_method, method_for
from faithsieve.records.check_job import CheckJob, Submission
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.localization import Localization
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.proof import LabelledProof, Proof, StepIndex
from faithsieve.records.settings import AuditEffort, ModelSettings, Settings
from faithsieve.records.verification import VerifiedWindow
from faithsieve.store.run_store import RunStore
from faithsieve.web.model_servers import ModelServer
from faithsieve.wiring import Ledger, build_judge, build_tools, model_identity, model_price

CONFIGURED, LOCAL, RECORDED = "configured", "local", "recorded"
SERVER = "server:"
"""Begins the name of a model of a server that a reader of this machine named."""
ONLY_EXAMPLES = "recorded replies exist for the examples only; choose another model"
EFFORTS = get_args(AuditEffort)
ASKED_FOR = "looked at again at the reader's wish"

ToolsOpening = AbstractAsyncContextManager[Tools]
RunCheck = Callable[[CheckJob, CheckedProof | None, OnEvent], Awaitable[CheckedProof]]
"""Check what a job asks for, on top of an earlier check where there is one."""


class Choice(NamedTuple):
    """An option that a user can choose, or what is missing to choose it."""

    name: str
    """How a submission names it."""
    words: str
    missing: str = ""
    """What would have to be done first; empty where it can be used."""


class CheckService:
    """The models, methods and efforts of one server, and how a check is run with them."""

    def __init__(self, store: RunStore, flags: Mapping[str, object]) -> None:
        """Read the settings once, so that a wrong one stops the server and not a check.

        Raises:
            ConfigError: a setting cannot be used.
        """
        self._store = store
        self._flags = dict(flags)
        self.configured = load_settings(flags)
        self._servers: dict[str, tuple[str, str]] = {}
        """Address and model of each choice that a reader added."""
        self.build: Callable[[Method, Settings, Ledger], ToolsOpening] = build_tools
        """How a check's model and Lean are built; agents share one Lean among their calls."""

    def models(self) -> tuple[Choice, ...]:
        """List the configured model first, or that there is none, then the small local one."""
        model = self.configured.model
        is_local = ModelName.parse(model.name).kind is ModelKind.LOCAL
        words = model.name if model.is_named else "none: exact arithmetic only"
        first = Choice(CONFIGURED, words, _missing_key(model))
        small = Choice(LOCAL, "small local model, free and weak", _missing_llama())
        added = [Choice(name, f"{model} at {at}") for name, (at, model) in self._servers.items()]
        recorded = Choice(RECORDED, "recorded replies, for the examples", _missing_lean())
        return (*(() if is_local else (first,)), *added, small, recorded)

    def add_server(self, server: ModelServer) -> tuple[Choice, ...]:
        """Add the models of a server on this machine to those that can be chosen."""
        named = {f"{SERVER}{name}": (server.base_url, name) for name in server.models}
        self._servers |= named
        return tuple(choice for choice in self.models() if choice.name in named)

    def examples(self) -> tuple[LabelledProof, ...]:
        """Return the proofs that recorded replies exist for."""
        return _examples()

    @property
    def advice(self) -> str:
        """What to do for more than exact arithmetic; empty where a model is configured."""
        return "" if self.configured.model.is_named else ADD_A_MODEL

    def methods(self) -> tuple[Choice, ...]:
        """List the whole method with Lean, then those without Lean; none needs a reward model."""
        return tuple(
            Choice(name, method.summary, _missing_lean() if method.asks_lean else "")
            for name, method in (*METHODS.items(), *PARTS.working())
            if not method.asks_scorer
        )

    def settings(self, submission: Submission) -> Settings:
        """Resolve the settings of one check.

        Raises:
            ConfigError: the method asks a model, and there is none.
            InputError: the server has no such model or method.
        """
        wanted = submission.model
        choices = self.models()
        known = [choice.name for choice in choices]
        if wanted not in (*known, CONFIGURED):
            shown = [f"{c.name} ({c.missing})" if c.missing else c.name for c in choices]
            problem = f"there is no model {wanted!r} here" if wanted else "no model is chosen"
            raise InputError(f"{problem}; choose one of {', '.join(shown)}")
        if submission.method not in [choice.name for choice in self.methods()]:
            raise InputError(f"there is no method {submission.method!r} here")
        flags = self._flags | {"effort": submission.effort}
        if wanted == RECORDED:
            if submission.problem not in {row.proof.problem for row in self.examples()}:
                raise InputError(ONLY_EXAMPLES)
            # The replies were recorded for the settings of the demo.
            return load_settings({})
        if wanted in self._servers:
            address, name = self._servers[wanted]
            # The configured model's key and headers must not reach another server.
            own = {"model.name": name, "model.base_url": address, "model.api_key_env": ""}
            flags |= {**own, "model.headers": ()}
        elif wanted == LOCAL or wanted not in known:
            flags |= {"model.name": LOCAL, "model.base_url": None}
        settings = load_settings(flags)
        method_for(submission.method, settings)
        return settings

    def estimate(self, submission: Submission) -> Forecast:
        """Forecast calls, tokens, money and time of a check before anything is asked."""
        settings = self.settings(submission)
        is_recorded = submission.model == RECORDED
        method = "lint" if is_recorded else method_for(submission.method, settings)
        calls = self._store.measured_calls(model_identity(settings.model))
        return forecast_run(
            method,
            [submission.proof],
            settings,
            price=model_price(settings.model),
            measured=call_size(method, calls),
        )

    def tools(self, settings: Settings, method: str = "faithsieve") -> ToolsOpening:
        return self.build(find_method(method_for(method, settings)), settings, self._store)

    async def check(
        self, job: CheckJob, earlier: CheckedProof | None, on_event: OnEvent
    ) -> CheckedProof:
        """Run one check; what the store has an answer to is not asked again."""
        submission = job.submission
        settings = self.settings(submission)
        # A client that writes JSON by hand loses backslashes like a file does.
        texts, notes = repair_escapes((submission.problem, *submission.steps))
        proof = Proof.from_texts(texts[0], texts[1:])
        if submission.model == RECORDED:
            async with self._recorded_tools(settings) as tools:
                return await check_by("faithsieve", proof, tools, on_event=on_event)
        if job.step is not None:
            settings = _one_step_only(settings)
        method = method_for(submission.method, settings)
        async with self.tools(settings, method) as tools:
            tools = aimed_at_step(tools, job.step, earlier) if job.step is not None else tools
            checked = await check_by(method, proof, tools, on_event=on_event)
        return checked.model_copy(update={"notes": (*notes, *checked.notes)})

    @asynccontextmanager
    async def _recorded_tools(self, settings: Settings) -> AsyncIterator[Tools]:
        model = CachedModel(RecordedReader(read_recording()), self._store, IDENTITY)
        async with build_judge(settings, self._store) as judge:
            yield Tools(model, settings, judge=judge, answered_by=ANSWERED_BY)


def aimed_at_step(tools: Tools, step: StepIndex, earlier: CheckedProof | None) -> Tools:
    """Change the tools so that a check audits one step and reuses the results of the others."""
    verified = earlier.verified if earlier else None
    others = [unit for unit in verified.units if unit.step != step] if verified else []
    known = VerifiedWindow(units=tuple(others), artifacts=verified.artifacts if verified else ())
    return tools._replace(reshape=lambda found: _raise_suspicion(found, step), known=known)


def _one_step_only(settings: Settings) -> Settings:
    """Change the settings so that only the step and what leads to it is audited."""
    aimed = {"schedule": "suspicion", "sweep": "one", "prefix": "one", "windows": None}
    return settings.changed(localize=settings.localize.changed(**aimed))


def _raise_suspicion(found: Localization, step: StepIndex) -> Localization:
    threshold = found.window.threshold
    above, changed = min(1.0, threshold + 0.05), []
    for unit, suspicion in zip(found.units, found.suspicions, strict=True):
        if unit.original_step_idx == step:
            risk = max(above, suspicion.risk)
            wish = {"risk": risk, "should_formalise": True, "is_default": False}
            reason = suspicion.reason or ASKED_FOR
            changed.append(suspicion.changed(**wish, reason=reason))
        else:
            risk = min(threshold, suspicion.risk)
            changed.append(suspicion.changed(risk=risk))
    return found.changed(suspicions=tuple(changed))


def refuse_step(checked: CheckedProof, step: int) -> None:
    """Raise if checking a step again could not change anything.

    Raises:
        InputError: the proof has no such step, or it stands behind the first error.
    """
    last = len(checked.proof.steps)
    if not 1 <= step <= last:
        raise InputError(f"the proof has steps 1 to {last}, and no step {step}")
    label = checked.verdict.label
    if isinstance(label, int) and step > label:
        raise InputError(f"step {step} stands behind step {label}, which the verdict names")
    if checked.localization is None:
        raise InputError("this method looks at no single step; check the proof with faithsieve")


def _missing_key(model: ModelSettings) -> str:
    kind = ModelName.parse(model.name).kind
    if kind is ModelKind.BATCH:
        return "a batch model answers later; use faithsieve eval"
    needs_key = kind is ModelKind.ENDPOINT and model.base_url is None
    if needs_key and not os.environ.get(model.api_key_env):
        return f"set {model.api_key_env} where the server runs"
    return ""


@lru_cache(maxsize=1)
def _examples() -> tuple[LabelledProof, ...]:
    recorded = {reply.problem for reply in read_recording().replies}
    return tuple(row for row in bundled_proofs() if row.proof.problem in recorded)


def _missing_llama() -> str:
    return _missing(require_llama)


@lru_cache(maxsize=1)
def _missing_lean() -> str:
    return _missing(lambda: locate_install(lean_home()))


def _missing(look: Callable[[], object]) -> str:
    try:
        look()
    except (MissingToolError, ConfigError) as error:
        return error.fix if isinstance(error, MissingToolError) else str(error)
    return ""
