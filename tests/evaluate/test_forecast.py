"""A run's cost is known before it is begun as a range, and an unknown price is not a free one."""

from collections.abc import Sequence

import pytest
from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.evaluate.forecast import CallSize, call_size, describe_forecast, forecast_run
from faithsieve.llm.prices import Price
from faithsieve.pipeline import check_proof
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings

OWN = tuple(
    Proof.from_texts(
        "Find the least n with n^2 > 50 and decide whether it is prime.",
        [
            rf"We try \(n = {k}\). Then \(n^2 = {k * k}\), so n is too small. However, \(n > 0\).",
            r"Case 1: n is even. Then n = 2k, hence \[ n^2 = 4k^2 > 50. \] So k is at least 4.",
            r"Case 2: n is odd. Then \(n = 2k + 1\) and \[ 4k^2 + 4k + 1 > 50. \] Thus k > 3.",
            "Therefore the least n is 8. It is not prime, because 8 = 2 times 4.",
        ]
        * repeats,
    )
    for k in range(3, 8)
    for repeats in (1, 2, 3)
)

PROOF = Proof.from_texts("Show that 1 + 1 = 2. " * 40, ["Count. " * 120, "So it is. " * 40])
PRICE = Price(input=2.0, output=8.0)


def test_twice_the_proofs_take_twice_as_much() -> None:
    one = forecast_run("faithsieve", [PROOF] * 10, Settings(), price=PRICE)
    two = forecast_run("faithsieve", [PROOF] * 20, Settings(), price=PRICE)
    assert two.tokens.most == pytest.approx(2 * one.tokens.most, rel=0.01)
    assert one.cost_usd is not None
    assert 0 < one.cost_usd.least < one.cost_usd.most


async def calls_of(proofs: Sequence[Proof], settings: Settings) -> list[int]:
    taken = []
    for proof in proofs:
        model = rehearsal_model()
        await check_proof(proof, model=model, judge=RehearsalJudge(), settings=settings)
        taken.append(len(model.requests))
    return taken


async def test_the_real_number_of_calls_lies_inside_the_range_on_nine_of_ten_runs() -> None:
    inside, runs = 0, 0
    for effort in ("quick", "standard"):
        for number in range(5):
            settings, proofs = Settings.model_validate({"effort": effort}), OWN[number::5]
            expected = forecast_run("faithsieve", proofs, settings, price=None).calls
            taken = sum(await calls_of(proofs, settings))
            inside += expected.least <= taken <= expected.most
            runs += 1
    assert runs == 10
    assert inside >= 9


async def test_finished_proofs_narrow_the_range_around_what_the_rest_takes() -> None:
    taken = await calls_of(OWN[:8], Settings())
    before = forecast_run("faithsieve", OWN[4:8], Settings(), price=None).calls
    finished = list(zip(OWN[:4], taken[:4], strict=True))
    after = forecast_run("faithsieve", OWN[4:8], Settings(), price=None, finished=finished).calls
    assert after.most - after.least < before.most - before.least
    assert after.least <= sum(taken[4:]) <= after.most


@pytest.mark.parametrize(
    ("method", "least", "most"),
    [("direct", 3, 3), ("majority", 15, 15), ("panel", 309, 309), ("challenge", 15, 195),
     ("lint", 0, 0)],
)  # fmt: skip
def test_baselines_are_counted_by_their_settings(method: str, least: int, most: int) -> None:
    calls = forecast_run(method, [PROOF] * 3, Settings(), price=None).calls
    assert (calls.least, calls.most) == (least, most)


def test_what_was_measured_with_the_model_counts_before_the_table() -> None:
    measured = call_size("direct", {"direct": [(100, 50, 3.0)] * 5, "verify.gate": [(9, 9, 9.0)]})
    assert measured == CallSize(100, 50, 3.0)
    assert call_size("direct", {"direct": [(100, 50, 3.0)] * 4}) is None
    forecast = forecast_run("direct", [PROOF] * 4, Settings(), price=PRICE, measured=measured)
    assert forecast.tokens.least < 600 < forecast.tokens.most
    assert forecast.is_measured


def test_an_unknown_price_is_said_with_how_to_add_it() -> None:
    forecast = forecast_run("direct", [PROOF], Settings(), price=None)
    line = describe_forecast(forecast, model="mystery")
    assert "price unknown" in line
    assert '[models."mystery"]' in line
    assert "--max-cost" not in line, "a money limit would be refused"


def test_less_than_a_cent_is_not_said_to_be_nothing() -> None:
    price = Price(input=0.01, output=0.01)
    forecast = forecast_run("direct", [PROOF], Settings(), price=price)
    assert "less than $0.01" in describe_forecast(forecast, model="cheap")
