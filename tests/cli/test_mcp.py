"""``faithsieve mcp`` as agents start it: over standard input and output, and over HTTP."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from support.website import free_port, wait_for

PROOF = {"problem": "Compute $2 + 2$.", "steps": ["We have $2 + 2 = 5$."]}


def arguments(tmp_path: Path) -> list[str]:
    return ["-m", "faithsieve.cli.main", "mcp", "--store", str(tmp_path / "s.sqlite")]


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    # Nothing is installed below this home: the tools that need Lean say so.
    return {**os.environ, "FAITHSIEVE_HOME": str(tmp_path), **more}


async def ask(client: Client) -> None:
    assert len((await client.list_tools()).tools) == 6
    linted = await client.call_tool("lint_proof", PROOF)
    assert linted.structured_content is not None
    assert linted.structured_content["findings"][0]["finding_class"] == "refuted"
    refused = await client.call_tool("settle_statement", {"statement": ": True"})
    assert refused.is_error
    assert "faithsieve lean setup" in str(refused.content)


@pytest.mark.network
async def test_an_agent_starts_the_server_and_uses_it(tmp_path: Path) -> None:
    parameters = StdioServerParameters(
        command=sys.executable, args=arguments(tmp_path), env=environment(tmp_path)
    )
    async with Client(parameters) as client:
        await ask(client)


@pytest.mark.network
async def test_over_http_a_token_is_asked_for_where_one_is_set(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/mcp"
    process = subprocess.Popen(
        [sys.executable, *arguments(tmp_path), "--http", "--port", str(port)],
        env=environment(tmp_path, FAITHSIEVE_SERVE_KEY="secret"),
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(address)
        with httpx2.Client(trust_env=False) as stranger:
            assert stranger.post(address, json={}).status_code == 401
            known = {"authorization": "Bearer secret"}
            foreign = known | {"origin": "https://evil.example"}
            assert stranger.post(address, json={}, headers=foreign).status_code == 403
        async with (
            httpx2.AsyncClient(headers=known, trust_env=False, timeout=30) as http,
            Client(streamable_http_client(address, http_client=http)) as client,
        ):
            await ask(client)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(90)
