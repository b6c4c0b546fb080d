"""One proof with everything FaithSieve found out about it: what the evidence page shows (§4.2).

Only the proof and its verdict are needed. Whatever else a run has is added as it is, so that the
same page serves a bare judge, a linted proof and a whole pipeline.
While it is checked, events tell whoever watches what happens.
"""

from enum import StrEnum
from importlib import import_module
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.evidence import Refuted
from faithsieve.records.lean import ProofJudgement
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof, ProofSource
from faithsieve.records.symbolic import LintFinding
from faithsieve.records.verdict import Verdict
from faithsieve.records.verification import VerifiedWindow


class CheckedProof(Record):
    """A proof, its verdict, and the records the verdict was made from."""

    proof: Proof
    """The proof, as given."""
    verdict: Verdict
    """The answer."""
    localization: Localization | None = None
    """Stage one: tree, suspicion and window."""
    verified: VerifiedWindow | None = None
    """Stage two: reviews, obligations and their local results."""
    findings: tuple[LintFinding, ...] = ()
    """What zero-token checks refuted."""
    confirmations: tuple[Refuted, ...] = ()
    """These findings as results, with the Lean proof where Lean confirmed one."""
    judgements: tuple[ProofJudgement, ...] = ()
    """Lean judgements with their messages, found again by the digests that results cite."""
    source: ProofSource | None = None
    """The document the proof was read from, and how it was cut into steps."""
    method: str = ""
    """The method and model that answered, in words."""
    notes: tuple[str, ...] = ()
    """What went wrong on the way and stands in no other record, in words."""

    def _repr_html_(self) -> str:
        """Show the verdict and the steps in a notebook."""
        # By its name: pages are built far above records, and only a notebook asks for one.
        return str(import_module("faithsieve.web.evidence_page").render_notebook(self))

    @model_validator(mode="after")
    def _parts_are_about_this_proof(self) -> Self:
        last = len(self.proof.steps)
        label = self.verdict.label
        if label is not None and not self.proof.has_label(label):
            raise ValueError(f"label {label!r} is not one of the {last} steps")
        named = [finding.index for finding in self.verdict.steps]
        named += [finding.step for finding in self.findings]
        if self.verified is not None:
            named += [unit.step for unit in self.verified.units]
        strangers = sorted({step for step in named if step > last})
        if strangers:
            raise ValueError(f"evidence names steps {strangers}, but the proof has {last}")
        if self.localization is not None and self.localization.proof != self.proof:
            raise ValueError("the localization belongs to another proof")
        return self


class EventKind(StrEnum):
    """What happened."""

    STAGE_BEGAN = "stage_began"
    TREE = "tree"
    WINDOW = "window"
    OBLIGATION = "obligation"
    MODEL_CALL = "model_call"
    LEAN_CHECK = "lean_check"
    PREPARING = "preparing"
    """Something is made ready, once; the detail says what."""
    VERDICT = "verdict"


class Event(Record):
    """One thing that happened while a proof was checked."""

    kind: EventKind
    """What happened."""
    stage: str
    """``lint``, ``localize``, ``verify`` or ``synthesize``; ``lean`` while it is made ready."""
    subject: str = ""
    """The unit, obligation or steps it is about."""
    detail: str = ""
    """What came of it, in words."""
    tokens: int = Field(default=0, ge=0)
    """Tokens it took, for a model call."""
    localization: Localization | None = None
    """The proof as stage one read it, for the event that the tree is there."""
