"""What a run scored: every metric of the paper and its neighbours, from counts (§2.1, app. F.6).

An incorrect proof is the positive class. A problem that failed has no label: it is never a wrong
answer and never a right one, it is counted apart by kind, and it stays in the denominator of every
accuracy ``over all rows``. So does a proof that was left undecided, which is no failure either,
and one that is still open because the run was stopped before its turn.
Rows without a gold label are counted and otherwise left out. Where the text says *answered*,
failures and undecided proofs are outside, and the field says so.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from pydantic import Field

from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.records.base import Record
from faithsieve.records.run import FailureKind, ProblemResult
from faithsieve.records.verdict import VerdictKind


class ProblemOutcome(StrEnum):
    """What became of a problem."""

    EXACT = "exact"
    """The gold label."""
    WRONG_PLACE = "wrong-place"
    """Rightly called incorrect, at another step."""
    FALSE_POSITIVE = "false-positive"
    """A correct proof called incorrect."""
    FALSE_NEGATIVE = "false-negative"
    """An incorrect proof called correct."""
    UNDECIDED = "undecided"
    """The method abstained; neither right nor wrong."""
    FAILED = "failed"
    """No answer; not a wrong one."""
    OPEN = "open"
    """Not judged yet."""
    UNLABELLED = "unlabelled"
    """An answer without a gold label to compare it with."""


class Confusion(Record):
    """Answered rows by verdict; positive means incorrect (paper app. F.6).

    Audits count edge units in the same cells: positive is a wrong unit, flagged is a selected one.
    """

    tp: int = Field(ge=0)
    """Incorrect proofs flagged as incorrect, at whatever step."""
    tn: int = Field(ge=0)
    """Correct proofs accepted."""
    fp: int = Field(ge=0)
    """Correct proofs flagged as incorrect."""
    fn: int = Field(ge=0)
    """Incorrect proofs accepted as correct."""

    @property
    def precision(self) -> Rate:
        return rate_of(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Rate:
        return rate_of(self.tp, self.tp + self.fn)

    @property
    def false_positive_rate(self) -> Rate:
        return rate_of(self.fp, self.fp + self.tn)

    @property
    def false_negative_rate(self) -> Rate:
        return rate_of(self.fn, self.fn + self.tp)


class ErrorDecomposition(Record):
    """Answered rows that miss the exact label, by the way they miss it (paper app. F.6)."""

    false_positives: int = Field(ge=0)
    """Correct proofs flagged as incorrect."""
    false_negatives: int = Field(ge=0)
    """Incorrect proofs accepted as correct."""
    wrong_place: int = Field(ge=0)
    """Incorrect proofs flagged as incorrect, but at another step than the gold one."""

    @property
    def total(self) -> int:
        return self.false_positives + self.false_negatives + self.wrong_place


class DistanceCount(Record):
    """How often the predicted step was this far from the gold one."""

    distance: int
    """Predicted minus gold step: negative is early, positive is late, 0 is exact."""
    count: int = Field(ge=1)
    """How many rows."""


class StepDistances(Record):
    """Where the predicted step stands, over rows where gold and prediction both name one."""

    distances: tuple[DistanceCount, ...]
    """The signed distances in rising order."""
    early: Rate
    """Share of these rows where the predicted step is before the gold one."""
    late: Rate
    """Share of these rows where the predicted step is behind the gold one."""
    mean_absolute: float | None
    """Mean size of the distance in steps, exact hits included; None without such rows."""


class FailureCount(Record):
    kind: FailureKind
    """Why there is no answer."""
    count: int = Field(ge=1)
    """How many rows."""


class Metrics(Record):
    rows: int = Field(ge=0)
    """All rows of the run."""
    unlabelled: int = Field(ge=0)
    """Rows without a gold label; no other field below ``coverage`` counts them."""
    coverage: Rate
    """Share of all rows that were answered with a label."""
    abstention: Rate
    """Share of all rows that were left undecided."""
    open: int = Field(default=0, ge=0)
    """Rows asked for that are not judged yet; no score over all rows leaves them out."""
    failures: tuple[FailureCount, ...]
    """Rows that failed, by kind, the most frequent first."""
    exact: Rate
    """Prediction equals gold label, over all labelled rows; no answer counts against it."""
    binary: Rate
    """Prediction and gold agree on correct or incorrect, over all labelled rows, as above."""
    exact_answered: Rate
    """Selective accuracy: as ``exact``, over the labelled rows that were answered."""
    binary_answered: Rate
    """As ``binary``, over the labelled rows that were answered."""
    confusion: Confusion
    """Verdicts of the labelled rows that were answered."""
    false_positive_rate: Rate
    """FP / (FP + TN): correct proofs flagged, among the correct ones that were answered."""
    false_negative_rate: Rate
    """FN / (FN + TP): incorrect proofs accepted, among the incorrect ones that were answered."""
    errors: ErrorDecomposition
    """The exact errors of the answered rows, by kind."""
    exact_on_incorrect: Rate
    """Exact hits over all incorrect proofs; no answer counts against it."""
    exact_on_correct: Rate
    """Accepted proofs over all correct proofs; no answer counts against it."""
    processbench_f1: float | None
    """Harmonic mean of the two rates above; None unless both classes have rows."""
    balanced_accuracy: float | None
    """Hard2Verify: mean of the shares of incorrect proofs flagged (at any step) and of correct
    proofs accepted, over all labelled rows; None unless both classes have rows."""
    balanced_f1: float | None
    """Hard2Verify: harmonic mean of the same two shares."""
    localization: StepDistances
    """How far the predicted step is from the gold one."""
    risky: Rate
    """Exact hits among labelled rows whose verdict only names a risky step, without evidence."""

    @property
    def failed(self) -> int:
        """Rows that were judged and have neither an answer nor an abstention."""
        return self.coverage.total - self.coverage.hits - self.abstention.hits - self.open


class GroupMetrics(Record):
    group: str
    """The group's name."""
    metrics: Metrics
    """Its scores."""


