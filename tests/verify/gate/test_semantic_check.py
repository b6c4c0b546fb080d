import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import Decoding
from faithsieve.records.faithfulness import DriftCategory, GateStatus, SlotRole
from faithsieve.verify.gate.semantic_check import (
    AspectReply,
    GateAnswer,
    GateReply,
    SlotReply,
    StatementPart,
    StatementView,
    check_semantics,
    judge_reply,
)
from faithsieve.verify.obligations import discover_obligations
from support.trees import make_tree

TREE = make_tree()
(OBLIGATION,) = discover_obligations(TREE.units[0], TREE)
VIEW = StatementView(
    variables=(StatementPart(label="v1", text="x : Int"),),
    hypotheses=(StatementPart(label="h1", text="x + 1 = 3"),),
    conclusion="x = 2",
)
FULL = AspectReply(step=1, object=1, direction=1, role=1, surface=1)


def slot(role: SlotRole, label: str, score: float = 1.0) -> SlotReply:
    return SlotReply(r=role, t="t", l=label, m=score)


PREMISE, CLAIM = slot(SlotRole.PREMISE, "h1"), slot(SlotRole.CONCLUSION, "c")


def reply(*slots: SlotReply, added: tuple[str, ...] = ()) -> GateReply:
    return GateReply(
        slots=slots, added=added, aspects=FULL, drift=(), missing=(), example="", revision="",
        reason="",
    )  # fmt: skip


async def gate(model: ScriptedModel) -> GateAnswer:
    return await check_semantics(
        OBLIGATION, VIEW, problem="Find x.", model=model, decoding=Decoding()
    )


async def test_a_statement_that_keeps_every_slot_is_faithful() -> None:
    answer = await gate(ScriptedModel([reply(PREMISE, CLAIM)]))
    assert answer.report.status is GateStatus.FAITHFUL
    assert len(answer.artifacts) == 1


async def test_the_gate_never_sees_whether_a_proof_was_found() -> None:
    model = ScriptedModel([reply(PREMISE, CLAIM)])
    await gate(model)
    shown = " ".join(message.content for message in model.requests[0].messages).lower()
    assert not any(word in shown for word in ("proved", "refuted", "grind", "omega"))


def test_a_hypothesis_nobody_accounts_for_counts_as_added() -> None:
    judgement = judge_reply(reply(CLAIM), VIEW)
    assert judgement.added_assumptions == ("h1: x + 1 = 3",)


def test_a_hypothesis_the_model_calls_added_is_added_even_if_a_slot_names_it() -> None:
    judgement = judge_reply(reply(PREMISE, CLAIM, added=("h1",)), VIEW)
    assert judgement.added_assumptions == ("h1: x + 1 = 3",)


def test_variables_are_never_added_assumptions() -> None:
    assert judge_reply(reply(PREMISE, CLAIM), VIEW).added_assumptions == ()


def test_a_slot_on_the_other_side_is_a_role_swap_whatever_the_model_says() -> None:
    swapped = slot(SlotRole.CONCLUSION, "h1")
    judgement = judge_reply(reply(swapped, PREMISE), VIEW)
    assert [match.role_swapped for match in judgement.matches] == [True, False]


def test_a_label_that_does_not_exist_carries_nothing() -> None:
    (match,) = judge_reply(reply(slot(SlotRole.CONCLUSION, "h9")), VIEW).matches
    assert (match.lean, match.score) == (None, 0.0)


async def test_an_unreadable_judgement_is_an_error_and_no_score() -> None:
    with pytest.raises(ReplyFormatError):
        await gate(ScriptedModel(["looks fine to me", "still fine"]))


async def test_a_self_reported_status_is_a_format_error_not_a_pass() -> None:
    lying = '{"scores": {}, "holistic_score": 1.0, "status": "faithful"}'
    with pytest.raises(ReplyFormatError):
        await gate(ScriptedModel([lying, lying]))


LABELS = st.sampled_from(["h1", "v1", "c", "", "zz"])
SLOTS = st.lists(
    st.builds(slot, st.sampled_from(SlotRole), LABELS, st.sampled_from([0.0, 0.5, 1.0])), max_size=5
)


@given(SLOTS, st.lists(LABELS, max_size=2))
def test_an_unaccounted_hypothesis_is_never_faithful(
    slots: list[SlotReply], added: list[str]
) -> None:
    from faithsieve.verify.gate.faithfulness import score_faithfulness

    report = score_faithfulness(judge_reply(reply(*slots, added=tuple(added)), VIEW))
    named = any(s.l == "h1" and s.m > 0 for s in slots)
    if "h1" in added or not named:
        assert report.status is not GateStatus.FAITHFUL
        assert DriftCategory.ADDED_ASSUMPTIONS in report.drift
