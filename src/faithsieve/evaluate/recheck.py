"""Compile every cited Lean statement and proof again: evidence is what anyone can re-run.

A verdict cites artifacts by digest. Statements are frozen and accepted proofs judged anew by a
judge that remembers nothing, and, on request, proofs are checked by a second backend as plain
source text, once the doctor has admitted it (``lean/doctor.py``). Neither an artifact that is not
in the store nor a Lean that does not answer counts as a difference.
"""

from collections.abc import AsyncIterator, Iterable
from enum import StrEnum
from typing import NamedTuple

from pydantic import Field, ValidationError

from faithsieve.errors import InputError, LeanUnavailableError
from faithsieve.lean.caching_judge import PROOF, STATEMENT, StoredProof, read_proof_artifact
from faithsieve.lean.doctor import STANDARD_AXIOMS, BackendAdmission
from faithsieve.lean.protocol import LeanChecker, StatementJudge
from faithsieve.lean.signature import goal_source
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.lean import (
    FrozenStatement,
    LeanStatus,
    Polarity,
    RefusedStatement,
)
from faithsieve.records.verdict import Verdict
from faithsieve.store.run_store import RunStore


class RecheckOutcome(StrEnum):
    """What compiling again showed."""

    SAME = "same"
    """Lean accepts the same proof of the same goal."""
    DIFFERENT = "different"
    """Lean says something else now, or the artifact is damaged."""
    MISSING = "missing"
    """The artifact is not in this store; nothing is known."""
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
    """A second Lean, and the doctor's decision to admit it."""

    lean: LeanChecker
    admission: BackendAdmission
    environment: str = "library"
    """What it reads statements in."""
    judge: StatementJudge | None = None
    """The judge over the same Lean, for evidence that only Mathlib can read."""


def citations(verdicts: Iterable[tuple[str, Verdict]]) -> tuple[Citation, ...]:
    """Collect the artifacts that the verdicts cite, in the order of their first mention."""
    by_key: dict[Digest, list[str]] = {}
    for problem, verdict in verdicts:
        evidence = (item for step in verdict.steps for item in step.evidence)
        for key in dict.fromkeys((*verdict.artifacts, *(k for e in evidence for k in e.artifacts))):
            by_key.setdefault(key, []).append(problem)
    return tuple(Citation(key=key, problems=tuple(ids)) for key, ids in by_key.items())


async def recheck(
    cited: Iterable[Citation],
    store: RunStore,
    *,
    judge: StatementJudge,
    second: SecondBackend | None = None,
    timeout_s: float = 60.0,
) -> AsyncIterator[Rechecked]:
    """Compile every cited proof again; model calls are cited too and are passed over.

    Args:
        judge: A judge that asks Lean every time.
    """
    for citation in cited:
        try:
            stored = await _find(citation.key, store)
        except ValidationError as error:
            damage = f"the artifact is damaged: {error.errors()[0]}"
            yield _unusable(citation, damage, RecheckOutcome.DIFFERENT)
            continue
        if stored is None:
            # A model call is cited too, and there is nothing to compile.
            if await store.find(citation.key) is None:
                yield _unusable(citation, "not in this store", RecheckOutcome.MISSING)
            continue
        is_own = _statement(stored).environment != "mathlib"
        reader = judge if is_own else second and second.judge
        said = await _ask_judge(stored, reader, timeout_s) if reader else _NO_MATHLIB
        yield _row(citation, stored, said, None if is_own else second)
        if is_own and second is not None and isinstance(stored, StoredProof):
            yield _row(citation, stored, await _ask_second(stored, second, timeout_s), second)


async def _find(key: Digest, store: RunStore) -> StoredProof | FrozenStatement | None:
    proof = await store.find_artifact(PROOF, key)
    if proof is not None:
        return read_proof_artifact(proof)
    statement = await store.find_artifact(STATEMENT, key)
    return FrozenStatement.model_validate_json(statement.result) if statement else None


def _statement(stored: StoredProof | FrozenStatement) -> FrozenStatement:
    return stored.statement if isinstance(stored, StoredProof) else stored


def _unusable(citation: Citation, detail: str, outcome: RecheckOutcome) -> Rechecked:
    return Rechecked(citation=citation, backend="store", agreement=outcome, detail=detail)


