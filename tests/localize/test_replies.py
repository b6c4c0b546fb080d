"""The replies of stage one: short, bounded, and readable where a model leaves the usual out."""

import pytest
from pydantic import ValidationError

from faithsieve.llm.structured import reply_schema
from faithsieve.localize.replies import DeltaReply, GroupingReply, ScanReply


def test_facts_may_be_left_out_of_a_special_line() -> None:
    line = '{"at":"","end":0,"goal":"","n":1,"tx":[]}'
    reply = DeltaReply.model_validate_json(f'{{"e":[],"goal":"","x":[{line}]}}')
    assert reply.x[0].fa == ()


@pytest.mark.parametrize(
    "text",
    [
        '{"e":[{"n":1,"on":[0],"p":"magic"}],"goal":"","x":[]}',
        '{"e":[{"n":1,"on":[' + ",".join(["0"] * 40) + '],"p":"cases"}],"goal":"","x":[]}',
    ],
)
def test_unknown_patterns_and_endless_lists_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        DeltaReply.model_validate_json(text)


def test_doubts_are_written_before_scores_and_marks_before_starts() -> None:
    assert list(ScanReply.model_fields) == ["d", "s"]
    assert list(GroupingReply.model_fields)[-1] == "starts"
    assert '"fa"' in reply_schema(DeltaReply).json_schema
