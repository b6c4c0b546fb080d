"""Prices come from a table the user can replace; no price is None and never zero."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ConfigError
from faithsieve.llm.prices import FREE, Price, PriceTable
from faithsieve.records.cost import TokenUsage

PRICE = Price(input=2.0, cached=0.5, output=8.0)


def test_the_shipped_table_is_readable_and_has_no_free_model() -> None:
    price = PriceTable.load().find("gpt-4o")
    assert price is not None
    assert price.output > price.input > 0


def test_every_shipped_price_has_a_date_and_a_source() -> None:
    text = files("faithsieve.llm").joinpath("prices.toml").read_text()
    for entry in tomllib.loads(text)["models"].values():
        assert entry["checked"].year >= 2026
        assert entry["source"].startswith("https://")


def test_a_batch_takes_its_part_off_every_number() -> None:
    assert PRICE.discounted(0.5) == Price(input=1.0, cached=0.25, output=4.0)


@pytest.mark.parametrize(
    "name", ["gpt-4o", "openai/gpt-4o", "gpt-4o-2024-08-06", "x/y/gpt-4o-latest"]
)
def test_provider_and_date_do_not_hide_a_price(name: str) -> None:
    assert PriceTable({"gpt-4o": PRICE}).find(name) == PRICE


@pytest.mark.parametrize("name", ["gpt-4o-mini", "gpt-4", "my-gpt-4o", "gpt-4o-audio", ""])
def test_another_name_is_another_model(name: str) -> None:
    assert PriceTable({"gpt-4o": PRICE}).find(name) is None


def test_the_users_file_adds_and_overrides(tmp_path: Path) -> None:
    mine = tmp_path / "prices.toml"
    mine.write_text('[models."gpt-4o"]\ninput=1\noutput=1\n[models."mine"]\ninput=0\noutput=0\n')
    table = PriceTable.load(mine)
    assert table.find("gpt-4o") == Price(input=1, output=1)
    assert table.find("mine") == FREE
    assert table.find("gpt-4o-mini") is not None


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        '[models."m"]\ninput = -1\noutput = 1',
        '[models."m"]\ninput = 1',
        '[models."m"]\ninput = nan\noutput = 1',
        '[models."m"]\ninput = 1\noutput = 1\nsurcharge = 3',
        'models = "cheap"',
    ],
)
def test_a_bad_price_file_is_named(tmp_path: Path, text: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text)
    for file in (mine, tmp_path / "no" / "mine.toml"):
        with pytest.raises(ConfigError, match=r"mine\.toml"):
            PriceTable.load(file)


@pytest.mark.parametrize(
    ("price", "dollars"),
    [
        (Price(input=2, output=8), 10.0),
        (PRICE, 0.6 * 2 + 0.4 * 0.5 + 8),
        (Price(input=2, cached=0.5, cache_write=5, output=8), 0.1 * 2 + 0.4 * 0.5 + 0.5 * 5 + 8),
    ],
)
def test_tokens_read_from_and_written_to_the_cache_have_their_own_price(
    price: Price, dollars: float
) -> None:
    usage = TokenUsage(
        input_tokens=1_000_000,
        cached_tokens=400_000,
        cache_write_tokens=500_000,
        output_tokens=1_000_000,
    )
    assert price.cost_usd(usage) == pytest.approx(dollars)


tokens = st.integers(0, 10**7)


@given(tokens, tokens, tokens)
def test_no_usage_has_a_negative_price_and_more_is_never_cheaper(
    inputs: int, cached: int, outputs: int
) -> None:
    usage = TokenUsage(input_tokens=inputs, cached_tokens=cached, output_tokens=outputs)
    more = TokenUsage(input_tokens=inputs + 1, cached_tokens=cached, output_tokens=outputs + 1)
    assert 0 <= PRICE.cost_usd(usage) <= PRICE.cost_usd(more)
