"""Runs in the browser's terms: listed, filtered, compared, each problem with its evidence."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from faithsieve.errors import InputError
from faithsieve.web.run_catalog import RunCatalog
from support.runs_on_disk import write_run
from support.website import client_of, website


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    write_run(tmp_path / "runs" / "first")
    write_run(tmp_path / "runs" / "second", shift=1)
    with website(tmp_path) as site, client_of(site) as opened:
        yield opened


def rows(page: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="[^"]*evidence[^"]*">([^<]*)</a>', page)


def test_a_run_is_read_again_only_when_its_files_change(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "first")
    catalog = RunCatalog(tmp_path)
    before = catalog.read("first")
    assert catalog.read("first") is before
    os.utime(folder / "predictions.jsonl", ns=(1, 1))
    assert catalog.read("first") is not before


@pytest.mark.parametrize("name", ["..", "../first", "/etc", "nothing", ".hidden", ""])
def test_nothing_outside_the_folder_can_be_named(tmp_path: Path, name: str) -> None:
    write_run(tmp_path / "runs" / "first")
    catalog = RunCatalog(tmp_path / "runs")
    assert catalog.names() == ["first"]
    with pytest.raises(InputError):
        catalog.folder(name)


def test_runs_are_listed_with_their_intervals(client: TestClient) -> None:
    page = client.get("/runs").text
    assert page.count('<th scope="row">') == 2
    assert re.search(r"\d+\.\d % <span class=\"quiet\">\[\d+\.\d, \d+\.\d\]", page)


def test_problems_are_filtered_by_outcome_and_domain(client: TestClient) -> None:
    everything = rows(client.get("/runs/first").text)
    assert len(everything) == 9
    exact = rows(client.get("/runs/first?outcome=exact").text)
    algebra = rows(client.get("/runs/first?group=algebra").text)
    for part in (exact, algebra):
        assert part
        assert set(part) < set(everything)
    assert rows(client.get("/runs/first?outcome=exact&group=nowhere").text) == []
    assert "No problem fits" in client.get("/runs/first?group=nowhere").text


def test_every_problem_leads_to_its_evidence_or_to_why_there_is_none(client: TestClient) -> None:
    links = re.findall(r'href="(/runs/first/evidence[^"]*)"', client.get("/runs/first").text)
    assert len(links) == 9
    pages = [client.get(link) for link in links]
    assert {page.status_code for page in pages} == {200}
    assert any("Failed: provider error" in page.text for page in pages)
    assert client.get("/runs/first/evidence?id=nobody").status_code == 404


def test_the_report_has_plots_cost_and_calibration(client: TestClient) -> None:
    page = client.get("/runs/first/report").text
    assert 'src="data:image/svg+xml;base64,' in page


def test_of_two_runs_the_rows_that_differ_come_first(client: TestClient) -> None:
    page = client.get("/compare?first=first&second=second").text
    differs = ["is-apart" in row for row in re.findall(r'<tr class="([^"]*)"><th', page)]
    assert differs == sorted(differs, reverse=True)
    assert any(differs)
    assert not all(differs)
    assert "McNemar" in page


def test_a_run_of_one_domain_does_not_name_it(client: TestClient, tmp_path: Path) -> None:
    assert '<th scope="col">Domain</th>' in client.get("/runs/first").text
    write_run(tmp_path / "runs" / "one", problems=1)
    page = client.get("/runs/one").text
    assert "Domain" not in page
    assert " 1 problem." in page
