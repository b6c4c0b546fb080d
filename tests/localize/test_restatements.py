"""Only what a proof has said before may be taken out of it."""

import pytest

from faithsieve.localize.grouping import group_segments
from faithsieve.localize.replies import GroupingReply, Mark, MarkLine
from faithsieve.localize.restatements import remove_restatements
from faithsieve.localize.segments import split_proof
from faithsieve.records.proof import Proof
from faithsieve.records.substep import FlagKind


def reply(starts: tuple[int, ...], marks: tuple[tuple[int, Mark], ...]) -> GroupingReply:
    lines = tuple(MarkLine(at=at, k=kind) for at, kind in marks)
    return GroupingReply(starts=starts, marks=lines, scopes=())


def removed(steps: list[str], marks: tuple[tuple[int, Mark], ...]) -> tuple[list[str], list[str]]:
    proof = Proof.from_texts("Find x with x = 3.", steps)
    segments = split_proof(proof)
    starts = tuple(segment.number for segment in segments)
    drafts = group_segments(segments, reply(starts, marks)).drafts
    kept, out = remove_restatements(proof.problem, drafts)
    return [draft.text for draft in kept], [item.text for item in out]


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
    drafts = group_segments(segments, reply((1, 2), ((2, "restates"),))).drafts
    kept, out = remove_restatements(proof.problem, drafts)
    assert out == ()
    assert {flag.kind for flag in kept[1].flags} == {FlagKind.REMOVAL_REFUSED}


def test_a_sentence_repeated_word_for_word_goes_unasked() -> None:
    kept, out = removed(["The sum of the roots is 5.", "The sum of the roots is 5. So y = 1."], ())
    assert out == ["The sum of the roots is 5."]
    assert kept == ["The sum of the roots is 5.", "So y = 1."]


CASES = ["Case 1: m is even. Then m divides 3.", "Case 2: m is odd. Then m divides 4."]
CONTRADICTION = "The choice of m was minimal."


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


BACKWARD = "This is a contradiction."


@pytest.mark.parametrize("opening", ["When", "For", "Let", "In the first case", "On the one hand,"])
def test_what_points_back_is_an_inference_of_its_own(opening: str) -> None:
    first = f"{opening} n is even we get 2 = 3. {BACKWARD}"
    kept, out = removed([first, f"{opening} n is odd we get 4 = 7. {BACKWARD}"], ())
    assert out == []
    assert kept.count(BACKWARD) == 2


@pytest.mark.parametrize(
    ("earlier", "text"),
    [
        ("Thus f is injective.", "Thus g is injective."),
        ("Every prime ideal is a maximal ideal.", "Every maximal ideal is a prime ideal."),
        ("Suppose x > 0.", "Hence x > 0."),
        ("If n is odd then m is even.", "Thus m is even."),
        ("The map is not onto.", "The map is onto."),
        ("Let x = 4, the only root of p.", "Recall that x = 3."),
        ("Take any root of p.", "Every root of p is the only root."),
    ],
)
def test_the_reply_cannot_remove_what_is_new(earlier: str, text: str) -> None:
    kept, out = removed([f"{earlier} We go on. {text}"], ((3, "restates"),))
    assert out == []
    assert text in kept


def test_a_conclusion_that_the_problem_asks_for_is_new() -> None:
    kept, out = removed(["We look. Then x = 3."], ((2, "restates"),))
    assert out == []
    assert "Then x = 3." in kept


@pytest.mark.parametrize(
    ("text", "is_removed"),
    [
        ("We now turn to the second part.", True),
        ("First, let's look at the roots.", True),
        ("To find x, we use the second equation.", True),
        ("The function f converges.", False),
        ("Let us assume that f converges.", False),
        ("We will use that f is smooth.", False),
        ("We now see that x = 5.", False),
        ("We start with every root.", False),
    ],
)
def test_an_announcement_claims_nothing(text: str, is_removed: bool) -> None:
    _, out = removed([f"{text} So y = 1."], ((1, "motivation"),))
    assert bool(out) is is_removed


def test_a_restatement_may_only_lead_on_in_other_words() -> None:
    text = "Then the sum of roots equals 5. Recall that the sum of roots equals 5. So y = 1."
    _, out = removed([text], ((2, "restates"),))
    assert out == ["Recall that the sum of roots equals 5."]


@pytest.mark.parametrize(
    ("earlier", "text"),
    [
        ("We get 2x = 4.", "So x = 4."),
        (r"We get \(x = 2 + y\).", r"So \(x = 2\)."),
        ("We get x = 3 or x = 4.", "Hence x = 4."),
        ("The derivative of f is continuous.", "So f is continuous."),
        ("We want to show that x = 5.", "Hence x = 5."),
        ("The set ABC is open.", "The set abc is open."),
    ],
)
def test_a_part_of_a_sentence_is_no_restatement_of_it(earlier: str, text: str) -> None:
    kept, out = removed([f"{earlier} {text}"], ((2, "restates"),))
    assert out == []
    assert text in kept


@pytest.mark.parametrize(
    "text",
    [
        "We can divide both sides by x.",
        "We can swap the sum and the integral by Fubini.",
        "Let us fix a root r of p.",
        "We now multiply by x to obtain the claim.",
        "To see why, observe that A contains B.",
    ],
)
def test_an_inference_is_no_announcement(text: str) -> None:
    kept, out = removed([f"{text} So y = 1."], ((1, "motivation"),))
    assert out == []
    assert text in kept
