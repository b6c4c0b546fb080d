"""The replies of stage one: short, bounded, and readable where a model leaves the usual out."""

import pytest
from pydantic import ValidationError

from faithsieve.llm.structured import reply_schema
from faithsieve.localize.replies import DoubtLine, ReadingReply


def test_what_is_usual_may_be_left_out() -> None:
    reply = ReadingReply.model_validate_json(
        '{"goal":"","scopes":[{"k":"case","a":1,"b":1,"t":"x"}],"u":[],"x":[{"s":1,"k":"define"}]}'
    )
    assert reply.x[0].f == ()
    assert reply.scopes[0].g == ""
    assert reply.d == ()


@pytest.mark.parametrize(
    "text",
    [
        '{"goal":"","scopes":[],"u":[],"x":[{"s":1,"k":"magic"}]}',
        '{"goal":"","scopes":[{"k":"magic","a":1,"b":1,"t":""}],"u":[],"x":[]}',
        '{"goal":"","scopes":[],"u":[{"s":1,"on":[' + ",".join(["0"] * 40) + ']}],"x":[]}',
    ],
)
def test_unknown_kinds_and_endless_lists_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        ReadingReply.model_validate_json(text)


def test_doubts_come_after_all_units_and_a_reason_before_its_score() -> None:
    assert list(ReadingReply.model_fields)[-1] == "d"
    assert list(DoubtLine.model_fields) == ["s", "y", "t", "r"]


def test_every_field_is_asked_for() -> None:
    assert '"f"' in reply_schema(ReadingReply).json_schema
