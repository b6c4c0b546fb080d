"""Every setting with its default and its reason; how they are found is ``configuration.py``.

Decoding defaults are the paper's table (app. F.10); a None there means the provider's default.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.model import Overrides, Reasoning

Convention = Literal["material", "first-false"]
Rigour = Literal["school", "contest", "textbook"]


class ModelSettings(Record):
    """Which language model to ask, and how hard."""

    name: str = "none"
    """``none``: exact arithmetic alone decides; ``NAME`` at an OpenAI-compatible endpoint,
    ``local[:WEIGHTS]``, ``batch:NAME``, ``litellm:PROVIDER/NAME`` or ``replay:NAME``."""
    base_url: str | None = None
    """The endpoint's base URL; None means OpenAI's."""
    api_key_env: str = "OPENAI_API_KEY"
    """The environment variable that holds the key; the key itself is never a setting."""
    headers: tuple[str, ...] = ()
    """Extra request headers, each as ``Name: value``."""
    timeout_s: float = Field(default=300.0, gt=0)
    """Total seconds for one request; the paper's controls use 300."""
    max_retries: int = Field(default=6, ge=0)
    """Retries after a rate limit, a server fault or a broken connection."""
    concurrency: int = Field(default=16, ge=1)
    """Requests under way at once."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """Rate limit, where the provider has one."""
    tokens_per_minute: int | None = Field(default=None, ge=1)
    """Token rate limit, where the provider has one."""
    reasoning: Reasoning = "provider"
    """How hard the model thinks before it answers; ``provider`` leaves that to the provider."""
    capabilities: Overrides = Overrides()
    """What the model takes, where neither the table of families nor its own refusals know."""
    prices: str | None = None
    """A TOML price table; its entries count before the shipped ones."""
    batch_discount: float = Field(default=0.5, ge=0, lt=1)
    """The part of the price that an offline batch takes off."""

    @property
    def is_named(self) -> bool:
        """Whether there is a model to ask."""
        return self.name != "none"

    @property
    def problems_at_once(self) -> int:
        """Problems in progress: more than calls, so that no call slot stays empty."""
        return self.concurrency + self.concurrency // 2


class StageModel(Record):
    """The model of a stage, where its name alone does not say how it is reached."""

    name: str
    """As in ``model.name``."""
    base_url: str | None = None
    """Its own endpoint; None means that of ``model``, with its key and headers."""
    api_key_env: str | None = None
    """The variable with the key of its own endpoint; None sends no key there."""


class StageModels(Record):
    """Stages that are asked of another model than ``model.name``; None means of that one."""

    decompose: str | StageModel | None = None
    """Decomposition into substeps, and its check."""
    state_tree: str | StageModel | None = None
    """The tree of proof states with its suspicion scan, and its check."""
    review: str | StageModel | None = None
    """Local review."""
    statement: str | StageModel | None = None
    """Formal statements."""
    gate: str | StageModel | None = None
    """The semantic check of a statement."""
    proof: str | StageModel | None = None
    """Proof bodies."""
    synthesis: str | StageModel | None = None
    """Final synthesis, adjudication, and whether the proof rests on a refuted claim."""
    consistency: str | StageModel | None = None
    """Consistency correction."""

    def model_for(self, stage: str) -> StageModel | None:
        """Return the model that a stage such as ``verify.review`` names, or None."""
        step = stage.rpartition(".")[2].removesuffix("_check")
        is_final = stage in ("synthesize.adjudication", "synthesize.materiality")
        return _stage_model(getattr(self, "synthesis" if is_final else step, None))

    @property
    def distinct(self) -> tuple[StageModel, ...]:
        """The distinct models that stages name."""
        named = (_stage_model(getattr(self, stage)) for stage in StageModels.model_fields)
        return tuple(dict.fromkeys(model for model in named if model is not None))


def _stage_model(value: object) -> StageModel | None:
    if isinstance(value, str):
        return StageModel(name=value)
    return value if isinstance(value, StageModel) else None


class LocalSettings(Record):
    """How the embedded model is served; it changes the pace, not the question."""

    context_tokens: int = Field(default=8192, ge=256)
    """Room for prompt and reply of one request; what does not fit is refused, never cut."""
    threads: int | None = Field(default=None, ge=1)
    """Processor threads; None takes half of the processors, so that Lean can run beside."""


LeanBackend = Literal["embedded", "native", "repl", "mcp", "kimina"]


class LeanSettings(Record):
    """Which Lean judges, and how it is run."""

    backend: LeanBackend | str = "embedded"
    """The Lean that comes with FaithSieve, your project's own, a server that takes text, or the
    name of a backend that an installed package adds."""
    project: Path | None = None
    """The Lake project that a native Lean, a REPL or an MCP server is started in."""
    command: str | None = None
    """The program to start: ``lake env lean`` for native, ``lake exe repl`` for repl by default."""
    url: str | None = None
    """The server, for kimina and for mcp over HTTP."""
    header: Literal["mathlib", "bare"] = "mathlib"
    """What such a Lean loads first: Mathlib, or nothing."""
    workers: Annotated[int, Field(ge=1)] | Literal["auto"] = "auto"
    """Leans at once; an embedded one takes about 1 GB. ``auto`` takes as many as this
    machine (on Ray, every machine) has cores but one and memory for, at least one."""


class BudgetSettings(Record):
    """Hard limits of one run; reaching one stops cleanly and keeps everything done."""

    max_tokens: int | None = Field(default=None, ge=1)
    """Input plus output tokens."""
    max_cost_usd: float | None = Field(default=None, gt=0)
    """Money; needs a price for the model."""
    max_seconds: float | None = Field(default=None, gt=0)
    """Seconds of one sitting by the clock; calls under way are waited for."""
    max_lean_seconds: float | None = Field(default=None, gt=0)
    """Seconds that Leans work in one sitting, waiting for a free one not counted."""
    proof_tokens: int | None = Field(default=40_000, ge=1)
    """Tokens of one proof, reasoning not counted, after which its audit takes up nothing new but
    one review of what is left."""
    proof_seconds: float | None = Field(default=None, gt=0)
    """Seconds of model calls and Lean proofs of one proof, as recorded when they were made: a
    replay ends where the run did, however fast it is."""
    proof_lean_seconds: float | None = Field(default=None, gt=0)
    """The Lean proofs' part of these alone."""
    proof_cost_usd: float | None = Field(default=None, gt=0)
    """Money of one proof; needs a price for the model."""


