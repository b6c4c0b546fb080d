"""Label audit: rows of a benchmark whose gold label deserves a second look.

It looks at the dataset alone (steps that hide another heading, a claim that code refutes before the
gold step) and, given another dataset, at the same proofs there: after the steps are laid over each
other, a label that should have moved with its step and did not is a *renumbering slip*; any other
difference is a *relabelling*. Nothing is changed: a finding is a question to a person. The same
proof twice in one dataset is what ``datasets/validation.py`` finds.

Copies of a proof differ in step headings, punctuation and white space, and a preparation may have
merged or split steps. Letters and digits are what stays; two copies that agree in them are the same
proof, and every place in one has a place in the other.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from pydantic import Field

from faithsieve.datasets import Dataset
from faithsieve.datasets.strict_json import shown
from faithsieve.evaluate.tables import Table, clean, show
from faithsieve.records.base import Record
from faithsieve.records.proof import Label, LabelledProof, Proof
from faithsieve.records.wording import counted
from faithsieve.symbolic.lint import lint_proof

_HEADING = re.compile(r"\A[\s*_#]*(?:step\s+\d+|\(?\d{1,3}[.)])[\s*_]*[:.)]?(?=[\s*_]|\Z)", re.I)
_SIMILAR = 0.9
"""Copies below this are different proofs of one problem."""

# A heading in the middle of a step: somebody joined two steps.
_INNER_HEADING = re.compile(r"(?:\n|[.:;]\s)[\s*_#]*step\s+(\d+)\s*[:.]", re.IGNORECASE)


# ---- steps of one copy over the steps of another


class Alignment(NamedTuple):
    """How the steps of a source proof lie over those of a copy."""

    steps: tuple[int | None, ...]
    """For each source step, the copy's step that holds its beginning; None where it is gone."""
    same_cuts: bool
    """Whether both proofs are cut into steps at the same places."""
    similarity: float
    """1.0 where the texts agree letter by letter."""


def skeleton(text: str) -> str:
    """Return the letters and digits of a text, without case and without a leading step heading."""
    return "".join(c for c in _HEADING.sub("", text).casefold() if c.isalnum())


def skeletons(proof: Proof) -> list[str]:
    return [skeleton(step.text) for step in proof.steps]


def align(source: Proof, copy: Proof) -> Alignment | None:
    """Align the steps of a source proof with a copy; None if they are different proofs."""
    ours, theirs = skeletons(source), skeletons(copy)
    whole, other = "".join(ours), "".join(theirs)
    if not whole or not other:
        return None
    if whole == other:
        return _aligned(ours, theirs, {}, similarity=1.0)
    matcher = SequenceMatcher(None, whole, other, autojunk=False)
    # Both bounds are cheap and rule most pairs out before the slow comparison.
    if matcher.real_quick_ratio() < _SIMILAR or matcher.quick_ratio() < _SIMILAR:
        return None
    similarity = matcher.ratio()
    if similarity < _SIMILAR:
        return None
    return _aligned(ours, theirs, _places(matcher), similarity=similarity)


def _places(matcher: "SequenceMatcher[str]") -> dict[int, int]:
    """Map each matching character of the first text to its position in the second."""
    return {
        block.a + offset: block.b + offset
        for block in matcher.get_matching_blocks()
        for offset in range(block.size)
    }


def _aligned(
    ours: Sequence[str], theirs: Sequence[str], places: dict[int, int], *, similarity: float
) -> Alignment:
    starts = [0, *accumulate(map(len, ours))]
    cuts = [0, *accumulate(map(len, theirs))]
    total = cuts[-1]

    def place_of(step: int) -> int | None:
        span = range(starts[step], starts[step + 1])
        found = (places.get(at) if places else at for at in span)
        return next((at for at in found if at is not None), None)

    def step_at(at: int | None) -> int | None:
        return None if at is None or at >= total else bisect_right(cuts, at)

    steps = tuple(step_at(place_of(step)) for step in range(len(ours)))
    return Alignment(steps, steps == tuple(range(1, len(theirs) + 1)), similarity)


# ---- the audit


class LabelRule(StrEnum):
    """What a finding is about, the most telling first."""

    RENUMBERING_SLIP = "renumbering-slip"
    """Steps were merged or split before the labelled one, and the number was not changed."""
    REFUTED_BEFORE_GOLD = "refuted-before-gold"
    """Code refutes a claim in a step the label calls sound."""
    RELABELLED = "relabelled"
    """The other dataset labels the same proof differently."""
    MERGED_STEP = "merged-step"
    """A step up to the labelled one holds the heading of another step."""


class LabelFinding(Record):
    """One row that deserves a second look."""

    id: str
    """The row."""
    rule: LabelRule
    """What it is about."""
    gold: Label | None
    """The row's label."""
    suggested: Label | None = None
    """The label the evidence points to, where it points to one."""
    other: str | None = None
    """The other row it was compared with."""
    message: str
    """What was found."""


class LabelAudit(Record):
    rows: int = Field(ge=0)
    """Rows looked at."""
    matched: int | None = None
    """Rows whose proof is in the other dataset; None when there was no other."""
    agreeing: int | None = None
    """Matched rows whose labels agree after the steps were laid over each other."""
    unfinished: tuple[str, ...] = ()
    """Rows whose claims were not all read within the time limit."""
    findings: tuple[LabelFinding, ...]
    """The findings, the most telling rules first."""


