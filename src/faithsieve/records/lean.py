"""What goes to Lean and what comes back: four-valued, so that silence is never success."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest


class LeanStatus(StrEnum):
    """The four results of a check: only ``ok`` is a positive sign from Lean."""

    OK = "ok"
    """Lean answered, without errors, and knows the named theorem."""
    ERROR = "error"
    """Lean answered and rejected the source."""
    TIMEOUT = "timeout"
    """Lean was stopped by a clock or a heartbeat limit; nothing is known."""
    INFRASTRUCTURE = "infrastructure"
    """No usable answer came: not set up, crashed, garbled, unreachable."""


class LeanSource(Record):
    """One snippet to check."""

    text: str
    """The commands, without imports; the backend adds its header."""
    theorem: str | None = None
    """The declaration whose type and axioms are wanted."""


class LeanMessage(Record):
    """One message of Lean, with 1-based lines and 0-based columns."""

    severity: Literal["error", "warning", "info"]
    """How serious it is."""
    line: int = Field(ge=0)
    """Start line; 0 when the backend gives no position."""
    column: int = Field(ge=0)
    """Start column."""
    text: str
    """The message."""


class LeanGoal(Record):
    """An open goal at an error or a ``sorry``."""

    line: int = Field(ge=0)
    """Where, as a 1-based line; 0 when unknown."""
    column: int = Field(ge=0)
    """Where, as a 0-based column."""
    text: str
    """The goal as Lean prints it."""


class LeanReport(Record):
    """What one backend said about one snippet."""

    status: LeanStatus
    """The result."""
    messages: tuple[LeanMessage, ...] = ()
    """Lean's messages in order."""
    goals: tuple[LeanGoal, ...] = ()
    """Open goals at errors and sorries."""
    theorem_type: str | None = None
    """The elaborated type of the named theorem."""
    axioms: tuple[str, ...] = ()
    """Axioms, or leaves outside the pinned base, that the named theorem depends on."""
    has_sorry: bool = False
    """Whether a sorry was seen in any form."""
    elapsed_s: float = Field(default=0.0, ge=0)
    """Seconds the check took."""
    backend: str
    """Which adapter answered."""
    toolchain: str
    """The fingerprint of the Lean behind it."""
    digest: Digest
    """The key of source, toolchain and options."""
    detail: str = ""
    """For a timeout or an infrastructure failure: what happened."""


class Polarity(StrEnum):
    """Which theorem a proof is about; all but the claim are built from it by code."""

    CLAIM = "claim"
    """The statement itself."""
    NEGATION = "negation"
    """``¬ (∀ x, H x → C x)``: the closed statement is false."""
    CONTRADICTION = "contradiction"
    """``∀ x, H x → ¬ C x``: false wherever its context holds; means nothing if it never does."""
    COUNTEREXAMPLE = "counterexample"
    """``∃ x, H x ∧ ¬ C x``: the inference fails somewhere."""


class SoundnessLayer(StrEnum):
    """The independent checks a proof has to pass, in the order they are made."""

    SCREENING = "screening"
    """Size, depth and characters, before Lean."""
    STATEMENT = "statement"
    """The statement is one signature that elaborates cleanly by itself."""
    POLICY = "policy"
    """Only syntax from the allow-list."""
    ERRORS = "errors"
    """Lean reports no error."""
    SORRY = "sorry"
    """Lean reports no ``sorry``."""
    TARGET = "target"
    """The named declaration exists and is a theorem."""
    LEAVES = "leaves"
    """It rests only on the pinned library, without denied constants."""
    TYPE = "type"
    """Its type is the frozen one."""
    REPLAY = "replay"
    """The kernel accepts every new constant again, into a clean environment."""
    GATE = "gate"
    """Mechanical probes found nothing that makes the statement worthless."""
    BACKEND = "backend"
    """Lean answered at all, bound to this request."""


class StatementFinding(Record):
    """Something suspicious about a statement, found without a model."""

    code: str
    """What kind of thing, such as ``shadowed_binder`` or ``exists_implies``."""
    detail: str = ""
    """Where or which."""


class FrozenBinder(Record):
    """One variable, structure or hypothesis left of a statement's colon, as Lean understood it."""

    name: str
    """Its name; Lean makes one up for an anonymous instance."""
    kind: Literal["explicit", "implicit", "instance"]
    """Which brackets."""
    type: str
    """Its type as Lean prints it."""
    is_prop: bool = False
    """Whether it is a hypothesis."""
    tree: str = ""
    """The type as a tree in JSON (``driver/5_statements.lean``), for code that computes with it."""


class ConclusionPart(Record):
    """One part of what stands right of a statement's colon."""

    letter: Literal["b", "i", "c"]
    """A leading binder, a condition, or something claimed."""
    text: str
    """The part as Lean prints it."""


