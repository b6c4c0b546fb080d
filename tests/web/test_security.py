"""What another page, a stranger or a flood sends is refused before any handler sees it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from faithsieve.web.security import COOKIE, LARGEST_BODY, RateLimit
from support.website import ASKED, Website, client_of, ended, website

CLAIM = {"claim": "1+1=2"}
ARITHMETIC = "/api/v1/arithmetic"
TOKEN = "correct horse"


@pytest.fixture
def public(tmp_path: Path) -> Iterator[TestClient]:
    """A server on an address of the network."""
    with (
        website(tmp_path, host="192.0.2.7", token=TOKEN) as site,
        client_of(site, host="192.0.2.7") as opened,
    ):
        yield opened


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "a@b", "", "x/127.0.0.1"]
)
def test_another_host_name_is_refused_so_that_no_name_can_be_rebound(
    client: TestClient, host: str
) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421
    assert client.get("/", headers={"host": "localhost:8400"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:81"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_origin_changes_nothing(client: TestClient, headers: dict[str, str]) -> None:
    refused = client.post("/api/v1/checks", json=ASKED, headers=headers)
    assert refused.status_code == 403
    assert refused.headers["content-type"] == "application/problem+json"
    assert client.get("/api/v1/checks").json()["items"] == []


def test_the_own_origin_and_programs_may_change_something_and_no_other_page_reads_it(
    client: TestClient,
) -> None:
    own = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post(ARITHMETIC, json=CLAIM, headers=own).status_code == 200
    assert client.post(ARITHMETIC, json=CLAIM).status_code == 200
    origin = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    page = client.get("/", headers=origin)
    for answer in (page, client.options(ARITHMETIC, headers=origin)):
        assert not [name for name in answer.headers if name.startswith("access-control")]
    policy = page.headers["content-security-policy"]
    for rule in ("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"):
        assert rule in policy
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize(
    "headers",
    [{}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN}, {"cookie": f"{COOKIE}=x"}],
)
def test_without_the_token_nothing_is_answered(public: TestClient, headers: dict[str, str]) -> None:
    for path in ("/api/v1/checks", "/openapi.json", "/checks", "/runs", "/"):
        assert public.get(path, headers=headers).status_code == 401
    assert public.post(ARITHMETIC, json=CLAIM, headers=headers).status_code == 401
    page = public.get("/", headers={**headers, "accept": "text/html"})
    assert (page.status_code, page.headers["location"]) == (303, "/login")


def test_the_token_opens_the_server_to_programs_and_browsers(public: TestClient) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert public.get("/api/v1/checks", headers=bearer).status_code == 200
    assert public.post("/login", data={"token": "wrong"}).status_code == 401
    answer = public.post("/login", content=f"token={TOKEN.replace(' ', '+')}")
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert public.get("/checks").status_code == 200


def test_a_body_of_100_megabytes_is_refused(client: TestClient) -> None:
    stated = {"content-length": str(100 << 20)}
    assert client.post(ARITHMETIC, content=b"x", headers=stated).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * (1 << 20)

    for path in (ARITHMETIC, "/checks"):
        answer = client.post(path, content=endless())
        assert answer.status_code == 413
    assert LARGEST_BODY < 100 << 20


@pytest.mark.parametrize(
    "path",
    [
        "/static/../checking.py",
        "/static/%2e%2e/checking.py",
        "/static/..%2fchecking.py",
        "/runs/..%2f..",
        "/runs/..%2fruns",
    ],
)
def test_a_path_that_climbs_up_leads_nowhere(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text


def test_too_many_changes_from_one_client_have_to_wait(site: Website) -> None:
    slow = site._replace(access=site.access._replace(changes_a_minute=2))
    with client_of(slow) as client:
        codes = [client.post(ARITHMETIC, json=CLAIM).status_code for _ in range(4)]
        assert codes[:2] == [200, 200]
        assert 429 in codes
        late = client.post(ARITHMETIC, json=CLAIM)
        assert int(late.headers["retry-after"]) >= 1
        # Looking is not changing.
        assert client.get("/api/v1/checks").status_code == 200


def test_a_rate_recovers_with_time_and_is_counted_by_client() -> None:
    now = [0.0]
    limit = RateLimit(2, clock=lambda: now[0], clients=2)
    assert [limit.wait_for("a") for _ in range(2)] == [0, 0]
    assert limit.wait_for("a") == pytest.approx(30)
    assert limit.wait_for("b") == 0
    now[0] = 31
    assert limit.wait_for("a") == 0


def test_no_page_and_no_answer_holds_a_key(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-server")
    check = client.post("/api/v1/checks", json=ASKED).json()["id"]
    ended(client, check)
    paths = ["/", "/checks", f"/checks/{check}", f"/checks/{check}/evidence", "/openapi.json"]
    paths += [f"/api/v1/checks/{check}{end}" for end in ("", "/events", "/result", "/evidence")]
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200
        assert "sk-secret" not in answer.text + str(answer.headers)