class ObserveSettings(Record):
    """What a run tells about itself while it goes on; it changes nothing that is asked."""

    log_file: str | None = None
    """A file that gets one JSON object a line: problems, stops, retries, pauses."""
    spans: bool = False
    """Send a span of each model call to the OTLP endpoint of the environment (extra ``otel``)."""


class DecodingSettings(Record):
    """Decoding of every stage and of small baselines (paper app. F.8 and F.10)."""

    direct: Decoding = Decoding(temperature=0, max_output_tokens=64)
    """Direct judge."""
    majority: Decoding = Decoding(temperature=0.6, max_output_tokens=64)
    """Votes of the direct majority."""
    critic: Decoding = Decoding(temperature=0.6, max_output_tokens=1600)
    """One critic; the paper names no value, and critics at temperature 0 would be one critic."""
    adjudicator: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Who decides between the critics."""
    generate: Decoding = Decoding(temperature=0.7)
    """Writing candidate proofs for a new dataset."""
    decompose: Decoding = Decoding(temperature=0.3)
    """Decomposition into substeps."""
    decompose_check: Decoding = Decoding(temperature=0.2)
    """Repair-prevention check and deduplication."""
    state_tree: Decoding = Decoding(temperature=0.7)
    """Deltas of the tree of proof states, and the scan."""
    state_tree_check: Decoding = Decoding(temperature=0.2)
    """Guided retry of a faulty tree."""
    review: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Local review."""
    statement: Decoding = Decoding(temperature=0.3, max_output_tokens=1600)
    """Formal statements; the paper names no value."""
    gate: Decoding = Decoding(temperature=0, max_output_tokens=1600)
    """The semantic check of a statement; the paper names no value."""
    proof: Decoding = Decoding(temperature=0.6, max_output_tokens=1600)
    """Proof bodies; the paper names no value, and equal bodies would waste Lean's time."""
    synthesis: Decoding = Decoding(temperature=0.1, max_output_tokens=1600)
    """Final synthesis."""
    consistency: Decoding = Decoding(temperature=0, max_output_tokens=700)
    """Consistency correction."""


class BaselineSettings(Record):
    """Sizes of the baselines; the defaults are the paper's (app. F.7 and F.8)."""

    votes: int = Field(default=5, ge=1)
    """Votes of the direct majority: 5 is Direct@5, 241 the paper's whole pool."""
    critics: int = Field(default=2, ge=1)
    """Independent critics before the adjudicator."""
    reviewers_per_role: int = Field(default=32, ge=1)
    """Isolated reviewers in each of the panel's three roles."""
    adjudication_rounds: int = Field(default=2, ge=1)
    """Adjudication rounds of the panel."""
    max_candidates: int = Field(default=4, ge=1)
    """Candidate first errors that are challenged and defended."""
    audits_per_candidate: int = Field(default=12, ge=0)
    """Independent audits of each candidate."""