class FrozenStatement(Record):
    """A statement as Lean understood it; what is proved is checked against its digest."""

    text: str
    """The signature: binders, colon, claim."""
    type_digest: Digest
    """SHA-256 of the elaborated type as a term, not as printed text."""
    type_text: str
    """The elaborated type as Lean prints it."""
    environment: Literal["core", "library", "mathlib"]
    """Core Lean alone, with our library, or with Mathlib."""
    findings: tuple[StatementFinding, ...] = ()
    """What looked suspicious; for the gate to weigh."""
    concludes_false: bool = False
    """Whether the conclusion is ``False``, as when a branch is eliminated."""
    binders: tuple[FrozenBinder, ...] = ()
    """What stands left of the colon, one a name."""
    conclusion: tuple[ConclusionPart, ...] = ()
    """The parts of what stands right of it, in order."""
    conclusion_tree: str = ""
    """All of it as a tree in JSON."""
    toolchain: str
    """The fingerprint of the Lean that read it."""


class RefusedStatement(Record):
    """A statement that cannot be frozen."""

    text: str
    """The text that was offered."""
    verdict: Literal["reject", "inconclusive"]
    """Whether it is unusable, or only means something else than it seems to."""
    reason: str
    """The reason code."""
    layer: SoundnessLayer
    """The check that refused it."""
    detail: str = ""
    """Lean's words, or the construct."""


class ProofVerdict(StrEnum):
    """What ``soundness.py`` says about a proof; only ``accept`` is evidence."""

    ACCEPT = "accept"
    REJECT = "reject"
    INCONCLUSIVE = "inconclusive"


QUARANTINED = "quarantined"
"""The reason code of a proof that would be accepted if its opposite had not been."""


class ProofJudgement(Record):
    """The judgement of one proof of one goal built from one frozen statement."""

    verdict: ProofVerdict
    """Accepted, rejected, or not decided."""
    reason: str = ""
    """The reason code of a rejection or an open end; empty when accepted."""
    layer: SoundnessLayer | None = None
    """The layer that stopped it; none when accepted."""
    detail: str = ""
    """Lean's words, or the construct."""
    polarity: Polarity
    """Which theorem it is about."""
    statement_digest: Digest | None = None
    """The frozen type it belongs to."""
    goal_digest: Digest | None = None
    """The digest of the goal that was built from it."""
    goal_text: str = ""
    """The goal as Lean prints it."""
    body: str = ""
    """The proof."""
    axioms: tuple[str, ...] = ()
    """Of the three classical axioms, those used directly."""
    new_constants: int = Field(default=0, ge=0)
    """How many constants the kernel checked again."""
    messages: tuple[LeanMessage, ...] = ()
    """What Lean said, for the next attempt."""
    stopped_at: int = Field(default=0, ge=0)
    """The line of the tactic that an exception ended, such as a time-out; 0 where not known."""
    seconds: float = Field(default=0.0, ge=0)
    """Seconds that Lean worked on it."""
    heartbeats: int = Field(default=0, ge=0)
    """Thousands of heartbeats it took, which unlike seconds no machine's speed changes."""
    backend: str
    """Which Lean judged."""
    toolchain: str
    """Its fingerprint; trust in library theorems rests on the package it names."""
    digest: Digest
    """The key of everything that decided it."""

    @property
    def is_accepted(self) -> bool:
        """Whether the proof was accepted, and so is evidence."""
        return self.verdict is ProofVerdict.ACCEPT


class ProbeOrder(Record):
    """What the checker said that decides which probes of a statement are worth Lean's time."""

    claims: tuple[int, ...] = ()
    """Parts of the conclusion, counted from 1, that must not hold without any premise."""
    foreign: tuple[int, ...] = ()
    """Premises that no text grants, counted from 1, conditions of the conclusion last."""
    said: tuple[int, ...] = ()
    """Premises that the claim itself says as conditions."""


class StatementProbe(Record):
    """What Lean proved against a frozen statement; nothing found does not mean faithful."""

    findings: tuple[StatementFinding, ...] = ()
    """What was found."""
    seconds: float = 0.0
    """How long Lean worked."""
    detail: str = ""
    """Why Lean did not finish."""


class ModelPart(Record):
    """One variable of a statement in a model."""

    name: str
    """Its name, or the class of an instance."""
    sizes: tuple[int, ...] = ()
    """Sizes of the types its arguments range over; empty for a single value."""
    values: tuple[str, ...] = ()
    """The value, or all values of a table, the last argument changing fastest."""
    kind: str = "value"
    """``type``, ``value``, ``table``, ``relation``, ``set`` or ``family``."""


class FiniteModel(Record):
    """Structures in which the hypotheses hold and the claim fails."""

    parts: tuple[ModelPart, ...]
    """The types and tables, in the order of the statement."""
    body: str
    """A proof of the negated statement from these tables."""

    @property
    def text(self) -> str:
        """The model's variables with their values in one line."""
        shown = (f"{part.name} = {' '.join(part.values)}" for part in self.parts)
        return "; ".join(shown)
