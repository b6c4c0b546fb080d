"""A ledger in memory with open calls, and a pretended batch service that answers input files."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from faithsieve.records.chat import ChatReply, ChatRequest, OpenCall
from faithsieve.records.digest import Digest
from support.chat import MemoryLedger
from support.dataset_files import write_lines

IDENTITY = "batch:toy"


class OpenLedger(MemoryLedger):
    """The memory ledger, with the list of open calls that a store offers."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[Digest, OpenCall] = {}

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        self.calls[key] = OpenCall(
            key=key, request=request, identity=identity, begun_at=datetime.now(UTC)
        )
        return await super().begin(key, request, identity)

    def pending_calls(self, identity_prefix: str) -> Iterator[OpenCall]:
        for key in self.open:
            if self.calls[key].identity.startswith(identity_prefix):
                yield self.calls[key]


def completion(text: str, **message: Any) -> dict[str, Any]:
    return {
        "model": "toy-2026",
        "choices": [
            {
                "message": {"role": "assistant", "content": text, **message},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
    }


def success(custom_id: str, text: str = "yes") -> dict[str, Any]:
    return {
        "id": f"line-{custom_id[:6]}",
        "custom_id": custom_id,
        "response": {"status_code": 200, "request_id": "r", "body": completion(text)},
        "error": None,
    }


def failure(custom_id: str, message: str = "server had a bad day") -> dict[str, Any]:
    return {
        "custom_id": custom_id,
        "response": {"status_code": 500, "body": {"error": {"message": message}}},
        "error": None,
    }


class PretendedService:
    """Answers batch input files: in random order, failing some lines, losing others."""

    def __init__(
        self,
        answer: Callable[[str], str],
        *,
        rng: random.Random,
        failing: float = 0.0,
        losing: float = 0.0,
    ) -> None:
        self._answer = answer
        self._rng = rng
        self._failing = failing
        self._losing = losing
        self.answered: list[str] = []
        self.sent: list[str] = []

    def process(self, source: Path, target: Path) -> Path:
        """Make the output file of an input file."""
        lines = [json.loads(line) for line in source.read_text().splitlines()]
        self.sent += [line["custom_id"] for line in lines]
        self._rng.shuffle(lines)
        return write_lines(target, *filter(None, map(self._outcome, lines)))

    def _outcome(self, line: dict[str, Any]) -> dict[str, Any] | None:
        fate = self._rng.random()
        if fate < self._losing:
            return None
        if fate < self._losing + self._failing:
            return failure(line["custom_id"])
        self.answered.append(line["custom_id"])
        return success(line["custom_id"], self._answer(line["body"]["messages"][-1]["content"]))