class PrmSettings(Record):
    """Which process reward model scores the steps (paper app. F.7)."""

    name: Literal["qwen2.5-math-prm", "skywork-o1-open-prm", "eurusprm-stage2"] = "qwen2.5-math-prm"
    """The family: how steps are marked and where their score is read."""
    weights: str | None = None
    """The folder with the model's weights and tokenizer."""
    reference: str | None = None
    """The folder with the reference model, for EurusPRM only."""
    threshold: float | None = Field(default=None, ge=0, le=1)
    """Steps scored below it are wrong; None means the paper's frozen value for the family."""
    device: str = "cpu"
    """Where the model runs, as torch names it."""


class LocalizeSettings(Record):
    """Stage one: decomposition, state tree, suspicion and the audit window (paper §3, app. F.1)."""

    reader: Literal["model", "plain"] = "model"
    """Who reads the proof; ``plain`` asks nobody: every sentence a unit, in a chain."""
    threshold: float = Field(default=0.6, ge=0, le=1)
    """A unit is suspicious when its risk lies above this."""
    look_back: int = Field(default=6, ge=0)
    """How many units before the focus the audit window takes."""
    budget: int | None = Field(default=None, ge=1)
    """Units a window may hold; None means the focus and the whole look-back."""
    schedule: Literal["suspicion", "every_unit"] = "suspicion"
    """``every_unit`` ignores suspicion: for models whose suspicion is worth nothing."""
    sweep: Literal["one", "all"] = "all"
    """How far to look when nothing is suspicious: one window by risk and kind, or every unit."""
    sweep_units: int = Field(default=24, ge=1)
    """Units of a window that no suspicion chose."""
    short_units: int = Field(default=24, ge=0)
    """Where no more units than this are left they are one window, whatever is suspicious."""
    windows: int | None = Field(default=None, ge=1)
    """Windows of a proof without a refuted step; None sets no limit, 1 is the paper's."""
    prefix: Literal["none", "one", "all"] = "all"
    """How many windows take up what stands unaudited before a refuted step (algorithm 1)."""
    wording: Literal["quoted", "rewritten"] = "quoted"
    """Substeps in the author's characters, or written by the model as in the paper."""
    unscored_risk: float = Field(default=0.5, ge=0, le=1)
    """The risk of a unit that no readable reply is about: unknown, neither low nor suspicious."""
    units_per_call: int = Field(default=64, ge=4)
    """More substeps or segments than this are asked in portions, so that replies are not cut."""


class VerifySettings(Record):
    """Stage two: statements, the gate and proofs (paper §4, app. C and F.3)."""

    statement_rounds: int = Field(default=3, ge=0)
    """B_s: calls for statements per obligation; 0 uses only statements that code can write."""
    restatements: int = Field(default=0, ge=0)
    """Further statements asked for of a claim whose statement was neither proved nor refuted."""
    proof_rounds: int = Field(default=3, ge=0)
    """B_p: calls for proof bodies per obligation; 0 leaves proofs to automation and search."""
    proof_candidates: int = Field(default=4, ge=1)
    """Bodies asked for in one call, and checked in one Lean request."""
    proof_seconds: float = Field(default=6.0, gt=0)
    """Seconds of Lean for one statement, both sides and a model's bodies together; the paper's are
    600. Counted in heartbeats, so that a slow machine settles the same statements."""
    lean_seconds: float = Field(default=30.0, gt=0)
    """Processor seconds of one Lean request."""
    threshold: float = Field(default=0.75, ge=0, le=1)
    """The gate's threshold, for the total and for every critical component."""
    review: bool = True
    """Ask for a review of the scheduled units; without one every unit is uncertain."""
    second_review: bool = False
    """Ask for another, independent review of units that the first one and Lean left unsettled."""
    formalise: Literal["contested", "easy", "all"] = "easy"
    """Which obligations a model may state: those that somebody doubts, also those that no reviewer
    calls hard to state, or all. Code states what it can in any case."""
    trust_gate: bool = False
    """Let the model's gate count although it did not qualify on the bundled pairs."""
    concurrency: int = Field(default=24, ge=1)
    """Obligations under way at once."""
    obligations_per_call: int = Field(default=24, ge=1)
    """Obligations under way whose statements one call may ask for, or one gate call may judge."""
    max_obligations: int | None = Field(default=None, ge=1)
    """Formal checks per window, the most promising first; None checks all."""
    max_calls: int | None = Field(default=None, ge=0)
    """Model calls for statements, gates and proofs per proof; None sets no limit."""


