import os
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError, MissingToolError
from faithsieve.store import engine
from faithsieve.store.engine import open_engine, store_url
from faithsieve.store.run_store import RunStore


def test_a_path_is_a_sqlite_file(tmp_path: Path) -> None:
    url = store_url(tmp_path / "a b#c?.sqlite")
    assert url.get_backend_name() == "sqlite"
    assert url.database == str(tmp_path / "a b#c?.sqlite")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_every_spelling_of_postgresql_uses_the_driver_that_is_installed(scheme: str) -> None:
    assert store_url(f"{scheme}://me@host/db").drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "place", ["mysql://me:s3cret@host/db", "file:///etc/passwd", "postgresql://h:port/x", "a\x00b"]
)
def test_other_places_are_refused_without_repeating_secrets(place: str) -> None:
    with pytest.raises(ConfigError) as refused:
        store_url(place)
    assert "s3cret" not in str(refused.value)


def test_a_missing_driver_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match=r"pip install faithsieve\[postgres\]"):
        store_url("postgresql://host/db")


def test_a_store_is_never_an_empty_file_whenever_its_maker_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    open_engine(store_url(path)).dispose()
    assert path.stat().st_size > 0, "killed here, it would be refused as a lost store"
    assert list(tmp_path.iterdir()) == [path]
    with RunStore.open(path) as store:
        assert store.run_ids() == ()


def test_where_files_cannot_be_linked_sqlite_makes_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*paths: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert store.run_ids() == ()