class RunMetrics(Record):
    overall: Metrics
    """All rows."""
    groups: tuple[GroupMetrics, ...] = ()
    """Each group in order of first appearance; empty when there are fewer than two."""


def measure_run(results: Iterable[ProblemResult]) -> RunMetrics:
    rows = list(results)
    by_group: dict[str, list[ProblemResult]] = {}
    for row in rows:
        by_group.setdefault(row.group or "(no group)", []).append(row)
    groups = tuple(
        GroupMetrics(group=name, metrics=measure(members)) for name, members in by_group.items()
    )
    return RunMetrics(overall=measure(rows), groups=groups if len(groups) > 1 else ())


def metric_key(row: ProblemResult) -> tuple[object, ...]:
    """Return the fields of a result that metrics read, as a key of equal results."""
    failure = row.failure and row.failure.kind
    return (row.group, row.gold, row.label, row.verdict and row.verdict.kind, failure)


def measure(results: Iterable[ProblemResult]) -> Metrics:
    rows = list(results)
    labelled = [row for row in rows if row.gold is not None]
    answered = [row for row in labelled if row.label is not None]
    incorrect = [row for row in labelled if row.gold != "correct"]
    correct = [row for row in labelled if row.gold == "correct"]
    confusion = count_confusion((r.gold != "correct", r.label != "correct") for r in answered)
    found_wrong, found_correct = _share(incorrect, is_exact), _share(correct, is_exact)
    called_wrong, called_correct = (_share(of, is_binary_right) for of in (incorrect, correct))
    risky = [row for row in answered if row.verdict and row.verdict.kind is VerdictKind.RISKY_STEP]
    return Metrics(
        rows=len(rows),
        unlabelled=len(rows) - len(labelled),
        coverage=rate_of(sum(row.label is not None for row in rows), len(rows)),
        abstention=rate_of(sum(row.is_undecided for row in rows), len(rows)),
        open=sum(row.is_open for row in rows),
        failures=count_failures(rows),
        exact=_share(labelled, is_exact),
        binary=_share(labelled, is_binary_right),
        exact_answered=_share(answered, is_exact),
        binary_answered=_share(answered, is_binary_right),
        confusion=confusion,
        false_positive_rate=confusion.false_positive_rate,
        false_negative_rate=confusion.false_negative_rate,
        errors=decompose_errors(answered),
        exact_on_incorrect=found_wrong,
        exact_on_correct=found_correct,
        processbench_f1=harmonic_mean(found_wrong, found_correct),
        balanced_accuracy=_mean(called_wrong, called_correct),
        balanced_f1=harmonic_mean(called_wrong, called_correct),
        localization=measure_distances(answered),
        risky=_share(risky, is_exact),
    )


