"""What a run will take before it is begun: calls, tokens, money and time, from medians by stage.

Medians of the same model in the same store count first, where a stage was asked often enough; the
table that comes along stands in. A forecast is a guess about a middling dataset: proofs longer than
those the table was measured with take more in proportion.
"""

import statistics
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from faithsieve.llm.prices import Price
from faithsieve.records.base import Record
from faithsieve.records.cost import TokenUsage
from faithsieve.records.counting import counted
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings

SECONDS_A_CALL = 2.0
TOKENS_A_SECOND = 60.0
"""How fast models answer where nothing was measured."""

CHARACTERS_A_TOKEN = 4

ENOUGH_CALLS = 5
"""Answered calls of a stage from which their median counts more than the shipped one."""


class StageMedian(NamedTuple):
    """Median tokens and seconds of one call of a stage."""

    input_tokens: float
    output_tokens: float
    seconds: float


class Forecast(Record):
    """What a run or a check will take, before it is paid."""

    proofs: int
    """Proofs to be judged."""
    calls: int
    """Calls of the model."""
    input_tokens: int
    """Tokens it reads."""
    output_tokens: int
    """Tokens it writes, reasoning not counted."""
    cost_usd: float | None
    """Money; None where the price of the model is not known."""
    seconds: float
    """Time with as many requests under way as the settings allow, Lean not counted."""
    is_measured: bool
    """Whether earlier calls of this model were measured here, or medians of others stand in."""


def stage_medians(
    calls: Mapping[str, Sequence[tuple[float, float, float]]],
) -> dict[str, StageMedian]:
    """Compute the medians of tokens and seconds of each stage with enough answered calls."""
    return {
        stage: StageMedian(*(statistics.median(column) for column in zip(*rows, strict=True)))
        for stage, rows in calls.items()
        if len(rows) >= ENOUGH_CALLS
    }


def forecast_run(
    method: str,
    proofs: Iterable[Proof],
    settings: Settings,
    *,
    price: Price | None,
    measured: Mapping[str, StageMedian],
) -> Forecast:
    lengths = [len(proof.whole_text) // CHARACTERS_A_TOKEN for proof in proofs]
    stages = list(_stages(method, lengths, settings))
    taken = [
        [calls * part for part in measured[stage]]
        if stage in measured
        else [read, said, calls * SECONDS_A_CALL + said / TOKENS_A_SECOND]
        for stage, calls, read, said in stages
    ]
    read, said, seconds = (sum(column) for column in zip(*taken, strict=True))
    usage = TokenUsage(input_tokens=round(read), output_tokens=round(said))
    at_once = max(1, min(settings.model.concurrency, len(lengths)))
    return Forecast(
        proofs=len(lengths),
        calls=round(sum(calls for _, calls, _, _ in stages)),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=price.cost_usd(usage) if price is not None else None,
        seconds=round(seconds / at_once, 1),
        is_measured={stage for stage, _, _, _ in stages} <= measured.keys(),
    )


def _stages(
    method: str, lengths: Sequence[int], settings: Settings
) -> Iterator[tuple[str, float, float, float]]:
    """Guess calls, tokens in and tokens out of each stage, for proofs of so many tokens."""
    table = _table()
    count = len(lengths)
    if method in table["output_a_call"]:
        calls = _baseline_calls(method, settings.baselines)
        said = table["output_a_call"][method] * calls * count
        yield method, calls * count, (sum(lengths) + table["prompt_tokens"] * count) * calls, said
        return
    # In proportion to the proofs that the table was measured with.
    scale = sum(lengths) / table["proof_tokens"]
    for stage, median in table.get(method, table["faithsieve"]).items():
        yield stage, median["calls"] * scale, median["input"] * scale, median["output"] * scale


def _baseline_calls(method: str, sizes: BaselineSettings) -> int:
    match method:
        case "majority":
            return sizes.votes
        case "critics":
            return sizes.critics + 1
        case "panel":
            return 3 * sizes.reviewers_per_role + 3 + sizes.adjudication_rounds + 2
        case "challenge":
            return 5 + sizes.max_candidates * (3 + sizes.audits_per_candidate)
        case _:
            return 1


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = files("faithsieve.evaluate").joinpath("stage_medians.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def describe_forecast(forecast: Forecast, *, model: str) -> str:
    """Write a forecast as one line: calls, tokens, money, time, and how to set an unknown price."""
    money = f"${forecast.cost_usd:,.2f}" if forecast.cost_usd is not None else "price unknown"
    basis = "measured here" if forecast.is_measured else "from medians, without reasoning"
    line = (
        f"about {counted(forecast.calls, 'call')} for {counted(forecast.proofs, 'proof')}: "
        f"{forecast.input_tokens:,} tokens in, {forecast.output_tokens:,} out, "
        f"{money}, {max(1, round(forecast.seconds / 60)):,} min ({basis})"
    )
    if forecast.cost_usd is None:
        line += (
            f'; add [models."{model}"] with input and output in US dollars per million tokens to '
            "the file that the setting model.prices names"
        )
    return f"{line}. --max-cost and --max-tokens stop cleanly"
