"""A reply groups segments; code keeps every character and refuses what the reply gets wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.grouping import (
    Draft,
    flag_withdrawals,
    group_segments,
    name_scopes,
    number_drafts,
    remove_restatements,
    scope_in_words,
)
from faithsieve.localize.replies import GroupingReply, Mark, MarkLine, ScopeLine
from faithsieve.localize.segments import split_proof
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import ClaimStatus, FlagKind, ScopeKind

PROOF = Proof.from_texts(
    "Find x.", ["Let x = 1. Then y = 2. So z = 3.", "Case 1: a. Wait, this is wrong. Hence b."]
)
SEGMENTS = split_proof(PROOF)


def reply(
    *starts: int,
    marks: tuple[tuple[int, Mark], ...] = (),
    scopes: tuple[tuple[int, int, str], ...] = (),
) -> GroupingReply:
    return GroupingReply(
        starts=starts,
        marks=tuple(MarkLine(at=at, k=mark) for at, mark in marks),
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


def test_a_scope_that_is_not_in_the_authors_words_is_dropped_with_a_note() -> None:
    grouping = group_segments(SEGMENTS, reply(1, 4, scopes=((1, 2, "m is odd"), (4, 6, "a"))))
    assert grouping.notes == ("scope 'm is odd' is not in the proof",)
    assert [len(draft.scopes) for draft in grouping.drafts] == [0, 1]


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


def test_words_that_take_something_back_are_flagged_unless_a_claim_is_marked() -> None:
    drafts = group_segments(SEGMENTS, reply(1, 4, 5)).drafts
    assert flags(tuple(flag_withdrawals(drafts))[2]) == {FlagKind.WITHDRAWAL_CUE}
    marked = group_segments(SEGMENTS, reply(1, 4, 5, marks=((4, "withdrawn"),))).drafts
    assert tuple(flag_withdrawals(marked)) == marked


def removed(steps: list[str], marks: tuple[tuple[int, Mark], ...]) -> tuple[list[str], list[str]]:
    proof = Proof.from_texts("Find x with x = 3.", steps)
    segments = split_proof(proof)
    starts = tuple(segment.number for segment in segments)
    drafts = group_segments(segments, reply(*starts, marks=marks)).drafts
    kept, out = remove_restatements(proof.problem, drafts)
    return texts(kept), [item.text for item in out]


def test_only_restatements_and_motivation_are_taken_out() -> None:
    kept, out = removed(
        ["We now look at x. So x = 3.", "Recall that x = 3. Then x > 2."],
        ((1, "motivation"), (3, "restates")),
    )
    assert out == ["We now look at x.", "Recall that x = 3."]
    assert kept == ["So x = 3.", "Then x > 2."]


def test_a_restatement_that_says_something_new_stays_and_is_flagged() -> None:
    proof = Proof.from_texts("Find x.", ["So x = 3. Recall that x = 4."])
    segments = split_proof(proof)
    drafts = group_segments(segments, reply(1, 2, marks=((2, "restates"),))).drafts
    kept, out = remove_restatements(proof.problem, drafts)
    assert out == ()
    assert flags(kept[1]) == {FlagKind.REMOVAL_REFUSED}


def test_a_sentence_repeated_word_for_word_goes_unasked() -> None:
    kept, out = removed(["The sum of the roots is 5.", "The sum of the roots is 5. So y = 1."], ())
    assert out == ["The sum of the roots is 5."]
    assert kept == ["The sum of the roots is 5.", "So y = 1."]


CASES = ["Case 1: m is even. Then m divides 3.", "Case 2: m is odd. Then m divides 4."]
CONTRADICTION = "This contradicts the choice of m."


def test_a_sentence_of_another_case_stays_although_the_reply_names_no_scope() -> None:
    kept, out = removed([f"{case} {CONTRADICTION}" for case in CASES], ())
    assert out == []
    assert kept.count(CONTRADICTION) == 2


def test_a_case_may_go_on_in_the_next_step() -> None:
    steps = [CASES[0], f"So m = 3. {CONTRADICTION}", CASES[1], f"So m = 4. {CONTRADICTION}"]
    kept, out = removed(steps, ())
    assert out == []
    assert kept.count(CONTRADICTION) == 2


def test_a_sentence_repeated_in_its_own_case_still_goes() -> None:
    kept, out = removed([f"{CASES[0]} {CONTRADICTION} So m > 3. {CONTRADICTION}"], ())
    assert out == [CONTRADICTION]
    assert kept.count(CONTRADICTION) == 1


@pytest.mark.parametrize("opening", ["If m is odd, then m > 3.", "Otherwise, m > 3.",
                                     "Now suppose m is odd."])  # fmt: skip
def test_a_sentence_under_another_supposition_stays(opening: str) -> None:
    kept, out = removed(
        [f"If m is even, then m > 2. {CONTRADICTION} {opening} {CONTRADICTION}"], ()
    )
    assert out == []
    assert kept.count(CONTRADICTION) == 2


def test_a_withdrawn_sentence_that_is_asserted_again_stays() -> None:
    claim = "The sum of the roots is 5."
    steps = [f"{claim} We look again.", f"We count once more. {claim}"]
    kept, out = removed(steps, ((1, "withdrawn"),))
    assert out == []
    assert kept.count(claim) == 2
    # Not even the reply may call it a repetition.
    kept, out = removed(steps, ((1, "withdrawn"), (4, "restates")))
    assert out == []


def test_a_sentence_asserted_again_after_words_that_take_it_back_stays() -> None:
    claim = "The sum of the roots is 5."
    kept, out = removed([f"{claim} Wait, this is wrong. We count once more. {claim}"], ())
    assert out == []
    assert kept.count(claim) == 2


def test_every_step_keeps_a_substep() -> None:
    kept, out = removed(["We begin.", "We go on."], ((1, "motivation"), (2, "motivation")))
    assert (kept, out) == (["We begin.", "We go on."], [])


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