class FusionRule(StrEnum):
    """The rules under which negative evidence is reliable."""

    REFUTED_OBLIGATION = "refuted_obligation"
    """The claim is false: exact algebra, or contradicted by its own context."""
    FALSE_NUMBERS = "false_numbers"
    """A claim about numbers is false; the slip is there or earlier, for numbers are carried on."""
    VERIFIED_COUNTEREXAMPLE = "verified_counterexample"
    """Lean checked a counterexample, and the gate found the context complete."""
    REVIEW_AGREEMENT = "review_agreement"
    """A weak formal result and the reviewer both object."""


class FusionSettings(Record):
    """Stage three: which evidence decides, and who is asked when none does (paper §4.2)."""

    rules: tuple[FusionRule, ...] = tuple(FusionRule)
    """The rules that may make a step incorrect."""
    complete_context: float = Field(default=0.9, ge=0, le=1)
    """The premise score from which a context counts as complete for a counterexample."""
    convention: Convention = "material"
    """Which error a verdict names: the first that the proof rests on, or the first false claim,
    also one that the text takes back, gives up or never uses."""
    weigh: bool = True
    """Ask whether the proof rests on a refuted claim before it names the first error."""
    adjudicate: bool = True
    """Ask whether an open step before a refuted one is wrong already."""
    ask_model: bool = True
    """Ask a model that can judge for a final synthesis when nothing was refuted; without one a
    proof with unsettled steps is undecided."""
    force_label: bool = False
    """Never answer ``undecided``: nothing refuted means ``correct``, as benchmarks ask for."""


class Standard(Record):
    """What counts as an error, as every prompt that judges is told."""

    convention: Convention = "material"
    """Whether claims that the proof does not rest on count."""
    rigour: Rigour = "contest"
    """Which gaps count."""


AuditEffort = Literal["quick", "standard", "thorough"]
"""How hard a proof is audited."""

# What an effort sets; like a profile it gives way to single settings. Standard is the defaults.
EFFORTS: dict[str, dict[str, object]] = {
    # Review and synthesis; Lean only where something is contested. Code cuts the proof, for the
    # review reads every sentence of it anyway.
    "quick": {
        "localize.reader": "plain",
        "localize.sweep_units": 48,
        "localize.prefix": "one",
        "verify.formalise": "contested",
        "verify.statement_rounds": 1,
        "verify.proof_rounds": 1,
        "verify.proof_seconds": 2.0,
    },
    "standard": {},
    "thorough": {
        "verify.formalise": "all",
        "verify.second_review": True,
        "verify.statement_rounds": 4,
        "verify.restatements": 2,
        "verify.proof_rounds": 5,
        "verify.proof_candidates": 6,
        "verify.proof_seconds": 60.0,
        "budget.proof_tokens": 200_000,
    },
}


class Settings(Record):
    """All settings of one command."""

    profile: str = "default"
    """The named set of defaults these settings started from."""
    effort: AuditEffort = "standard"
    """How hard a proof is audited."""
    rigour: Rigour = "contest"
    """Which gaps count as errors: as in school, in a contest or in a textbook."""
    model: ModelSettings = ModelSettings()
    """The language model."""
    models: StageModels = StageModels()
    """Models of single stages."""
    local: LocalSettings = LocalSettings()
    """The embedded model's server."""
    lean: LeanSettings = LeanSettings()
    """The embedded Lean."""
    budget: BudgetSettings = BudgetSettings()
    """Hard limits."""
    observe: ObserveSettings = ObserveSettings()
    """Logs and spans."""
    decoding: DecodingSettings = DecodingSettings()
    """Decoding by stage."""
    baselines: BaselineSettings = BaselineSettings()
    """Sizes of the baselines."""
    prm: PrmSettings = PrmSettings()
    """The process reward model."""
    localize: LocalizeSettings = LocalizeSettings()
    """Stage one."""
    verify: VerifySettings = VerifySettings()
    """Stage two."""
    lint: bool = True
    """Use zero-token symbolic checks; off is an ablation, and the paper's behaviour."""
    fusion: FusionSettings = FusionSettings()
    """Stage three."""

    @model_validator(mode="before")
    @classmethod
    def _with_effort(cls, given: object) -> object:
        """Fill in the values that the effort sets, unless they are given."""
        if not isinstance(given, dict):
            return given
        values: dict[str, object] = dict(given)
        for name, value in EFFORTS.get(str(values.get("effort", "standard")), {}).items():
            part, _, leaf = name.partition(".")
            known = values.get(part, {})
            if isinstance(known, Record):
                known = {field: getattr(known, field) for field in known.model_fields_set}
            if isinstance(known, dict):
                values[part] = {leaf: value} | known
        return values

    @property
    def standard(self) -> Standard:
        return Standard(convention=self.fusion.convention, rigour=self.rigour)
