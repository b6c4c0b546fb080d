"""Every test that takes ``place`` runs on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from faithsieve.store.run_store import RunStore
from support.stores import running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    return empty_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(place: str) -> Iterator[RunStore]:
    with RunStore.open(place) as opened:
        yield opened


def empty_database(server: str) -> str:
    url = make_url(server).set(drivername="postgresql+psycopg")
    name = f"t{uuid4().hex}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    fresh = url.set(drivername="postgresql", database=name)
    return fresh.render_as_string(hide_password=False)
