"""``faithsieve serve`` as a user starts it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from support.website import ASKED, free_port, wait_for


@pytest.mark.network
def test_the_command_serves_until_it_is_interrupted_and_the_next_one_knows_the_checks(
    tmp_path: Path,
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "faithsieve.cli.main", "serve", "--port", str(port)]
    command += ["--model", "gpt-5.4", "--store", str(tmp_path / "s.sqlite")]
    # Neither a key nor Lean: the check ends, and says what is missing.
    environment = os.environ | {"FAITHSIEVE_HOME": str(tmp_path)}
    seen: list[dict[str, object]] = []
    for _ in range(2):
        process = subprocess.Popen(
            command, env=environment, stderr=subprocess.DEVNULL, cwd=tmp_path
        )
        try:
            with httpx2.Client(base_url=address, trust_env=False) as client:
                wait_for(address)
                if not seen:
                    client.post("/api/v1/checks", json=ASKED)
                seen.append(_ended(client))
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(90) == 0
    assert seen[0] == seen[1]
    assert seen[0]["state"] == "failed"
    assert "is not available" in str(seen[0]["message"])


def _ended(client: httpx2.Client) -> dict[str, object]:
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        (item,) = client.get("/api/v1/checks").json()["items"]
        if item["state"] in ("done", "failed"):
            return dict(item)
        time.sleep(0.1)
    raise AssertionError(f"the check did not end: {item}")
