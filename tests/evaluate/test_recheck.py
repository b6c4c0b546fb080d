"""Laws of compiling again: agreement needs Lean's word, and silence is not a difference."""

from pathlib import Path
from typing import Literal

import pytest

from faithsieve.evaluate.recheck import Rechecked, RecheckOutcome, SecondBackend, citations, recheck
from faithsieve.lean.caching_judge import PROOF, CachingJudge
from faithsieve.lean.doctor import BackendAdmission
from faithsieve.lean.embedded_toolchain import bridge_text
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.lean import FrozenStatement, LeanStatus, Polarity
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.store.run_store import RunStore
from support.scripted_lean import ScriptedLean, lean_message, lean_report
from support.statement_judge import ScriptedJudge, contradictions, nothing

ADMISSION = BackendAdmission(
    backend="scripted", toolchain="t", failed=("sees a sorry",), is_insisted=True
)
CLAIM = "(x : Int) (h : x = 2) : x = 3"


def citing(*keys: Digest) -> Verdict:
    item = EvidenceItem(rule="r", outcome=Outcome.REFUTED, summary="s", artifacts=keys)
    step = StepFinding(index=1, status=StepStatus.INCORRECT, evidence=(item,))
    return Verdict(label=1, kind=VerdictKind.FIRST_ERROR, rationale="", steps=(step,))


async def kept_proof(store: RunStore) -> Digest:
    """Put one accepted contradiction into a store, as a run would."""
    judge = CachingJudge(ScriptedJudge(contradictions), store)
    frozen = await judge.freeze(CLAIM)
    assert isinstance(frozen, FrozenStatement)
    (judgement,) = await judge.judge_first(frozen, ["omega"], polarity=Polarity.CONTRADICTION)
    return judgement.digest


async def rechecked(
    tmp_path: Path, judge: ScriptedJudge, second: LeanChecker | None = None
) -> list[Rechecked]:
    with RunStore.open(tmp_path / "s.sqlite") as store:
        cited = citations([("p1", citing(await kept_proof(store)))])
        other = SecondBackend(second, ADMISSION) if second else None
        return [row async for row in recheck(cited, store, judge=judge, second=other)]


async def test_the_same_answer_is_the_same(tmp_path: Path) -> None:
    (row,) = await rechecked(tmp_path, ScriptedJudge(contradictions))
    assert (row.agreement, row.polarity) == (RecheckOutcome.SAME, Polarity.CONTRADICTION)
    assert row.citation.problems == ("p1",)


async def test_a_proof_that_is_rejected_now_is_a_difference(tmp_path: Path) -> None:
    (row,) = await rechecked(tmp_path, ScriptedJudge(nothing))
    assert row.agreement is RecheckOutcome.DIFFERENT
    assert "lean_error" in row.detail


async def test_a_statement_that_reads_differently_now_is_a_difference(tmp_path: Path) -> None:
    class Renamed(ScriptedJudge):
        async def freeze(self, text: str, *, timeout_s: float = 30.0) -> FrozenStatement:
            said = await super().freeze(text, timeout_s=timeout_s)
            assert isinstance(said, FrozenStatement)
            return said.model_copy(update={"type_digest": digest_of("something else")})

    (row,) = await rechecked(tmp_path, Renamed(contradictions))
    assert row.agreement is RecheckOutcome.DIFFERENT


async def test_a_dead_lean_is_no_difference_and_no_agreement(tmp_path: Path) -> None:
    (row,) = await rechecked(tmp_path, ScriptedJudge(unavailable=True))
    assert row.agreement is RecheckOutcome.UNKNOWN


async def test_a_cited_artifact_that_is_gone_is_a_difference(tmp_path: Path) -> None:
    with RunStore.open(tmp_path / "s.sqlite") as store:
        cited = citations([("p1", citing(digest_of("gone")))])
        (row,) = [row async for row in recheck(cited, store, judge=ScriptedJudge())]
    assert (row.agreement, row.backend) == (RecheckOutcome.DIFFERENT, "store")


