from collections.abc import Sequence

import pytest

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import FusionSettings
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.synthesize.fusion import UnitInfo
from faithsieve.synthesize.stage import LookAgain, synthesize

PROOF = Proof.from_texts("p", ["one", "two", "three"])
EFFORT = Effort(route=Route.NUMERIC)


def refuted() -> Refuted:
    return Refuted(
        obligation_id="o",
        form=RefutationForm.NUMERIC,
        effort=EFFORT,
        summary="2 + 2 is not 5",
        artifacts=(Digest("abc"),),
    )


def passed() -> Passed:
    return Passed(obligation_id="o", effort=EFFORT, summary="holds")


def timeout() -> Inconclusive:
    return Inconclusive(obligation_id="o", reason=InconclusiveReason.PROOF_TIMEOUT)


def unit(step: StepIndex, *results: LocalResult) -> UnitInfo:
    return UnitInfo(unit_id=f"u{step}", step=step, results=results)


async def decide(
    *units: UnitInfo, model: ScriptedModel | None = None, look_again: LookAgain | None = None
) -> Verdict:
    return await synthesize(
        PROOF,
        units,
        settings=FusionSettings(),
        model=model,
        decoding=Decoding(),
        consistency=Decoding(),
        look_again=look_again,
    )


async def test_the_earliest_refuted_step_is_the_first_error_and_no_model_is_asked() -> None:
    model = ScriptedModel([])
    verdict = await decide(unit(3, refuted()), unit(2, refuted()), model=model)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.FIRST_ERROR)
    assert "2 + 2 is not 5" in verdict.rationale
    assert verdict.artifacts == (Digest("abc"),)
    assert model.requests == ()


async def test_a_second_look_at_the_unsettled_prefix_may_move_the_error_earlier() -> None:
    asked: list[tuple[StepIndex, ...]] = []

    async def look_again(steps: tuple[StepIndex, ...]) -> Sequence[UnitInfo]:
        asked.append(steps)
        return [unit(1, refuted())]

    verdict = await decide(unit(1, timeout()), unit(3, refuted()), look_again=look_again)
    assert asked == [(1, 2)]
    assert verdict.label == 1


async def test_a_second_look_that_finds_nothing_changes_nothing() -> None:
    async def look_again(steps: tuple[StepIndex, ...]) -> Sequence[UnitInfo]:
        return [unit(1, timeout())]

    verdict = await decide(unit(1, timeout()), unit(3, refuted()), look_again=look_again)
    assert verdict.label == 3


async def test_without_an_unsettled_prefix_there_is_no_second_look() -> None:
    async def look_again(steps: tuple[StepIndex, ...]) -> Sequence[UnitInfo]:
        raise AssertionError(steps)

    units = (unit(1, passed()), unit(2, passed()), unit(3, refuted()))
    assert (await decide(*units, look_again=look_again)).label == 3


async def test_a_step_named_by_the_final_synthesis_is_risky_not_refuted() -> None:
    model = ScriptedModel(['{"label":2,"confidence":0.7,"reason":"Step 2 divides by zero."}'])
    verdict = await decide(unit(1, passed()), unit(2, timeout()), model=model)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.RISKY_STEP)
    assert verdict.confidence == 0.7
    assert [s.status for s in verdict.steps] == [
        StepStatus.SUPPORTED,
        StepStatus.UNCERTAIN,
        StepStatus.UNCHECKED,
    ]


async def test_the_final_synthesis_sees_the_evidence() -> None:
    model = ScriptedModel(['{"label":"correct","confidence":0.9,"reason":"fine"}'])
    await decide(unit(2, timeout()), model=model)
    shown = model.requests[0].messages[-1].content
    assert "Step 2: uncertain" in shown
    assert "proof_timeout" in shown


@pytest.mark.parametrize(
    "inconsistent",
    [
        '{"label":2,"confidence":0.5,"reason":"Step 3 is wrong."}',
        '{"label":9,"confidence":0.5,"reason":"The last step is wrong."}',
    ],
)
async def test_label_and_reason_are_made_to_agree(inconsistent: str) -> None:
    model = ScriptedModel(
        {
            "synthesize/synthesis": [inconsistent],
            "synthesize/consistency": ['{"label":3,"confidence":0.6,"reason":"Step 3 is wrong."}'],
        }
    )
    assert (await decide(model=model)).label == 3


async def test_a_label_the_proof_does_not_have_is_never_returned() -> None:
    beyond = '{"label":9,"confidence":0.5,"reason":"Step 9 is wrong."}'
    with pytest.raises(ReplyFormatError, match="step 9"):
        await decide(model=ScriptedModel([beyond, beyond]))


async def test_an_unreadable_synthesis_is_a_parse_failure_never_a_guess() -> None:
    with pytest.raises(ReplyFormatError):
        await decide(model=ScriptedModel(["it is fine", "I said it is fine"]))


async def test_without_a_judge_what_was_not_checked_is_said_to_be_open() -> None:
    verdict = await decide(unit(1, passed()))
    assert verdict.label == "correct"
    assert verdict.confidence is None
    assert "1 of 3 steps" in verdict.rationale
