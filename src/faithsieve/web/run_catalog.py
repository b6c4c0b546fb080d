"""The runs of one folder, read on demand and again when their files change."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.intervals import Rate
from faithsieve.evaluate.metrics import RunMetrics, measure_run
from faithsieve.evaluate.run_folder import MANIFEST, PREDICTIONS, check_run_name
from faithsieve.evaluate.run_reading import FinishedRun, RunTitle, opened_run, read_run


class RunVersion(NamedTuple):
    """A run as its files were at one moment; what is read of it can be cached under this."""

    folder: Path
    changed_ns: tuple[int, ...]


class RunOverview(RunTitle):
    """One line about a run."""

    open: int
    """Problems without a result yet."""
    exact: Rate
    """Exact labels over all rows, with a 95 % interval."""
    coverage: Rate
    """Rows that were answered."""
    tokens: int
    """Tokens of all calls."""


class RunCatalog:
    """Run folders directly below one folder; nothing outside it can be named."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def names(self) -> list[str]:
        if not self.root.is_dir():
            return []
        return sorted(path.name for path in self.root.iterdir() if _is_run(path))

    def folder(self, name: str) -> Path:
        """Return the folder of a run.

        Raises:
            InputError: there is none of that name.
        """
        try:
            path = self.root / check_run_name(name)
        except ConfigError as error:
            raise InputError(str(error)) from error
        if not _is_run(path):
            raise InputError(f"there is no run {name!r} in {self.root.name!r}")
        return path

    def version(self, name: str) -> RunVersion:
        folder = self.folder(name)
        files = (folder / file for file in (PREDICTIONS, MANIFEST))
        return RunVersion(folder, tuple(file.stat().st_mtime_ns for file in files))

    def read(self, name: str) -> FinishedRun:
        return _read_with_groups(self.version(name))

    def scores(self, name: str) -> RunMetrics:
        return _scores(self.version(name))

    def summary(self, name: str) -> RunOverview:
        run, scores = self.read(name), self.scores(name).overall
        return RunOverview(
            **run.model_dump(include=set(RunTitle.model_fields)),
            open=run.open,
            exact=scores.exact,
            coverage=scores.coverage,
            tokens=run.tokens,
        )


@lru_cache(maxsize=64)
def _read_with_groups(version: RunVersion) -> FinishedRun:
    """Read the folder's lines, with the domain of each row where only the store says it."""
    run = read_run(version.folder)
    if any(row.group for row in run.results):
        return run
    with opened_run(version.folder) as details:
        groups = {row.id: row.group for row in details.results} if details else {}
    rows = (row.model_copy(update={"group": groups.get(row.id, row.group)}) for row in run.results)
    return run.model_copy(update={"results": tuple(rows)})


@lru_cache(maxsize=64)
def _scores(version: RunVersion) -> RunMetrics:
    return measure_run(_read_with_groups(version).results)


def _is_run(path: Path) -> bool:
    return (path / PREDICTIONS).is_file() and (path / MANIFEST).is_file()
