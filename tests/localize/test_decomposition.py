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


def test_a_step_of_one_segment_needs_no_start() -> None:
    segments = split_proof(Proof.from_texts("p", ["Only one.", "And another."]))
    assert group_segments(segments, reply()).forgotten == ()


def test_numbers_that_do_not_exist_are_dropped_with_a_note() -> None:
    bad = reply(1, 99, 4, marks=((77, "assumed"),), scopes=((0, 3, "c"),))
    grouping = group_segments(SEGMENTS, bad)
    assert grouping.notes == (
        "start 99 is no segment",
        "starts are not ascending",
        "scope 0-3 is no run",
        "mark at 77 is no segment",
    )


def test_a_scope_that_is_not_in_the_authors_words_gets_them_with_a_note() -> None:
    grouping = group_segments(SEGMENTS, reply(1, 4, scopes=((1, 2, "m is odd"), (4, 6, "a"))))
    assert grouping.notes == ("scope 'm is odd' is not in the proof",)
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


def test_substeps_are_numbered_in_the_proof_and_in_the_step() -> None:
    substeps = number_drafts(group_segments(SEGMENTS, reply(1, 2, 4)).drafts)
    assert [(s.number, s.label) for s in substeps] == [(1, "1.1"), (2, "1.2"), (3, "2.1")]
    assert [PROOF.steps[s.step - 1].text.startswith(s.text, s.start or 0) for s in substeps] == [
        True,
        True,
        True,
    ]


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


def test_a_scope_that_ends_before_it_begins_is_dropped_and_one_without_words_is_noted() -> None:
    given = reply(1, scopes=((3, 2, "y = 2"), (1, 2, "")))
    grouping = group_segments(SEGMENTS, given)
    assert [scope.label for scope in grouping.drafts[0].scopes] == ["Let x = 1."]
    assert len(grouping.notes) == 2


def test_words_over_two_lines_make_one_label() -> None:
    proof = Proof.from_texts("Find x.", ["Case 1\n2 [2] (withdrawn) holds."])
    drafts = tuple(name_scopes(group_segments(split_proof(proof), reply(1)).drafts))
    assert all("\n" not in scope.label for draft in drafts for scope in draft.scopes)


def test_a_substep_starts_at_its_first_letter() -> None:
    proof = Proof.from_texts("Find x.", ["  Foo is 1."])
    (substep,) = number_drafts(group_segments(split_proof(proof), reply(1)).drafts)
    assert (substep.start, substep.text) == (2, "Foo is 1.")


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


# ---- substeps that claim nothing


def marked(steps: list[str], *marks: tuple[int, str]) -> tuple[Draft, ...]:
    problem = "Let z > 5. Show that x = 3."
    segments = split_proof(Proof.from_texts(problem, steps))
    starts = tuple(segment.number for segment in segments)
    drafts = group_segments(segments, reply(*starts, marks=marks)).drafts
    return tuple(check_no_claim(drafts, problem))


@pytest.mark.parametrize(
    "text",
    [
        "We now look at x.",
        "We proceed by induction on n.",
        "Next we show that y > 7.",
        "so I set out to prove each one in turn.",
        "To see that x = 3, we have to look at z > 5.",
    ],
)
def test_an_announcement_makes_no_claim(text: str) -> None:
    first, _ = marked([text, "So x = 3."], (1, "announced"))
    assert first.status is ClaimStatus.ANNOUNCED
    assert first.text == text
    assert flags(first) == set()


@pytest.mark.parametrize(
    "text",
    ["Hence y = 2.", "Since y > 1, we go on.", "This gives y = 2.", "Thus f is constant."],
)
def test_what_draws_a_conclusion_is_no_announcement(text: str) -> None:
    first, _ = marked([text, "So x = 3."], (1, "announced"))
    assert first.status is ClaimStatus.ASSERTED
    assert flags(first) == {FlagKind.NO_CLAIM_REFUSED}


def test_a_repetition_has_nothing_that_was_not_said_before() -> None:
    drafts = marked(["So x = 3. Recall that x = 3. Then y = 3."], (2, "repeated"))
    assert drafts[1].status is ClaimStatus.REPEATED


@pytest.mark.parametrize(
    "text", ["Recall that z > 5.", "We are given z > 5 and asked to show x = 3.", "Here $z>5$."]
)
def test_what_the_problem_gives_may_be_repeated(text: str) -> None:
    drafts = marked([text, "So x = 3."], (1, "repeated"))
    assert drafts[0].status is ClaimStatus.REPEATED


def test_the_final_answer_is_no_repetition() -> None:
    drafts = marked(["So $x = 3$.", r"Here $\boxed{x = 3}$.", "We are done."], (2, "repeated"))
    assert flags(drafts[1]) == {FlagKind.NO_CLAIM_REFUSED}


@pytest.mark.parametrize("text", ["Recall that x = 4.", "Recall that x < 3.", "Recall x is odd."])
def test_a_repetition_that_says_something_new_is_refused(text: str) -> None:
    drafts = marked([f"So x = 3. {text} Then y = 3."], (2, "repeated"))
    assert drafts[1].status is ClaimStatus.ASSERTED
    assert flags(drafts[1]) == {FlagKind.NO_CLAIM_REFUSED}


def test_to_conclude_what_the_problem_asks_for_is_no_repetition() -> None:
    drafts = marked(["Let y be odd.", "Clearly x = 3.", "We stop."], (2, "repeated"))
    assert flags(drafts[1]) == {FlagKind.NO_CLAIM_REFUSED}


@pytest.mark.parametrize("mark", ["announced", "repeated"])
def test_the_end_of_a_proof_always_makes_a_claim(mark: str) -> None:
    drafts = marked(["The answer is 3.", "The answer is 3."], (2, mark))
    assert drafts[1].status is ClaimStatus.ASSERTED
