"""A model server that a reader names: only of this machine, without a key, and in plain words."""

import time
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError, InputError
from faithsieve.web import model_servers
from faithsieve.web.model_servers import find_models
from support.json_server import Asked, Said, json_server
from support.website import HOST, client_of, website

pytestmark = pytest.mark.network


def listing(asked: Asked) -> Said:
    if asked.path != "/v1/models":
        return Said(404, {"error": "no such page"})
    assert "authorization" not in {name.lower() for name in asked.headers}
    return Said(200, {"data": [{"id": "llama3"}, {"id": "qwen"}, {"id": "llama3"}, {"id": 7}]})


@pytest.mark.parametrize("path", ["/v1", "/v1/", ""])
async def test_the_models_of_a_server_are_found_with_or_without_its_version(path: str) -> None:
    with json_server(listing) as address:
        found = await find_models(f" {address}{path} ")
    assert found.models == ("llama3", "qwen")
    assert found.base_url == f"{address}/v1"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://192.168.0.7:8000/v1", "only a server on this machine"),
        ("https://api.example.com/v1", "only a server on this machine"),
        ("http://localhost.example.com/v1", "only a server on this machine"),
        ("http://127.0.0.1:1/v1", "nobody answers"),
        ("ftp://localhost/v1", "not http"),
        ("http://user:pw@localhost/v1", "must not contain a user"),
        ("localhost:11434", "not http"),
    ],
)
async def test_an_address_that_cannot_be_used_is_told_in_plain_words(
    address: str, said: str
) -> None:
    with pytest.raises((InputError, ConfigError), match=said) as caught:
        await find_models(address)
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize(
    "content", [{"data": []}, {"data": None}, {"data": [{"id": ""}]}, {"error": "x"}]
)
async def test_an_answer_without_a_model_is_none(content: dict[str, object]) -> None:
    with (
        json_server(lambda asked: Said(200, content)) as address,
        pytest.raises(InputError, match="lists no model"),
    ):
        await find_models(f"{address}/v1")


async def test_a_server_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_servers, "ANSWER_S", 0.2)

    def slow(asked: Asked) -> Said:
        time.sleep(1.0)
        return listing(asked)

    with (
        json_server(slow) as address,
        pytest.raises(InputError, match=r"no answer within 0\.2 s"),
    ):
        await find_models(f"{address}/v1")


def test_the_api_offers_what_it_found_and_only_to_its_own_machine(tmp_path: Path) -> None:
    with json_server(listing) as address:
        body = {"base_url": f"{address}/v1"}
        with website(tmp_path / "own") as site, client_of(site) as client:
            answer = client.post("/api/v1/models", json=body)
            assert [choice["name"] for choice in answer.json()] == ["server:llama3", "server:qwen"]
            assert "llama3 at" in client.get("/").text
        with website(tmp_path / "other", token="t") as site, client_of(site, host=HOST) as client:
            headers = {"authorization": "Bearer t"}
            answer = client.post("/api/v1/models", json=body, headers=headers)
            assert answer.status_code == 422
            assert "its own machine" in answer.json()["detail"]
            assert 'id="address"' not in client.get("/", headers=headers).text
