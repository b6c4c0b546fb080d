"""Pages about checks without a browser: forms, downloads, and pages about nothing."""

import re

import pytest
from starlette.testclient import TestClient

from support.website import Website, ended

TEXT = "Find $x$ with $3x = 15$.\n\n1. Divide by 3.\n2. So $x = 6$."


def submit(client: TestClient) -> str:
    answer = client.post("/checks", data={"text": TEXT, "effort": "quick", "model": "local"})
    assert answer.status_code == 303
    check = answer.headers["location"].rpartition("/")[2]
    ended(client, check)
    return str(check)


@pytest.mark.parametrize(
    "form", [{}, {"text": " "}, {"text": TEXT, "effort": "endless"}, {"text": TEXT, "model": "x"}]
)
def test_a_form_that_cannot_be_used_is_answered_with_a_page(
    client: TestClient, form: dict[str, str]
) -> None:
    answer = client.post("/checks", data=form)
    assert answer.status_code in (404, 422)
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h1" in answer.text


def test_a_form_starts_a_check_whose_evidence_and_verdict_are_downloads(
    client: TestClient, site: Website
) -> None:
    assert "Nothing was checked here yet" in client.get("/checks").text
    check = submit(client)
    asked = site.check.seen[0][0].submission
    assert (asked.steps, asked.effort) == (("Divide by 3.", "So $x = 6$."), "quick")
    assert "Older checks" not in client.get("/checks").text
    taken_away = re.findall(r'href="([^"]*)" download=', client.get(f"/checks/{check}").text)
    verdict, shown = (client.get(address) for address in taken_away)
    assert verdict.json()["label"] == site.check.checked.verdict.label
    assert "'sha256-" in shown.headers["content-security-policy"]


def test_a_check_that_runs_has_no_evidence_to_take_away(client: TestClient, site: Website) -> None:
    site.check.go_on.clear()
    answer = client.post("/checks", data={"text": TEXT})
    assert client.get(answer.headers["location"]).status_code == 200
    assert client.get(f"{answer.headers['location']}/evidence").status_code == 404


def test_an_example_is_checked_with_the_replies_recorded_about_it(
    client: TestClient, site: Website
) -> None:
    page = client.get("/").text
    assert "Three ways to get a model" in page
    row = site.site.service.examples()[0]
    assert f'value="{row.id}"' in page
    answer = client.post("/examples", data={"example": row.id})
    assert answer.status_code == 303
    ended(client, answer.headers["location"].rpartition("/")[2])
    asked = site.check.seen[0][0].submission
    assert (asked.model, asked.problem) == ("recorded", row.proof.problem)
    assert client.post("/examples", data={"example": "none"}).status_code == 404


def test_a_page_about_nothing_says_so_once(client: TestClient) -> None:
    page = client.get("/nothing/here").text
    assert page.partition("</title>")[2].count("Not Found") == 1
    assert "Error 404" in page
