"""The MCP server through the official client: results, progress, cancellation, and an agent."""

import asyncio
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.methods import Method, Tools
from faithsieve.records.settings import LeanSettings, Settings
from faithsieve.store.jobs import JobStore
from faithsieve.web.checking import CheckService
from faithsieve.web.mcp_tools import Workbench, mcp_server, open_workbench
from faithsieve.wiring import Ledger
from support.judges import judging
from support.scripted_lean import ScriptedLean, lean_report
from support.statement_judge import ScriptedJudge, nothing

PROBLEM = "Compute $12 + 15 / 3$."
STEPS = ["We divide first.", "We have $15 / 3 = 6$.", "So the value is $12 + 6 = 18$."]
TOOLS = {
    "check_proof", "check_step", "check_claim", "lint_proof", "settle_statement", "lean_check",
}  # fmt: skip


MODEL: dict[str, object] = {"model.name": "m", "model.base_url": "http://127.0.0.1:9/v1"}


class Bench:
    """A workbench with a scripted model and judge."""

    def __init__(self, store: JobStore, model: ScriptedModel, judge: Any = None) -> None:
        self.model = model
        self.judge = judge or ScriptedJudge(nothing)
        service = CheckService(store, MODEL)
        service.build = self.build
        self.bench = Workbench(service, (self.judge, ScriptedLean(lambda source: lean_report())))

    @asynccontextmanager
    async def build(
        self, method: Method, settings: Settings, ledger: Ledger
    ) -> AsyncIterator[Tools]:
        yield Tools(self.model, settings, judge=self.judge)


def content(result: Any) -> dict[str, Any]:
    assert not result.is_error, result.content
    return dict(result.structured_content)


async def test_an_agent_can_choose_by_name_and_one_line(store: JobStore) -> None:
    async with Client(mcp_server(Bench(store, judging()).bench)) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description is not None
        assert 20 < len(tool.description) <= 120
        assert tool.output_schema is not None


SILENT = "I cannot say."


async def test_without_a_model_a_proof_is_linted_and_a_claim_refused_in_plain_words(
    store: JobStore,
) -> None:
    bench = Workbench(CheckService(store, {}), "Lean is not set up")
    bench.service.build = bench.tools
    async with Client(mcp_server(bench)) as client:
        found = content(await client.call_tool("check_proof", {"problem": PROBLEM, "steps": STEPS}))
        assert (found["label"], found["kind"]) == (2, "first_error")
        assert "--model NAME" in found["advice"]
        bad = await client.call_tool("check_proof", {"steps": "one"})
        blank = await client.call_tool("check_proof", {"problem": " ", "steps": ["a"]})
        refused = await client.call_tool("check_claim", {"claim": "2 is even"})
    assert "problem is missing; steps is not usable" in str(bad.content)
    assert "problem must not be blank" in str(blank.content)
    assert "pydantic" not in str(bad.content)
    assert refused.is_error
    assert "asks a model, and the server has none" in str(refused.content)


async def test_a_proof_is_checked_with_progress_and_a_structured_verdict(store: JobStore) -> None:
    heard: list[tuple[float, str]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message or ""))

    async with Client(mcp_server(Bench(store, ScriptedModel(lambda _: SILENT)).bench)) as client:
        result = await client.call_tool(
            "check_proof", {"problem": PROBLEM, "steps": STEPS}, progress_callback=on_progress
        )
    found = content(result)
    assert (found["label"], found["kind"]) == (2, "first_error")
    assert [step["status"] for step in found["steps"]].count("incorrect") == 1
    assert [number for number, _ in heard] == sorted(number for number, _ in heard)
    assert any("tree" in words for _, words in heard)


