import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.baselines.opinions import parse_label
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.structured import Answer
from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, Proof

PROOF = Proof.from_texts("p", [f"s{i}" for i in range(1, 13)])


def label_of(text: str) -> Label:
    reply = ChatReply(text=text, model="m", finish_reason="stop")
    return parse_label(Answer(record=text, reply=reply, key=Digest("k")), PROOF, prompt_id="t")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("correct", "correct"),
        ("Correct.", "correct"),
        ("step 3", 3),
        ("Step 12\n", 12),
        ("**step 4**", 4),
        ("`step 4`", 4),
    ],
)
def test_the_two_agreed_answers_are_read(text: str, label: Label) -> None:
    assert label_of(text) == label


@pytest.mark.parametrize(
    "text",
    [
        "",
        "incorrect",
        "step 0",
        "step -1",
        "step 13",
        "step 1 or step 2",
        "3",
        "step three",
        "step １",
        "step ²",
        "The first error is in step 3",
        "<think>correct",
        '{"first_error": 3}',
        "step 99999999999999999999",
    ],
)
def test_anything_else_is_a_parse_failure_that_keeps_the_text(text: str) -> None:
    with pytest.raises(ReplyFormatError) as caught:
        label_of(text)
    assert caught.value.raw_text == text
    assert caught.value.prompt_id == "t"


@given(st.text(max_size=40))
def test_no_text_ever_yields_a_label_outside_the_proof(text: str) -> None:
    try:
        label = label_of(text)
    except ReplyFormatError:
        return
    assert PROOF.has_label(label)
