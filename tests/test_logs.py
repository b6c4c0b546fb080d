"""A log line is one JSON object without secrets, and there is no log unless one is asked for."""

import json
import logging
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError
from faithsieve.llm.endpoint import Scrubber
from faithsieve.logs import fields, known_secrets, logging_to

LOG = logging.getLogger("faithsieve.test")


def test_a_line_holds_its_fields_and_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "logs" / "run.jsonl"
    with logging_to(str(file), Scrubber(["hunter2-hunter2"])):
        LOG.info("asked", extra=fields(problem="p\n1", why="key hunter2-hunter2 refused"))
        LOG.info("again")
    LOG.info("after the block")
    first, second = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    assert (first["message"], first["problem"]) == ("asked", "p\n1")
    assert first["why"] == "key [secret] refused"
    assert first["logger"] == "faithsieve.test"
    assert second["message"] == "again"


def test_lines_are_appended_and_other_libraries_are_not_logged(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    for _ in range(2):
        with logging_to(str(file), Scrubber([])):
            LOG.info("ours")
            logging.getLogger("httpx").warning("theirs")
    assert [json.loads(line)["message"] for line in file.read_text().splitlines()] == ["ours"] * 2


def test_a_log_that_cannot_be_written_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="log_file"), logging_to(str(tmp_path), Scrubber([])):
        pass


def test_secrets_come_from_the_environment_headers_and_urls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "key-of-the-environment")
    monkeypatch.setenv("PGPASSWORD", "password-of-the-environment")
    found = known_secrets(
        {"X-Team-Key": "key-of-a-header"},
        "postgresql://me:password@of-a-url@db.example/x",
        "https://plain.example/v1",
        None,
    )
    assert {
        "key-of-the-environment",
        "password-of-the-environment",
        "key-of-a-header",
        "password@of-a-url",
    } <= set(found)
