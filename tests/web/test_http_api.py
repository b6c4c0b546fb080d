"""The HTTP API: one resource for each thing, problems in one shape, pages that do not repeat."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from faithsieve.records.digest import StoredArtifact, digest_of
from faithsieve.records.verdict import Verdict
from faithsieve.store.jobs import JobStore
from support.website import ASKED, Website, client_of, ended, website


def submit(client: TestClient, **changes: object) -> str:
    answer = client.post("/api/v1/checks", json=ASKED | changes)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == f"/api/v1/checks/{answer.json()['id']}"
    return str(answer.json()["id"])


def test_a_check_is_submitted_watched_and_fetched(client: TestClient, site: Website) -> None:
    check = submit(client)
    events = client.get(f"/api/v1/checks/{check}/events")
    assert events.headers["content-type"].startswith("text/event-stream")
    assert events.text.startswith("id: 1\nevent: stage_began\ndata: ")
    assert "\nevent: end\n" in events.text
    assert ended(client, check)["state"] == "done"
    verdict = Verdict.model_validate(client.get(f"/api/v1/checks/{check}/result").json())
    assert verdict == site.check.checked.verdict
    evidence = client.get(f"/api/v1/checks/{check}/evidence").json()
    assert evidence["proof"]["problem"] == ASKED["problem"]
    seen = {"last-event-id": "2"}
    for query, headers in (("?after=2", {}), ("", seen)):
        later = client.get(f"/api/v1/checks/{check}/events{query}", headers=headers)
        assert later.text.startswith("id: 3\n")
    again = client.post(f"/api/v1/checks/{check}/steps/4/effort")
    assert (again.status_code, again.json()["earlier"], again.json()["step"]) == (202, check, 4)
    assert client.post(f"/api/v1/checks/{check}/steps/6/effort").status_code == 422


def test_a_result_that_is_not_there_is_a_conflict_and_no_verdict(
    client: TestClient, site: Website
) -> None:
    site.check.go_on.clear()
    check = submit(client)
    waiting = client.get(f"/api/v1/checks/{check}/result")
    assert waiting.status_code == 409
    assert waiting.headers["content-type"] == "application/problem+json"
    assert client.post(f"/api/v1/checks/{check}/cancel").json()["state"] == "cancelled"
    assert client.get(f"/api/v1/checks/{check}/result").status_code == 409


def test_an_idempotency_key_starts_one_check(client: TestClient) -> None:
    key = {"idempotency-key": "once"}
    ids = {client.post("/api/v1/checks", json=ASKED, headers=key).json()["id"] for _ in range(3)}
    assert len(ids) == 1
    other = client.post("/api/v1/checks", json=ASKED | {"problem": "Another"}, headers=key)
    assert other.status_code == 422


def test_pages_of_checks_hold_each_once(client: TestClient) -> None:
    ids = [submit(client) for _ in range(5)]
    found: list[str] = []
    query = "limit=2"
    while query:
        page = client.get(f"/api/v1/checks?{query}").json()
        found += [item["id"] for item in page["items"]]
        query = f"limit=2&before={page['next']}" if page["next"] else ""
    assert found == list(reversed(ids))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"steps": ["So."]}, "problem"),
        (ASKED | {"steps": []}, "steps"),
        (ASKED | {"steps": ["  "]}, "steps"),
        (ASKED | {"model": "http://evil.example"}, "no model"),
        (ASKED | {"method": "prm"}, "no method"),
        (ASKED | {"base_url": "http://evil.example"}, "base_url"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_the_field(
    client: TestClient, body: dict[str, object], words: str
) -> None:
    answer = client.post("/api/v1/checks", json=body)
    assert answer.status_code in (404, 422)
    assert words in answer.json()["detail"]
    assert answer.json()["status"] == answer.status_code


def test_lint_and_arithmetic_answer_at_once(client: TestClient) -> None:
    body = {"problem": "Compute $2+2$.", "steps": ["We have $2 + 2 = 5$."]}
    report = client.post("/api/v1/lint", json=body).json()
    assert [finding["finding_class"] for finding in report["findings"]] == ["refuted"]
    answer = client.post("/api/v1/arithmetic", json={"claim": "2+2=5"}).json()
    assert (answer["status"], answer["failing_link"]) == ("refuted", "2+2 = 5")
    assert client.post("/api/v1/arithmetic", json={"claim": "1=1", "wide": 0}).status_code == 422
    forecast = client.post("/api/v1/estimate", json=ASKED).json()
    assert forecast["calls"]["most"] > forecast["calls"]["least"] > 0
    assert forecast["cost_usd"] == {"least": 0, "most": 0}
    assert client.get("/api/v1/checks").json()["items"] == []


async def test_a_cited_artifact_can_be_fetched(tmp_path: Path) -> None:
    key = digest_of("lean")
    with JobStore.open(tmp_path / "checks.sqlite") as store:
        kept = StoredArtifact(kind="lean_proof", key=key, request="{}", result='{"x": 1}')
        await store.save_artifact(kept)
    with website(tmp_path) as site, client_of(site) as client:
        assert client.get(f"/api/v1/artifacts/{key}").json()["result"] == '{"x": 1}'
        assert client.get(f"/api/v1/artifacts/{'0' * 64}").status_code == 404
        assert client.get("/api/v1/artifacts/nothing").status_code == 422


def test_unknown_addresses_and_methods_are_problems_too(client: TestClient) -> None:
    for answer, status in (
        (client.get("/api/v1/nothing"), 404),
        (client.get("/api/v1/checks/" + "0" * 24), 404),
        (client.delete("/api/v1/checks"), 405),
    ):
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["allow"] == "GET, POST"
    schema = client.get("/openapi.json").json()
    assert "HTTPValidationError" not in schema["components"]["schemas"]
    refused = schema["paths"]["/api/v1/checks"]["post"]["responses"]["422"]["content"]
    assert list(refused) == ["application/problem+json"]
