"""The runs of one folder, read when they are asked for and again when their files change."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.intervals import Rate
from faithsieve.evaluate.metrics import RunMetrics, measure_run
from faithsieve.evaluate.run_folder import MANIFEST, PREDICTIONS, check_run_name
from faithsieve.evaluate.run_reading import FinishedRun, RunTitle, opened_run, read_run

T = TypeVar("T")


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


class RunShelf:
    """Run folders directly below one folder; nothing outside it can be named."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[tuple[str, str], tuple[tuple[int, ...], object]] = {}

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

    def read(self, name: str) -> FinishedRun:
        return self.remembered(name, "run", _read_with_groups)

    def scores(self, name: str) -> RunMetrics:
        return self.remembered(name, "scores", lambda _: measure_run(self.read(name).results))

    def summary(self, name: str) -> RunOverview:
        run, scores = self.read(name), self.scores(name).overall
        return RunOverview(
            **run.model_dump(include=set(RunTitle.model_fields)),
            open=run.open,
            exact=scores.exact,
            coverage=scores.coverage,
            tokens=run.tokens,
        )

    def remembered(self, name: str, what: str, read: Callable[[Path], T]) -> T:
        """Read something of a run, or return what was read while its files were the same."""
        folder = self.folder(name)
        stamp = tuple((folder / file).stat().st_mtime_ns for file in (PREDICTIONS, MANIFEST))
        known = self._known.get((name, what))
        if known is None or known[0] != stamp:
            known = self._known[name, what] = (stamp, read(folder))
        return known[1]  # type: ignore[return-value]


def _read_with_groups(folder: Path) -> FinishedRun:
    """Read the folder's lines, with the domain of each row where only the store says it."""
    run = read_run(folder)
    if any(row.group for row in run.results):
        return run
    with opened_run(folder) as details:
        groups = {row.id: row.group for row in details.results} if details else {}
    rows = (row.model_copy(update={"group": groups.get(row.id, row.group)}) for row in run.results)
    return run.model_copy(update={"results": tuple(rows)})


def _is_run(path: Path) -> bool:
    return (path / PREDICTIONS).is_file() and (path / MANIFEST).is_file()
