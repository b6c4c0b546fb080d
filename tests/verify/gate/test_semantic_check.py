import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.edge_unit import ConditionName
from faithsieve.records.faithfulness import (
    DriftCategory,
    FaithfulnessReport,
    GateStatus,
    HypothesisOrigin,
    SlotRole,
)
from faithsieve.records.obligation import Premise
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.semantic_check import (
    AspectReply,
    GateQuestion,
    GateReply,
    SlotReply,
    SourceReply,
    check_semantics,
    judge_reply,
)
from faithsieve.verify.obligations import discover_obligations
from faithsieve.verify.statement_parts import StatementView
from support.statements import make_tools, parts_of
from support.trees import make_tree

TREE = make_tree()
(OBLIGATION,) = discover_obligations(TREE.units[0], TREE)
FULL = AspectReply(step=1, object=1, direction=1, role=1, surface=1)


def view(signature: str) -> StatementView:
    return parts_of(signature).view()


VIEW = view("(x : Int) (h1 : x + 1 = 3) : x = 2")


def slot(role: SlotRole, *labels: str, score: float = 1.0) -> SlotReply:
    return SlotReply(r=role, t="t", l=labels, m=score)


PREMISE, CLAIM = slot(SlotRole.PREMISE, "h1"), slot(SlotRole.CONCLUSION, "c1")


def reply(
    *slots: SlotReply,
    origin: HypothesisOrigin | None = None,
    stands: bool = True,
    falls: bool = True,
) -> GateReply:
    sources = (SourceReply(l="h1", o=origin, k="k1"),) if origin else ()
    return GateReply(slots=slots, sources=sources, aspects=FULL, stands=stands, falls=falls)


async def check(model: ScriptedModel, shown: StatementView = VIEW) -> FaithfulnessReport:
    tools = make_tools(model)
    judgement, _ = await check_semantics(
        GateQuestion(OBLIGATION, shown),
        problem=tools.problem,
        caller=tools.caller,
        decoding=tools.decoding.gate,
    )
    return score_faithfulness(judgement)


async def test_a_statement_that_keeps_every_slot_is_faithful() -> None:
    report = await check(ScriptedModel([reply(PREMISE, CLAIM)]))
    assert report.status is GateStatus.FAITHFUL


async def test_an_aspect_that_the_checker_does_not_name_is_kept() -> None:
    said = reply(PREMISE, CLAIM, origin=HypothesisOrigin.CONTEXT).model_dump(mode="json")
    del said["aspects"]
    assert (await check(ScriptedModel([json.dumps(said)]))).status is GateStatus.FAITHFUL
    lost = said | {"aspects": {"direction": 0.5}}
    assert (await check(ScriptedModel([json.dumps(lost)]))).status is not GateStatus.FAITHFUL


async def test_the_gate_never_sees_whether_a_proof_was_found() -> None:
    model = ScriptedModel([reply(PREMISE, CLAIM)])
    await check(model)
    shown = " ".join(message.content for message in model.requests[0].messages[1:]).lower()
    assert not any(word in shown for word in ("proved", "refuted", "grind", "omega"))


async def test_the_conclusion_is_shown_in_parts() -> None:
    model = ScriptedModel([reply(PREMISE, CLAIM)])
    shown_apart = view("(n : Nat) : ∀ k : Nat, 1 ≤ k → k ∣ n ∧ k ≤ n")
    await check(model, shown_apart)
    shown = model.requests[0].messages[-1].content
    for line in ("(b1) ∀ k : Nat", "(i1) 1 ≤ k", "(c1) k ∣ n", "(c2) k ≤ n"):
        assert line in shown


def test_a_hypothesis_counts_as_added_only_when_the_checker_says_nowhere() -> None:
    assert judge_reply(reply(CLAIM), VIEW).added_assumptions == ()
    said = judge_reply(reply(CLAIM, origin=HypothesisOrigin.CONTEXT), VIEW)
    assert said.added_assumptions == ()
    added = judge_reply(reply(PREMISE, CLAIM, origin=HypothesisOrigin.NOWHERE), VIEW)
    assert added.added_assumptions == ("h1: x + 1 = 3",)


