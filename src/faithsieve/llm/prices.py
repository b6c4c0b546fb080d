"""What a call costs: tokens, guessed before it is sent, and money, from a table users can replace.

A model without a price costs None, never 0: a report that cannot say what a run cost must not say
that it was free.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path

from pydantic import Field, ValidationError

from faithsieve.errors import ConfigError
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatRequest
from faithsieve.records.cost import TokenUsage

BYTES_PER_TOKEN = 3
"""English runs at about four bytes a token and formulas at less; three is on the safe side."""

MESSAGE_OVERHEAD_TOKENS = 8
"""What the chat format adds to each message."""

ASSUMED_OUTPUT_TOKENS = 2048
"""The reply's length where the request sets no limit."""

_DATE = re.compile(r"[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


def estimate_usage(request: ChatRequest) -> TokenUsage:
    """Estimate input tokens by the text's length and output by the limit, rather too high."""
    texts = [message.content for message in request.messages]
    if request.reply_schema is not None:
        texts.append(request.reply_schema.json_schema)
    size = sum(len(text.encode()) for text in texts)
    return TokenUsage(
        input_tokens=-(-size // BYTES_PER_TOKEN) + MESSAGE_OVERHEAD_TOKENS * len(texts),
        output_tokens=request.decoding.max_output_tokens or ASSUMED_OUTPUT_TOKENS,
    )


class Price(Record):
    """US dollars for a million tokens."""

    input: float = Field(ge=0)
    """Prompt tokens."""
    cached: float | None = Field(default=None, ge=0)
    """Prompt tokens that the provider's prefix cache served; as ``input`` when not given."""
    cache_write: float | None = Field(default=None, ge=0)
    """Prompt tokens that were written to that cache; as ``input`` when not given."""
    output: float = Field(ge=0)
    """Completion tokens, reasoning included."""
    checked: date | None = None
    """When the numbers were last held against the source."""
    source: str | None = None
    """The page that has them."""

    def discounted(self, part: float) -> "Price":
        """Return the price with a discount, as for batches."""
        named = ("input", "cached", "cache_write", "output")
        full = {name: getattr(self, name) for name in named}
        return Price(**{name: value and value * (1 - part) for name, value in full.items()})

    def cost_usd(self, usage: TokenUsage) -> float:
        cached = min(usage.cached_tokens, usage.input_tokens)
        written = min(usage.cache_write_tokens, usage.input_tokens - cached)
        dollars = (
            (usage.input_tokens - cached - written) * self.input
            + cached * (self.input if self.cached is None else self.cached)
            + written * (self.input if self.cache_write is None else self.cache_write)
            + usage.output_tokens * self.output
        )
        return dollars / 1_000_000


FREE = Price(input=0, output=0)
"""For a model on one's own machine."""


class PriceTable:
    def __init__(self, prices: Mapping[str, Price]) -> None:
        self._prices = dict(prices)

    @classmethod
    def load(cls, override: Path | None = None) -> "PriceTable":
        """Load the bundled price table, overridden by the user's file.

        Raises:
            ConfigError: The user's file cannot be read or is not a price table.
        """
        shipped = files("faithsieve.llm").joinpath("prices.toml").read_text(encoding="utf-8")
        prices = _parse(shipped, "prices.toml")
        if override is not None:
            try:
                prices |= _parse(override.read_text(encoding="utf-8"), str(override))
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(f"price file {str(override)!r} cannot be read: {error}") from None
        return cls(prices)

    def find(self, model: str) -> Price | None:
        """Return a model's price, or None.

        The full name counts first, then the name without its provider (``openai/…``) and without
        a date at its end. A longer name is another model: no other prefix matches.
        """
        bare = model.rpartition("/")[2]
        names = (model, bare, _DATE.sub("", model), _DATE.sub("", bare))
        return next((self._prices[name] for name in names if name in self._prices), None)


def _parse(text: str, source: str) -> dict[str, Price]:
    try:
        table = tomllib.loads(text).get("models", {})
        return {name: Price.model_validate(entry) for name, entry in table.items()}
    except (tomllib.TOMLDecodeError, ValidationError, AttributeError) as error:
        raise ConfigError(
            f"{source} is not a price table ({error}); each entry looks like "
            '[models."NAME"] with input, cached and output in US dollars per million tokens'
        ) from None
