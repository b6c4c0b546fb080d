"""The index page of many checked proofs: a row a proof, sortable, printable, in one file.

A proof that was not read, not finished or failed has a row without a verdict; only supported steps
count as covered.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.records.wording import counted, failure_words, one_line, verdict_words
from faithsieve.web.evidence_page import render
from faithsieve.web.page_assets import page_assets

OPEN, FAILED, UNREAD = "open", "failed", "unread"
KINDS = {
    VerdictKind.FIRST_ERROR.value: "with a first error",
    VerdictKind.RISKY_STEP.value: "with a risky step",
    VerdictKind.UNDECIDED.value: "undecided",
    UNREAD: "not read",
    FAILED: "failed",
    OPEN: "not finished",
    VerdictKind.NO_ERROR_FOUND.value: "without an error found",
}
"""Every kind of row in words; what needs a look comes first."""


class IndexRow(NamedTuple):
    name: str
    file: str
    kind: str = UNREAD
    """The kind of its verdict, or why it has none."""
    words: str = "not read"
    steps: int = 0
    supported: int | None = None
    """Steps with evidence for them; None for methods that only name a label."""
    step: str = ""
    """The text of the step that the verdict names."""
    problem: str = ""
    """The reason for the verdict, or what went wrong."""
    line: int | None = None
    """Where the named step begins in the file."""
    tokens: int = 0
    cost_usd: float | None = None
    link: str = ""
    """The evidence page, as a relative address."""

    @classmethod
    def of(
        cls, proof: LabelledProof, result: ProblemResult | None, *, file: str, link: str
    ) -> "IndexRow":
        """Build the row of one proof from its result."""
        row = cls(name=proof.id, file=file, steps=len(proof.proof.steps), link=link)
        if result is None:
            return row._replace(kind=OPEN, words="not finished")
        row = row._replace(tokens=result.cost.usage.total, cost_usd=result.cost.cost_usd)
        if result.verdict is None:
            said = failure_words(result.failure) if result.failure else ""
            return row._replace(kind=FAILED, words="failed", problem=said)
        return _judged(row, proof, result.verdict)

    @property
    def coverage(self) -> float:
        """The share of steps that are supported."""
        return (self.supported or 0) / self.steps if self.steps else 0.0

    @property
    def has_verdict(self) -> bool:
        return self.kind not in (OPEN, FAILED, UNREAD)

    @property
    def rank(self) -> int:
        """The row's sort key by verdict."""
        return list(KINDS).index(self.kind)


def _judged(row: IndexRow, proof: LabelledProof, verdict: Verdict) -> IndexRow:
    statuses = [finding.status for finding in verdict.steps]
    step = verdict.label if isinstance(verdict.label, int) else None
    place = proof.origin.place_of(step) if proof.origin and step else None
    return row._replace(
        kind=verdict.kind.value,
        words=verdict_words(verdict).capitalize(),
        supported=statuses.count(StepStatus.SUPPORTED) if statuses else None,
        step=proof.proof.steps[step - 1].text if step else "",
        problem="" if verdict.kind is VerdictKind.NO_ERROR_FOUND else verdict.rationale,
        line=place.line if place else None,
    )


def row_words(row: IndexRow) -> str:
    """Write a row for a terminal: the verdict and where, or why there is none and what to do."""
    if not row.has_verdict:
        why = f": {one_line(row.problem, 480)}" if row.problem else ""
        return f"{row.name}: {row.words}{why}"
    is_known = row.supported is not None
    covered = f", {row.supported} of {counted(row.steps, 'step')} supported" if is_known else ""
    place = f" ({row.file}:{row.line})" if row.line else ""
    return f"{row.name}: {row.words[0].lower()}{row.words[1:]}{place}{covered}"


def render_index_page(rows: Sequence[IndexRow], *, title: str) -> str:
    """Write the index as one self-contained page."""
    costs = [row.cost_usd for row in rows if row.cost_usd is not None]
    found = Counter(row.kind for row in rows)
    return render(
        "index.html",
        rows=rows,
        title=title,
        counts=[(kind, words, found[kind]) for kind, words in KINDS.items() if found[kind]],
        tokens=sum(row.tokens for row in rows),
        cost_usd=sum(costs) if costs else None,
        assets=page_assets("index.js"),
    )
