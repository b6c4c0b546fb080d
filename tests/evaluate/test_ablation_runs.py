"""An ablation proves what it reused, asks nothing it was not allowed to, and resumes."""

import json
from pathlib import Path

import pytest
from bench._rehearsal import rehearsal_model

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.ablation_runs import (
    USED,
    Origin,
)
from faithsieve.evaluate.ablations import VARIANTS, VariantName
from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.replay import BaseRun, base_settings, dataset_of, open_base
from faithsieve.evaluate.report import read_report
from faithsieve.records.settings import ModelSettings, Settings, VerifySettings
from support.ablations import SETTINGS, rehearse, replay
from support.runs import make_dataset, odd_sums, sitting
from support.stores import query


@pytest.fixture
def dataset() -> Dataset:
    return odd_sums(4)


@pytest.fixture
async def base(tmp_path: Path, dataset: Dataset) -> BaseRun:
    return await rehearse(tmp_path / "base", dataset)


async def test_the_whole_method_replays_its_run_without_a_single_new_question(
    base: BaseRun, dataset: Dataset, tmp_path: Path
) -> None:
    outcome, reuse = await replay(base, VariantName.FULL, tmp_path / "full", dataset)
    assert outcome.is_finished
    assert {answer.origin for answer in reuse.used} == {Origin.REUSED}
    keys = "SELECT key FROM model_calls UNION SELECT key FROM artifacts"
    assert {answer.key for answer in reuse.used} <= {key for (key,) in query(base.folder, keys)}
    before = json_lines(base.folder / "predictions.jsonl")
    after = json_lines(tmp_path / "full" / "predictions.jsonl")
    assert [row["label"] for row in after] == [row["label"] for row in before]
    assert [row["tokens"] for row in after] == [row["tokens"] for row in before]


def json_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def test_proofs_go_through_every_variant_and_nothing_is_written_to_their_run(
    dataset: Dataset, tmp_path: Path
) -> None:
    base = await rehearse(tmp_path / "base", dataset)
    tables = ("model_calls", "artifacts", "runs", "results")
    before = [query(base.folder, f"SELECT count(*) FROM {name}") for name in tables]
    for name in VARIANTS:
        out = tmp_path / name
        outcome, reuse = await replay(base, name, out, dataset, model=rehearsal_model())
        assert outcome.is_finished
        assert [result.failure for result in outcome.results] == [None] * len(dataset.proofs)
        assert (name is VariantName.DIRECT) == (reuse.counts["model_call"]["reused"] == 0)
    assert [query(base.folder, f"SELECT count(*) FROM {name}") for name in tables] == before
    with pytest.raises(ConfigError, match=r"method: was 'ablation:full', is 'ablation:no-gate'"):
        await replay(base, VariantName.NO_GATE, tmp_path / VariantName.FULL, dataset)
    report = read_report([base.folder, *(tmp_path / name for name in VARIANTS)], with_tests=False)
    assert report.reference == 2
    (table,) = [t for t in report_tables(report) if t.title == "Ablations"]
    assert [row[1] for row in table.rows] == [
        *["Full FaithSieve"] * 2,
        *("Direct judge", "State-graph judge", "EdgeUnit + NL only"),
        *("w/o local EdgeUnits", "w/o semantic gate"),
    ]
    assert table.rows[3][2:8] == ("yes", "graph only", "no", "no", "no", "no")


async def test_without_a_model_what_is_missing_stays_open_and_with_one_the_manifest_proves_reuse(
    base: BaseRun, dataset: Dataset, tmp_path: Path
) -> None:
    out = tmp_path / "graph"
    outcome, reuse = await replay(base, VariantName.STATE_GRAPH, out, dataset)
    assert (len(outcome.open), outcome.results) == (4, ())
    assert reuse.missing() == {"ablations/state_graph_judge": 4}
    model = rehearsal_model()
    for _ in range(2):
        outcome, reuse = await replay(base, VariantName.STATE_GRAPH, out, dataset, model=model)
        assert outcome.is_finished
        assert not reuse.missing()
    assert len(model.requests) == 4, "nothing is asked twice"
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    told = manifest["ablation"]
    assert manifest["replays"] == f"base@{base.digest}"
    assert told["base_manifest"] == base.digest
    assert told["settings_changed"] == ["lint: was True, is False"]
    assert told["artifacts"]["counts"]["model_call"] == {"reused": 4, "new": 4, "missing": 0}
    listed = json_lines(out / USED)
    assert sum(row["origin"] == "reused" for row in listed) == 4
    assert all(len(str(row["content"])) == 64 and row["stage"] for row in listed)


@pytest.mark.parametrize(
    ("damage", "missing"),
    [
        ("DELETE FROM artifacts WHERE kind = 'lean_answer'", "lean/"),
        ("UPDATE artifacts SET result = result || ' ' WHERE kind = 'lean_answer'", "lean/"),
        ("UPDATE model_calls SET reply = replace(reply, 'made up', 'changed')", "verify/review"),
    ],
)
async def test_without_a_sound_answer_a_problem_stays_open_and_is_never_inconclusive(
    base: BaseRun, dataset: Dataset, tmp_path: Path, damage: str, missing: str
) -> None:
    query(base.folder, damage)
    outcome, reuse = await replay(
        open_base(base.folder), VariantName.FULL, tmp_path / "full", dataset
    )
    assert outcome.open
    assert all(stage.startswith(missing) for stage in reuse.missing())
    assert reuse.missing()


async def test_other_proofs_other_methods_and_other_folders_are_refused(
    base: BaseRun, dataset: Dataset, tmp_path: Path
) -> None:
    assert dataset_of(base.folder) == Path(dataset.file)
    with pytest.raises(ConfigError, match="not what 'base' judged"):
        base.problems_of(odd_sums(3))
    with pytest.raises(InputError, match=r"store\.sqlite"):
        open_base(tmp_path)
    await sitting(tmp_path / "direct", make_dataset(2), rehearsal_model())
    with pytest.raises(ConfigError, match=r"run of 'direct'; ablations replay"):
        open_base(tmp_path / "direct")


def test_what_is_asked_is_the_base_runs_and_how_is_todays(base: BaseRun) -> None:
    today = Settings(
        model=ModelSettings(name="other", base_url="http://here", concurrency=3),
        verify=VerifySettings(threshold=0.1),
    )
    settings = base_settings(base.manifest, today)
    assert settings.verify == SETTINGS.verify
    assert settings.model.name == SETTINGS.model.name
    assert (settings.model.base_url, settings.model.concurrency) == ("http://here", 3)


async def test_a_variant_grows_with_the_run_it_replays(tmp_path: Path) -> None:
    dataset = odd_sums(4)
    small = await rehearse(tmp_path / "base", dataset, limit=2)
    outcome, _ = await replay(small, VariantName.FULL, tmp_path / "full", dataset)
    assert len(outcome.results) == 2
    whole = await rehearse(tmp_path / "base", dataset)
    outcome, _ = await replay(whole, VariantName.FULL, tmp_path / "full", dataset)
    assert len(outcome.results) == 4
