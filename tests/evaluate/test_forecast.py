"""A run's cost is known before it is begun, and an unknown price is not a free one."""

from pathlib import Path

import pytest

from faithsieve.cli.main import run
from faithsieve.evaluate.forecast import StageMedian, describe_forecast, forecast_run
from faithsieve.llm.prices import Price
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from support.runs import dataset_rows, make_problem

PROOF = Proof.from_texts("Show that 1 + 1 = 2. " * 40, ["Count. " * 120, "So it is. " * 40])
PRICE = Price(input=2.0, output=8.0)


def test_twice_the_proofs_take_twice_as_much() -> None:
    one = forecast_run("faithsieve", [PROOF] * 10, Settings(), price=PRICE, measured={})
    two = forecast_run("faithsieve", [PROOF] * 20, Settings(), price=PRICE, measured={})
    assert two.input_tokens == pytest.approx(2 * one.input_tokens, rel=0.01)
    assert one.cost_usd is not None
    assert one.cost_usd > 0


@pytest.mark.parametrize(
    ("method", "calls"), [("direct", 3), ("majority", 15), ("critics", 9), ("panel", 309)]
)
def test_baselines_are_counted_by_their_settings(method: str, calls: int) -> None:
    forecast = forecast_run(method, [PROOF] * 3, Settings(), price=None, measured={})
    assert forecast.calls == calls


def test_what_was_measured_with_the_model_counts_before_the_table() -> None:
    measured = {"direct": StageMedian(100, 50, 3.0)}
    forecast = forecast_run("direct", [PROOF] * 4, Settings(), price=PRICE, measured=measured)
    assert (forecast.input_tokens, forecast.output_tokens) == (400, 200)
    assert forecast.is_measured


def test_an_unknown_price_is_said_with_how_to_add_it() -> None:
    forecast = forecast_run("direct", [PROOF], Settings(), price=None, measured={})
    line = describe_forecast(forecast, model="mystery")
    assert "price unknown" in line
    assert '[models."mystery"]' in line


def test_the_command_estimates_without_asking_or_making_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("proofs.jsonl").write_text(dataset_rows([make_problem(f"p{n}") for n in range(5)]))
    command = "eval proofs.jsonl --method direct --model gpt-5.4 --out runs/a --estimate"
    assert run(command.split()) == 0
    printed = capsys.readouterr().out
    assert "about 5 calls for 5 proofs" in printed
    assert "$" in printed
    assert not Path("runs").exists()
