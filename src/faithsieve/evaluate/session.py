"""One run of one method over one dataset, from its folder: begin it, or go on where it stopped."""

import gc
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError
from faithsieve.evaluate.proof_trace import trace_artifact
from faithsieve.evaluate.run_folder import (
    ResultLines,
    RunFolder,
    describe_settings,
    describe_versions,
    differences,
    name_run,
)
from faithsieve.evaluate.run_reading import checked_artifact
from faithsieve.evaluate.runner import (
    Judged,
    JudgeProblem,
    Plan,
    Progress,
    RunOutcome,
    Stop,
    StopSwitch,
    run_problems,
)
from faithsieve.llm.adaptive import KIND as CAPABILITIES
from faithsieve.logs import fields
from faithsieve.methods import find_method
from faithsieve.prompts.library import load
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import RunManifest
from faithsieve.records.settings import Settings
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore

_LOG = logging.getLogger(__name__)

NEW_OBJECTS = 20_000
"""So many more objects than before make Python look for garbage during a run."""


class Session(NamedTuple):
    """A new or resumed run whose folder is locked and whose manifest was compared."""

    folder: RunFolder
    store: RunStore
    run_id: str
    manifest: RunManifest


def describe_run(
    method: str, *, model: str, dataset: Dataset, settings: Settings, lean: str = ""
) -> RunManifest:
    """Build the manifest: everything that decides what a run asks."""
    return RunManifest(
        method=method,
        model=model,
        dataset=Path(dataset.file).name,
        dataset_digest=dataset.digest,
        problems=len(dataset.proofs),
        settings=describe_settings(settings),
        prompts=prompt_stamps(find_method(method).prompts),
        lean=lean,
        versions=describe_versions(),
    )


def prompt_stamps(prompts: Iterable[str]) -> tuple[str, ...]:
    """Return the stamps (id, version, hash) of prompt files."""
    files = (load(prompt) for prompt in prompts)
    return tuple(f"{file.id}@{file.version}:{file.digest}" for file in files)


def select_proofs(
    proofs: Sequence[LabelledProof], *, limit: int | None, ids: Sequence[str]
) -> Sequence[LabelledProof]:
    """Select the proofs with these ids, or all proofs, and cut the selection to ``limit``.

    Raises:
        ConfigError: an id is not in the dataset.
    """
    if not ids:
        return proofs if limit is None else proofs[:limit]
    known = {proof.id for proof in proofs}
    unknown = [id for id in ids if id not in known]
    if unknown:
        raise ConfigError(f"--ids: no problem of the dataset is called {', '.join(unknown[:5])}")
    named = frozenset(ids)
    wanted = [proof for proof in proofs if proof.id in named]
    return tuple(wanted if limit is None else wanted[:limit])


def open_or_resume(
    folder: RunFolder,
    store: RunStore,
    manifest: RunManifest,
    *,
    is_shared: bool,
    notes: Mapping[str, object] | None = None,
) -> Session:
    """Begin the run of a folder, or go on with it if it asks the same.

    Args:
        manifest: What is to be asked now.
        is_shared: Whether the store lies outside the folder and may hold other runs.
        notes: What else the manifest file tells, such as where the dataset lay.

    Raises:
        ConfigError: the folder holds a run that asks something else; the differences are named.
    """
    known = folder.known_run_id() if is_shared else next(iter(store.run_ids()), None)
    run_id = known or name_run(folder.path, is_shared=is_shared)
    before = store.manifest(run_id)
    if before is None:
        store.keep_run(run_id, manifest)
    elif changed := differences(before, manifest):
        listed = "\n".join(f"  {line}" for line in changed)
        raise ConfigError(
            f"{str(folder.path)!r} holds a run that asks something else:\n{listed}\n"
            "Choose another --out for the new run, or go back to these settings to continue it."
        )
    store.run_id = run_id
    place = _place(store, is_shared=is_shared)
    folder.write_manifest(run_id, before or manifest, store=place, notes=notes)
    return Session(folder, store, run_id, manifest)


def _place(store: RunStore, *, is_shared: bool) -> str:
    """Return the store's name for the manifest: relative to the folder, absolute if shared."""
    if not is_shared:
        return Path(store.name).name
    return store.name if "://" in store.name else str(Path(store.name).resolve())


async def run_session(
    session: Session,
    dataset: Dataset,
    plan: Plan,
    judge: JudgeProblem,
    *,
    switch: StopSwitch,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> RunOutcome:
    """Judge the problems of a plan, then write the files of the whole run."""
    digest = manifest_digest(session.manifest)

    async def save(problem: LabelledProof, judged: Judged) -> None:
        result, checked, trace = judged
        evidence = []
        if checked is not None:
            if problem.origin is not None:
                # A copy of checked values: a method sees no file, so that none can reach a prompt.
                found_in = {"source": problem.origin, "notes": problem.notes}
                checked = checked.model_copy(update=found_in)
            evidence.append(checked_artifact(result.id, checked, digest))
        if trace is not None:
            evidence.append(trace_artifact(result.id, problem.proof, trace, digest))
        await session.store.save_result(session.run_id, digest, result, evidence)
        lines.add(result)

    about = fields(run=session.run_id, problems=len(plan.problems), method=session.manifest.method)
    _LOG.info("run began", extra=about)
    earlier = session.store.results(session.run_id, session.manifest)
    ids = [problem.id for problem in dataset.proofs]
    lines = ResultLines(earlier)
    with _rare_garbage_collection():
        outcome = await run_problems(
            plan,
            judge,
            save=save,
            earlier=earlier,
            switch=switch,
            on_progress=on_progress,
        )
    if outcome.stop is not None:
        # A cancelled worker may have written a result that nobody here knows.
        lines = ResultLines(session.store.results(session.run_id, session.manifest))
    _write_files(session, ids, lines, outcome.stop)
    stop = outcome.stop.model_dump() if outcome.stop else {}
    _LOG.info("run ended", extra=fields(run=session.run_id, left=len(outcome.open), **stop))
    return outcome


@contextmanager
def _rare_garbage_collection() -> Iterator[None]:
    """Freeze the objects alive now and run the garbage collector less often in the block.

    Hundreds of problems under way are many objects and no garbage: looking through them took a
    fifth of the time of a run.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _write_files(
    session: Session, ids: Sequence[str], lines: ResultLines, stop: Stop | None
) -> None:
    """Write the run's files, and why it ended early."""
    session.folder.write_results(
        ids,
        lines,
        interrupted=session.store.interrupted_calls(session.run_id),
        damaged=len(session.store.damaged),
        stopped={"kind": stop.kind.value, "message": stop.message} if stop else None,
    )
    learnt = session.store.artifacts_of(CAPABILITIES)
    if learnt:
        known = {json.loads(kept.request): json.loads(kept.result) for kept in learnt}
        session.folder.add_to_manifest({"capabilities": known})
    if lines.gate is not None:
        said = {"qualified": lines.gate.is_qualified, **lines.gate.model_dump(mode="json")}
        session.folder.add_to_manifest({"gate": said})
