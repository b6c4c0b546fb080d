"""Every method ``faithsieve eval --method`` knows; adding one is one line in ``METHODS``.

A method is an async function from a proof to a verdict. What it may use comes in as ``Tools``; it
never sees the row's id or label, a provider, a disk or the clock.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from faithsieve.baselines.direct import judge_directly
from faithsieve.errors import ConfigError
from faithsieve.lean.protocol import LeanChecker
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict


class Tools(NamedTuple):
    """What a method may use for one proof."""

    model: ChatModel
    """Who is asked; it counts what the proof costs."""
    settings: Settings
    """All settings."""
    lean: LeanChecker | None = None
    """Lean, or None where no backend is set up."""


Judge = Callable[[Proof, Tools], Awaitable[Verdict]]
"""From a proof to a verdict."""


class Method(NamedTuple):
    """One way to judge a proof."""

    judge: Judge
    """The function."""
    prompts: tuple[str, ...]
    """The prompt files it may use; they become part of a run's manifest."""
    summary: str
    """What it does, in a line."""


async def _direct(proof: Proof, tools: Tools) -> Verdict:
    decoding = tools.settings.decoding.direct
    return await judge_directly(proof, model=tools.model, decoding=decoding)


METHODS: dict[str, Method] = {
    "direct": Method(_direct, ("baselines/direct",), "one question, the whole proof, one label"),
}


def find_method(name: str) -> Method:
    """Look a method up.

    Raises:
        ConfigError: there is none of that name.
    """
    if name not in METHODS:
        raise ConfigError(f"there is no method {name!r}; choose one of {', '.join(METHODS)}")
    return METHODS[name]