async def test_one_step_is_checked_alone(store: JobStore) -> None:
    async with Client(mcp_server(Bench(store, ScriptedModel(lambda _: SILENT)).bench)) as client:
        arguments = {"problem": PROBLEM, "steps": STEPS, "step": 2}
        found = content(await client.call_tool("check_step", arguments))
        assert [step["step"] for step in found["steps"]] == [2]
        refused = await client.call_tool("check_step", arguments | {"step": 7})
    assert refused.is_error
    assert "no step 7" in str(refused.content)


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [("$15 / 3 = 5$", "passed"), ("The curve is smooth.", "inconclusive")],
)
async def test_a_claim_is_decided_exactly_or_left_open_with_the_reason(
    store: JobStore, claim: str, outcome: str
) -> None:
    async with Client(mcp_server(Bench(store, ScriptedModel(lambda _: SILENT)).bench)) as client:
        arguments = {"claim": claim, "context": ["The curve is given."]}
        found = content(await client.call_tool("check_claim", arguments))
    assert found["outcome"] == outcome
    assert found["reason"]


@pytest.mark.parametrize("backend", ["embedded", "native"])
async def test_a_snippet_may_import_mathlib(store: JobStore, backend: str) -> None:
    service = CheckService(store, MODEL | {"lean.backend": backend})
    bench = Workbench(service, (ScriptedJudge(nothing), ScriptedLean(lambda source: lean_report())))
    async with Client(mcp_server(bench)) as client:
        code = {"code": "import Mathlib\ntheorem target : True := trivial"}
        assert content(await client.call_tool("lean_check", code))["success"] is True


async def test_the_lean_of_the_settings_compiles_an_agents_code(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lean, asked = ScriptedLean(lambda source: lean_report()), []

    @asynccontextmanager
    async def opened(settings: LeanSettings, embedded: object) -> AsyncIterator[LeanChecker]:
        asked.append(settings.backend)
        yield lean

    monkeypatch.setattr("faithsieve.web.mcp_tools.open_checker", opened)
    flags = MODEL | {"lean.backend": "native"}
    async with open_workbench(store, CheckService(store, flags)) as bench:
        assert bench.checker is lean
    assert asked == ["native"]


async def test_a_cancelled_call_stops_the_check(store: JobStore) -> None:
    began, stopped = asyncio.Event(), asyncio.Event()

    async def never(request: object) -> str:
        began.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.set()
            raise
        return ""

    bench = Bench(store, ScriptedModel(never))
    bench.bench.service._flags = {"model.name": "m", "model.base_url": "http://127.0.0.1:9"}
    async with Client(mcp_server(bench.bench)) as client:
        arguments = {"problem": PROBLEM, "steps": STEPS}
        call = asyncio.create_task(client.call_tool("check_proof", arguments))
        await asyncio.wait_for(began.wait(), 20)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.wait_for(stopped.wait(), 20)


# ---- an agent with nothing but these tools

EXCHANGES = tomllib.loads(Path(__file__).with_name("agent_exchanges.toml").read_text())["exchange"]


async def find_wrong_step(client: Client, exchange: dict[str, Any]) -> int | None:
    """Ask what the agent asked, see that it was answered so, and name the first refuted step."""
    answer: int | None = None
    for turn in exchange["turns"]:
        if turn["tool"] == "lint_proof":
            proof = {"problem": exchange["problem"], "steps": exchange["steps"]}
            (finding,) = content(await client.call_tool("lint_proof", proof))["findings"]
            saw, about = finding["finding_class"], finding["step"]
        else:
            arguments = {name: turn[name] for name in ("statement", "code") if name in turn}
            found = content(await client.call_tool(turn["tool"], arguments))
            saw = found["outcome"] if "outcome" in found else str(found["success"]).lower()
            about = turn["about"]
        assert saw == turn["saw"], turn
        answer = about if answer is None and saw == "refuted" else answer
    return answer


@pytest.mark.lean
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda exchange: exchange["problem"][:20])
async def test_an_agent_with_only_these_tools_finds_the_wrong_step(
    exchange: dict[str, Any], lean_pool: LeanPool, tmp_path: Path
) -> None:
    with JobStore.open(tmp_path / "store.sqlite") as store:
        service = CheckService(store, MODEL)
        bench = Workbench(service, (ProofJudge(lean_pool), EmbeddedLean(lean_pool)))
        async with Client(mcp_server(bench)) as client:
            assert await find_wrong_step(client, exchange) == exchange["wrong"]
