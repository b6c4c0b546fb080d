"""Golden cases: one proof with everything a model says about it, and the verdict it must get.

A case is a TOML file. Model replies stand in it literally, by the prompt they answer; Lean is real
unless the case takes it away. ``[expect]`` names what must come out. Each ``[[without]]`` removes
one ingredient (Lean, a rule, a reply) and says what is left of the verdict then, so that a case
cannot pass for another reason than the one it is about.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_checker import LeanDriver
from faithsieve.lean.embedded_worker import Toolchain, WorkerTimeoutError
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.budget import Budget, BudgetedModel
from faithsieve.llm.prices import estimate_usage
from faithsieve.llm.protocol import request_key
from faithsieve.llm.scripted import ScriptedModel, ScriptExhaustedError
from faithsieve.pipeline import check_proof
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import Inconclusive, LocalResult, Refuted
from faithsieve.records.lean import FrozenStatement, ProofJudgement
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import StepStatus, VerdictKind

Replies = dict[str, tuple[str, ...]]
LeanState = Literal["up", "down", "dies", "stalls"]


class Expected(Record):
    label: Label | None = None
    """The verdict's label; None where it is undecided or the run must end in an error."""
    kind: VerdictKind | None = None
    """What the label rests on."""
    raises: str = ""
    """The error that must end the run, by the name of its class."""
    confidence: float | None = None
    """How sure the verdict must be."""
    statuses: tuple[StepStatus, ...] = ()
    """The status of every step."""
    rule: str = ""
    """The rule of the decisive evidence, or empty when nothing decides."""
    results: dict[str, str] = Field(default_factory=dict)
    """Local results by obligation: ``passed``, a refutation's form or an inconclusive's reason."""
    lean: dict[str, tuple[str, str]] = Field(default_factory=dict)
    """By obligation: what Lean proved (``claim`` or a form), about which statement."""


class Without(Record):
    """The same case without one ingredient."""

    what: str
    """The ingredient, in words."""
    lean: LeanState | None = None
    """Lean in this run; None leaves it as it is."""
    settings: dict[str, Any] = Field(default_factory=dict)
    """Settings on top of the case's."""
    replies: Replies = Field(default_factory=dict)
    """Replies instead of the case's, by prompt."""
    expect: Expected
    """What is left."""


class GoldenCase(Record):
    """One case file."""

    name: str
    """The file's name."""
    title: str
    """The way to a verdict that the case shows."""
    problem: str
    """The problem."""
    steps: tuple[str, ...]
    """The proof."""
    lean: LeanState = "up"
    """``dies`` after the first judged body, ``stalls`` at every body, ``down`` from the start."""
    settings: dict[str, Any] = Field(default_factory=dict)
    """Settings that differ from the defaults."""
    stated: dict[str, str] = Field(default_factory=dict)
    """What the model states first of a claim, whatever the order; then its replies follow."""
    replies: Replies
    """What the model says, in order, by prompt; ``*`` answers every other prompt."""
    expect: Expected
    """What must come out."""
    without: tuple[Without, ...]
    """What must no longer come out without its ingredients."""

    @property
    def proof(self) -> Proof:
        return Proof.from_texts(self.problem, self.steps)


def read_case(path: Path) -> GoldenCase:
    return GoldenCase.model_validate({"name": path.stem, **tomllib.loads(path.read_text("utf-8"))})


