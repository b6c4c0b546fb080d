"""A pretended batch service that answers input files, and the lines of its answers."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.dataset_files import write_lines
from support.fault_server import completion

IDENTITY = "batch:toy"


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
