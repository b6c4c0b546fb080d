"""The runs of one folder, read on demand and again when their files change."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.metrics import RunMetrics, measure_run
from faithsieve.evaluate.report import with_details
from faithsieve.evaluate.run_folder import MANIFEST, PREDICTIONS, check_run_name
from faithsieve.evaluate.run_reading import FinishedRun, read_run


class RunVersion(NamedTuple):
    """A run as its files were at one moment; what is read of it can be cached under this."""

    folder: Path
    changed_ns: tuple[int, ...]


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
        return _read(self.version(name))

    def scores(self, name: str) -> RunMetrics:
        return _scores(self.version(name))


@lru_cache(maxsize=64)
def _read(version: RunVersion) -> FinishedRun:
    """Read the folder's lines, with the domain of each row, which only the store says.

    Many runs stay in memory, so no more than that is kept of the store.
    """
    run = read_run(version.folder)
    rows = zip(run.results, with_details(version.folder, run)[0].results, strict=True)
    named = tuple(row.model_copy(update={"group": fuller.group}) for row, fuller in rows)
    return run.model_copy(update={"results": named})


@lru_cache(maxsize=64)
def _scores(version: RunVersion) -> RunMetrics:
    return measure_run(_read(version).results)


def _is_run(path: Path) -> bool:
    return (path / PREDICTIONS).is_file() and (path / MANIFEST).is_file()
