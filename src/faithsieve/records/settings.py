"""Every setting with its default and its reason; how they are found is ``cli/configuration.py``.

Decoding defaults are the paper's table (app. E.8); a None there means the provider's default.
"""

from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding


class ModelSettings(Record):
    """Which language model to ask, and how hard."""

    name: str = "local"
    """``NAME`` at an OpenAI-compatible endpoint, ``local[:WEIGHTS]``, ``batch:NAME``,
    ``litellm:PROVIDER/NAME`` or ``replay:NAME``."""
    base_url: str | None = None
    """The endpoint's base URL; None means the SDK's default provider."""
    api_key_env: str = "OPENAI_API_KEY"
    """The environment variable that holds the key; the key itself is never a setting."""
    headers: tuple[str, ...] = ()
    """Extra request headers, each as ``Name: value``."""
    timeout_s: float = Field(default=300.0, gt=0)
    """Total seconds for one request; the paper's controls use 300."""
    connect_timeout_s: float = Field(default=10.0, gt=0)
    """Seconds to reach the endpoint."""
    max_retries: int = Field(default=6, ge=0)
    """Retries after a rate limit, a server fault or a broken connection."""
    max_retry_wait_s: float = Field(default=120.0, gt=0)
    """The longest single wait, also when the endpoint asks for more."""
    concurrency: int = Field(default=16, ge=1)
    """Requests under way at once."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """Rate limit, where the provider has one."""
    tokens_per_minute: int | None = Field(default=None, ge=1)
    """Token rate limit, where the provider has one."""
    structured: bool = True
    """Send the reply's JSON schema; switched off by itself where the endpoint refuses it."""
    prices: str | None = None
    """A TOML price table that replaces the shipped one."""


class LocalSettings(Record):
    """How the embedded model is served; it changes the pace, not the question."""

    context_tokens: int = Field(default=8192, ge=256)
    """Room for prompt and reply of one request; what does not fit is refused, never cut."""
    slots: int = Field(default=2, ge=1)
    """Requests answered at the same time; each takes the memory of one context."""
    threads: int | None = Field(default=None, ge=1)
    """Processor threads, or None for llama.cpp's own choice."""
    start_timeout_s: float = Field(default=180.0, gt=0)
    """How long loading the model may take."""
    restarts: int = Field(default=1, ge=0)
    """How often a dead server is started again."""


class BudgetSettings(Record):
    """Hard limits of one run; reaching one stops cleanly and keeps everything done."""

    max_tokens: int | None = Field(default=None, ge=1)
    """Input plus output tokens."""
    max_cost_usd: float | None = Field(default=None, gt=0)
    """Money; needs a price for the model."""


class DecodingSettings(Record):
    """Decoding of every stage and baseline (paper app. E.6 and E.8)."""

    direct: Decoding = Decoding(temperature=0, max_output_tokens=64)
    """Direct judge."""
    majority: Decoding = Decoding(temperature=0.6, max_output_tokens=64)
    """Votes of the direct majority."""
    decompose: Decoding = Decoding(temperature=0.3)
    """Decomposition into substeps."""
    decompose_check: Decoding = Decoding(temperature=0.2)
    """Repair-prevention check and deduplication."""
    state_tree: Decoding = Decoding(temperature=0.7)
    """Deltas of the tree of proof states."""
    state_tree_check: Decoding = Decoding(temperature=0.2)
    """Guided retry of a faulty tree."""
    suspicion: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Suspicion scan."""
    review: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Local review."""
    synthesis: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Final synthesis."""
    consistency: Decoding = Decoding(temperature=0, max_output_tokens=700)
    """Consistency correction."""
    strict_retry: Decoding = Decoding(temperature=0, max_output_tokens=1600)
    """The one retry after a reply that does not parse."""


class LocalizeSettings(Record):
    """Stage one: decomposition, state tree, suspicion and the audit window (paper §3, app. E.1)."""

    threshold: float = Field(default=0.6, ge=0, le=1)
    """A unit is suspicious when its risk lies above this."""
    look_back: int = Field(default=6, ge=0)
    """How many units before the focus the audit window takes."""
    budget: int | None = Field(default=None, ge=1)
    """Units a window may hold; None means the focus and the whole look-back."""
    schedule: Literal["suspicion", "every_unit"] = "suspicion"
    """``every_unit`` ignores suspicion: for models whose suspicion is worth nothing."""
    sweep: Literal["prefix", "riskiest", "all"] = "prefix"
    """What to look at when nothing is suspicious: the first units, the riskiest, or all."""
    wording: Literal["quoted", "rewritten"] = "quoted"
    """Substeps in the author's characters, or written by the model as in the paper."""
    unscored_risk: float = Field(default=0.5, ge=0, le=1)
    """The risk of a unit that the scan leaves out: unknown, so neither low nor suspicious."""
    context_tokens: int = Field(default=24_000, ge=2_000)
    """A longer prompt is asked in portions."""
    units_per_call: int = Field(default=48, ge=4)
    """More substeps or segments than this are asked in portions, so that replies are not cut."""
    overlap: int = Field(default=6, ge=0)
    """Units that one portion of the suspicion scan shows again from the portion before."""


class Settings(Record):
    """All settings of one command."""

    profile: str = "default"
    """The named set of defaults these settings started from."""
    model: ModelSettings = ModelSettings()
    """The language model."""
    local: LocalSettings = LocalSettings()
    """The embedded model's server."""
    budget: BudgetSettings = BudgetSettings()
    """Hard limits."""
    decoding: DecodingSettings = DecodingSettings()
    """Decoding by stage."""
    localize: LocalizeSettings = LocalizeSettings()
    """Stage one."""
