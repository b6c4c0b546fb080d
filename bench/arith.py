"""The cheap arithmetic checker: share of decidable claims decided, wrong answers, milliseconds."""

import random
import statistics
import time
from collections.abc import Iterator
from fractions import Fraction

from faithsieve.records.evidence import Outcome
from faithsieve.symbolic.numeric import check_arithmetic

_CLAIMS = 2000


def _number(chance: random.Random) -> tuple[str, Fraction]:
    value = Fraction(chance.randint(-40, 40), chance.choice([1, 1, 1, 2, 3, 4, 5, 8, 10]))
    if value.denominator == 1:
        return (f"({value})" if value < 0 else str(value)), value
    return rf"\left(\frac{{{value.numerator}}}{{{value.denominator}}}\right)", value


def _term(chance: random.Random) -> tuple[str, Fraction]:
    text, value = _number(chance)
    for _ in range(chance.randint(0, 3)):
        other, amount = _number(chance)
        match chance.choice("+-*^"):
            case "+":
                text, value = f"{text} + {other}", value + amount
            case "-":
                text, value = f"{text} - {other}", value - amount
            case "*":
                text, value = rf"({text}) \cdot {other}", value * amount
            case _:
                text, value = f"({text})^2", value**2
    return text, value


def _claim(chance: random.Random) -> tuple[str, bool]:
    text, value = _term(chance)
    shown = value if chance.random() < 0.5 else value + Fraction(1, chance.randint(1, 50))
    squared = chance.random() < 0.3
    right = f"{shown.numerator}/{shown.denominator}" if shown.denominator != 1 else str(shown)
    if squared:
        return rf"\sqrt{{({text})^2}} = |{right}|", abs(value) == abs(shown)
    return f"{text} = {right}", value == shown


def run() -> Iterator[str]:
    """Generate claims with known truth and compare."""
    chance = random.Random(5)
    wrong = decided = 0
    seconds = []
    for _ in range(_CLAIMS):
        claim, truth = _claim(chance)
        started = time.perf_counter()
        status = check_arithmetic(claim).status
        seconds.append(time.perf_counter() - started)
        decided += status is not Outcome.INCONCLUSIVE
        wrong += status is (Outcome.REFUTED if truth else Outcome.PASSED)
    yield f"{decided}/{_CLAIMS} generated claims decided ({decided / _CLAIMS:.1%}), {wrong} wrong"
    median_ms, longest_ms = statistics.median(seconds) * 1e3, max(seconds) * 1e3
    yield f"{median_ms:.2f} ms a claim at the median, {longest_ms:.1f} ms at most"
