import pytest

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import Decoding
from faithsieve.records.verification import ReviewVerdict
from faithsieve.verify.review import ReviewedUnits, review_units
from support.localizations import make_localization, make_steps
from support.trees import make_tree

LOCALIZATION = make_localization(make_tree(text="So x = 3."))
UNITS = LOCALIZATION.units
OBJECTION = (
    '{"reviews":[{"u":"edge_1","v":"incorrect","s":0.9,"e":"arithmetic","d":"easy",'
    '"y":"3 - 1 is 2"}]}'
)


async def review(model: ScriptedModel, facts: tuple[str, ...] = ()) -> ReviewedUnits:
    return await review_units(UNITS, LOCALIZATION, model=model, decoding=Decoding(), facts=facts)


async def test_each_scheduled_unit_gets_its_review_and_is_shown_with_what_code_found() -> None:
    model = ScriptedModel([OBJECTION])
    reviewed = await review(model, facts=("step 1: 3 - 1 = 3 is false",))
    (only,) = reviewed.reviews
    assert only.verdict is ReviewVerdict.INCORRECT
    assert (only.suspicion, only.reason) == (0.9, "3 - 1 is 2")
    assert len(reviewed.artifacts) == 1
    assert "3 - 1 = 3 is false" in model.requests[0].messages[-1].content


@pytest.mark.parametrize(
    ("said", "named"),
    [('{"reviews":[]}', "edge_1"), (OBJECTION.replace("edge_1", "edge_99"), "edge_99")],
)
async def test_a_unit_that_is_left_out_is_uncertain_and_one_that_does_not_exist_is_noted(
    said: str, named: str
) -> None:
    reviewed = await review(ScriptedModel([said]))
    assert [(r.unit_id, r.verdict) for r in reviewed.reviews] == [
        ("edge_1", ReviewVerdict.UNCERTAIN)
    ]
    assert any(named in note for note in reviewed.notes)


@pytest.mark.parametrize("said", ["it is fine", OBJECTION.replace("0.9", "1.9")])
async def test_an_unreadable_review_or_a_suspicion_out_of_range_is_no_opinion(said: str) -> None:
    (only,) = (await review(ScriptedModel([said, said]))).reviews
    assert (only.verdict, only.suspicion) == (ReviewVerdict.UNCERTAIN, 0.5)


async def test_nothing_is_asked_about_an_empty_window() -> None:
    model = ScriptedModel([])
    reviewed = await review_units((), LOCALIZATION, model=model, decoding=Decoding())
    assert reviewed.reviews == ()
    assert model.requests == ()


async def test_what_a_reviewer_quotes_against_an_inference_is_kept() -> None:
    told = OBJECTION.replace('"d":', '"q":"x = 3","p":["x + 1 = 3"],"x":"x = 2","d":')
    (only,) = (await review(ScriptedModel([told]))).reviews
    assert only.inference is not None
    assert (only.inference.premises, only.inference.conclusion) == (("x + 1 = 3",), "x = 3")
    assert (only.disputed, only.counterexample) == ("x = 3", "x = 2")
    (only,) = (await review(ScriptedModel([told.replace("incorrect", "correct")]))).reviews
    assert only.inference is None


@pytest.mark.parametrize(("window", "times"), [((1, 2), 1), ((1,), 2)])
async def test_a_proof_is_shown_beside_its_units_only_where_they_leave_something_out(
    window: tuple[int, ...], times: int
) -> None:
    localization = make_steps(["So x = 3.", "Hence x + 1 = 4."], window=window)
    listed = [unit for unit in localization.units if unit.unit_id in localization.window.units]
    model = ScriptedModel([OBJECTION])
    await review_units(listed, localization, model=model, decoding=Decoding())
    assert model.requests[0].messages[-1].content.count("So x = 3.") == times
