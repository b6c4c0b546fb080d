"""The only place where adapters are built: from settings to a model that can be asked.

From outside in a call goes through the cache, the retries, the budget and the limits before it
reaches a provider. Everything above the adapter is the same for every provider.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from faithsieve.configuration import ADD_A_MODEL, lean_home, model_home
from faithsieve.errors import ConfigError, MissingToolError
from faithsieve.lean.caching_judge import ArtifactLedger, CachingJudge
from faithsieve.lean.judges import BudgetedJudge, LeanBudget
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.accounting import RoutedModel
from faithsieve.llm.adaptive import AdaptiveModel, Probe, probe_model, remember_capabilities
from faithsieve.llm.budget import Budget, BudgetedModel, SpendingLimit
from faithsieve.llm.cached import CachedModel, CallLedger, OfflineBatchModel, ReplayModel
from faithsieve.llm.capabilities import guess_capabilities
from faithsieve.llm.endpoint import DEFAULT_BASE_URL, Endpoint, Timeouts, checked_base_url
from faithsieve.llm.limits import (
    EndpointGate,
    Gate,
    LimitedModel,
    RateLimits,
    RetryingModel,
    RetryPolicy,
)
from faithsieve.llm.local_model import (
    REQUEST_S,
    ensure_weights,
    known_weights,
    pip_download,
    require_llama,
    serving,
)
from faithsieve.llm.prices import FREE, Price, PriceTable
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.telemetry import TracedModel, exporting_spans
from faithsieve.logs import keys_in
from faithsieve.methods import Method, Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import Amount
from faithsieve.records.model import Capabilities, ModelKind, ModelName, Overrides, with_effort
from faithsieve.records.settings import ModelSettings, Settings, StageModel
from faithsieve.turns import announce

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

    from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
    from faithsieve.llm.openai_compatible import OpenAICompatible


class Guards(NamedTuple):
    """The budget and rate limits that a run's calls share, and perhaps a shared Lean judge."""

    budget: SpendingLimit
    gate: Callable[[str, RateLimits], Gate]
    """The gate of an endpoint, by the model's identity."""
    judge: StatementJudge | None = None
    """Who judges Lean statements; None starts the Lean that the settings name."""


def own_guards(settings: Settings, spent: Amount) -> Guards:
    """Build the guards of a run in a single process."""
    limits = settings.budget
    budget = Budget(max_tokens=limits.max_tokens, max_usd=limits.max_cost_usd, spent=spent)
    return Guards(budget, lambda identity, limits: EndpointGate(limits))


def model_identity(settings: ModelSettings) -> str:
    """Return the name that keys a model's answers: equal names mean interchangeable answers.

    A replay reads what the named identity left behind.
    """
    model = ModelName.parse(settings.name)
    match model.kind:
        case ModelKind.LOCAL:
            return known_weights(model.name).identity
        case ModelKind.NONE:
            return settings.name
        case ModelKind.BATCH | ModelKind.LITELLM:
            return with_effort(settings.name, settings.reasoning)
        case ModelKind.REPLAY:
            return model.name
        case ModelKind.ENDPOINT:
            base_url = settings.base_url or DEFAULT_BASE_URL
            address = checked_base_url(base_url, has_secret=False)
            return with_effort(f"{settings.name}@{address}", settings.reasoning)


def replay_model(ledger: CallLedger, identity: str, settings: Settings) -> ChatModel:
    """Build a model that replays the answers of an earlier run's models from a ledger."""
    main = ReplayModel(ledger, identity)
    others = {
        wanted: ReplayModel(ledger, _stage_identity(identity, settings.model, wanted))
        for wanted in settings.models.distinct
    }
    return RoutedModel(main, settings.models, others) if others else main


def _stage_identity(main: str, settings: ModelSettings, wanted: StageModel) -> str:
    """Return the identity of a stage's model: at its own address, or the main model's."""
    if wanted.base_url is None and ModelName.parse(wanted.name).kind is ModelKind.ENDPOINT:
        address = ModelName.parse(main).name.rpartition("@")[2]
        return with_effort(f"{wanted.name}@{address}", ModelName.parse(main).reasoning)
    return model_identity(_of_stage(settings, wanted))


