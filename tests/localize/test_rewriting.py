"""Any doubt about a rewritten step keeps the author's words."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.questions import Questions
from faithsieve.localize.rewriting import compare_signs, rewrite_proof
from faithsieve.localize.segments import Segment
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from support.localize_replies import chain, localize_by, meaning, rewriting

PROOF = Proof.from_texts("Find x.", ["Let x = 1. So y = 2.", "Hence z = 3. Thus w = 4."])
REWRITTEN = LocalizeSettings(wording="rewritten")
QUOTED = ((1, "Let x = 1."), (1, "So y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
REWORDED = ((1, "x = 1."), (1, "It follows that y = 2."), *QUOTED[2:])


class Rewritten(NamedTuple):
    segments: tuple[Segment, ...]
    notes: tuple[str, ...]


async def run(*lines: Line, proof: Proof = PROOF) -> tuple[Rewritten, ScriptedModel]:
    model = ScriptedModel(lines)
    context = prompt_context(proof, REWRITTEN)
    questions = Questions(model, DecodingSettings())
    segments = await rewrite_proof(context, questions)
    model.assert_finished()
    return Rewritten(segments, tuple(note.detail for note in questions.notes)), model


def said(result: Rewritten) -> list[tuple[int, str]]:
    return [(segment.step, segment.line) for segment in result.segments]


async def test_substeps_that_are_quotations_need_no_second_opinion() -> None:
    result, _ = await run(rewriting(*QUOTED))
    assert said(result) == list(QUOTED)
    assert [segment.number for segment in result.segments] == [1, 2, 3, 4]


async def test_other_words_are_settled_by_a_model_and_only_those() -> None:
    result, model = await run(rewriting(*REWORDED), meaning((1, "faithful")))
    asked = model.requests[1].messages[-1].content
    assert "step 1: Let x = 1. So y = 2." in asked
    assert "step 2:" not in asked
    assert said(result) == list(REWORDED)


async def test_a_changed_number_keeps_the_authors_words() -> None:
    result, _ = await run(rewriting((1, "Let x = 1."), (1, "So y = 5."), *QUOTED[2:]))
    assert said(result) == list(QUOTED)
    assert result.notes == ("step 1 keeps the author's words: lost 2; added 5",)


@pytest.mark.parametrize("opinion", ["strengthened", "weakened", "repaired"])
async def test_a_wording_that_the_model_objects_to_keeps_the_authors_words(opinion: str) -> None:
    result, _ = await run(rewriting(*REWORDED), meaning((1, opinion)))
    assert said(result) == list(QUOTED)
    assert opinion in result.notes[0]


@pytest.mark.parametrize("replies", [(meaning(),), ("no json", "still none")])
async def test_a_meaning_nobody_checked_is_not_faithful(replies: tuple[Line, ...]) -> None:
    result, _ = await run(rewriting(*REWORDED), *replies)
    assert said(result) == list(QUOTED)


async def test_a_step_nobody_asked_for_and_an_empty_substep_change_nothing() -> None:
    result, _ = await run(rewriting(*QUOTED, (9, "More."), (2, " ")))
    assert (said(result), result.notes) == (list(QUOTED), ())


async def test_a_step_without_a_substep_keeps_the_authors_words() -> None:
    result, _ = await run(rewriting(*QUOTED[:2]))
    assert said(result) == list(QUOTED)
    assert result.notes == ("step 2 keeps the author's words: it has no substep",)


async def test_an_unreadable_reply_keeps_the_authors_words() -> None:
    result, _ = await run("a", "b")
    assert said(result) == list(QUOTED)


async def test_the_sentences_are_then_read_like_any_others() -> None:
    replies = [rewriting(*REWORDED), meaning((1, "faithful")), chain(4)]
    found = await localize_by(ScriptedModel(replies), PROOF, REWRITTEN)
    assert [unit.text for unit in found.units] == [text for _, text in REWORDED]
    assert [s.start is None for s in found.substeps] == [True] * 4


@pytest.mark.parametrize(
    ("step", "rewritten"),
    [
        (r"So \(x \le 3\).", "x ≤ 3 holds."),
        (r"\frac{1}{2} < y", "y is above: 1/2 < y"),
    ],
)
def test_another_spelling_changes_no_sign(step: str, rewritten: str) -> None:
    assert compare_signs(step, rewritten) == ""


@pytest.mark.parametrize(
    ("step", "rewritten", "difference"),
    [
        ("x < 3", "x ≤ 3", "lost <; added ≤"),
        ("x = 3 = y", "x = 3 and y", "lost ="),
        ("x = 3", "x = 3 and x = 3", "added 3 ="),
    ],
)
def test_a_lost_or_added_sign_is_named(step: str, rewritten: str, difference: str) -> None:
    assert compare_signs(step, rewritten) == difference


@given(st.text())
def test_a_step_has_the_signs_of_itself(text: str) -> None:
    assert compare_signs(text, text) == ""
