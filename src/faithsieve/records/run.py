"""What a benchmark run leaves behind: a manifest, one result or one failure a problem."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.cost import Cost
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label
from faithsieve.records.verdict import Verdict, VerdictKind


class RunManifest(Record):
    """Everything that decides what a run computes; two runs with equal digests ask the same."""

    method: str
    """The method's name, such as ``direct``."""
    model: str
    """The model's identity as it enters cache keys."""
    dataset: str
    """The dataset file's name."""
    dataset_digest: Digest
    """The hash of the proofs and labels that were loaded."""
    problems: int = Field(ge=0)
    """How many proofs the run covers."""
    settings: str
    """The resolved settings as canonical JSON."""
    prompts: tuple[str, ...] = ()
    """``id@version:digest`` of every prompt file the method may use."""
    lean: str = ""
    """The fingerprint of the Lean that judges; empty for methods that ask none."""
    replays: str = ""
    """``RUN@DIGEST`` of the run whose answers an ablation replays; empty for other runs."""
    versions: tuple[str, ...] = ()
    """``name==version`` of FaithSieve, Python and the libraries that matter."""


class FailureKind(StrEnum):
    """Why a problem has no label; never a wrong answer, always in the denominator."""

    PARSE = "parse_failure"
    PROVIDER = "provider_error"
    REFUSED = "request_refused"
    LEAN = "lean_unavailable"
    INPUT = "input_error"
    CRASH = "crash"


TEMPORARY_FAILURES = frozenset({FailureKind.PROVIDER, FailureKind.LEAN})
"""Failures that say nothing about the problem; a request that was refused for good is not one."""


class ProblemFailure(Record):
    """One problem that could not be answered."""

    kind: FailureKind
    """The class of the failure."""
    type: str
    """The exception's class name."""
    message: str
    """What happened, in words: the provider's own sentence, and what to do next."""
    status: int | None = None
    """The provider's HTTP status, if it answered with one."""
    request_id: str | None = None
    """The provider's number for the request, for its support."""
    raw_text: str | None = None
    """The reply that could not be parsed, if that was the cause."""
    traceback: str | None = None
    """The traceback, for a crash."""
    cost: Cost = Cost()
    """What was spent before it failed."""

    @property
    def is_temporary(self) -> bool:
        """Whether the failure is temporary, so that the next run tries the problem again."""
        return self.kind in TEMPORARY_FAILURES


class ProblemResult(Record):
    """What a run knows about one problem: a verdict, a failure or neither yet, and its cost."""

    id: str
    """The row's id."""
    gold: Label | None
    """The expert label, if the dataset has one."""
    group: str | None = None
    """The subject or task the row belongs to."""
    verdict: Verdict | None = None
    """The answer, or None after a failure."""
    failure: ProblemFailure | None = None
    """The failure, or None after an answer."""
    seconds: float = Field(default=0.0, ge=0)
    """Wall-clock seconds for this problem."""

    @property
    def label(self) -> Label | None:
        """The predicted label, or None after a failure or when undecided."""
        return self.verdict.label if self.verdict else None

    @property
    def is_undecided(self) -> bool:
        """Whether the method abstained, which is neither an answer nor a failure."""
        return self.verdict is not None and self.verdict.kind is VerdictKind.UNDECIDED

    @property
    def is_open(self) -> bool:
        """Whether the problem was asked for and has no outcome yet."""
        return self.verdict is None and self.failure is None

    @property
    def is_temporary(self) -> bool:
        """Whether the outcome is temporary, so that the next run tries the problem again.

        So it is after a failure of the provider or of Lean, and after an answer that checks which
        failed for want of Lean might have changed.
        """
        if self.failure is not None:
            return self.failure.is_temporary
        return self.verdict is not None and bool(self.verdict.without_lean)

    @property
    def cost(self) -> Cost:
        """The cost of the problem, answered or not."""
        spent = self.verdict or self.failure
        return spent.cost if spent else Cost()