async def test_a_damaged_artifact_is_a_difference(tmp_path: Path) -> None:
    key = digest_of("odd")
    odd = StoredArtifact(kind=PROOF, key=key, request="{}", result="{}")
    with RunStore.open(tmp_path / "s.sqlite") as store:
        await store.keep_artifact(odd)
        cited = citations([("p1", citing(key))])
        (row,) = [row async for row in recheck(cited, store, judge=ScriptedJudge())]
    assert row.agreement is RecheckOutcome.DIFFERENT


@pytest.mark.parametrize(
    ("status", "agreement"),
    [
        (LeanStatus.OK, RecheckOutcome.SAME),
        (LeanStatus.ERROR, RecheckOutcome.DIFFERENT),
        (LeanStatus.TIMEOUT, RecheckOutcome.UNKNOWN),
        (LeanStatus.INFRASTRUCTURE, RecheckOutcome.UNKNOWN),
    ],
)
async def test_a_second_backend_is_believed_only_where_it_answers(
    tmp_path: Path, status: LeanStatus, agreement: RecheckOutcome
) -> None:
    second = ScriptedLean([lean_report(status, lean_message("error", 1, "no"))])
    _, row = await rechecked(tmp_path, ScriptedJudge(contradictions), second)
    assert row.agreement is agreement


async def test_a_proof_that_rests_on_more_elsewhere_is_a_difference(tmp_path: Path) -> None:
    second = ScriptedLean([lean_report(axioms=("propext", "mine"))])
    _, row = await rechecked(tmp_path, ScriptedJudge(contradictions), second)
    assert (row.agreement, row.detail) == (RecheckOutcome.DIFFERENT, "there it rests on mine")


@pytest.mark.parametrize("dialect", ["core", "mathlib"])
async def test_core_evidence_goes_to_mathlib_behind_the_bridge(
    tmp_path: Path, dialect: Literal["core", "mathlib"]
) -> None:
    second = ScriptedLean([lean_report()])
    with RunStore.open(tmp_path / "s.sqlite") as store:
        cited = citations([("p1", citing(await kept_proof(store)))])
        other = SecondBackend(second, ADMISSION, dialect)
        judge = ScriptedJudge(contradictions)
        rows = [row async for row in recheck(cited, store, judge=judge, second=other)]
    assert rows[-1].agreement is RecheckOutcome.SAME
    assert second.checked[0].text.startswith(bridge_text()) is (dialect == "mathlib")


async def test_every_result_of_a_second_backend_says_why_it_was_asked(tmp_path: Path) -> None:
    ours, theirs = await rechecked(
        tmp_path, ScriptedJudge(contradictions), ScriptedLean([lean_report()])
    )
    assert ours.admission is None
    assert Rechecked.model_validate_json(theirs.model_dump_json()).admission == ADMISSION


def test_an_artifact_is_cited_once_by_each_problem() -> None:
    key = digest_of("k")
    (citation,) = citations([("p1", citing(key, key)), ("p2", citing(key))])
    assert citation.problems == ("p1", "p2")


@pytest.mark.parametrize(
    ("judge", "agreement"),
    [
        (ScriptedJudge(), RecheckOutcome.SAME),
        (ScriptedJudge(refuses=lambda text: "statement_parse"), RecheckOutcome.DIFFERENT),
        (ScriptedJudge(unavailable=True), RecheckOutcome.UNKNOWN),
    ],
)
async def test_a_cited_statement_is_read_again(
    tmp_path: Path, judge: ScriptedJudge, agreement: RecheckOutcome
) -> None:
    with RunStore.open(tmp_path / "s.sqlite") as store:
        frozen = await CachingJudge(ScriptedJudge(), store).freeze(CLAIM)
        assert isinstance(frozen, FrozenStatement)
        cited = citations([("p1", citing(frozen.type_digest))])
        (row,) = [row async for row in recheck(cited, store, judge=judge)]
    assert (row.agreement, row.polarity) == (agreement, None)
