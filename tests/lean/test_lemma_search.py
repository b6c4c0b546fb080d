"""Lemmas found by a backend: what is read of its replies, and that only judged proofs count."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from faithsieve.lean.lemma_search import bodies_with, names_in, suggested_bodies
from faithsieve.lean.mcp_client import McpLean
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import FrozenStatement
from support.lean_workers import FakeDriver
from support.scripted_lean import knowing_lean
from support.served_leans import toolchain
from support.text_mcp_server import text_server

CLAIM = "(x y : Real) : x + y = y + x"
FROZEN = FrozenStatement(
    text=CLAIM,
    type_digest=digest_of(CLAIM),
    type_text="type",
    environment="mathlib",
    toolchain="native:stand-in",
)


@pytest.mark.parametrize(
    "message",
    ["Try this: exact Real.add_comm x y", "Try this:\n  [apply] exact Real.add_comm x y"],
)
def test_what_exact_search_names_becomes_a_body(message: str) -> None:
    assert suggested_bodies([message, "unused variable"]) == ("exact Real.add_comm x y",)


def test_names_are_read_from_a_search_tools_reply() -> None:
    reply = '{"results": [{"name": "Real.add_comm", "type": "x + y"}, {"name": "mul_comm"}]}'
    assert names_in(reply) == ("Real.add_comm", "mul_comm")
    assert "exact Real.add_comm" in bodies_with(names_in(reply))[0]


async def test_the_driver_is_asked_to_search_and_only_for_mathlib() -> None:
    named = "Try this: exact Real.add_comm x y"
    said = {"messages": [{"severity": "info", "line": 1, "column": 0, "text": named}]}
    driver = FakeDriver(lambda request: {"nonce": "n", **said})
    judge = ProofJudge(driver, environment="mathlib")
    assert await judge.find_lemmas(FROZEN) == ("exact Real.add_comm x y",)
    assert driver.asked[0]["text"] == f"theorem searched {CLAIM} := by exact?"
    core = FROZEN.model_copy(update={"environment": "prelude"})
    assert await judge.find_lemmas(core) == ()
    assert len(driver.asked) == 1


@pytest.mark.parametrize("may_search", [True, False])
async def test_a_servers_search_tools_are_asked_only_where_allowed(
    tmp_path: Path, may_search: bool
) -> None:
    server = text_server(knowing_lean(), tmp_path)
    asked: list[str] = []

    async def lean_leansearch(query: str, num_results: int = 5) -> str:
        """Search Mathlib by words."""
        asked.append(query)
        return "1. Real.add_comm : a + b = b + a"

    server.add_tool(lean_leansearch, structured_output=False)
    lean = McpLean(toolchain("mcp"), server=server, may_search=may_search)
    async with lean:
        names: Sequence[str] = await lean.lemma_names(CLAIM)
    assert (list(names), asked) == ((["Real.add_comm"], [CLAIM]) if may_search else ([], []))
