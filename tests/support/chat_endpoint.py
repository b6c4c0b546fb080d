"""A chat endpoint on this machine that answers as a test says, and counts the questions."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from support.fault_server import completion
from support.json_server import Asked, Said, json_server

Answer = Callable[[str], tuple[int, str]]


class Endpoint:
    """A chat endpoint whose answers a test can change; it counts the questions."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []
        self.answer: Answer = lambda question: (200, "correct")
        self.delay_s = 0.0


@contextmanager
def serving() -> Iterator[Endpoint]:
    def answer(asked: Asked) -> Said:
        question = asked.body["messages"][-1]["content"]
        running.asked.append(question)
        time.sleep(running.delay_s)
        status, text = running.answer(question)
        return Said(status, completion(text) if status == 200 else {"error": {"message": text}})

    with json_server(answer) as address:
        running = Endpoint(f"{address}/v1")
        yield running


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving() as running:
        yield running
