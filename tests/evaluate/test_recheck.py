"""Laws of compiling again: agreement needs Lean's word, and silence is not a difference."""

from pathlib import Path

import pytest

from faithsieve.evaluate.recheck import Rechecked, RecheckOutcome, SecondBackend, citations, recheck
from faithsieve.lean.caching_judge import PROOF, CachingJudge
from faithsieve.lean.doctor import BackendAdmission
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.lean import FrozenStatement, LeanReport, LeanStatus, Polarity
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


class Renamed(ScriptedJudge):
    """Reads every statement differently now."""

    async def freeze(self, text: str, *, timeout_s: float = 30.0) -> FrozenStatement:
        said = await super().freeze(text, timeout_s=timeout_s)
        assert isinstance(said, FrozenStatement)
        return said.model_copy(update={"type_digest": digest_of("something else")})


@pytest.mark.parametrize(
    ("judge", "agreement", "detail"),
    [
        (ScriptedJudge(contradictions), RecheckOutcome.SAME, ""),
        (ScriptedJudge(nothing), RecheckOutcome.DIFFERENT, "lean_error"),
        (Renamed(contradictions), RecheckOutcome.DIFFERENT, "now it says"),
        (ScriptedJudge(unavailable=True), RecheckOutcome.UNKNOWN, ""),
    ],
    ids=["same", "rejected now", "another statement now", "no Lean"],
)
async def test_a_cited_proof_is_judged_again_and_a_dead_lean_is_no_difference(
    tmp_path: Path, judge: ScriptedJudge, agreement: RecheckOutcome, detail: str
) -> None:
    (row,) = await rechecked(tmp_path, judge)
    assert (row.agreement, row.polarity) == (agreement, Polarity.CONTRADICTION)
    assert row.citation.problems == ("p1",)
    assert detail in row.detail


@pytest.mark.parametrize(
    ("is_there", "outcome"),
    [(False, RecheckOutcome.MISSING), (True, RecheckOutcome.DIFFERENT)],
)
async def test_damage_is_a_difference_and_what_another_store_holds_is_none(
    tmp_path: Path, is_there: bool, outcome: RecheckOutcome
) -> None:
    key = digest_of("odd")
    with RunStore.open(tmp_path / "s.sqlite") as store:
        if is_there:
            await store.save_artifact(
                StoredArtifact(kind=PROOF, key=key, request="{}", result="{}")
            )
        cited = citations([("p1", citing(key))])
        (row,) = [row async for row in recheck(cited, store, judge=ScriptedJudge())]
    assert (row.agreement, row.backend) == (outcome, "store")


@pytest.mark.parametrize(
    ("report", "agreement", "detail"),
    [
        (lean_report(), RecheckOutcome.SAME, ""),
        (lean_report(axioms=("propext", "mine")), RecheckOutcome.DIFFERENT, "rests on mine"),
        (
            lean_report(LeanStatus.ERROR, lean_message("error", 1, "no")),
            RecheckOutcome.DIFFERENT,
            "no",
        ),
        (lean_report(LeanStatus.TIMEOUT), RecheckOutcome.UNKNOWN, "timeout"),
        (lean_report(LeanStatus.INFRASTRUCTURE), RecheckOutcome.UNKNOWN, ""),
    ],
)
async def test_a_second_backend_is_believed_only_where_it_answers(
    tmp_path: Path, report: LeanReport, agreement: RecheckOutcome, detail: str
) -> None:
    ours, row = await rechecked(tmp_path, ScriptedJudge(contradictions), ScriptedLean([report]))
    assert row.agreement is agreement
    assert detail in row.detail
    assert ours.admission is None
    assert Rechecked.model_validate_json(row.model_dump_json()).admission == ADMISSION


@pytest.mark.parametrize(
    ("environment", "agreement"),
    [("library", RecheckOutcome.DIFFERENT), ("mathlib", RecheckOutcome.UNKNOWN)],
)
async def test_what_another_library_does_not_take_is_no_other_result(
    tmp_path: Path, environment: str, agreement: RecheckOutcome
) -> None:
    second = ScriptedLean([lean_report(LeanStatus.ERROR)])
    with RunStore.open(tmp_path / "s.sqlite") as store:
        cited = citations([("p1", citing(await kept_proof(store)))])
        other = SecondBackend(second, ADMISSION, environment)
        judge = ScriptedJudge(contradictions)
        rows = [row async for row in recheck(cited, store, judge=judge, second=other)]
    assert rows[-1].agreement is agreement


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