def read_headers(lines: tuple[str, ...]) -> dict[str, str]:
    """Read ``Name: value`` lines.

    Raises:
        ConfigError: a line has no colon; the value is not repeated, since it may be a secret.
    """
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise ConfigError("model.headers takes lines like 'Name: value'; one has no colon")
        headers[name.strip()] = value.strip()
    return headers


def _timeouts(settings: ModelSettings) -> Timeouts:
    return Timeouts(
        silence_s=settings.timeout_s,
        total_s=settings.timeout_s,
        stream_total_s=6 * settings.timeout_s,
    )


def _hosted(settings: ModelSettings, environment: Mapping[str, str]) -> "OpenAICompatible":
    from faithsieve.llm.openai_compatible import OpenAICompatible

    base_url = settings.base_url or DEFAULT_BASE_URL
    key = environment.get(settings.api_key_env)
    # One's own endpoint may need no key; it says so itself if it does.
    if not key and settings.base_url is None:
        raise MissingToolError(
            f"the key in {settings.api_key_env}",
            needed_for=f"--model {settings.name}",
            fix=f"export {settings.api_key_env}=… (or leave --model out: arithmetic only)",
        )
    endpoint = Endpoint(
        base_url, key, read_headers(settings.headers), _timeouts(settings), settings.api_key_env
    )
    return OpenAICompatible(
        settings.name,
        endpoint,
        identity=model_identity(settings),
        capabilities=_capabilities(settings, settings.name, base_url),
        reasoning=settings.reasoning,
    )


def _capabilities(settings: ModelSettings, name: str, base_url: str) -> Capabilities:
    """Return a model's first capabilities: of its family, then of the settings."""
    return guess_capabilities(name, urlsplit(base_url).hostname or "", settings.capabilities)


@asynccontextmanager
async def _local(settings: Settings, name: str) -> AsyncIterator[ChatModel]:
    from faithsieve.llm.openai_compatible import OpenAICompatible

    require_llama()
    weights = known_weights(name)
    path = await asyncio.to_thread(
        ensure_weights, weights, model_home(), say=_say, download=pip_download
    )
    # Without a graphics card a long prompt takes minutes.
    patient = settings.model.changed(timeout_s=max(REQUEST_S, settings.model.timeout_s))
    async with serving(path, alias=weights.name, settings=settings.local) as (address, key):
        client = OpenAICompatible(
            weights.name,
            Endpoint(address, key, timeouts=_timeouts(patient)),
            capabilities=_capabilities(settings.model, weights.name, address),
            reasoning=settings.model.reasoning,
        )
        async with aclosing(client):
            yield client


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


def _say_and_announce(words: str) -> None:
    _say(words)
    announce(words)


@asynccontextmanager
async def _adapter(
    settings: Settings, identity: str, environment: Mapping[str, str]
) -> AsyncIterator[ChatModel]:
    wanted = ModelName.parse(settings.model.name)
    if wanted.kind is ModelKind.NONE:
        raise ConfigError(f"no model is named; {ADD_A_MODEL}")
    if wanted.kind is ModelKind.LOCAL:
        async with _local(settings, wanted.name) as model:
            yield model
    elif wanted.kind is ModelKind.BATCH:
        yield OfflineBatchModel(identity)
    elif wanted.kind is ModelKind.LITELLM:
        from faithsieve.llm.litellm_provider import LiteLLMProvider, usual_host

        provider = LiteLLMProvider(
            wanted.name,
            Endpoint(
                settings.model.base_url,
                headers=read_headers(settings.model.headers),
                timeouts=_timeouts(settings.model),
                key_name="the provider's API key",
            ),
            # LiteLLM finds the provider's key itself, so every key there is kept out of messages.
            secrets=keys_in(environment),
            capabilities=_capabilities(
                settings.model, wanted.name, f"https://{usual_host(wanted.name)}"
            ),
            reasoning=settings.model.reasoning,
        )
        async with aclosing(provider):
            yield provider
    else:
        async with aclosing(_hosted(settings.model, environment)) as client:
            yield client


async def probe_settings(settings: Settings, environment: Mapping[str, str]) -> tuple[Probe, ...]:
    """Probe the configured model with one small call for each capability.

    Raises:
        ConfigError: the model is not asked over a network.
    """
    identity = model_identity(settings.model)
    async with _adapter(settings, identity, environment) as adapter:
        if not isinstance(adapter, AdaptiveModel):
            raise ConfigError(f"--model {settings.model.name} is not asked over a network")
        return await probe_model(adapter)


