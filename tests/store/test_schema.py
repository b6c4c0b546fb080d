import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import faithsieve.store.schema
from faithsieve.errors import StoreError
from faithsieve.store.engine import open_engine, store_url
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import REVISIONS, VERSION_TABLE, metadata, revision_of
from support.stores import change


def test_the_migrations_lead_exactly_to_the_tables_of_the_code(place: str) -> None:
    RunStore.open(place).close()
    engine = create_engine(store_url(place))
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_code_knows_every_migration_file() -> None:
    config = Config()
    folder = Path(faithsieve.store.schema.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    config.set_main_option("path_separator", "os")
    files = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(files)) == REVISIONS


def test_a_store_of_a_newer_version_is_refused_with_the_way_out(place: str) -> None:
    RunStore.open(place).close()
    change(place, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"'9999'.*newer.*Upgrade FaithSieve"):
        RunStore.open(place)


def test_a_migration_that_fails_half_way_leaves_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = faithsieve.store.schema._migrate

    def fail_late(connection: object) -> None:
        real(connection)  # type: ignore[arg-type]
        raise StoreError("killed here")

    monkeypatch.setattr(faithsieve.store.schema, "_migrate", fail_late)
    with pytest.raises(StoreError, match="killed here"):
        RunStore.open(place)
    engine = open_engine(store_url(place))
    with engine.connect() as connection:
        assert revision_of(connection, name="x") is None
    engine.dispose()


@pytest.mark.network
def test_opening_a_current_store_does_not_load_alembic(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    RunStore.open(path).close()
    script = (
        "import sys; from faithsieve.store.run_store import RunStore;"
        f"RunStore.open({str(path)!r}).close(); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
