"""An object in this process that is called as Ray calls an actor."""

import asyncio
from typing import Any


class StandIn:
    """Calls a method of the object behind when somebody calls its ``remote``."""

    def __init__(self, behind: object) -> None:
        self._behind = behind

    def __getattr__(self, name: str) -> Any:
        return _Method(getattr(self._behind, name))


class _Method:
    def __init__(self, method: Any) -> None:
        self._method = method

    def remote(self, *given: object) -> "asyncio.Future[Any]":
        asked: asyncio.Future[Any] = asyncio.ensure_future(self._method(*given))
        return asked
