"""One prefix for all calls, as few calls as fit, and every segment asked about exactly once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.reading import Reading, estimate_tokens, read
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

SMALL = LocalizeSettings(context_tokens=2000, units_per_call=4)
STEPS = st.lists(
    st.sampled_from(["x = 1. So y = 2. ", "Then z. ", "word " * 300, "因此" * 400, "a. " * 60]),
    min_size=1,
    max_size=30,
)


def asked(reading: Reading) -> list[int]:
    return [n for portion in reading.portions for n in range(portion.first, portion.last + 1)]


def prompt_tokens(reading: Reading) -> int:
    return estimate_tokens(reading.prefix.messages[-1].content)


@given(STEPS)
def test_every_segment_is_in_exactly_one_portion(steps: list[str]) -> None:
    reading = read(Proof.from_texts("Find x.", steps), SMALL)
    assert asked(reading) == list(range(1, len(reading.segments) + 1))


@given(STEPS)
def test_prefix_and_excerpt_stay_within_the_context(steps: list[str]) -> None:
    reading = read(Proof.from_texts("Find x.", steps), SMALL)
    longest = max(estimate_tokens(portion.excerpt) for portion in reading.portions)
    assert prompt_tokens(reading) + longest <= SMALL.context_tokens * 1.1


def test_an_ordinary_proof_is_one_portion_without_excerpt() -> None:
    proof = Proof.from_texts("Find x.", ["x = 1. So y = 2."] * 20)
    (portion,) = read(proof, LocalizeSettings()).portions
    assert (portion.first, portion.last, portion.excerpt) == (1, 40, "")


def test_a_proof_that_does_not_fit_is_outlined_and_excerpted() -> None:
    proof = Proof.from_texts("Find x.", [f"Then x = {n}. " + "filler " * 100 for n in range(30)])
    reading = read(proof, SMALL)
    assert "characters more" in reading.prefix.messages[-1].content
    # Every step fits into a portion of its own, so each is shown in full somewhere.
    assert all(portion.excerpt for portion in reading.portions)
    assert not any("characters more" in portion.excerpt for portion in reading.portions)
    assert len({reading.prefix.stamp.digest}) == 1


def test_a_step_too_long_for_one_call_is_asked_in_several_each_in_full() -> None:
    reading = read(Proof.from_texts("Find x.", ["We add some words to it. " * 200]), SMALL)
    assert len(reading.portions) > 1
    shown = "".join(portion.excerpt for portion in reading.portions)
    assert "characters more" not in shown
    assert all(f"[{segment.number}] {segment.line}" in shown for segment in reading.segments)


def test_what_is_shortened_is_noted() -> None:
    assert read(Proof.from_texts("Find x.", ["x = 1."]), SMALL).notes == ()
    long_problem = read(Proof.from_texts("Find x. " * 400, ["x = 1."]), SMALL)
    assert long_problem.notes == ("the problem is too long; its first 1200 characters are shown",)
    long_proof = read(Proof.from_texts("Find x.", ["We add words to it. " * 300]), SMALL)
    (note,) = long_proof.notes
    assert note.startswith("the proof does not fit into 2000 tokens;")
    long_sentence = read(Proof.from_texts("Find x.", ["x = 1.", "word " * 2000]), SMALL)
    assert long_sentence.notes[1:] == (
        "a sentence of step 2 (9999 characters) is shown only in part",
    )
    assert long_sentence.is_cut("word " * 2000)
    assert not long_sentence.is_cut("x = 1.")


@pytest.mark.parametrize(
    "steps", [["x. " * 40_000], ["y" * 100_000], ["Then."] * 1500, ["語" * 100_000]]
)
def test_monsters_are_planned_within_bounds(steps: list[str]) -> None:
    reading = read(Proof.from_texts("p" * 50_000, steps), LocalizeSettings(context_tokens=8000))
    assert prompt_tokens(reading) <= 8000
    assert asked(reading) == list(range(1, len(reading.segments) + 1))


@pytest.mark.parametrize(("text", "least"), [("", 1), ("x" * 230, 100), ("语" * 100, 100)])
def test_the_estimate_is_cautious(text: str, least: int) -> None:
    assert estimate_tokens(text) >= least
