"""A llama.cpp server that lives exactly as long as the block that asked for it.

The model runs in a process of its own: a crash in native code must not take the run with it. The
process listens on the loopback address only, behind a random key, on a port that the system
chose. It is started again once if it dies, and it ends with the block, with Ctrl-C, and with
the parent, even when that is killed. What it last wrote to its log goes into the error message.
"""

import asyncio
import contextlib
import http.client
import importlib.util
import os
import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm.local_child import Launch
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.settings import LocalSettings

# -P keeps a module of the same name in the working directory from being run instead.
CHILD_COMMAND = (sys.executable, "-P", "-m", "faithsieve.llm.local_child")
LOG_TAIL_CHARACTERS = 2000
GRACE_S = 5.0
RESTART_PAUSE_S = 0.2
BAD_REQUEST = 400


class LocalEndpoint(Record):
    """Where a running local model is reached."""

    base_url: str
    """The address an OpenAI client needs, ending in ``/v1``."""
    api_key: str
    """The key an OpenAI client needs; empty when the server is open."""
    model: str
    """The name the server answers under."""
    context_tokens: int
    """Room for prompt and reply of one request."""


class LocalServer:
    """An async context manager around one llama.cpp server.

    ::

        async with LocalServer(weights, alias="local:smollm2-135m") as endpoint:
            model = OpenAICompatible(base_url=endpoint.base_url, api_key=endpoint.api_key, …)
    """

    def __init__(
        self,
        weights: Path,
        *,
        alias: str,
        settings: LocalSettings | None = None,
        port: int = 0,
        api_key: str | None = None,
        command: Sequence[str] = CHILD_COMMAND,
    ) -> None:
        """Describe a server; nothing is started yet.

        Args:
            api_key: the key clients must send; None makes a random one, empty means none.
        """
        self._settings = settings or LocalSettings()
        self._command = tuple(command)
        self.launch = Launch(
            weights=weights.absolute(),
            alias=alias,
            port=port,
            context_tokens=self._settings.context_tokens,
            slots=self._settings.slots,
            threads=self._settings.threads or max(1, _processors() // 2),
            api_key=secrets.token_urlsafe(24) if api_key is None else api_key,
            parent_pid=os.getpid(),
        )
        self._process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._loggers: list[asyncio.Task[None]] = []
        self._log = b""
        self._settled = asyncio.Event()
        self._failure: str | None = None
        self.restarts = 0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.returncode is None else None

    @property
    def log_tail(self) -> str:
        return self._log.decode("utf-8", "replace").strip()

    async def __aenter__(self) -> LocalEndpoint:
        """Start the server and wait until it answers.

        Raises:
            MissingToolError: llama.cpp is not installed.
            ProviderError: it ended, or did not answer in time.
        """
        if self._command == CHILD_COMMAND:
            require_llama()
        try:
            url = await self._start()
        except BaseException:
            await self._stop()
            raise
        self._settled.set()
        self._watcher = asyncio.create_task(self._watch())
        port = int(url.rsplit(":", 1)[1])
        # A restarted server must be found where the client knows it.
        self.launch = self.launch.changed(port=port)
        return LocalEndpoint(
            base_url=f"{url}/v1",
            api_key=self.launch.api_key,
            model=self.launch.alias,
            context_tokens=self.launch.context_tokens,
        )

    async def __aexit__(self, *exc_info: object) -> None:
        """Stop the server; no process is left when this returns."""
        await self._stop()

    async def ready(self) -> None:
        """Wait until the server can be asked, through a restart if one is going on.

        Raises:
            ProviderError: it died more often than it may be restarted.
        """
        await self._settled.wait()
        if self._failure is not None:
            raise ProviderError(self._failure)

    async def failed(self) -> None:
        """Wait until the server is dead for good.

        Raises:
            ProviderError: always, when that happens.
        """
        if self._watcher is not None:
            await asyncio.shield(self._watcher)
        await self.ready()

    async def _start(self) -> str:
        """Start the process and return the address it listens on."""
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Ctrl-C belongs to the parent, which stops the server in order.
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._loggers.append(asyncio.create_task(self._keep_log(process)))
        process.stdin.write(self.launch.model_dump_json().encode() + b"\n")
        try:
            async with asyncio.timeout(self._settings.start_timeout_s):
                url = await self._read_address(process, process.stdout)
                while not await asyncio.to_thread(_is_healthy, url):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise ProviderError(
                f"the local model did not answer within {self._settings.start_timeout_s:g} s"
                f"{self._tail()}"
            ) from None
        return url

    async def _read_address(
        self, process: asyncio.subprocess.Process, stdout: asyncio.StreamReader
    ) -> str:
        url = (await stdout.readline()).decode("utf-8", "replace").strip()
        if url.startswith("http://"):
            return url
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        code = await process.wait()
        raise ProviderError(
            f"the local model server ended while starting (exit code {code}){self._tail()}"
        )

    async def _keep_log(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while text := await process.stderr.read(65536):
            self._log = (self._log + text)[-LOG_TAIL_CHARACTERS:]

    async def _watch(self) -> None:
        """Restart a dead server as often as allowed; then record why it failed."""
        while self._process is not None:
            code = await self._process.wait()
            self._settled.clear()
            try:
                if self.restarts >= self._settings.restarts:
                    raise ProviderError(
                        f"the local model server died (exit code {code}) and was already"
                        f" restarted {self.restarts} times{self._tail()}"
                    )
                self.restarts += 1
                await asyncio.sleep(RESTART_PAUSE_S)
                await self._start()
            except ProviderError as error:
                self._failure = str(error)
                return
            finally:
                self._settled.set()

    async def _stop(self) -> None:
        # The watcher first: an ordered end must not look like a death.
        if self._watcher is not None:
            await _cancel([self._watcher])
        if self._process is not None:
            await _end(self._process)
        await _cancel(self._loggers)

    def _tail(self) -> str:
        return f". Its last words:\n{self.log_tail}" if self.log_tail else ""


@dataclass
class LocalModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that waits for its server's restarts.

    It waits out restarts, and refuses a prompt that does not fit with a message; none is cut.
    """

    inner: ChatModel
    ready: Callable[[], Awaitable[None]]
    context_tokens: int

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises:
            ProviderError: the input is too long (status 400), or the server is dead.
        """
        await self.ready()
        try:
            return await self.inner.complete(request)
        except ProviderError as error:
            if error.status == BAD_REQUEST and "context size" in str(error):
                raise self._too_long(request, error) from error
            raise

    def _too_long(self, request: ChatRequest, error: ProviderError) -> ProviderError:
        return ProviderError(
            f"input too long: the prompt {request.prompt.id!r} does not fit the local model's"
            f" context of {self.context_tokens} tokens, and nothing was cut. Raise the setting"
            f" local.context_tokens, or use a model with more room ({error})",
            status=BAD_REQUEST,
        )


def require_llama() -> None:
    """Check that llama.cpp is installed, without loading it.

    Raises:
        MissingToolError: it is not.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise MissingToolError(
            "llama.cpp", needed_for="--model local", fix="pip install 'faithsieve[local]'"
        )


def _processors() -> int:
    """Count the processors that this process may use.

    Generating waits at a barrier after every layer, by spinning: with as many threads as
    processors, any other program (Lean, a test run) slows it down many times over; with half as
    many it only gets its share.
    """
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_healthy(url: str) -> bool:
    # Straight to the address: a proxy from the environment must not stand between.
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.client.OK
    except (http.client.HTTPException, OSError):
        return False
    finally:
        connection.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Terminate the process, kill it after a while, and wait until it is gone."""
    if process.stdin is not None:
        process.stdin.close()
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(GRACE_S):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    await process.wait()


async def _cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
