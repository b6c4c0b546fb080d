"""One prefix a task, as few calls as fit, and every segment asked about exactly once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.prompt_context import (
    PromptContext,
    estimate_tokens,
    list_units,
    prompt_context,
    unit_portions,
)
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

SMALL = LocalizeSettings(context_tokens=2000, units_per_call=4)
STEPS = st.lists(
    st.sampled_from(["x = 1. So y = 2. ", "Then z. ", "word " * 300, "因此" * 400, "a. " * 60]),
    min_size=1,
    max_size=30,
)


def asked(context: PromptContext) -> list[int]:
    return [n for portion in context.portions for n in range(portion.first, portion.last + 1)]


def prompt_tokens(context: PromptContext) -> int:
    return estimate_tokens(context.prefixes["A"].messages[-1].content)


@given(STEPS)
def test_every_segment_is_in_exactly_one_portion(steps: list[str]) -> None:
    context = prompt_context(Proof.from_texts("Find x.", steps), SMALL)
    assert asked(context) == list(range(1, len(context.segments) + 1))


@given(STEPS)
def test_prefix_and_excerpt_stay_within_the_context(steps: list[str]) -> None:
    context = prompt_context(Proof.from_texts("Find x.", steps), SMALL)
    longest = max(estimate_tokens(portion.excerpt) for portion in context.portions)
    assert prompt_tokens(context) + longest <= SMALL.context_tokens * 1.1


def test_an_ordinary_proof_is_one_portion_without_excerpt() -> None:
    proof = Proof.from_texts("Find x.", ["x = 1. So y = 2."] * 20)
    (portion,) = prompt_context(proof, LocalizeSettings()).portions
    assert (portion.first, portion.last, portion.excerpt) == (1, 40, "")


def test_a_proof_that_does_not_fit_is_outlined_and_excerpted() -> None:
    proof = Proof.from_texts("Find x.", [f"Then x = {n}. " + "filler " * 100 for n in range(30)])
    context = prompt_context(proof, SMALL)
    assert "characters more" in context.prefixes["A"].messages[-1].content
    # Every step fits into a portion of its own, so each is shown in full somewhere.
    assert all(portion.excerpt for portion in context.portions)
    assert not any("characters more" in portion.excerpt for portion in context.portions)
    assert len({prefix.stamp.digest for prefix in context.prefixes.values()}) == 1


def test_a_step_too_long_for_one_call_is_asked_in_several_each_in_full() -> None:
    context = prompt_context(
        Proof.from_texts("Find x.", ["We add some words to it. " * 200]), SMALL
    )
    assert len(context.portions) > 1
    shown = "".join(portion.excerpt for portion in context.portions)
    assert "characters more" not in shown
    assert all(f"[{segment.number}] {segment.line}" in shown for segment in context.segments)


def test_what_is_shortened_is_noted() -> None:
    assert prompt_context(Proof.from_texts("Find x.", ["x = 1."]), SMALL).notes == ()
    long_problem = prompt_context(Proof.from_texts("Find x. " * 400, ["x = 1."]), SMALL)
    assert long_problem.notes == ("the problem is too long; its first 1200 characters are shown",)
    long_proof = prompt_context(Proof.from_texts("Find x.", ["We add words to it. " * 300]), SMALL)
    (note,) = long_proof.notes
    assert note.startswith("the proof does not fit into 2000 tokens;")
    long_sentence = prompt_context(Proof.from_texts("Find x.", ["x = 1.", "word " * 2000]), SMALL)
    assert long_sentence.notes[1:] == (
        "a sentence of step 2 (9999 characters) is shown only in part",
    )
    assert long_sentence.is_cut("word " * 2000)
    assert not long_sentence.is_cut("x = 1.")


@pytest.mark.parametrize(
    "steps", [["x. " * 40_000], ["y" * 100_000], ["Then."] * 1500, ["語" * 100_000]]
)
def test_monsters_are_planned_within_bounds(steps: list[str]) -> None:
    context = prompt_context(
        Proof.from_texts("p" * 50_000, steps), LocalizeSettings(context_tokens=8000)
    )
    assert prompt_tokens(context) <= 8000
    assert asked(context) == list(range(1, len(context.segments) + 1))


@pytest.mark.parametrize(("text", "least"), [("", 1), ("x" * 230, 100), ("语" * 100, 100)])
def test_the_estimate_is_cautious(text: str, least: int) -> None:
    assert estimate_tokens(text) >= least


# ---- units in a prompt

LIMITS = st.none() | st.integers(1, 300)
TEXTS = st.lists(st.sampled_from(["x", "word " * 20, "因此" * 40, "y = 2. " * 90]), min_size=1)


def covered(runs: list[tuple[int, int]]) -> set[int]:
    return {n for first, last in runs for n in range(first, last + 1)}


@given(TEXTS, st.integers(1, 8), LIMITS)
def test_runs_cover_every_unit_once_and_show_no_more_than_fits_unless_it_is_one_unit(
    texts: list[str], most: int, limit: int | None
) -> None:
    runs = list(unit_portions(texts, most, limit))
    assert [n for first, last in runs for n in range(first, last + 1)] == [
        *range(1, len(texts) + 1)
    ]
    for first, last in runs:
        tokens = sum(estimate_tokens(text) for text in texts[first - 1 : last])
        assert last - first < most
        assert first == last or limit is None or tokens <= limit


def test_of_a_shortened_proof_the_units_asked_about_are_written_out() -> None:
    listed = list_units({2: ("2 [2]", "So\nx = 1."), 3: ("3 [3-4]", "y " * 200)}, 40).splitlines()
    assert listed[0].startswith("The proof above is shortened;")
    assert listed[1:4] == ["2 [2]", "  So x = 1.", "3 [3-4]"]
    assert listed[4].endswith("characters more)")
