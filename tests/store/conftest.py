"""Every test that takes ``place`` runs on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench._postgres import Postgres

from faithsieve.store.jobs import JobStore
from support.stores import running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def store(place: str) -> Iterator[JobStore]:
    with JobStore.open(place) as opened:
        yield opened
