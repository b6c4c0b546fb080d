"""A claim counts as taken back only if the text takes it back."""

import pytest

from faithsieve.localize.grouping import Draft, group_segments
from faithsieve.localize.replies import GroupingReply, Mark, MarkLine
from faithsieve.localize.segments import split_proof
from faithsieve.localize.withdrawals import check_withdrawals
from faithsieve.records.proof import Proof
from faithsieve.records.substep import ClaimStatus, FlagKind


def checked(text: str, *marks: tuple[int, Mark]) -> tuple[Draft, ...]:
    segments = split_proof(Proof.from_texts("Find x.", [text]))
    starts = tuple(segment.number for segment in segments)
    lines = tuple(MarkLine(at=at, k=kind) for at, kind in marks)
    reply = GroupingReply(starts=starts, marks=lines, scopes=())
    return tuple(check_withdrawals(group_segments(segments, reply).drafts))


def flags(draft: Draft) -> set[FlagKind]:
    return {flag.kind for flag in draft.flags}


def test_words_that_take_something_back_are_flagged_unless_a_claim_is_marked() -> None:
    text = "We get x = 5. Wait, this is wrong. So x = 6."
    assert flags(checked(text)[1]) == {FlagKind.WITHDRAWAL_CUE}
    assert not any(flags(draft) for draft in checked(text, (1, "withdrawn")))


@pytest.mark.parametrize("after", ["However, x > 5.", "Let us try another approach.",
                                   "That was a mistake.", "Instead take x = 6."])  # fmt: skip
def test_a_mark_stands_where_later_words_support_it(after: str) -> None:
    assert checked(f"We get x = 5. {after}", (1, "abandoned"))[0].status is ClaimStatus.ABANDONED


@pytest.mark.parametrize("text", ["We get x = 5. Hence x + 1 = 6.",
                                  "However we go on. We get x = 5."])  # fmt: skip
def test_a_mark_that_no_words_support_is_refused(text: str) -> None:
    at: int = 1 + text.startswith("However")
    draft = checked(text, (at, "withdrawn"))[at - 1]
    assert draft.status is ClaimStatus.ASSERTED
    assert flags(draft) == {FlagKind.WITHDRAWAL_REFUSED}