def model_price(settings: ModelSettings) -> Price | None:
    model = ModelName.parse(settings.name)
    if model.kind is ModelKind.LOCAL:
        return FREE
    table = PriceTable.load(Path(settings.prices) if settings.prices else None)
    own, listed = table.find(settings.name), table.find(model.name)
    if model.kind is ModelKind.BATCH and listed is not None:
        return own or listed.discounted(settings.batch_discount)
    return own or listed


def _concurrency(settings: Settings) -> int:
    """Limit the concurrent requests; those queued in the small local server would time out."""
    is_local = ModelName.parse(settings.model.name).kind is ModelKind.LOCAL
    return 1 if is_local else settings.model.concurrency


def _guarded(
    adapter: ChatModel,
    settings: Settings,
    price: Price | None,
    guards: Guards,
    spans: "TracerProvider | None",
) -> ChatModel:
    """Wrap an adapter in spans, limits, budget and retries."""
    model = settings.model
    if spans is not None:
        adapter = TracedModel(adapter, spans, model=model.name)
    if settings.budget.proof_cost_usd is not None and price is None:
        raise ConfigError(f"budget.proof_cost_usd needs a price for {model.name}: set model.prices")
    limits = RateLimits(
        concurrency=_concurrency(settings),
        requests_per_minute=model.requests_per_minute,
        tokens_per_minute=model.tokens_per_minute,
    )
    policy = RetryPolicy(max_attempts=model.max_retries + 1)
    gate = guards.gate(model_identity(model), limits)
    limited = LimitedModel(adapter, gate)
    # The budget sees every attempt: one whose answer was lost may have been billed.
    return RetryingModel(BudgetedModel(limited, guards.budget, price), policy=policy)


class Ledger(CallLedger, ArtifactLedger, Protocol):
    """The store of model calls and Lean judgements, usually a run's."""


