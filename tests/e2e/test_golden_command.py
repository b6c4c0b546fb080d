"""Golden cases as a user meets them: ``faithsieve check`` on a file, all answers from a store.

The case is run once with its script and the real Lean, everything kept; the command then replays
the store, so that it needs neither the model nor Lean and must come to the same verdict.
"""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faithsieve.cli.main import cli
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.cached import CachedModel
from faithsieve.pipeline import check_proof
from faithsieve.records.verdict import Verdict
from faithsieve.store.run_store import RunStore
from support.embedded_lean import LEAN_FOLDER
from support.golden import GoldenCase, Script, build_settings, read_case

pytestmark = [pytest.mark.lean, pytest.mark.asyncio(loop_scope="session")]

GOLDEN = Path(__file__).with_name("golden")
IDENTITY = "golden"


async def record(case: GoldenCase, pool: LeanPool, place: Path) -> None:
    """Check the case and keep every answer."""
    with RunStore.open(place) as store:
        await check_proof(
            case.proof,
            model=CachedModel(Script(case.replies, case.stated).model, store, IDENTITY),
            judge=CachingJudge(ProofJudge(pool), store),
            settings=build_settings(case.settings),
        )


def write_proof(case: GoldenCase, path: Path) -> Path:
    path.write_text(json.dumps({"problem": case.problem, "steps": case.steps}), encoding="utf-8")
    return path


async def check(case: GoldenCase, pool: LeanPool, folder: Path, *options: str) -> Result:
    """Record the case, then run the command on what was kept."""
    store = folder / "answers.sqlite"
    await record(case, pool, store)
    proof = write_proof(case, folder / "proof.json")
    arguments = ["check", str(proof), "--model", f"replay:{IDENTITY}", "--store", str(store)]
    # The command starts a loop of its own.
    return await asyncio.to_thread(
        CliRunner(env=as_environment(case)).invoke,
        cli,
        [*arguments, *options],
        catch_exceptions=False,
    )


def as_environment(case: GoldenCase) -> dict[str, str | None]:
    return {
        f"FAITHSIEVE_{section}__{name}".upper(): str(value)
        for section, values in case.settings.items()
        for name, value in values.items()
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the settings of every case; the embedded Lean stays where it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_VERIFY__TRUST_GATE", "true")
    monkeypatch.setenv("FAITHSIEVE_VERIFY__CONCURRENCY", "1")
    monkeypatch.setenv("FAITHSIEVE_HOME", str(LEAN_FOLDER.parent))
    return tmp_path


async def test_the_command_comes_to_the_verdict_of_the_case_and_shows_its_evidence(
    lean_pool: LeanPool, folder: Path
) -> None:
    case = read_case(GOLDEN / "counterexample.toml")
    result = await check(
        *(case, lean_pool, folder, "--fail-on-error"),
        *("--html", "evidence.html", "--json", "verdict.json"),
    )
    assert result.exit_code == 1, result.output
    verdict = Verdict.model_validate_json((folder / "verdict.json").read_text(encoding="utf-8"))
    assert (verdict.label, verdict.kind) == (case.expect.label, case.expect.kind)
    assert tuple(step.status for step in verdict.steps) == case.expect.statuses
    assert verdict.artifacts
    page = (folder / "evidence.html").read_text(encoding="utf-8")
    assert "x ^ 2 = 9" in page
    assert "x = -3" in page