def test_a_source_names_the_premise_and_not_the_label_in_the_prompt() -> None:
    said = reply(PREMISE, CLAIM, origin=HypothesisOrigin.CONTEXT)
    premise = Premise(name=ConditionName("h1"), text="x + 1 = 3")
    (source,) = judge_reply(said, VIEW, [premise]).sources
    assert source.line == premise.name


def test_a_claim_that_is_only_assumed_is_a_role_swap_whatever_the_model_says() -> None:
    judgement = judge_reply(reply(slot(SlotRole.CONCLUSION, "h1"), PREMISE), VIEW)
    assert judgement.assumes_target


def test_a_premise_inside_the_conclusion_is_a_premise() -> None:
    inner = view(": ∀ k : Nat, 1 ≤ k → k ≤ k ^ 2")
    judgement = judge_reply(reply(slot(SlotRole.PREMISE, "i1"), CLAIM), inner)
    assert score_faithfulness(judgement).status is GateStatus.FAITHFUL
    written_out = judge_reply(reply(slot(SlotRole.PREMISE, "c1"), CLAIM), VIEW)
    assert not written_out.claims_premise


def test_a_premise_that_is_a_conjunct_of_its_own_is_claimed() -> None:
    both = view("(x y : Int) : 0 < x ∧ y = 2")
    slots = (slot(SlotRole.PREMISE, "c1"), slot(SlotRole.CONCLUSION, "c2"))
    assert judge_reply(reply(*slots), both).claims_premise
    kind_of_witness = view(": ∃ x : Int, 0 < x ∧ x ^ 2 = 4")
    assert not judge_reply(reply(*slots), kind_of_witness).claims_premise


def test_a_slot_may_be_carried_by_several_parts() -> None:
    split = view("(x : Int) (h1 : 0 ≤ x) (h2 : x ≤ 3) : x ^ 2 ≤ 9")
    judgement = judge_reply(reply(slot(SlotRole.PREMISE, "h1", "h2"), CLAIM), split)
    assert judgement.matches[0].lean == "h1, h2"
    assert SlotReply.model_validate({"r": "premise", "t": "", "l": "h1, h2", "m": 1}).l == (
        "h1",
        "h2",
    )


def test_a_label_that_does_not_exist_carries_nothing() -> None:
    (match,) = judge_reply(reply(slot(SlotRole.CONCLUSION, "h9")), VIEW).matches
    assert (match.lean, match.score) == (None, 0.0)


@pytest.mark.parametrize(
    "said", ["looks fine to me", '{"scores": {}, "holistic_score": 1.0, "status": "faithful"}']
)
async def test_a_reply_without_judgements_of_parts_is_an_error_and_no_score(said: str) -> None:
    with pytest.raises(ReplyFormatError):
        await check(ScriptedModel([said, said]))


LABELS = st.sampled_from(["h1", "v1", "c1", "zz"])
SLOTS = st.lists(
    st.builds(
        lambda role, labels, score: slot(role, *labels, score=score),
        st.sampled_from(SlotRole),
        st.lists(LABELS, max_size=2),
        st.sampled_from([0.0, 0.5, 1.0]),
    ),
    max_size=5,
)


@given(SLOTS, st.booleans(), st.booleans())
def test_a_hypothesis_from_nowhere_never_supports(
    slots: list[SlotReply], stands: bool, falls: bool
) -> None:
    said = reply(*slots, origin=HypothesisOrigin.NOWHERE, stands=stands, falls=falls)
    report = score_faithfulness(judge_reply(said, VIEW))
    assert not report.may_support
    assert DriftCategory.ADDED_ASSUMPTIONS in report.drift
