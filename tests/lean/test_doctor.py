"""The doctor: it must catch every wrong backend, and let the right one through."""

import pytest

from faithsieve.errors import ConfigError, LeanUnavailableError
from faithsieve.lean.doctor import (
    SNIPPETS,
    DoctorReport,
    DoctorRow,
    Snippet,
    admit,
    diagnose_backend,
    diagnose_judge,
    find_fault,
    mathlib_cases,
)
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge, screen_statement
from faithsieve.records.lean import LeanGoal, LeanReport, LeanSource, LeanStatus, ProofVerdict
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.embedded_lean import in_lean
from support.lean_workers import ProvingDriver
from support.scripted_lean import ScriptedLean, lean_report

BY_TEXT = {snippet.text: snippet for snippet in SNIPPETS}


NO_IMPORT = tuple(snippet for snippet in SNIPPETS if "\nimport" in f"\n{snippet.text}")


def right(source: LeanSource) -> LeanReport:
    """What a faithful backend says."""
    snippet = BY_TEXT[source.text]
    shown = {"sorry": ("sorryAx",), "axiom": ("cheat",)}.get(snippet.shows, ())
    goals = (LeanGoal(line=1, column=0, text="⊢ a = 1"),) if snippet.shows == "goals" else ()
    return lean_report(snippet.expected[0], axioms=shown, goals=goals)


async def test_a_faithful_backend_is_fit_and_its_rows_are_seen_as_they_come() -> None:
    seen: list[DoctorRow] = []
    report = await diagnose_backend(ScriptedLean(right), watch=seen.append)
    assert report.is_fit
    assert len(report.rows) == len(SNIPPETS) >= 20
    assert admit(report, insist=False).is_insisted is False
    assert tuple(seen) == report.rows


@pytest.mark.parametrize("status", list(LeanStatus))
async def test_a_backend_that_always_says_the_same_is_refused(status: LeanStatus) -> None:
    report = await diagnose_backend(ScriptedLean(lambda source: lean_report(status)))
    assert not report.is_fit
    with pytest.raises(ConfigError, match=r"snippets wrong: .* should say .*--insist"):
        admit(report, insist=False)
    insisted = admit(report, insist=True)
    assert insisted.is_insisted
    assert insisted.failed == report.failed
    assert report.failed[0] in insisted.summary


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.name)
async def test_every_snippet_can_be_got_wrong(snippet: Snippet) -> None:
    assert any(find_fault(snippet, lean_report(status)) for status in LeanStatus)


@pytest.mark.parametrize(
    ("word", "wrong", "failed"),
    [
        ("import", lean_report(), tuple(snippet.name for snippet in NO_IMPORT)),
        ("cheat", lean_report(LeanStatus.OK, axioms=("propext",)), ("shows a hidden axiom",)),
    ],
)
async def test_one_wrong_kind_of_answer_is_enough_to_refuse(
    word: str, wrong: LeanReport, failed: tuple[str, ...]
) -> None:
    lean = ScriptedLean(lambda source: wrong if word in source.text else right(source))
    assert (await diagnose_backend(lean)).failed == failed


def test_a_backend_that_was_asked_nothing_is_not_fit() -> None:
    assert not DoctorReport(backend="x", toolchain="y", rows=()).is_fit


@in_lean
async def test_the_doctor_admits_the_embedded_lean_and_refuses_one_that_hides_errors(
    lean_pool: LeanPool,
) -> None:
    await assert_admitted(EmbeddedLean(lean_pool))
    await assert_refused(HidingErrors(EmbeddedLean(lean_pool)))


def test_the_forty_cases_try_both_sides() -> None:
    cases = mathlib_cases()
    assert len(cases) == len({case.id for case in cases}) == 40
    right = [case for case in cases if case.expected is ProofVerdict.ACCEPT]
    assert 30 <= len(right) < 40
    assert all(screen_statement(case.statement) is None for case in cases)


async def test_a_judge_without_answers_gets_every_case_wrong_that_has_one() -> None:
    silent = ProofJudge(ProvingDriver(LeanUnavailableError("not started")), environment="mathlib")
    report = await diagnose_judge(silent, mathlib_cases())
    assert not report.is_fit
    assert len(report.failed) == 39
    assert "not started" in report.rows[0].fault
    assert report.toolchain == silent.toolchain
