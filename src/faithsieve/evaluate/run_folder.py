"""The folder a run leaves behind: manifest, predictions, failures, metrics, and the store.

The store is the truth; every other file is written from it, whole or not at all, and written again
at the next run. One process at a time owns a folder: an operating-system lock, which dies with its
process, so that no lock is ever stale.
"""

import fcntl
import json
import os
import platform
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self, TextIO

from faithsieve.configuration import flatten
from faithsieve.datasets.raw_rows import open_dataset
from faithsieve.datasets.strict_json import RowError, parse_line, shown
from faithsieve.datasets.writing import UNFINISHED, replace_whole
from faithsieve.errors import ConfigError, InputError, StoreError
from faithsieve.evaluate.metrics import measure_run, metric_key
from faithsieve.records.digest import canonical_json, digest_of
from faithsieve.records.faithfulness import GateQualification
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.records.settings import Settings
from faithsieve.version import __version__

MANIFEST, PREDICTIONS, FAILURES = "manifest.json", "predictions.jsonl", "failures.jsonl"
METRICS, STORE, LOCK = "metrics.json", "store.sqlite", "run.lock"

LONGEST_NAME = 100
_MANIFEST_BYTES = 16 << 20

_NAME = re.compile(r"\w[\w .,+=@-]*", re.UNICODE)

# How fast, how often and with whose money a question is asked does not change the question.
_HOW_NOT_WHAT: dict[str, set[str] | bool] = {
    "profile": True,
    "budget": True,
    "observe": True,
    "local": True,
    "lean": True,
    # The folder's name is in the run's model; where it lies and what computes is not the question.
    "prm": {"device", "reference", "weights"},
    # How hard the model thinks is part of its identity.
    "model": {
        "api_key_env",
        "base_url",
        "batch_discount",
        "capabilities",
        "concurrency",
        "headers",
        "max_retries",
        "prices",
        "reasoning",
        "requests_per_minute",
        "timeout_s",
        "tokens_per_minute",
    },
}


def check_run_name(name: str) -> str:
    """Return a folder name that is safe as a run id, in a file system and in a shell.

    Raises:
        ConfigError: it is empty, too long, hidden, an option, or has characters of other uses.
    """
    if len(name) > LONGEST_NAME:
        raise ConfigError(
            f"run name {name[:20]!r}… has {len(name)} characters; use at most {LONGEST_NAME}"
        )
    if not _NAME.fullmatch(name) or name != name.rstrip(" ."):
        raise ConfigError(
            f"run name {name!r} cannot be used: begin with a letter or digit and use letters, "
            "digits, spaces and . , + = @ _ -"
        )
    return name


def check_out(out: str) -> Path:
    """Turn ``--out`` into a path whose last part is a safe run name.

    Raises:
        ConfigError: the path is empty, climbs up again after going down, or has an unsafe name.
    """
    if "\x00" in out or not out.strip():
        raise ConfigError(f"--out {out!r} is not a path; give a folder, such as runs/first")
    parts = Path(out).parts
    below = next((i for i, part in enumerate(parts) if part != ".."), len(parts))
    if ".." in parts[below:]:
        raise ConfigError(f"--out {out!r} goes down and up again; write the path without '..'")
    check_run_name(parts[-1] if parts else "")
    return Path(out)


def describe_settings(settings: Settings) -> str:
    """Return the settings that decide what is asked, as canonical JSON."""
    described = settings.model_dump(mode="json", exclude=_HOW_NOT_WHAT)
    for model in described["models"].values():
        if isinstance(model, dict):
            del model["api_key_env"]
    return canonical_json(described)


def describe_versions() -> tuple[str, ...]:
    """Return the versions of FaithSieve and Python; only the latter does not make runs differ."""
    return (f"faithsieve=={__version__}", f"python=={platform.python_version()}")


def name_run(folder: Path, *, is_shared: bool) -> str:
    """Return the id of a new run: the folder's name, made distinct in a shared store."""
    if not is_shared:
        return folder.name
    place = digest_of([socket.gethostname(), str(folder.resolve())])
    return f"{folder.name}-{place[:8]}"