def is_exact(row: ProblemResult) -> bool:
    """Return whether the answer is the gold label; a failure or an abstention is not."""
    return row.label is not None and row.label == row.gold


def is_binary_right(row: ProblemResult) -> bool:
    """Return whether the answer agrees with gold on correct or incorrect; others do not."""
    return row.label is not None and (row.label == "correct") == (row.gold == "correct")


def outcome_of(row: ProblemResult) -> ProblemOutcome:
    if row.is_open:
        return ProblemOutcome.OPEN
    if row.is_undecided:
        return ProblemOutcome.UNDECIDED
    if row.label is None:
        return ProblemOutcome.FAILED
    if row.gold is None:
        return ProblemOutcome.UNLABELLED
    if is_exact(row):
        return ProblemOutcome.EXACT
    if is_binary_right(row):
        return ProblemOutcome.WRONG_PLACE
    if row.gold == "correct":
        return ProblemOutcome.FALSE_POSITIVE
    return ProblemOutcome.FALSE_NEGATIVE


def count_confusion(pairs: Iterable[tuple[bool, bool]]) -> Confusion:
    """Count (actual, predicted) pairs into a confusion matrix."""
    cells = Counter(pairs)
    return Confusion(
        tp=cells[True, True],
        tn=cells[False, False],
        fp=cells[False, True],
        fn=cells[True, False],
    )


def decompose_errors(answered: Iterable[ProblemResult]) -> ErrorDecomposition:
    found = Counter(map(outcome_of, answered))
    return ErrorDecomposition(
        false_positives=found[ProblemOutcome.FALSE_POSITIVE],
        false_negatives=found[ProblemOutcome.FALSE_NEGATIVE],
        wrong_place=found[ProblemOutcome.WRONG_PLACE],
    )


def measure_distances(answered: Iterable[ProblemResult]) -> StepDistances:
    found = Counter(
        row.label - row.gold
        for row in answered
        if isinstance(row.label, int) and isinstance(row.gold, int)
    )
    total = found.total()
    return StepDistances(
        distances=tuple(DistanceCount(distance=d, count=found[d]) for d in sorted(found)),
        early=rate_of(sum(count for d, count in found.items() if d < 0), total),
        late=rate_of(sum(count for d, count in found.items() if d > 0), total),
        mean_absolute=sum(abs(d) * n for d, n in found.items()) / total if total else None,
    )


def count_failures(rows: Iterable[ProblemResult]) -> tuple[FailureCount, ...]:
    """Count failures by kind, the most frequent first."""
    kinds = Counter(row.failure.kind for row in rows if row.failure and row.label is None)
    return tuple(FailureCount(kind=kind, count=count) for kind, count in kinds.most_common())


def _share(rows: Sequence[ProblemResult], claim: Callable[[ProblemResult], bool]) -> Rate:
    return rate_of(sum(claim(row) for row in rows), len(rows))


def harmonic_mean(first: Rate, second: Rate) -> float | None:
    """F1 of two rates; None where one was asked of no row."""
    if first.value is None or second.value is None:
        return None
    total = first.value + second.value
    return 2 * first.value * second.value / total if total else 0.0


def _mean(first: Rate, second: Rate) -> float | None:
    if first.value is None or second.value is None:
        return None
    return (first.value + second.value) / 2