class SilentModel:
    """The model of a method that asks none; being asked is a bug of the method."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        raise ConfigError(f"this method asks no model, but stage {request.stage!r} tried to")


def embedded_toolchain(
    *,
    with_library: bool = True,
    parts: Sequence[str] = (),
) -> "EmbeddedToolchain":
    """Return the installed embedded Lean, with its library in Mathlib's words or core Lean alone.

    A command that needs some ``parts`` of the library only does not wait for the others. What is
    compiled before the first answer is said on standard error and to whoever watches the check.

    Raises:
        MissingToolError: it is not set up.
    """
    from faithsieve.lean.embedded_setup import locate_install
    from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, Library, library_texts

    library = library_texts(*parts) if with_library else Library()
    install = locate_install(lean_home())
    return EmbeddedToolchain(install=install, library=library, say=_say_and_announce)


def lean_identity(method: Method, settings: Settings) -> str:
    """Return the fingerprint of the Lean a method asks; empty where it asks none.

    Raises:
        ConfigError: a backend lacks what it needs.
        MissingToolError: the embedded Lean is not set up.
    """
    if not method.asks_lean:
        return ""
    from faithsieve.lean.backends import external_toolchain

    if settings.lean.backend == "embedded":
        return embedded_toolchain().fingerprint
    return external_toolchain(settings.lean).fingerprint


def run_identity(method: Method, settings: Settings) -> str:
    """Return the identity of the language model or reward model whose answers a run uses."""
    if method.asks_model:
        return model_identity(settings.model)
    if not method.asks_scorer:
        return "none"
    weights = (settings.prm.weights, settings.prm.reference)
    return ":".join(["prm", settings.prm.name, *(Path(name).name for name in weights if name)])


@asynccontextmanager
async def build_tools(
    method: Method,
    settings: Settings,
    ledger: Ledger,
    *,
    guards: Guards | None = None,
) -> AsyncIterator[Tools]:
    """Build what a method may use; no server is started for one that asks no model.

    Args:
        ledger: Where calls and judgements are kept, usually the run's store.
        guards: What the run shares with other processes or sittings; by default nothing.

    Raises:
        ConfigError: a setting cannot be used.
        MissingToolError: a key, a package or a model's weights are not there.
    """
    if method.asks_model:
        guards = guards or own_guards(settings, Amount())
        async with build_model(settings, ledger, guards=guards) as model, AsyncExitStack() as stack:
            judge = None
            if method.asks_lean:
                shared = guards.judge
                judge = await stack.enter_async_context(build_judge(settings, ledger, shared))
            yield Tools(model, settings, judge=judge)
        return
    if not method.asks_scorer:
        yield Tools(SilentModel(), settings)
        return
    # torch takes seconds to import; no other method needs it.
    from faithsieve.baselines.prm import load_scorer

    yield Tools(SilentModel(), settings, scorer=load_scorer(settings.prm))


@asynccontextmanager
async def build_judge(
    settings: Settings, ledger: ArtifactLedger, shared: StatementJudge | None = None
) -> AsyncIterator[CachingJudge]:
    """Open a caching judge over the chosen Lean, or over a shared judge in another process.

    A Lean starts with the first question that the ledger cannot answer; see :func:`start_judge`
    for what may go wrong.
    """
    from faithsieve.lean.backends import environment_of

    async with AsyncExitStack() as stack:
        judge = shared
        if judge is None:
            judge = await stack.enter_async_context(start_judge(settings))
        yield CachingJudge(judge, ledger, environment=environment_of(settings.lean))


@asynccontextmanager
async def start_judge(
    settings: Settings, *, parts: Sequence[str] = ()
) -> AsyncIterator[StatementJudge]:
    """Open the judge over the chosen Lean; its processes end with the block.

    The embedded Lean has these ``parts`` of its library, or all of it.

    Raises:
        ConfigError: a backend lacks what it needs.
        LeanUnavailableError: a server cannot be reached.
        MissingToolError: the embedded Lean is not set up.
    """
    from faithsieve.lean.backends import open_judge, worker_count

    async with open_judge(settings.lean, partial(embedded_toolchain, parts=parts)) as judge:
        limit = settings.budget.max_lean_seconds
        if limit is None:
            yield judge
        else:
            yield BudgetedJudge(judge, LeanBudget(limit), leans=worker_count(settings.lean))


@asynccontextmanager
async def build_model(
    settings: Settings,
    ledger: CallLedger,
    *,
    environment: Mapping[str, str] | None = None,
    guards: Guards | None = None,
) -> AsyncIterator[ChatModel]:
    """Build the model that the settings name; its server or connections end with the block.

    Args:
        environment: Where the key is looked up; the process environment by default.
        guards: What the run shares with other processes or sittings; by default nothing.

    Raises:
        ConfigError: a setting cannot be used.
        MissingToolError: a key, a package or the local model's weights are not there.
    """
    guards = guards or own_guards(settings, Amount())
    keys = environment or os.environ
    async with AsyncExitStack() as stack:
        main = await stack.enter_async_context(_one_model(settings, ledger, keys, guards))
        others = {}
        for wanted in settings.models.distinct:
            own = settings.changed(model=_of_stage(settings.model, wanted))
            others[wanted] = await stack.enter_async_context(_one_model(own, ledger, keys, guards))
        yield RoutedModel(main, settings.models, others) if others else main


def _of_stage(settings: ModelSettings, wanted: StageModel) -> ModelSettings:
    """Return the settings for a stage's own model, without the main model's keys and overrides."""
    changed: dict[str, Any] = {"name": wanted.name, "capabilities": Overrides()}
    if wanted.base_url is not None:
        # The main model's key and headers must not reach another endpoint.
        key = wanted.api_key_env or ""
        changed |= {"base_url": wanted.base_url, "api_key_env": key, "headers": ()}
    return settings.changed(**changed)


@asynccontextmanager
async def _one_model(
    settings: Settings, ledger: CallLedger, environment: Mapping[str, str], guards: Guards
) -> AsyncIterator[ChatModel]:
    """Build one model with its wrappers; the guards are the run's."""
    identity = model_identity(settings.model)
    kind = ModelName.parse(settings.model.name).kind
    if kind is ModelKind.REPLAY:
        yield ReplayModel(ledger, identity)
        return
    price = model_price(settings.model)
    async with _adapter(settings, identity, environment) as adapter, AsyncExitStack() as stack:
        if kind is ModelKind.BATCH:
            yield CachedModel(adapter, ledger, identity)
            return
        spans = stack.enter_context(exporting_spans(settings.observe.spans))
        guarded = _guarded(adapter, settings, price, guards, spans)
        async with remember_capabilities(adapter, ledger, identity, settings.model.capabilities):
            yield CachedModel(guarded, ledger, identity)
