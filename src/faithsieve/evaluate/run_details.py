"""What only a run's store knows: cost by stage, confidence, rationale, evidence, every single vote.

Reports read the folder's plain files first and come here for more. Only the store *inside* the
folder is opened, or one the user names: a manifest is a file like any other, and no file may send
the reader to another host.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import InputError
from faithsieve.evaluate.problem_evidence import find_checked
from faithsieve.evaluate.run_folder import STORE, read_manifest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest
from faithsieve.records.packed import Packed
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore


class OpenedRun(NamedTuple):
    """A run in its open store."""

    store: RunStore
    run_id: str
    manifest: RunManifest
    results: Packed[ProblemResult]

    @property
    def digest(self) -> Digest:
        return manifest_digest(self.manifest)

    async def checked(self, problem: str) -> CheckedProof | None:
        """Everything found out about a problem; None where the run kept nothing readable."""
        return await find_checked(self.store, problem, self.digest)


@contextmanager
def opened_run(folder: Path, *, store: str | None = None) -> Iterator[OpenedRun | None]:
    """Open a run's store; None where the folder has none of its own, or it holds no such run.

    Raises:
        StoreError: there is one, and it cannot be read.
        InputError: the store the user named does not hold the run.
    """
    place = folder / STORE
    if store is None and not place.is_file():
        yield None
        return
    with RunStore.open(store or place) as opened:
        run_id = _run_id(folder, opened)
        manifest = opened.manifest(run_id) if run_id else None
        if run_id is not None and manifest is not None:
            yield OpenedRun(opened, run_id, manifest, opened.results(run_id, manifest))
        elif store is None:
            yield None
        else:
            raise InputError(f"the store {store!r} does not hold the run of {folder}")


@contextmanager
def required_run(folder: Path, *, store: str | None = None) -> Iterator[OpenedRun]:
    """Open a run's store where nothing can be done without it.

    Raises:
        StoreError: it cannot be read.
        InputError: there is none, or it does not hold the run.
    """
    with opened_run(folder, store=store) as run:
        if run is None:
            raise InputError(
                f"{folder} has no {STORE} with a run; give a run folder, or its store with --store"
            )
        yield run


def _run_id(folder: Path, store: RunStore) -> str | None:
    """The run the folder's manifest names; in a store of its own, the only one there is."""
    known = store.run_ids()
    try:
        named = read_manifest(folder).get("run_id")
    except InputError:
        named = None
    if named in known:
        return str(named)
    return known[0] if len(known) == 1 and store.name == str(folder / STORE) else None
