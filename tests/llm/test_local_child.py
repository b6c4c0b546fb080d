"""What the process that holds the model tells llama.cpp."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from faithsieve.llm.local_child import Launch, _serve


class Params(SimpleNamespace):
    """As many fields as anyone sets."""

    def __init__(self) -> None:
        super().__init__(
            model=SimpleNamespace(),
            cpuparams=SimpleNamespace(),
            cpuparams_batch=SimpleNamespace(),
            api_keys=[],
        )


@pytest.fixture
def llama(monkeypatch: pytest.MonkeyPatch) -> None:
    # The real library is exercised in tests/e2e; here only what it is told counts.
    fake = SimpleNamespace(CommonParams=Params, Server=lambda params: params)
    monkeypatch.setitem(sys.modules, "xllamacpp", fake)


def told(**launch: Any) -> Any:
    settings = {"context_tokens": 1000, "slots": 3, "threads": 2, "parent_pid": 1} | launch
    return _serve(Launch(weights=Path("toy.gguf"), alias="toy", **settings))


@pytest.mark.usefixtures("llama")
def test_every_slot_has_the_whole_context_and_only_this_machine_is_served() -> None:
    params = told(api_key="secret")
    assert (params.n_ctx, params.n_parallel, params.ctx_shift) == (3000, 3, False)
    assert params.hostnames == ["127.0.0.1"]
    assert params.api_keys == ["secret"]
    assert (params.cors_origins, params.ui) == ("null", False), "no web page may ask"
    assert told(api_key="").api_keys == []
