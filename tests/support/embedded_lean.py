"""One embedded Lean for every test that needs one: starting it costs more than most of them."""

import json
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

import pytest
import pytest_asyncio

from faithsieve.configuration import lean_home
from faithsieve.errors import MissingToolError
from faithsieve.lean.embedded_setup import EmbeddedInstall, locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, library_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.records.base import Record
from support.verify_replies import faithful, statements

LEAN_MARKS = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="session"),
]
"""Of a test file that uses the one Lean, whose loop is the session's."""

Test = TypeVar("Test", bound=Callable[..., object])


def in_lean(test: Test) -> Test:
    """Mark one test of a file that uses the one Lean."""
    for mark in LEAN_MARKS:
        test = mark(test)
    return test


# Read once at import: the sealed fixture hides the user's environment from the tests themselves.
LEAN_FOLDER = lean_home()


PROOFS = (
    ("Let a and b be integers.", "We expand (a + b)^2 = a^2 + b^2.", 1),
    ("Let n be a natural number.", "Then n^2 >= n + 1.", 1),
    ("Let x be a natural number.", "Then x + 1 > x.", "correct"),
    ("Let m be a natural number.", "Then m + 2 > m + 1.", "correct"),
)
"""Problem, only step and label: Lean decides them at once when they are stated."""

STATEMENTS = {
    "Let a and b": "(a b : Int) : (a + b) ^ 2 = a ^ 2 + b ^ 2",
    "Let n be": "(n : Nat) : n ^ 2 ≥ n + 1",
    "Let x be": "(x : Nat) : x + 1 > x",
    "Let m be": "(m : Nat) : m + 2 > m + 1",
}


def state_and_accept(question: str) -> tuple[int, str]:
    """Answer as an endpoint whose model states these proofs, takes what is stated, and no more."""
    if "To compare:" in question:
        reply: Record = faithful(0).changed(trivial=("c1",))
    else:
        stated = next(text for words, text in STATEMENTS.items() if words in question)
        reply = statements(stated)
    return 200, reply.model_dump_json()


LEAN_DECIDES = {
    "FAITHSIEVE_LOCALIZE__READER": "plain",
    "FAITHSIEVE_LOCALIZE__SCHEDULE": "every_unit",
    "FAITHSIEVE_VERIFY__REVIEW": "false",
    "FAITHSIEVE_VERIFY__TRUST_GATE": "true",
    "FAITHSIEVE_VERIFY__PROOF_ROUNDS": "0",
    "FAITHSIEVE_VERIFY__MAX_CALLS": "4",
    "FAITHSIEVE_FUSION__ASK_MODEL": "false",
}
"""Settings with which a model that only states and compares leaves every decision to Lean."""


def write_lean_proofs(path: Path) -> dict[str, object]:
    """Write a dataset that Lean decides, and return the labels by id."""
    names = ("id", "problem", "steps", "first_error_step")
    rows = [
        dict(zip(names, (f"p{n}", problem, [step], label), strict=True))
        for n, (problem, step, label) in enumerate(PROOFS)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return {f"p{n}": label for n, (_, _, label) in enumerate(PROOFS)}


def find_lean() -> EmbeddedInstall:
    """The installed Lean; without one a loud skip here and an error in CI."""
    try:
        return locate_install(LEAN_FOLDER)
    except MissingToolError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lean_pool() -> AsyncIterator[LeanPool]:
    """A pool of one worker with the library."""
    toolchain = EmbeddedToolchain(install=find_lean(), library=library_texts())
    async with LeanPool(toolchain) as pool:
        await pool.warm_up()
        yield pool
