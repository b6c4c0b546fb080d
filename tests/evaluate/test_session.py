"""Runs that are begun, resumed, moved and refused, and what a shared store holds of them."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError
from faithsieve.evaluate.run_folder import (
    RunFolder,
)
from faithsieve.evaluate.session import choose
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import Decoding
from faithsieve.records.settings import (
    DecodingSettings,
    Settings,
)
from faithsieve.store.run_store import RunStore
from support.runs import make_dataset, make_problem, sitting


async def test_a_folder_refuses_a_run_that_asks_something_else_and_keeps_its_own(
    tmp_path: Path,
) -> None:
    out, dataset = tmp_path / "run", make_dataset(2)
    await sitting(out, dataset, ScriptedModel(["correct", "correct"]))
    before = {path.name: path.read_bytes() for path in out.glob("*.json*")}
    other = Settings(decoding=DecodingSettings(direct=Decoding(temperature=1)))
    with pytest.raises(ConfigError, match=r"decoding\.direct\.temperature: was 0\.0, is 1\.0"):
        await sitting(out, dataset, ScriptedModel([]), settings=other)
    with pytest.raises(ConfigError, match=r"(?s)dataset_digest.*problems: was 2, is 3.*--out"):
        await sitting(out, make_dataset(3), ScriptedModel([]))
    assert {path.name: path.read_bytes() for path in out.glob("*.json*")} == before


async def test_a_moved_folder_goes_on_as_the_same_run(tmp_path: Path) -> None:
    dataset = make_dataset(2)
    await sitting(tmp_path / "old", dataset, ScriptedModel(["correct", "correct"]))
    (tmp_path / "old").rename(tmp_path / "new")
    await sitting(tmp_path / "new", dataset, ScriptedModel([]))
    assert json.loads((tmp_path / "new" / "manifest.json").read_text())["run_id"] == "old"


async def test_a_damaged_manifest_row_is_written_again_and_nothing_is_paid_again(
    tmp_path: Path,
) -> None:
    from sqlalchemy import create_engine, update

    from faithsieve.store.schema import runs

    out, dataset = tmp_path / "run", make_dataset(2)
    await sitting(out, dataset, ScriptedModel(["correct", "step 1"]))
    engine = create_engine(f"sqlite:///{out / 'store.sqlite'}")
    with engine.begin() as connection:
        connection.execute(update(runs).values(manifest="{}"))
    engine.dispose()
    outcome = await sitting(out, dataset, ScriptedModel([]))
    assert outcome.is_finished
    assert json.loads((out / "metrics.json").read_text())["damaged_rows"] == 1


def test_limit_and_ids_choose_in_dataset_order() -> None:
    proofs = [make_problem(id) for id in "abcd"]
    assert [p.id for p in choose(proofs, limit=2, ids=())] == ["a", "b"]
    assert [p.id for p in choose(proofs, limit=None, ids=("d", "b"))] == ["b", "d"]
    with pytest.raises(ConfigError, match="no problem of the dataset is called x"):
        choose(proofs, limit=None, ids=("x",))


async def test_a_shared_store_holds_several_runs_and_pays_for_a_question_once(
    tmp_path: Path,
) -> None:
    from faithsieve.evaluate.runner import Plan, StopSwitch
    from faithsieve.evaluate.session import describe_run, judge_by, open_or_resume, run_session
    from faithsieve.llm.cached import CachedModel
    from faithsieve.methods import METHODS, Tools

    dataset, model = make_dataset(2), ScriptedModel(["correct", "step 1"])
    for part in "ab":
        with (
            RunFolder(tmp_path / part / "run") as folder,
            RunStore.open(tmp_path / "shared.sqlite") as store,
        ):
            manifest = describe_run("direct", model="m", dataset=dataset, settings=Settings())
            session = open_or_resume(folder, store, manifest, is_shared=True)
            tools = Tools(CachedModel(model, store, "m"), Settings())
            switch = StopSwitch()
            await run_session(
                session,
                dataset,
                Plan(dataset.proofs, 2),
                judge_by(METHODS["direct"], tools, switch),
                switch=switch,
            )
    model.assert_finished()
    with RunStore.open(tmp_path / "shared.sqlite") as store:
        assert len(store.run_ids()) == 2
    predictions = [(tmp_path / p / "run" / "predictions.jsonl").read_text() for p in "ab"]
    assert [json.loads(line)["label"] for line in predictions[1].splitlines()] == ["correct", 1]
