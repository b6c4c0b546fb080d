"""What a run will take before it is begun: calls, tokens, money and time, each from least to most.

The calls of the whole method grow with the steps of each proof; how fast was measured once and
stands in ``forecast.toml``. What the store knows counts more: tokens and seconds of the same
model's earlier calls, and the calls of the proofs that a resumed run has finished already.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from faithsieve.llm.prices import Price
from faithsieve.records.base import Record
from faithsieve.records.cost import TokenUsage
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings
from faithsieve.records.wording import counted

SECONDS_A_CALL = 2.0
TOKENS_A_SECOND = 60.0
"""How fast models answer where nothing was measured."""

CHARACTERS_A_TOKEN = 4

ENOUGH_CALLS, ENOUGH_PROOFS = 5, 3
"""Answered calls, and finished proofs, from which they count more than the table."""

GUESSED, MEASURED = (0.6, 1.6), (0.75, 1.35)
"""How far the real figure may lie from the middle."""

_STAGES = ("localize.", "verify.", "synthesize.")


class Range(Record):
    """A figure as a range."""

    least: float
    """The figure if all goes smoothly."""
    most: float
    """The figure if much is asked again; not a limit."""

    @property
    def middle(self) -> float:
        return (self.least + self.most) / 2

    def times(self, factors: tuple[float, float]) -> "Range":
        return Range(least=round(self.least * factors[0], 4), most=round(self.most * factors[1], 4))


class Forecast(Record):
    """What a run or a check will take, before it is paid."""

    proofs: int
    """Proofs to be judged."""
    calls: Range
    """Calls of the model."""
    tokens: Range
    """Tokens it reads and writes, reasoning not counted."""
    cost_usd: Range | None
    """Money; None where the price of the model is not known."""
    seconds: Range
    """Time with as many requests under way as the settings allow, Lean not counted."""
    is_measured: bool
    """Whether earlier calls of this model were measured here, or a table stands in."""


class CallSize(NamedTuple):
    """Mean tokens and seconds of one call."""

    input_tokens: float
    output_tokens: float
    seconds: float


def call_size(
    method: str, calls: Mapping[str, Sequence[tuple[float, float, float]]]
) -> CallSize | None:
    """Average a model's answered calls of a method; None where there are too few."""
    wanted = _STAGES if method == "faithsieve" else (method,)
    rows = [row for stage, found in calls.items() if stage.startswith(wanted) for row in found]
    if len(rows) < ENOUGH_CALLS:
        return None
    return CallSize(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def forecast_run(
    method: str,
    proofs: Iterable[Proof],
    settings: Settings,
    *,
    price: Price | None,
    measured: CallSize | None = None,
    finished: Sequence[tuple[Proof, int]] = (),
) -> Forecast:
    """Forecast a run.

    Args:
        method: How it judges.
        proofs: What is still to be judged.
        settings: The settings of the run.
        price: What the model costs, if that is known.
        measured: The mean size of earlier calls of the same model.
        finished: Proofs that the run has judged already, and the calls each of them took.
    """
    waiting = list(proofs)
    calls = _calls(method, waiting, settings)
    if len(finished) >= ENOUGH_PROOFS and calls.most:
        expected = _calls(method, [proof for proof, _ in finished], settings).middle
        pace = calls.middle * sum(taken for _, taken in finished) / expected
        calls = Range(least=pace, most=pace).times(MEASURED)
    size, spread = measured or _guessed_size(method, waiting), MEASURED if measured else GUESSED
    each = TokenUsage(
        input_tokens=round(size.input_tokens), output_tokens=round(size.output_tokens)
    )
    money = price.cost_usd(each) if price is not None else None
    at_once = max(1, min(settings.model.concurrency, len(waiting)))
    # Where the number of calls is uncertain it covers their size; a fixed number needs a range.
    factors = spread if calls.least == calls.most else (1.0, 1.0)

    def span(figure: float) -> Range:
        return calls.times((figure * factors[0], figure * factors[1]))

    return Forecast(
        proofs=len(waiting),
        calls=Range(least=round(calls.least), most=round(calls.most)),
        tokens=span(each.total),
        cost_usd=span(money) if money is not None else None,
        seconds=span(size.seconds / at_once),
        is_measured=measured is not None,
    )


def _calls(method: str, proofs: Sequence[Proof], settings: Settings) -> Range:
    if method == "faithsieve":
        table = _table()["calls"][settings.effort]
        steps = sum(len(proof.steps) for proof in proofs)
        least, most = (
            len(proofs) * fixed + steps * a_step
            for fixed, a_step in zip(table["a_proof"], table["a_step"], strict=True)
        )
    else:
        least, most = (len(proofs) * calls for calls in _baseline_calls(method, settings.baselines))
    return Range(least=least, most=most)


def _baseline_calls(method: str, sizes: BaselineSettings) -> tuple[int, int]:
    match method:
        case "lint" | "prm":
            return 0, 0
        case "majority":
            return sizes.votes, sizes.votes
        case "critics":
            return sizes.critics + 1, sizes.critics + 1
        case "panel":
            calls = 3 * sizes.reviewers_per_role + 3 + sizes.adjudication_rounds + 2
            return calls, calls
        case "challenge":
            return 5, 5 + sizes.max_candidates * (3 + sizes.audits_per_candidate)
        case _:
            return 1, 1


def _guessed_size(method: str, proofs: Sequence[Proof]) -> CallSize:
    table = _table()["call"]
    proof = sum(len(proof.whole_text) for proof in proofs) / CHARACTERS_A_TOKEN / (len(proofs) or 1)
    said = table["output_tokens"].get(method, table["output_tokens"]["other"])
    return CallSize(table["prompt_tokens"] + proof, said, SECONDS_A_CALL + said / TOKENS_A_SECOND)


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = files("faithsieve.evaluate").joinpath("forecast.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def describe_forecast(forecast: Forecast, *, model: str) -> str:
    """Write a forecast as one line: calls, tokens, money, time, and how to set an unknown price."""
    cost = forecast.cost_usd
    if cost is None:
        money = "price unknown"
    elif cost.most < 0.01:
        money = "less than $0.01"
    else:
        money = f"${cost.least:,.2f} to ${cost.most:,.2f}"
    basis = "measured here" if forecast.is_measured else "a guess, without reasoning"
    minutes = Range(least=forecast.seconds.least / 60, most=max(1, forecast.seconds.most / 60))
    line = (
        f"{_range(forecast.calls)} {'call' if forecast.calls.most == 1 else 'calls'} for "
        f"{counted(forecast.proofs, 'proof')}: {_range(forecast.tokens)} tokens, {money}, "
        f"{_range(minutes)} min ({basis})"
    )
    limits = "--max-cost and --max-tokens stop"
    if cost is None:
        limits = "--max-tokens stops"
        line += (
            f'; add [models."{model}"] with input and output in US dollars per million tokens to '
            "the file that the setting model.prices names"
        )
    return f"{line}. {limits} cleanly"


def _range(span: Range) -> str:
    least, most = f"{span.least:,.0f}", f"{span.most:,.0f}"
    return most if least == most else f"{least} to {most}"