def merged(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Nested settings, the later ones on top."""
    result = dict(base)
    for key, value in more.items():
        inner = result.get(key)
        if isinstance(inner, dict) and isinstance(value, dict):
            value = merged(inner, value)
        result[key] = value
    return result


# ---- Lean


class ImpatientLean:
    """Lean behind a clock that has always run out when a proof is to be checked."""

    def __init__(self, pool: LeanDriver) -> None:
        self._pool = pool
        self.is_patient = True

    @property
    def toolchain(self) -> Toolchain:
        return self._pool.toolchain

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        if request.get("bodies") and not self.is_patient:
            raise WorkerTimeoutError(f"Lean did not finish within {timeout_s:g} s")
        return await self._pool.ask(request, timeout_s=timeout_s)


class RecordingJudge(ForwardedJudge):
    """A judge that remembers its judgements, and that can be switched off."""

    def __init__(self, judge: StatementJudge, *, dies_after: int | None = None) -> None:
        super().__init__(judge.toolchain)
        self._judge = judge
        self._left = dies_after
        self.judgements: list[ProofJudgement] = []
        self.frozen: list[FrozenStatement] = []

    @property
    def digests(self) -> frozenset[Digest]:
        """Everything a result may cite."""
        frozen = frozenset(statement.type_digest for statement in self.frozen)
        return frozen | {judgement.digest for judgement in self.judgements}

    @property
    def accepted(self) -> frozenset[Digest]:
        return frozenset(j.digest for j in self.judgements if j.is_accepted)

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        if self._left == 0:
            raise LeanUnavailableError("Lean was switched off")
        said = await getattr(self._judge, method)(about, *given, **options)
        if method == "judge_first":
            self._left = None if self._left is None else self._left - 1
            self.judgements += said
        elif isinstance(said, FrozenStatement):
            self.frozen.append(said)
        return said


# ---- model


NOBODY_RULES = {"synthesize/materiality": ['{"claims":[]}']}
"""In a case that says nothing about it, the proof rests on everything that is refuted."""


class Script:
    """Replies to each prompt in order, and ``*`` to every other prompt."""

    def __init__(self, replies: Replies, stated: dict[str, str] | None = None) -> None:
        self._stated = dict(stated or {})
        self._otherwise = replies.get("*", ())
        self._left = {prompt: list(said) for prompt, said in replies.items() if prompt != "*"}
        self.model = ScriptedModel(self._answer)

    def _answer(self, request: ChatRequest) -> ChatReply:
        otherwise = NOBODY_RULES.get(request.prompt.id, [])[:]
        queue = list(self._statements(request)) or self._left.get(request.prompt.id, otherwise)
        if not queue and not self._otherwise:
            shown = request.messages[-1].content
            raise ScriptExhaustedError(f"no reply is left for {request.prompt.id!r}: {shown}")
        return ChatReply(
            text=queue.pop(0) if queue else self._otherwise[0],
            model="scripted",
            finish_reason="stop",
            usage=estimate_usage(request),
        )

    def _statements(self, request: ChatRequest) -> Iterator[str]:
        """The statement of the claim that is asked for, once."""
        asked = request.messages[-1].content.partition("To state:")[2]
        asked = asked if request.prompt.id == "verify/statement" else ""
        if found := next((claim for claim in self._stated if f": {claim}\n" in asked), None):
            offered = [self._stated.pop(found)]
            yield json.dumps({"statements": offered, "equation": "", "obstacle": ""})

    @property
    def calls(self) -> frozenset[Digest]:
        made = self.model.requests
        return frozenset(request_key(request, identity=self.model.model) for request in made)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Prompts with replies that nobody asked for."""
        return tuple(prompt for prompt, queue in self._left.items() if queue)


# ---- run


class GoldenRun(Record):
    checked: CheckedProof
    """The result."""
    unsaid: tuple[str, ...]
    """Prompts with replies that nobody asked for."""
    known: frozenset[Digest]
    """Every model call and Lean judgement that was made."""
    judged: frozenset[Digest]
    """The judgements in which Lean said yes."""
    results: dict[str, LocalResult]
    """Local results, by obligation."""


def build_settings(*layers: dict[str, Any]) -> Settings:
    """The defaults but for a trusted gate and one obligation at a time, so that replies come in
    order, and what differs."""
    whole: dict[str, Any] = {"verify": {"concurrency": 1, "trust_gate": True}}
    for layer in layers:
        whole = merged(whole, layer)
    return Settings.model_validate(whole)


async def run_case(
    case: GoldenCase, judge: StatementJudge, *, without: Without | None = None
) -> GoldenRun:
    replies = case.replies if without is None else case.replies | without.replies
    settings = build_settings(case.settings, without.settings if without else {})
    script = Script(replies, case.stated)
    dies_after = {"up": None, "stalls": None, "down": 0, "dies": 1}[lean_state(case, without)]
    recording = RecordingJudge(judge, dies_after=dies_after)
    checked = await check_proof(
        case.proof,
        model=BudgetedModel(script.model, Budget(max_tokens=settings.budget.max_tokens)),
        judge=recording,
        settings=settings,
    )
    results = checked.verified.results if checked.verified else ()
    return GoldenRun(
        checked=checked,
        unsaid=script.unsaid,
        known=recording.digests | script.calls,
        judged=recording.accepted,
        results={result.obligation_id: result for result in results},
    )


def lean_state(case: GoldenCase, without: Without | None) -> LeanState:
    return without.lean if without is not None and without.lean is not None else case.lean


def in_a_word(result: LocalResult) -> str:
    """A local result as case files name it."""
    match result:
        case Inconclusive(reason=reason):
            return reason.value
        case Refuted(form=form):
            return form.value
        case _:
            return "passed"