def differences(before: RunManifest, now: RunManifest) -> tuple[str, ...]:
    """Return one line for each difference between two manifests that changes what is asked."""
    lines = [
        f"{field}: was {getattr(before, field)!r}, is {getattr(now, field)!r}"
        for field in ("method", "model", "dataset_digest", "problems", "lean", "replays")
        if getattr(before, field) != getattr(now, field)
    ]
    lines += setting_differences(before.settings, now.settings)
    lines += [f"prompt: was {old!r}" for old in before.prompts if old not in now.prompts]
    lines += [f"prompt: is {new!r}" for new in now.prompts if new not in before.prompts]
    old_version, new_version = _deciding_versions(before), _deciding_versions(now)
    if old_version != new_version:
        lines.append(f"version: was {old_version!r}, is {new_version!r}")
    return tuple(lines)


def _deciding_versions(manifest: RunManifest) -> str:
    """Return the versions of FaithSieve and of the package that adds the method, if one does."""
    return ", ".join(v for v in manifest.versions if not v.startswith("python==")) or "unknown"


def setting_differences(before: str, now: str) -> Iterable[str]:
    """Return one line for each setting that differs between two canonical descriptions."""
    old, new = (dict(flatten(json.loads(text))) for text in (before, now))
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name}: was {old.get(name)!r}, is {new.get(name)!r}"


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all, also when the machine stops half way.

    Raises:
        StoreError: the disk is full, or the folder cannot be written; the old file is untouched.
    """
    try:
        replace_whole(path, [text])
    except OSError as error:
        raise StoreError(
            f"{path} could not be written: {error.strerror or error}. Free some space or choose "
            "a folder that can be written, and run the same command; the store has everything."
        ) from error


class _Written(NamedTuple):
    """The lines of one result in the run's files."""

    prediction: str
    failure: str
    """Empty where there is an answer."""
    result: ProblemResult
    """This one, or another that counts for the same in every metric."""


class ResultLines:
    """The lines of a run's files, written one by one while the run goes on."""

    def __init__(self, results: Iterable[ProblemResult] = ()) -> None:
        self._alike: dict[tuple[object, ...], ProblemResult] = {}
        self._written: dict[str, _Written] = {}
        self.gate: GateQualification | None = None
        """How the model did as a gate, where a result used it."""
        for result in results:
            self.add(result)

    def add(self, result: ProblemResult) -> None:
        """Format the lines of one result, replacing an earlier result of the same problem."""
        if result.verdict is not None and result.verdict.gate is not None:
            self.gate = result.verdict.gate
        failure = ""
        if result.failure is not None:
            why = result.failure.model_dump(mode="json", exclude={"cost"})
            failure = _line({"id": result.id, **why})
        prediction = {
            "id": result.id,
            "label": result.label,
            "gold": result.gold,
            "kind": result.verdict.kind.value if result.verdict else None,
            "tokens": result.cost.usage.total,
            "seconds": round(result.seconds, 3),
            "failure": result.failure.kind.value if result.failure else None,
        }
        counted = self._alike.setdefault(metric_key(result), result)
        self._written[result.id] = _Written(_line(prediction), failure, counted)

    def in_order(self, ids: Iterable[str]) -> list[_Written]:
        return [self._written[id] for id in ids if id in self._written]


