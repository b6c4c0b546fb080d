"""A reply groups segments; code keeps every character and refuses what the reply gets wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.decomposition import (
    Draft,
    check_no_claim,
    check_withdrawals,
    group_segments,
    name_scopes,
    number_drafts,
    scope_in_words,
)
from faithsieve.localize.replies import GroupingReply, MarkLine, ScopeLine
from faithsieve.localize.segments import split_proof
from faithsieve.records.proof import Proof
from faithsieve.records.substep import ClaimStatus, FlagKind, ScopeKind

PROOF = Proof.from_texts(
    "Find x.", ["Let x = 1. Then y = 2. So z = 3.", "Case 1: a. Wait, this is wrong. Hence b."]
)
SEGMENTS = split_proof(PROOF)


def reply(
    *starts: int,
    marks: tuple[tuple[int, str], ...] = (),
    scopes: tuple[tuple[int, int, str], ...] = (),
) -> GroupingReply:
    return GroupingReply(
        starts=starts,
        marks=tuple(MarkLine(at=at, k=ClaimStatus(mark)) for at, mark in marks),
        scopes=tuple(ScopeLine(a=a, b=b, k=ScopeKind.CASE, t=text) for a, b, text in scopes),
    )


def texts(drafts: tuple[Draft, ...]) -> list[str]:
    return [draft.text for draft in drafts]


def flags(draft: Draft) -> set[FlagKind]:
    return {flag.kind for flag in draft.flags}


def test_segments_between_starts_belong_together() -> None:
    grouping = group_segments(SEGMENTS, reply(1, 3, 4))
    assert texts(grouping.drafts) == [
        "Let x = 1. Then y = 2.",
        "So z = 3.",
        "Case 1: a. Wait, this is wrong. Hence b.",
    ]
    assert grouping.forgotten == ()
    assert grouping.notes == ()


def test_a_step_without_a_start_is_forgotten_but_still_covered() -> None:
    grouping = group_segments(SEGMENTS, reply(1, 2))
    assert grouping.forgotten == (2,)
    assert [draft.step for draft in grouping.drafts] == [1, 1, 2]


def test_what_does_not_exist_is_dropped_and_other_words_replaced_with_a_note() -> None:
    scopes = ((0, 3, "c"), (3, 2, "y = 2"), (1, 2, "m is odd"), (4, 6, "a"))
    grouping = group_segments(SEGMENTS, reply(1, 99, 4, marks=((77, "assumed"),), scopes=scopes))
    assert grouping.notes == (
        "start 99 is no segment",
        "starts are not ascending",
        "scope 0-3 is no run",
        "scope 3-2 is no run",
        "scope 'm is odd' is not in the proof",
        "mark at 77 is no segment",
    )
    labels = [[scope.label for scope in draft.scopes] for draft in grouping.drafts]
    assert labels == [["Let x = 1."], ["a"]]


@given(st.lists(st.integers(-2, 9), max_size=8))
def test_any_starts_keep_every_character_in_order(starts: list[int]) -> None:
    drafts = group_segments(SEGMENTS, reply(*starts)).drafts
    joined = "".join("".join(draft.text.split()) for draft in drafts)
    assert joined == "".join("".join(step.text.split()) for step in PROOF.steps)


def test_marks_give_the_status_and_scopes_nest_widest_first() -> None:
    grouping = group_segments(
        SEGMENTS,
        reply(1, 2, 3, 4, marks=((2, "assumed"),), scopes=((3, 3, "z = 3"), (2, 3, "y = 2"))),
    )
    assert [draft.status for draft in grouping.drafts[:2]] == [
        ClaimStatus.ASSERTED,
        ClaimStatus.ASSUMED,
    ]
    assert [scope.label for scope in grouping.drafts[2].scopes] == ["y = 2", "z = 3"]


def test_a_scope_that_the_words_name_is_named_by_code_and_flagged() -> None:
    drafts = tuple(name_scopes(group_segments(SEGMENTS, reply(1, 4, 5)).drafts))
    assert [scope.label for scope in drafts[1].scopes] == ["Case 1: a"]
    assert flags(drafts[1]) == {FlagKind.SCOPE_FROM_TEXT}
    named = group_segments(SEGMENTS, reply(1, 4, scopes=((4, 6, "a"),))).drafts
    assert tuple(name_scopes(named)) == named


def test_substeps_are_numbered_and_start_at_their_first_letter() -> None:
    substeps = number_drafts(group_segments(SEGMENTS, reply(1, 2, 4)).drafts)
    assert [(s.number, s.label) for s in substeps] == [(1, "1.1"), (2, "1.2"), (3, "2.1")]
    assert all(PROOF.steps[s.step - 1].text.startswith(s.text, s.start or 0) for s in substeps)
    proof = Proof.from_texts("Find x.", ["  Foo is 1."])
    (substep,) = number_drafts(group_segments(split_proof(proof), reply(1)).drafts)
    assert (substep.start, substep.text) == (2, "Foo is 1.")


def test_a_scope_in_words_finds_its_kind() -> None:
    kinds = [scope_in_words(label).kind for label in ("m is odd", "for contradiction", "base case")]
    assert kinds == [ScopeKind.CASE, ScopeKind.CONTRADICTION, ScopeKind.INDUCTION]


def test_a_scope_named_by_words_reaches_to_the_end_of_its_step() -> None:
    proof = Proof.from_texts("Find y.", ["Case 1: x > 0. Then y = 1.", "So y is found."])
    segments = split_proof(proof)
    drafts = tuple(name_scopes(group_segments(segments, reply(1, 2, 3)).drafts))
    assert [[scope.label for scope in draft.scopes] for draft in drafts] == [
        ["Case 1: x > 0"],
        ["Case 1: x > 0"],
        [],
    ]
    assert [bool(flags(draft)) for draft in drafts] == [True, False, False]


def test_a_mark_is_about_its_own_sentence() -> None:
    proof = Proof.from_texts("Find x.", ["We get x = 5. Wait, x = 6."])
    segments = split_proof(proof)
    drafts = group_segments(segments, reply(1, marks=((2, "withdrawn"),))).drafts
    assert [draft.status for draft in drafts] == [ClaimStatus.ASSERTED, ClaimStatus.WITHDRAWN]


def test_words_over_two_lines_make_one_label() -> None:
    proof = Proof.from_texts("Find x.", ["Case 1\n2 [2] (withdrawn) holds."])
    drafts = tuple(name_scopes(group_segments(split_proof(proof), reply(1)).drafts))
    assert all("\n" not in scope.label for draft in drafts for scope in draft.scopes)


# ---- claims that the text takes back


def checked(text: str, *marks: tuple[int, str]) -> tuple[Draft, ...]:
    segments = split_proof(Proof.from_texts("Find x.", [text]))
    starts = tuple(segment.number for segment in segments)
    lines = tuple(MarkLine(at=at, k=kind) for at, kind in marks)
    reply = GroupingReply(starts=starts, marks=lines, scopes=())
    return tuple(check_withdrawals(group_segments(segments, reply).drafts))


def test_words_that_take_something_back_are_flagged_unless_a_claim_is_marked() -> None:
    text = "We get x = 5. Wait, this is wrong. So x = 6."
    assert flags(checked(text)[1]) == {FlagKind.WITHDRAWAL_CUE}
    assert not any(flags(draft) for draft in checked(text, (1, "withdrawn")))


@pytest.mark.parametrize(
    ("text", "at", "stands"),
    [
        ("We get x = 5. However, x > 5.", 1, True),
        ("We get x = 5. Let us try another approach.", 1, True),
        ("We get x = 5. That was a mistake.", 1, True),
        ("We get x = 5. Instead take x = 6.", 1, True),
        ("We get x = 5. Hence x + 1 = 6.", 1, False),
        ("However we go on. We get x = 5.", 2, False),
    ],
)
def test_a_mark_stands_only_where_later_words_support_it(text: str, at: int, stands: bool) -> None:
    draft = checked(text, (at, "abandoned"))[at - 1]
    assert (draft.status is ClaimStatus.ABANDONED) is stands
    assert flags(draft) == (set() if stands else {FlagKind.WITHDRAWAL_REFUSED})


# ---- substeps that claim nothing


def marked(steps: list[str], *marks: tuple[int, str]) -> tuple[Draft, ...]:
    problem = "Let z > 5. Show that x = 3."
    segments = split_proof(Proof.from_texts(problem, steps))
    starts = tuple(segment.number for segment in segments)
    drafts = group_segments(segments, reply(*starts, marks=marks)).drafts
    return tuple(check_no_claim(drafts, problem))


X = "So x = 3."


@pytest.mark.parametrize(
    ("steps", "at", "mark"),
    [
        (["We now look at x.", X], 1, "announced"),
        (["We proceed by induction on n.", X], 1, "announced"),
        (["Next we show that y > 7.", X], 1, "announced"),
        (["so I set out to prove each one in turn.", X], 1, "announced"),
        (["To see that x = 3, we have to look at z > 5.", X], 1, "announced"),
        (["So x = 3. Recall that x = 3. Then y = 3."], 2, "repeated"),
        (["Recall that z > 5.", X], 1, "repeated"),
        (["We are given z > 5 and asked to show x = 3.", X], 1, "repeated"),
        (["Here $z>5$.", X], 1, "repeated"),
    ],
)
def test_an_announcement_or_a_repetition_makes_no_claim(
    steps: list[str], at: int, mark: str
) -> None:
    draft = marked(steps, (at, mark))[at - 1]
    assert (draft.status, flags(draft)) == (ClaimStatus(mark), set())


@pytest.mark.parametrize(
    ("steps", "at", "mark"),
    [
        # What draws a conclusion is no announcement.
        (["Hence y = 2.", X], 1, "announced"),
        (["Since y > 1, we go on.", X], 1, "announced"),
        (["This gives y = 2.", X], 1, "announced"),
        (["Thus f is constant.", X], 1, "announced"),
        # What says something new is no repetition.
        (["So x = 3. Recall that x = 4. Then y = 3."], 2, "repeated"),
        (["So x = 3. Recall that x < 3. Then y = 3."], 2, "repeated"),
        (["So x = 3. Recall x is odd. Then y = 3."], 2, "repeated"),
        # Nor is the final answer, or what the problem asks for.
        (["So $x = 3$.", r"Here $\boxed{x = 3}$.", "We are done."], 2, "repeated"),
        (["Let y be odd.", "Clearly x = 3.", "We stop."], 2, "repeated"),
        # The end of a proof always makes a claim.
        (["The answer is 3.", "The answer is 3."], 2, "announced"),
        (["The answer is 3.", "The answer is 3."], 2, "repeated"),
    ],
)
def test_a_mark_that_would_hide_a_claim_is_refused(steps: list[str], at: int, mark: str) -> None:
    draft = marked(steps, (at, mark))[at - 1]
    assert (draft.status, flags(draft)) == (ClaimStatus.ASSERTED, {FlagKind.NO_CLAIM_REFUSED})
