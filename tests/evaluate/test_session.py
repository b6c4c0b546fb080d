"""Runs that are begun, resumed, moved and refused, and what a shared store holds of them."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import ConfigError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import Decoding
from faithsieve.records.settings import (
    DecodingSettings,
    Settings,
)
from faithsieve.store.schema import runs
from support.runs import make_dataset, sitting
from support.stores import spoil


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
    out, dataset = tmp_path / "run", make_dataset(2)
    await sitting(out, dataset, ScriptedModel(["correct", "step 1"]))
    spoil(str(out / "store.sqlite"), runs, "manifest", "{}")
    outcome = await sitting(out, dataset, ScriptedModel([]))
    assert outcome.is_finished
    assert json.loads((out / "metrics.json").read_text())["damaged_rows"] == 1