def _line(row: Mapping[str, object]) -> str:
    return _ENCODER.encode(row) + "\n"


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class RunFolder:
    """A run's folder, owned by this process until it is closed."""

    def __init__(self, path: Path, *, write: Callable[[Path, str], None] = replace_file) -> None:
        """Make the folder and take its lock.

        Raises:
            ConfigError: the path is no folder, or none can be made there.
            StoreError: another process owns it, or the disk refuses it.
        """
        self.path = path
        self._write = write
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = _take_lock(path / LOCK)
        except (FileExistsError, NotADirectoryError) as error:
            raise ConfigError(f"--out {str(path)!r} is a file; give a folder") from error
        except (FileNotFoundError, PermissionError) as error:
            raise ConfigError(
                f"--out {str(path)!r} cannot be made: {error.strerror}; choose another folder"
            ) from error
        except OSError as error:
            raise StoreError(
                f"the folder {str(path)!r} cannot be used: {error.strerror or error}"
            ) from error
        for leftover in path.glob(f".*{UNFINISHED}"):
            leftover.unlink(missing_ok=True)

    def close(self) -> None:
        """Release the folder's lock; safe to call twice."""
        if not self._lock.closed:
            (self.path / LOCK).unlink(missing_ok=True)
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    @property
    def store_path(self) -> Path:
        """The path of the store when no URL is given."""
        return self.path / STORE

    def known_run_id(self) -> str | None:
        """Return the run id the manifest file names, or None where the file is missing or torn."""
        try:
            run_id = read_manifest(self.path).get("run_id")
        except InputError:
            return None
        return run_id if isinstance(run_id, str) and _NAME.fullmatch(run_id) else None

    def write_manifest(
        self,
        run_id: str,
        manifest: RunManifest,
        *,
        store: str,
        notes: Mapping[str, object] | None = None,
    ) -> None:
        """Write the manifest, with notes for readers that are not part of its digest."""
        content = {"run_id": run_id, "store": store, **manifest.model_dump(mode="json")}
        content["settings"] = json.loads(manifest.settings)
        content |= notes or {}
        self._write(self.path / MANIFEST, json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def add_to_manifest(self, notes: Mapping[str, object]) -> None:
        """Add notes to the manifest file; they are not part of its digest."""
        content = json.loads((self.path / MANIFEST).read_text(encoding="utf-8"))
        text = json.dumps(content | dict(notes), indent=2, ensure_ascii=False)
        self._write(self.path / MANIFEST, f"{text}\n")

    def write_results(
        self,
        ids: Sequence[str],
        results: ResultLines,
        *,
        interrupted: int,
        damaged: int,
        stopped: Mapping[str, str] | None = None,
    ) -> None:
        """Write predictions, failures and metrics.

        Args:
            ids: The problems in dataset order.
            interrupted: Calls that may have been billed without an answer.
            damaged: Stored rows that were not what was written.
            stopped: Why the sitting ended before its end, such as a reached limit.
        """
        rows = results.in_order(ids)
        self._write(self.path / PREDICTIONS, "".join(row.prediction for row in rows))
        self._write(self.path / FAILURES, "".join(row.failure for row in rows))
        scores = measure_run(row.result for row in rows)
        summary = {
            "problems": len(rows),
            "in_dataset": len(ids),
            "answered": scores.overall.coverage.hits,
            "undecided": scores.overall.abstention.hits,
            "failed": sum(bool(row.failure) for row in rows),
            "open": sum(row.result.is_open for row in rows),
            "interrupted_calls": interrupted,
            "damaged_rows": damaged,
            "stopped": stopped,
            **scores.model_dump(mode="json"),
        }
        self._write(self.path / METRICS, json.dumps(summary, indent=2, allow_nan=False) + "\n")


def read_manifest(folder: Path) -> dict[str, object]:
    """Read a folder's manifest file, as untrusted text.

    Raises:
        InputError: there is none, or it is no manifest.
    """
    path = folder / MANIFEST
    with open_dataset(path) as stream:
        content = stream.read(_MANIFEST_BYTES)
    try:
        manifest = parse_line(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error
    except RowError as error:
        raise InputError(f"{path}: {error.message}") from error
    if not isinstance(manifest, dict):
        raise InputError(f"{path}: {shown(manifest)} is not a manifest")
    return manifest


def _take_lock(path: Path) -> TextIO:
    """Lock the folder for this process.

    Raises:
        StoreError: another process has the lock.
    """
    while True:
        file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            owner = file.read(200).strip() or "another process"
            file.close()
            raise StoreError(
                f"the run folder {str(path.parent)!r} is in use by {owner}. Wait for it or end "
                "it, or choose another --out."
            ) from error
        if _is_still_there(file, path):
            break
        # Its last owner removed the file after we opened it; lock the one that is there now.
        file.close()
    file.truncate(0)
    file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
    file.flush()
    return file


def _is_still_there(file: TextIO, path: Path) -> bool:
    try:
        return os.fstat(file.fileno()).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False
