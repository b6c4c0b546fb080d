"""One prefix with the whole proof, and every segment asked about exactly once."""

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.prompt_context import PromptContext, prompt_context
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

SMALL = LocalizeSettings(units_per_call=4)
MOST = 12
STEPS = st.lists(
    st.sampled_from(["x = 1. So y = 2. ", "Then z. ", "word " * 300, "因此" * 400, "a. " * 60]),
    min_size=1,
    max_size=30,
)


def asked(context: PromptContext) -> list[int]:
    return [n for portion in context.portions for n in range(portion.first, portion.last + 1)]


@given(STEPS)
def test_every_segment_is_in_exactly_one_portion_of_bounded_size(steps: list[str]) -> None:
    context = prompt_context(Proof.from_texts("Find x.", steps), SMALL)
    assert asked(context) == list(range(1, len(context.segments) + 1))
    assert all(portion.last - portion.first < MOST for portion in context.portions)


@given(STEPS)
def test_a_step_is_cut_only_where_it_does_not_fit_into_a_portion(steps: list[str]) -> None:
    context = prompt_context(Proof.from_texts("Find x.", steps), SMALL)
    for portion, after in zip(context.portions, context.portions[1:], strict=False):
        step = context.within(portion)[-1].step
        if step == context.within(after)[0].step:
            assert sum(segment.step == step for segment in context.segments) > MOST


@given(STEPS)
def test_every_call_sees_every_segment_in_full(steps: list[str]) -> None:
    context = prompt_context(Proof.from_texts("Find x.", steps), SMALL)
    shown = context.prefix.messages[-1].content
    assert all(f"[{segment.number}] {segment.line}" in shown for segment in context.segments)


def test_an_ordinary_proof_is_one_portion() -> None:
    proof = Proof.from_texts("Find x.", ["x = 1. So y = 2."] * 20)
    assert prompt_context(proof, LocalizeSettings()).portions == ((1, 40),)
