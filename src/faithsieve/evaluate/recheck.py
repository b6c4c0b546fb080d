"""Compile every cited Lean statement and proof again: evidence is what anyone can re-run (law 3).

A verdict cites artifacts by digest. Statements are frozen and accepted proofs judged anew by a
judge that remembers nothing, and, on request, proofs are checked by a second backend as plain
source text, once the doctor has admitted it (``lean/doctor.py``). An artifact that is cited and not
there counts as a difference; a Lean that does not answer does not.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from pydantic import Field, ValidationError

from faithsieve.errors import InputError, LeanUnavailableError
from faithsieve.lean.caching_judge import PROOF, STATEMENT, StoredProof, read_proof_artifact
from faithsieve.lean.doctor import BackendAdmission
from faithsieve.lean.protocol import LeanChecker, StatementJudge
from faithsieve.lean.signature import goal_source
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.lean import (
    FrozenStatement,
    LeanStatus,
    Polarity,
    ProofJudgement,
    RefusedStatement,
)
from faithsieve.records.verdict import Verdict
from faithsieve.store.run_store import RunStore

ALLOWED_AXIOMS = frozenset({"propext", "Classical.choice", "Quot.sound"})


class RecheckOutcome(StrEnum):
    """What compiling again showed."""

    SAME = "same"
    """Lean accepts the same proof of the same goal."""
    DIFFERENT = "different"
    """Lean says something else now, or the artifact is gone or damaged."""
    UNKNOWN = "unknown"
    """Lean gave no answer; nothing is known."""


class Citation(Record):
    """One artifact and the problems whose verdicts cite it."""

    key: Digest
    """The artifact."""
    problems: tuple[str, ...]
    """Who cites it."""


class Rechecked(Record):
    """One cited proof, compiled again on one backend."""

    citation: Citation
    """What was cited, and by whom."""
    backend: str
    """Which Lean was asked."""
    agreement: RecheckOutcome
    """What it showed."""
    polarity: Polarity | None = None
    """Which goal the proof is about."""
    statement: str = ""
    """The statement, as one signature."""
    detail: str = ""
    """What differs, in words."""
    seconds: float = Field(default=0.0, ge=0)
    """How long Lean took."""
    admission: BackendAdmission | None = None
    """Why a second backend was asked; none where our own judge was."""


class SecondBackend(NamedTuple):
    """A backend that is not our judge, and that it was let in."""

    lean: LeanChecker
    admission: BackendAdmission


def citations(verdicts: Iterable[tuple[str, Verdict]]) -> tuple[Citation, ...]:
    """Every artifact that some verdicts cite, in the order of their first mention."""
    by_key: dict[Digest, list[str]] = {}
    for problem, verdict in verdicts:
        evidence = (item for step in verdict.steps for item in step.evidence)
        for key in dict.fromkeys((*verdict.artifacts, *(k for e in evidence for k in e.artifacts))):
            by_key.setdefault(key, []).append(problem)
    return tuple(Citation(key=key, problems=tuple(ids)) for key, ids in by_key.items())


async def recheck(
    cited: Iterable[Citation],
    *stores: RunStore,
    judge: StatementJudge,
    second: SecondBackend | None = None,
    timeout_s: float = 60.0,
) -> AsyncIterator[Rechecked]:
    """Compile every cited proof again; model calls are cited too and are passed over.

    Args:
        cited: What the verdicts cite.
        stores: Where the artifacts are: the run's store, then that of a run it replays.
        judge: A judge that asks Lean every time.
        second: A second backend for the same proofs, as source text.
        timeout_s: Seconds for each proof and backend.
    """
    for citation in cited:
        try:
            kept = await _find(citation.key, stores)
        except ValidationError as error:
            yield _different(citation, "store", f"the artifact is damaged: {error.errors()[0]}")
            continue
        match kept:
            case StoredProof():
                yield await _judge_again(citation, kept, judge, timeout_s)
                if second is not None:
                    yield await _check_again(citation, kept, second, timeout_s)
            case FrozenStatement():
                yield await _freeze_again(citation, kept, judge, timeout_s)
            case None if not await _is_call(citation.key, stores):
                yield _different(citation, "store", "the artifact is cited but not in the store")
            case None:
                # A model call: nothing to compile.
                pass


async def _find(key: Digest, stores: Sequence[RunStore]) -> StoredProof | FrozenStatement | None:
    for store in stores:
        proof = await store.find_artifact(PROOF, key)
        if proof is not None:
            return read_proof_artifact(proof)
        statement = await store.find_artifact(STATEMENT, key)
        if statement is not None:
            return FrozenStatement.model_validate_json(statement.result)
    return None


async def _is_call(key: Digest, stores: Sequence[RunStore]) -> bool:
    return any([await store.find(key) is not None for store in stores])


def _different(citation: Citation, backend: str, detail: str) -> Rechecked:
    return Rechecked(
        citation=citation, backend=backend, agreement=RecheckOutcome.DIFFERENT, detail=detail
    )


async def _freeze_again(
    citation: Citation, statement: FrozenStatement, judge: StatementJudge, timeout_s: float
) -> Rechecked:
    """A statement that a probe or the gate objected to: does it still say the same?"""
    known = {"citation": citation, "backend": "judge", "statement": statement.text}
    try:
        again = await judge.freeze(statement.text, timeout_s=timeout_s)
    except LeanUnavailableError as error:
        return Rechecked(**known, agreement=RecheckOutcome.UNKNOWN, detail=str(error))
    agreement, detail = _compare_statements(statement, again)
    return Rechecked(**known, agreement=agreement, detail=detail)


def _compare_statements(
    before: FrozenStatement, now: FrozenStatement | RefusedStatement
) -> tuple[RecheckOutcome, str]:
    if isinstance(now, RefusedStatement):
        is_open = now.verdict == "inconclusive"
        return (
            RecheckOutcome.UNKNOWN if is_open else RecheckOutcome.DIFFERENT
        ), f"refused: {now.reason}"
    if now.type_digest != before.type_digest:
        return RecheckOutcome.DIFFERENT, f"now it says {now.type_text}"
    return RecheckOutcome.SAME, ""


async def _judge_again(
    citation: Citation, proof: StoredProof, judge: StatementJudge, timeout_s: float
) -> Rechecked:
    known = {
        "citation": citation,
        "backend": "judge",
        "polarity": proof.judgement.polarity,
        "statement": proof.statement.text,
    }
    try:
        frozen = await judge.freeze(proof.statement.text, timeout_s=timeout_s)
        agreement, detail = _compare_statements(proof.statement, frozen)
        if agreement is not RecheckOutcome.SAME or isinstance(frozen, RefusedStatement):
            return Rechecked(**known, agreement=agreement, detail=detail)
        (now,) = await judge.judge_first(
            frozen,
            (proof.judgement.body,),
            polarity=proof.judgement.polarity,
            timeout_s=timeout_s,
        )
    except LeanUnavailableError as error:
        return Rechecked(**known, agreement=RecheckOutcome.UNKNOWN, detail=str(error))
    agreement, detail = _compare(proof.judgement, now)
    return Rechecked(**known, agreement=agreement, detail=detail, seconds=now.seconds)


def _compare(before: ProofJudgement, now: ProofJudgement) -> tuple[RecheckOutcome, str]:
    if now.is_accepted and now.goal_digest == before.goal_digest:
        return RecheckOutcome.SAME, ""
    if now.is_accepted:
        return RecheckOutcome.DIFFERENT, f"it proves another goal: {now.goal_text}"
    if now.verdict == "inconclusive":
        return RecheckOutcome.UNKNOWN, f"{now.reason}: {now.detail}"
    return RecheckOutcome.DIFFERENT, f"{now.reason}: {now.detail}"


async def _check_again(
    citation: Citation, proof: StoredProof, second: SecondBackend, timeout_s: float
) -> Rechecked:
    known = {
        "citation": citation,
        "polarity": proof.judgement.polarity,
        "statement": proof.statement.text,
        "admission": second.admission,
    }
    try:
        source = goal_source(proof.statement.text, proof.judgement.body, proof.judgement.polarity)
    except InputError as error:
        return Rechecked(
            **known, backend="second", agreement=RecheckOutcome.UNKNOWN, detail=str(error)
        )
    report = await second.lean.check(source, timeout_s=timeout_s)
    strangers = sorted(set(report.axioms) - ALLOWED_AXIOMS)
    match report.status:
        case LeanStatus.OK if not report.has_sorry and not strangers:
            agreement, detail = RecheckOutcome.SAME, ""
        case LeanStatus.OK:
            rests = "sorry" if report.has_sorry else ", ".join(strangers)
            agreement, detail = RecheckOutcome.DIFFERENT, f"there it rests on {rests}"
        case LeanStatus.ERROR:
            errors = [m.text for m in report.messages if m.severity == "error"]
            agreement, detail = RecheckOutcome.DIFFERENT, (errors or ["rejected"])[0][:500]
        case _:
            agreement, detail = RecheckOutcome.UNKNOWN, f"{report.status.value}: {report.detail}"
    return Rechecked(
        **known,
        backend=report.backend,
        agreement=agreement,
        detail=detail,
        seconds=report.elapsed_s,
    )
