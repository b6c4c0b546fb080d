"""Structured logs: one JSON object a line, in a file that a setting names; otherwise nothing.

Modules log with the standard library, at level INFO, and put what they know into ``extra``:
``log.info("problem ended", extra=fields(problem="p1"))``. Texts of proofs, prompts and replies are
not logged, and secrets that the process knows are replaced before a line is written.
"""

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from faithsieve.errors import ConfigError

_FIELDS = "faithsieve_fields"


def fields(**known: object) -> dict[str, object]:
    """Pack the fields of a log line as ``extra`` of a logging call."""
    return {_FIELDS: known}


class _JsonLines(logging.Formatter):
    def __init__(self, scrub: Callable[[str], str]) -> None:
        super().__init__()
        self._scrub = scrub

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "process": record.process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        known: Mapping[str, object] = getattr(record, _FIELDS, {})
        text = json.dumps(line | dict(known), ensure_ascii=False, default=str)
        # As JSON writes them, too: a secret with a quote in it must not slip through.
        return self._scrub(text)


@contextmanager
def logging_to(file: str | None, scrub: Callable[[str], str]) -> Iterator[None]:
    """Append log lines to a file while the block runs.

    Raises:
        ConfigError: the file cannot be written.
    """
    if file is None:
        yield
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(file, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ConfigError(f"observe.log_file {file!r} cannot be written: {error}") from error
    handler.setFormatter(_JsonLines(scrub))
    logger = logging.getLogger("faithsieve")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)
        handler.close()


def keys_in(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Collect the values of variables that hold keys by their names."""
    endings = ("_API_KEY", "_TOKEN", "_SECRET", "_KEY", "PASSWORD")
    return tuple(value for name, value in environment.items() if name.endswith(endings) and value)


def known_secrets(headers: Mapping[str, str], *urls: str | None) -> tuple[str, ...]:
    """Collect what must not be written: keys of the environment, headers, passwords in URLs."""
    keys = keys_in(os.environ)
    passwords = [_password(url) for url in urls if url]
    return tuple(value for value in (*keys, *headers.values(), *passwords) if value)


def _password(url: str) -> str:
    """Return the password in ``scheme://user:password@host``, however badly the rest is written."""
    account, at, _ = url.partition("://")[2].rpartition("@")
    return account.partition(":")[2] if at else ""
