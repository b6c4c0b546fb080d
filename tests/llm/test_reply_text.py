"""One rule for reading an object out of a reply; nothing broken is half believed."""

import time
from contextlib import suppress
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from faithsieve.llm.structured import UnreadableReplyError, find_record, strip_reasoning
from faithsieve.records.base import Record


class Located(Record):
    first_error: int = Field(ge=1)
    """The step."""


class Scored(Record):
    """A reply with a score in the unit interval and a comment."""

    score: float = Field(ge=0, le=1)
    """How good."""
    comment: str = ""
    """Why."""


def located(text: str) -> int:
    return find_record(text, Located).first_error


@pytest.mark.parametrize(
    "text",
    [
        '{"first_error": 2}',
        ' \n{"first_error": 2}\n ',
        '```json\n{"first_error": 2}\n```',
        'The set {1, 2} and \\frac{a}{b} aside, I say {"first_error": 2}.',
        '<think>{"first_error": 9}</think>{"first_error": 2}',
        '<THINK>it is {"first_error": 9}</THINK>\n{"first_error": 2}',
        'opened by the template {"first_error": 9}</think>{"first_error": 2}',
        '<think>a</think><think>b</think>{"first_error": 2}',
        '[{"first_error": 2}]',
    ],
)
def test_the_object_is_found_wherever_it_stands(text: str) -> None:
    assert located(text) == 2


def test_the_last_valid_object_counts() -> None:
    text = '```json\n{"first_error": 2}\n```\nActually:\n```json\n{"first_error": 3}\n```'
    assert located(text) == 3


def test_a_later_object_of_another_shape_does_not_count() -> None:
    assert located('{"first_error": 2} and, by the way, {"mood": "good"}') == 2


def test_a_correction_that_is_begun_and_not_ended_withdraws_the_answer() -> None:
    with pytest.raises(UnreadableReplyError):
        located('{"first_error": 2} No wait: {"first_error": ')
    with pytest.raises(UnreadableReplyError):
        located('{"first_error": 2} No wait: {"reason": {"why": "x"}')


@pytest.mark.parametrize("text", ['<think>{"first_error": 2}', "<think>", "a <think> b"])
def test_reasoning_that_never_closes_is_no_answer(text: str) -> None:
    with pytest.raises(UnreadableReplyError, match="never closed"):
        located(text)


def test_marks_inside_the_object_are_its_text() -> None:
    text = '{"score": 1, "comment": "<think> is a tag, and } a brace, and \\" a quote"}'
    comment = find_record(text, Scored).comment
    assert comment == '<think> is a tag, and } a brace, and " a quote'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"score": NaN}', "NaN"),
        ('{"score": Infinity}', "Infinity"),
        ('{"score": 1e999}', "too large"),
        ('{"score": 1.7}', "less than or equal to 1"),
        ('{"score": -0.1}', "greater than or equal to 0"),
        ('{"score": "0.5"}', "valid number"),
        ('{"score": true}', "valid number"),
        ('{"score": null}', "valid number"),
        ('{"score": 0.1, "score": 0.9}', "more than once"),
        ('{"score": 0.5, "comment": NaN}', "NaN"),
        ('{"score": 0.5, "extra": 1}', "not permitted"),
        ("{}", "required"),
        ('{"score": 0.5, "comment": "\\ud800"}', "Invalid JSON"),
        ('{"score": ' + "9" * 5000 + "}", "too many digits"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "too deeply"),
        ("", "no JSON object"),
        ("I cannot say.", "no JSON object"),
        ("[1, 2]", "no JSON object"),
    ],
)
def test_what_is_not_a_score_is_refused_and_never_mended_into_one(
    text: str, complaint: str
) -> None:
    with pytest.raises(UnreadableReplyError, match=complaint):
        find_record(text, Scored)


@pytest.mark.parametrize(
    "text",
    [
        '{"first_error": 2,}',
        "{'first_error': 2}",
        "{first_error: 2}",
        '{"first_error": 2',
        '{"first_error": 2, "first_error": 3,}',
    ],
)
def test_broken_grammar_is_left_to_the_model_to_mend(text: str) -> None:
    with pytest.raises(UnreadableReplyError):
        located(text)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (r"\sum \alpha", r"\sum \alpha"),
        (r"\\sum", r"\sum"),
        (r"\( x \)", r"\( x \)"),
        (r"\union \u0041", r"\union A"),
        ("two\nlines", "two\nlines"),
        (r"a \\\\ b \\ c", r"a \\ b \ c"),
        ("\\begin{a} \\}", "\x08egin{a} \\}"),
    ],
)
def test_mathematics_that_was_not_escaped_is_read_as_it_stands(said: str, meant: str) -> None:
    assert find_record(f'{{"score": 1, "comment": "{said}"}}', Scored).comment == meant


def test_every_mistake_is_told_but_not_endlessly() -> None:
    many = ", ".join(f'"extra{index}": 0' for index in range(20))
    with pytest.raises(UnreadableReplyError, match="and 13 more"):
        find_record(f"{{{many}}}", Scored)


def test_an_object_inside_a_broken_one_is_not_the_answer() -> None:
    with pytest.raises(UnreadableReplyError):
        located('{"guess": {"first_error": 2}, oops')


@pytest.mark.parametrize(
    "text",
    ["{" * 200_000, '{"' * 200_000, '{"\\"' * 100_000, "{'" * 100_000, '{"a":[' * 100_000],
    ids=lambda text: text[:8],
)
def test_hostile_texts_are_refused_without_stopping_the_run(text: str) -> None:
    started = time.process_time()
    with pytest.raises(UnreadableReplyError):
        located(text)
    assert time.process_time() - started < 5


class Nested(Record):
    """A reply with everything JSON has."""

    label: Literal["correct"] | int
    """A label."""
    scores: tuple[float, ...]
    """Some numbers."""
    inner: Scored | None
    """A record or nothing."""


finite = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(codec="utf-8"), max_size=20)
nested = st.builds(
    Nested,
    label=st.just("correct") | st.integers(-5, 5),
    scores=st.lists(finite, max_size=3).map(tuple),
    inner=st.none() | st.builds(Scored, score=st.floats(0, 1), comment=texts),
)


@given(nested, st.sampled_from(["{}", "```json\n{}\n```", "<think>{{</think>{}", "So: {} Done."]))
def test_every_record_survives_being_said(record: Nested, frame: str) -> None:
    text = frame.replace("{{", "(").replace("{}", record.model_dump_json())
    assert find_record(text, Nested) == record


@given(nested, st.data())
def test_no_proper_beginning_of_an_answer_is_an_answer(record: Nested, draw: st.DataObject) -> None:
    whole = record.model_dump_json()
    cut = draw.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(UnreadableReplyError):
        find_record(whole[:cut], Nested)


@given(st.text(alphabet=list('{}[]":,\\ntruefalsNI0123<>/hik\ud800'), max_size=60))
def test_any_text_is_a_record_or_a_complaint(text: str) -> None:
    with suppress(UnreadableReplyError):
        assert 0 <= find_record(text, Scored).score <= 1


@given(st.text(max_size=40))
def test_text_without_marks_is_only_trimmed(text: str) -> None:
    if "think" not in text.lower():
        assert strip_reasoning(text) == text.strip()