class _LeanAnswer(NamedTuple):
    """What a Lean said about a stored artifact now."""

    outcome: RecheckOutcome
    detail: str = ""
    seconds: float = 0.0
    backend: str = "judge"


_NO_MATHLIB = _LeanAnswer(
    RecheckOutcome.UNKNOWN,
    "written for Mathlib: add --second --backend native --project DIR --header mathlib",
)


def _row(
    citation: Citation,
    stored: StoredProof | FrozenStatement,
    said: _LeanAnswer,
    second: SecondBackend | None,
) -> Rechecked:
    return Rechecked(
        citation=citation,
        backend=said.backend,
        agreement=said.outcome,
        polarity=stored.judgement.polarity if isinstance(stored, StoredProof) else None,
        statement=_statement(stored).text,
        detail=said.detail,
        seconds=said.seconds,
        admission=second.admission if second else None,
    )


async def _ask_judge(
    stored: StoredProof | FrozenStatement, judge: StatementJudge, timeout_s: float
) -> _LeanAnswer:
    """Freeze a statement again and, where a proof of it is stored, judge the proof again."""
    before = _statement(stored)
    try:
        now = await judge.freeze(before.text, timeout_s=timeout_s)
        if isinstance(now, RefusedStatement):
            return _unless_open(now.verdict, f"refused: {now.reason}")
        if now.type_digest != before.type_digest:
            return _LeanAnswer(RecheckOutcome.DIFFERENT, f"now it says {now.type_text}")
        if isinstance(stored, FrozenStatement):
            return _LeanAnswer(RecheckOutcome.SAME)
        known = stored.judgement
        (judged,) = await judge.judge_first(
            now, (known.body,), polarity=known.polarity, timeout_s=timeout_s
        )
    except LeanUnavailableError as error:
        return _LeanAnswer(RecheckOutcome.UNKNOWN, str(error))
    if not judged.is_accepted:
        detail = f"{judged.reason}: {judged.detail}"
        return _unless_open(judged.verdict, detail, judged.seconds)
    if judged.goal_digest != known.goal_digest:
        detail = f"it proves another goal: {judged.goal_text}"
        return _LeanAnswer(RecheckOutcome.DIFFERENT, detail, judged.seconds)
    return _LeanAnswer(RecheckOutcome.SAME, seconds=judged.seconds)


def _unless_open(verdict: str, detail: str, seconds: float = 0.0) -> _LeanAnswer:
    """Return the answer for a refused proof: different, or unknown where Lean was inconclusive."""
    is_open = verdict == "inconclusive"
    outcome = RecheckOutcome.UNKNOWN if is_open else RecheckOutcome.DIFFERENT
    return _LeanAnswer(outcome, detail, seconds)


async def _ask_second(proof: StoredProof, second: SecondBackend, timeout_s: float) -> _LeanAnswer:
    """Check a proof as plain source text."""
    try:
        written = goal_source(proof.statement.text, proof.judgement.body, proof.judgement.polarity)
    except InputError as error:
        return _LeanAnswer(RecheckOutcome.UNKNOWN, str(error), backend="second")
    report = await second.lean.check(written, timeout_s=timeout_s)
    strangers = sorted(set(report.axioms) - STANDARD_AXIOMS)
    match report.status:
        case LeanStatus.OK if not report.has_sorry and not strangers:
            outcome, detail = RecheckOutcome.SAME, ""
        case LeanStatus.OK:
            rests = "sorry" if report.has_sorry else ", ".join(strangers)
            outcome, detail = RecheckOutcome.DIFFERENT, f"there it rests on {rests}"
        case LeanStatus.ERROR:
            errors = [m.text for m in report.messages if m.severity == "error"]
            # Another library has other names and tactics: what it does not take is no other result.
            is_same_library = second.environment == proof.statement.environment
            outcome = RecheckOutcome.DIFFERENT if is_same_library else RecheckOutcome.UNKNOWN
            detail = (errors or ["rejected"])[0][:500]
        case _:
            outcome, detail = RecheckOutcome.UNKNOWN, f"{report.status.value}: {report.detail}"
    return _LeanAnswer(outcome, detail, report.elapsed_s, report.backend)
