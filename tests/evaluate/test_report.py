"""What a report knows about its runs, from their lines and from their stores."""

from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.report import cost_ratio, read_report, sum_costs
from faithsieve.records.cost import LeanCost, StageCost, TokenUsage
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import BaselineSettings, Settings
from support.judges import judging
from support.results import make_result, write_run
from support.runs import make_dataset, sitting


async def test_stages_and_confidence_come_from_the_store(tmp_path: Path) -> None:
    dataset = make_dataset(4)
    settings = Settings(baselines=BaselineSettings(votes=2))
    for method in ("direct", "majority"):
        await sitting(tmp_path / method, dataset, judging(), settings=settings, method=method)
    report = read_report([tmp_path / "direct", tmp_path / "majority"], with_tests=True)
    direct, majority = report.runs
    assert (direct.has_stages, direct.calibration) == (True, None)
    assert majority.calibration is not None
    assert majority.calibration.ece == 1.0
    assert [s.stage for s in majority.cost.stages] == ["majority"]
    assert report.reference == 0
    assert [found.first for found in report.comparisons] == ["majority"]
    titles = [table.title for table in report_tables(report)]
    assert "Exact accuracy against direct, paired" in titles


async def test_a_line_that_was_edited_wins_over_the_store(tmp_path: Path) -> None:
    await sitting(tmp_path / "run", make_dataset(1), judging())
    lines = tmp_path / "run" / "predictions.jsonl"
    lines.write_text(lines.read_text().replace('"label": 2', '"label": 1'))
    (run,) = read_report([tmp_path / "run"], with_tests=False).runs
    assert run.run.results[0].label == 1


async def test_a_broken_store_costs_detail_only(tmp_path: Path) -> None:
    await sitting(tmp_path / "run", make_dataset(1), judging())
    (tmp_path / "run" / "store.sqlite").write_bytes(b"not a database")
    (run,) = read_report([tmp_path / "run"], with_tests=False).runs
    assert not run.has_stages
    assert run.run.results[0].label == 2


async def test_a_shared_store_gives_each_run_its_own_details(tmp_path: Path) -> None:
    await sitting(tmp_path / "one", make_dataset(2), judging())
    shared = (tmp_path / "one" / "store.sqlite").rename(tmp_path / "shared.sqlite")
    found = read_report([tmp_path / "one"], with_tests=False, store=str(shared))
    assert found.runs[0].has_stages
    assert not read_report([tmp_path / "one"], with_tests=False).runs[0].has_stages
    other = write_run(tmp_path / "other", [{"id": "p0", "label": 1, "gold": 1}])
    with pytest.raises(InputError, match="does not hold the run"):
        read_report([other], with_tests=False, store=str(shared))


def stage(name: str, tokens: int, *, usd: float | None = 0.5, seconds: float = 0.5) -> StageCost:
    usage = TokenUsage(input_tokens=tokens, output_tokens=1, cached_tokens=2)
    return StageCost(stage=name, calls=1, usage=usage, cost_usd=usd, seconds=seconds)


def test_costs_add_up_by_stage_and_failed_problems_cost_too() -> None:
    cost = sum_costs(
        [
            make_result(1, 1, stages=(stage("a", 9),)),
            make_result(1, None, stages=(stage("a", 9), stage("b", 4))),
        ]
    )
    assert [(s.stage, s.calls, s.usage.input_tokens) for s in cost.stages] == [
        ("a", 2, 18),
        ("b", 1, 4),
    ]
    assert (cost.usage.total, cost.cost_usd) == (25, 1.5)
    assert (cost.model_s, cost.own_s) == (1.5, 2.5)
    assert cost.tokens_per_problem == 12.5


def test_waiting_side_by_side_never_makes_own_time_negative() -> None:
    cost = sum_costs([make_result(1, 1, stages=(stage("a", 9, seconds=30),))])
    assert cost.own_s == 0


def test_the_ratio_is_of_tokens_for_each_problem() -> None:
    one = sum_costs([make_result(1, 1, stages=(stage("a", 9),))])
    three = sum_costs([make_result(1, 1, stages=(stage("a", 29),))] * 4)
    assert cost_ratio(three, one) == 3.0
    assert cost_ratio(one, sum_costs([])) is None


def test_leans_time_is_summed_by_purpose_and_shown_beside_the_models() -> None:
    def spent(seconds: float) -> ProblemResult:
        row = make_result(1, 1, stages=(stage("a", 9, seconds=2),))
        assert row.verdict is not None
        lean = (LeanCost(purpose="freeze", checks=1, seconds=seconds),)
        cost = row.verdict.cost.changed(lean=lean, lean_seconds=seconds)
        return row.model_copy(update={"verdict": row.verdict.changed(cost=cost)})

    cost = sum_costs([spent(1.5), spent(2.5)])
    assert cost.lean == (LeanCost(purpose="freeze", checks=2, seconds=4.0),)
    assert cost.lean_s == 4.0
