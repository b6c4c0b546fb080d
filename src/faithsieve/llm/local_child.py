"""The process that holds the local model: llama.cpp's OpenAI-compatible server, and nothing else.

Started by :mod:`faithsieve.llm.local_server` as ``python -m faithsieve.llm.local_child``. One JSON
line on standard input says what to serve; one line on standard output says where it listens.
Standard input then stays open as a lifeline: when its other end closes, for whatever reason the
parent died, this process ends.
"""

import ctypes
import os
import signal
import sys
import threading
from pathlib import Path
from typing import IO

from pydantic import Field

from faithsieve.records.base import Record

PR_SET_PDEATHSIG = 1


class Launch(Record):
    weights: Path
    """The model file."""
    alias: str
    """The name the server answers under."""
    port: int = Field(default=0, ge=0, le=65535)
    """The port to listen on; 0 lets the system choose, without a race."""
    context_tokens: int = Field(ge=256)
    """Room for prompt and reply of one request."""
    slots: int = Field(ge=1)
    """How many requests are answered at the same time; each has its own context."""
    threads: int = Field(ge=1)
    """Processor threads."""
    api_key: str = ""
    """What a client must send as its key, or empty for an open server."""
    prompt_cache_mib: int = Field(default=256, ge=0)
    """Memory for states of earlier prompts, so that a shared beginning is read once."""
    parent_pid: int
    """The process whose end is also the end of the server."""


def main() -> None:
    """Serve until the parent goes away."""
    # Unbuffered: a thread that waits inside a buffered read would abort an orderly exit.
    lifeline = os.fdopen(0, "rb", buffering=0)
    launch = Launch.model_validate_json(lifeline.readline())
    answer = _keep_standard_output_for_the_answer()
    _die_with(launch.parent_pid, lifeline)
    try:
        server = _serve(launch)
    except RuntimeError as error:
        sys.exit(f"llama.cpp could not serve {launch.weights}: {error}")
    with os.fdopen(answer, "w") as out:
        out.write(f"{server.listening_address}\n")
    threading.Event().wait()


def _keep_standard_output_for_the_answer() -> int:
    """Send whatever llama.cpp prints to the log, so that it cannot be taken for the answer."""
    answer = os.dup(1)
    os.dup2(2, 1)
    return answer


def _die_with(parent_pid: int, lifeline: IO[bytes]) -> None:
    # Loading holds the interpreter lock for seconds, and the thread below cannot run meanwhile;
    # on Linux the kernel itself ends the process.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        os._exit(1)
    threading.Thread(target=_end_when_closed, args=(lifeline,), daemon=True).start()


def _end_when_closed(lifeline: IO[bytes]) -> None:
    lifeline.read()
    os._exit(0)


def _serve(launch: Launch):  # type: ignore[no-untyped-def]  # xllamacpp has no types
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(launch.weights)
    params.model_alias = {launch.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = launch.port
    params.n_parallel = launch.slots
    params.n_ctx = launch.context_tokens * launch.slots
    # Shifting would drop the beginning of a long prompt without a word.
    params.ctx_shift = False
    params.cpuparams.n_threads = launch.threads
    # Also the threads of every moment in which two requests are answered at once.
    params.cpuparams_batch.n_threads = launch.threads
    if launch.api_key:
        params.api_keys = [launch.api_key]
    # No web page may use the server, and it needs no page of its own.
    params.cors_origins = "null"
    params.ui = False
    params.endpoint_slots = False
    params.cache_ram_mib = launch.prompt_cache_mib
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
