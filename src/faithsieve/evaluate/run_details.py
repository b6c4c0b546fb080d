"""What only a run's store knows: cost by stage, confidence, rationale, and every single vote.

Reports read the folder's plain files first and come here for more. Only the store *inside* the
folder is opened, or one the user names: a manifest is a file like any other, and no file may send
the reader to another host.
"""

from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import InputError
from faithsieve.evaluate.run_folder import STORE, read_manifest
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.store.run_store import RunStore


class RunDetails(NamedTuple):
    """The manifest and results of a run as its store keeps them."""

    manifest: RunManifest
    results: tuple[ProblemResult, ...]


def read_details(folder: Path, *, store: str | None = None) -> RunDetails | None:
    """Read a run's results from its store; None where the folder has no store of its own.

    Raises:
        StoreError: there is one, and it cannot be read.
        InputError: the store the user named does not hold the run.
    """
    place = folder / STORE
    if store is None and not place.is_file():
        return None
    with RunStore.open(store or place) as opened:
        run_id = _run_id(folder, opened)
        manifest = opened.manifest(run_id) if run_id else None
        if run_id is None or manifest is None:
            if store is None:
                return None
            raise InputError(f"the store {store!r} does not hold the run of {folder}")
        return RunDetails(manifest, tuple(opened.results(run_id, manifest)))


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