class _Match(NamedTuple):
    row: LabelledProof
    other: LabelledProof
    alignment: Alignment


def audit_labels(dataset: Dataset, *, against: Dataset | None = None) -> LabelAudit:
    """Find rows whose gold label may be wrong.

    Args:
        against: Another one that may hold the same proofs, such as the first one's source.
    """
    refuted, unfinished = _refuted_before_gold(dataset.proofs)
    findings = [*_merged(dataset.proofs), *refuted]
    matches = list(_matches(dataset.proofs, against.proofs)) if against else None
    if matches is not None:
        findings += [found for match in matches if (found := _compare(match)) is not None]
    differing = {LabelRule.RENUMBERING_SLIP, LabelRule.RELABELLED}
    order = list(LabelRule)
    return LabelAudit(
        rows=len(dataset.proofs),
        matched=None if matches is None else len(matches),
        agreeing=None
        if matches is None
        else len(matches) - sum(finding.rule in differing for finding in findings),
        unfinished=unfinished,
        findings=tuple(sorted(findings, key=lambda finding: order.index(finding.rule))),
    )


def _merged(rows: Iterable[LabelledProof]) -> Iterator[LabelFinding]:
    for row in rows:
        last = row.gold if isinstance(row.gold, int) else len(row.proof.steps)
        for step in row.proof.steps[:last]:
            heading = _INNER_HEADING.search(step.text)
            if heading:
                yield LabelFinding(
                    id=row.id,
                    rule=LabelRule.MERGED_STEP,
                    gold=row.gold,
                    message=f"step {step.index} also holds the heading of a step {heading[1]}",
                )


def _refuted_before_gold(
    rows: Iterable[LabelledProof],
) -> tuple[list[LabelFinding], tuple[str, ...]]:
    found: list[LabelFinding] = []
    unfinished: list[str] = []
    for row in rows:
        if row.gold is None:
            continue
        report = lint_proof(row.proof)
        if not report.complete:
            unfinished.append(row.id)
        sound = row.gold - 1 if isinstance(row.gold, int) else len(row.proof.steps)
        early = next((f for f in report.refuted if f.step <= sound), None)
        if early is not None:
            message = f"step {early.step} states {shown(early.claim, 80)}: {early.message}"
            found.append(
                LabelFinding(
                    id=row.id,
                    rule=LabelRule.REFUTED_BEFORE_GOLD,
                    gold=row.gold,
                    suggested=early.step,
                    message=message,
                )
            )
    return found, tuple(unfinished)


def _matches(rows: Iterable[LabelledProof], others: Iterable[LabelledProof]) -> Iterator[_Match]:
    """Pair each row with the same proof, or the most similar one of the same problem."""
    by_problem: dict[str, list[LabelledProof]] = {}
    by_proof: dict[str, list[LabelledProof]] = {}
    for other in others:
        by_problem.setdefault(skeleton(other.proof.problem), []).append(other)
        by_proof.setdefault("".join(skeletons(other.proof)), []).append(other)
    for row in rows:
        # The same letters are the same proof, however its problem is worded there.
        same = by_proof.get("".join(skeletons(row.proof)), [])
        best = _best(row, same or by_problem.get(skeleton(row.proof.problem), []))
        if best is not None:
            yield best


def _best(row: LabelledProof, candidates: Sequence[LabelledProof]) -> _Match | None:
    matches = [
        _Match(row, other, alignment)
        for other in candidates
        if (alignment := align(other.proof, row.proof)) is not None
    ]
    return max(matches, key=lambda match: match.alignment.similarity, default=None)


def _expected(gold: Label, alignment: Alignment) -> Label | None:
    """Map a source label to the copy's steps; None where its step is gone."""
    return gold if gold == "correct" else alignment.steps[gold - 1]


def _compare(match: _Match) -> LabelFinding | None:
    row, other = match.row, match.other
    if row.gold is None or other.gold is None:
        return None
    expected = _expected(other.gold, match.alignment)
    if expected == row.gold:
        return None
    slipped = not match.alignment.same_cuts and row.gold == other.gold
    there = f"{shown(other.id)} labels the same proof {other.gold!r}"
    if slipped:
        message = (
            f"{there}; its steps are cut differently here, so that step {other.gold} there is "
            f"step {expected} here, but the number was kept"
        )
    else:
        message = f"{there}, which is {expected!r} in this cut"
    return LabelFinding(
        id=row.id,
        rule=LabelRule.RENUMBERING_SLIP if slipped else LabelRule.RELABELLED,
        gold=row.gold,
        suggested=expected,
        other=other.id,
        message=message,
    )


def label_audit_table(audit: LabelAudit) -> Table:
    compared = (
        "" if audit.matched is None else f"; {audit.agreeing} of {audit.matched} matches agree"
    )
    late = (
        f"; {counted(len(audit.unfinished), 'row')} not read to the end" if audit.unfinished else ""
    )
    return Table(
        title=f"{counted(len(audit.findings), 'finding')} in {counted(audit.rows, 'row')}"
        f"{compared}{late}",
        columns=("id", "rule", "gold", "suggested", "what was found"),
        rows=tuple(
            (
                show(finding.id),
                finding.rule.value,
                show(finding.gold),
                show(finding.suggested),
                clean(finding.message, limit=200),
            )
            for finding in audit.findings
        ),
    )
