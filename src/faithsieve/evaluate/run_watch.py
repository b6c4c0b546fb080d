"""How far a run is, read from its folder and its store by another process, which writes nothing."""

import os
import socket
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, create_engine, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from faithsieve.errors import InputError
from faithsieve.evaluate.run_folder import LOCK, read_manifest
from faithsieve.store.engine import store_url
from faithsieve.store.lane import explain
from faithsieve.store.schema import model_calls, results


class RunView(NamedTuple):
    run_id: str
    problems: int
    answered: int
    failed: int
    calls: int
    """Answered calls of the run."""
    pending: int
    tokens: int
    usd: float
    last: str
    """When the last problem ended, or empty."""
    owner: str
    """The process that works on the run, or empty."""

    @property
    def done(self) -> int:
        return self.answered + self.failed

    def describe(self) -> str:
        work = f"by {self.owner}" if self.owner else "nobody works on it"
        return (
            f"{self.run_id}: {self.done}/{self.problems} done · {self.failed} failed · "
            f"{self.pending} calls under way · {self.calls} answered · {self.tokens:,} tokens · "
            f"${self.usd:.4f} · last {self.last[11:19] or '–'} · {work}"
        )


def look_at_run(folder: Path) -> RunView:
    """Read how far the run of a folder is.

    Raises:
        InputError: the folder holds no run.
        StoreError: its store cannot be read.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a run folder; give the --out folder of an eval run")
    manifest = read_manifest(folder)
    run_id, place, problems = (manifest.get(name) for name in ("run_id", "store", "problems"))
    if not isinstance(run_id, str) or not isinstance(place, str) or not isinstance(problems, int):
        raise InputError(f"{folder}: the manifest names no run")
    engine = _read_only(place if "://" in place else str(folder / place))
    try:
        return _count(engine, run_id, problems, _owner(folder))
    except SQLAlchemyError as error:
        raise explain(error, place) from error
    finally:
        engine.dispose()


def _read_only(place: str) -> Engine:
    url = store_url(place)
    if url.get_backend_name() == "sqlite":
        name = f"file:{url.database}"
        return create_engine(URL.create("sqlite+pysqlite", database=name, query=_READ_ONLY))
    # The manifest hides a password; the driver then looks in its own places (~/.pgpass).
    hidden = url.password == "***"
    url = URL.create(**(url._asdict() | {"password": None})) if hidden else url
    return create_engine(url, execution_options={"postgresql_readonly": True})


_READ_ONLY = {"mode": "ro", "uri": "true"}


def _count(engine: Engine, run_id: str, problems: int, owner: str) -> RunView:
    by_status = select(results.c.status, func.count(), func.max(results.c.written_at))
    tokens = func.sum(model_calls.c.input_tokens + model_calls.c.output_tokens)
    by_state = select(
        model_calls.c.state, func.count(), tokens, func.sum(model_calls.c.cost_usd)
    ).where(model_calls.c.run_id == run_id)
    with engine.connect() as connection:
        ended = connection.execute(
            by_status.where(results.c.run_id == run_id).group_by(results.c.status)
        ).all()
        calls = connection.execute(by_state.group_by(model_calls.c.state)).all()
    counts = {status: number for status, number, _ in ended}
    states = {state: number for state, number, _, _ in calls}
    return RunView(
        run_id=run_id,
        problems=problems,
        answered=counts.get("answered", 0),
        failed=counts.get("failed", 0),
        calls=states.get("answered", 0),
        pending=states.get("pending", 0),
        tokens=sum(tokens or 0 for _, _, tokens, _ in calls),
        usd=sum(usd or 0.0 for _, _, _, usd in calls),
        last=max((at for _, _, at in ended), default=""),
        owner=owner,
    )


def _owner(folder: Path) -> str:
    """Return the owner that the lock file names, or nothing if its process has ended."""
    try:
        owner = (folder / LOCK).read_text(encoding="utf-8")[:200].strip()
    except (OSError, UnicodeDecodeError):
        return ""
    words = owner.split()
    if len(words) != 4 or not words[1].isdigit() or words[3] != socket.gethostname():
        return owner
    try:
        os.kill(int(words[1]), 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return owner
