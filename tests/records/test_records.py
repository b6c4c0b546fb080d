"""Records refuse what contradicts itself, and derive what they promise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from faithsieve.localize.state_tree import Move
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.digest import canonical_json, digest_of
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.packed import Packed
from faithsieve.records.proof import Label, LabelledProof, Proof, ProofStep
from faithsieve.records.settings import FusionRule, Settings, StageModels
from faithsieve.records.state_tree import ProofState, StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag
from faithsieve.records.symbolic import FindingClass, LintReport
from faithsieve.records.verdict import (
    Coverage,
    CoverageGap,
    StepFinding,
    StepGap,
    StepStatus,
    Verdict,
    VerdictKind,
)
from faithsieve.records.wording import coverage_words, plain_words
from support.checked_proofs import rich_checked_proof
from support.edge_units import grow, make_substeps, make_suspicions
from support.linting import lint, make_finding


def test_a_label_outside_the_proof_is_refused() -> None:
    verdict = Verdict(label=3, kind=VerdictKind.FIRST_ERROR, rationale="")
    with pytest.raises(ValidationError, match="label 3 is not one of the 2 steps"):
        CheckedProof(proof=Proof.from_texts("p", ["a", "b"]), verdict=verdict)


def test_evidence_about_other_steps_is_refused() -> None:
    verdict = Verdict(
        label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="",
        steps=(StepFinding(index=9, status=StepStatus.SUPPORTED),),
    )  # fmt: skip
    with pytest.raises(ValidationError, match=r"names steps \[9\], but the proof has 2"):
        CheckedProof(proof=Proof.from_texts("p", ["a", "b"]), verdict=verdict)


def test_results_about_other_steps_are_refused() -> None:
    rich = rich_checked_proof()
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="")
    with pytest.raises(ValidationError, match="names steps"):
        CheckedProof(proof=Proof.from_texts("p", ["a"]), verdict=verdict, verified=rich.verified)


def test_the_localization_of_another_proof_is_refused() -> None:
    rich = rich_checked_proof()
    other = Proof.from_texts("another problem", [step.text for step in rich.proof.steps])
    with pytest.raises(ValidationError, match="belongs to another proof"):
        CheckedProof(proof=other, verdict=rich.verdict, localization=rich.localization)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.text(), JSON))
def test_key_order_does_not_change_the_digest(value: dict[str, object]) -> None:
    assert digest_of(value) == digest_of(dict(reversed(value.items())))


@given(JSON, JSON)
def test_equal_digests_mean_equal_canonical_json(left: object, right: object) -> None:
    assert (digest_of(left) == digest_of(right)) == (canonical_json(left) == canonical_json(right))


def test_nan_has_no_digest() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest_of(float("nan"))


def unit_with(status: ClaimStatus, *, used: bool) -> EdgeUnit:
    moves = {2: Move(on=(1,) if used else (0,))}
    return grow(["a.", "b."], moves, statuses={1: status}).units[0]


def test_what_the_text_takes_back_is_material_only_where_something_rests_on_it() -> None:
    assert not unit_with(ClaimStatus.WITHDRAWN, used=False).is_material
    assert unit_with(ClaimStatus.WITHDRAWN, used=True).is_material
    assert unit_with(ClaimStatus.ASSERTED, used=False).is_material


def test_a_mark_alone_cannot_hide_a_claim_that_is_used() -> None:
    assert not unit_with(ClaimStatus.ANNOUNCED, used=False).makes_claim
    assert unit_with(ClaimStatus.ANNOUNCED, used=True).makes_claim


def test_a_unit_that_uses_what_it_does_not_stand_in_has_no_whole_context() -> None:
    unit = unit_with(ClaimStatus.ASSERTED, used=False)
    assert unit.has_whole_context
    outside = unit.with_flags([RiskFlag(kind=FlagKind.USE_AFTER_SCOPE)])
    assert not outside.has_whole_context
    assert outside.with_flags([]) == unit


TEXTS = ["a.", "b."]
PARTS: dict[str, object] = {
    "proof": Proof.from_texts("Show p.", TEXTS),
    "substeps": make_substeps(TEXTS),
    "tree": grow(TEXTS),
    "suspicions": make_suspicions([0.1, 0.2]),
    "window": {"focus": None, "units": ("edge_1",), "reason": "sweep"},
}


def test_agreeing_parts_are_accepted() -> None:
    found = Localization.model_validate(PARTS)
    assert found.units == found.tree.units
    assert found.suspicion_of(found.units[1].unit_id).risk == 0.2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"suspicions": make_suspicions([0.1])}, "one suspicion a unit"),
        ({"substeps": make_substeps(TEXTS)[:1]}, "at least one substep"),
        ({"window": {"focus": None, "units": ("edge_9",), "reason": "sweep"}}, "does not have"),
    ],
)
def test_parts_that_disagree_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Localization.model_validate(PARTS | changes)


def test_a_window_without_its_focus_is_refused() -> None:
    with pytest.raises(ValidationError, match="focus"):
        AuditWindow.model_validate({"focus": "edge_2", "units": ("edge_1",), "reason": "suspicion"})


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("local", ModelKind.LOCAL, ""),
        ("local:smollm2-135m", ModelKind.LOCAL, "smollm2-135m"),
        ("batch:gpt-5.4", ModelKind.BATCH, "gpt-5.4"),
        ("litellm:anthropic/claude-x", ModelKind.LITELLM, "anthropic/claude-x"),
        ("replay:m@https://host/v1", ModelKind.REPLAY, "m@https://host/v1"),
        ("gpt-5.4", ModelKind.ENDPOINT, "gpt-5.4"),
        ("qwen3:8b", ModelKind.ENDPOINT, "qwen3:8b"),
        ("endpoint:x", ModelKind.ENDPOINT, "endpoint:x"),
        ("batch", ModelKind.ENDPOINT, "batch"),
        ("m@https://host/v1", ModelKind.ENDPOINT, "m@https://host/v1"),
    ],
)
def test_a_name_is_read_into_its_kind_and_the_rest(text: str, kind: ModelKind, name: str) -> None:
    assert ModelName.parse(text) == ModelName(kind=kind, name=name)


def rows(*ids: str) -> list[LabelledProof]:
    proof = Proof.from_texts("Show it.", ("It holds.", "So it is."))
    return [LabelledProof(id=id, proof=proof, gold=2) for id in ids]


def test_what_is_asked_for_is_equal_to_what_came() -> None:
    given_rows = rows("a", "b", "c")
    packed = Packed(given_rows)
    assert list(packed) == given_rows
    assert packed == given_rows
    assert packed == tuple(given_rows)
    assert packed != given_rows[:2]
    assert packed != "abc"
    assert packed[1] == given_rows[1]
    assert packed[-1] == given_rows[2]
    assert given_rows[0] in packed
    assert [row.id for row in packed.pick([1, 0, 1])] == ["b", "a", "b"]


@given(st.lists(st.text(min_size=1).filter(str.strip)), st.slices(5))
def test_slices_are_those_of_a_list(texts: list[str], part: slice) -> None:
    assert list(Packed(rows(*texts))[part]) == rows(*texts)[part]


PROOF = Proof.from_texts("Show 2 + 2 = 4.", ["Two plus two is four.", "Done."])


def test_a_gap_in_the_numbering_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"numbered 1\.\.2"):
        Proof(problem="p", steps=(ProofStep(index=1, text="a"), ProofStep(index=3, text="b")))


@pytest.mark.parametrize("steps", [[], [""], ["a", "  \n"]])
def test_a_proof_needs_steps_with_text(steps: list[str]) -> None:
    with pytest.raises(ValidationError):
        Proof.from_texts("p", steps)


@pytest.mark.parametrize("gold", [0, -1, 3, True, "3", "right", 1.0])
def test_a_label_that_is_no_step_is_refused(gold: object) -> None:
    with pytest.raises(ValidationError):
        LabelledProof.model_validate({"id": "a", "proof": PROOF, "gold": gold})


@given(st.integers(min_value=1, max_value=9), st.integers(min_value=1, max_value=12))
def test_a_proof_has_exactly_the_labels_correct_and_its_steps(length: int, label: int) -> None:
    proof = Proof.from_texts("p", ["s"] * length)
    assert proof.has_label("correct")
    assert proof.has_label(label) == (label <= length)


def test_records_cannot_be_changed_or_extended() -> None:
    with pytest.raises(ValidationError):
        PROOF.problem = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Proof.model_validate({"problem": "p", "steps": [{"index": 1, "text": "a"}], "id": "leak"})


@pytest.mark.parametrize("wrong", [{"effort": "heroic"}, {"colour": 1}, {"verify": {"rounds": 3}}])
def test_an_unknown_name_or_value_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)


def test_the_standard_of_the_prompts_is_what_fusion_uses() -> None:
    settings = Settings.model_validate(
        {"rigour": "school", "fusion": {"convention": "first-false"}}
    )
    assert settings.standard.model_dump() == {"convention": "first-false", "rigour": "school"}


@pytest.mark.parametrize("stage", ["synthesis", "adjudication", "materiality"])
def test_whoever_closes_the_audit_also_answers_what_leads_to_its_verdict(stage: str) -> None:
    models = StageModels(synthesis="wise")
    found = models.model_for(f"synthesize.{stage}")
    assert found is not None
    assert found.name == "wise"
    assert models.model_for("panel.adjudication") is None


TREE = grow(["a.", "b."])


def test_the_context_of_a_unit_is_given_in_full() -> None:
    assert [c.text for c in TREE.context_of(TREE.units[1])] == ["Show that p holds.", "a."]


def rebuilt(**changes: object) -> StateTree:
    return StateTree.model_validate(dict(TREE) | changes)


def orphan(state: ProofState, **changes: object) -> ProofState:
    return ProofState.model_validate(dict(state) | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"conditions": (*TREE.conditions, TREE.conditions[0])}, "alike"),
        ({"states": (*TREE.states, TREE.states[0])}, "alike"),
        ({"states": TREE.states[1:]}, "before its parent"),
        ({"states": (TREE.states[0], orphan(TREE.states[1], parent="1"))}, "before its parent"),
        ({"conditions": TREE.conditions[1:]}, "unknown conditions"),
        ({"units": TREE.units[1:]}, "numbered"),
    ],
)
def test_a_broken_tree_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        rebuilt(**changes)


def test_only_refuted_findings_may_decide() -> None:
    report = LintReport(
        findings=tuple(make_finding(n, finding_class=c) for n, c in enumerate(FindingClass, 1))
    )
    assert [f.finding_class for f in report.refuted] == [FindingClass.REFUTED]


def test_a_finding_is_named_by_its_place() -> None:
    assert make_finding(4).id == "lint/4/3"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (r"So $\frac12 + \frac12 = \frac13$.",
         r"$\frac12 + \frac12 = \frac13$ is false: $\frac12 + \frac12$ = 1, not $\frac13$"),
        ("So 2 + 2 = 5.", "2 + 2 = 5 is false: 2 + 2 = 4, not 5"),
    ],
)  # fmt: skip
def test_what_is_latex_stands_between_dollars(step: str, sentence: str) -> None:
    assert [finding.sentence for finding in lint(step).refuted] == [sentence]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("correct", VerdictKind.FIRST_ERROR),
        ("correct", VerdictKind.RISKY_STEP),
        (2, VerdictKind.NO_ERROR_FOUND),
        (2, VerdictKind.UNDECIDED),
        ("correct", VerdictKind.UNDECIDED),
        (None, VerdictKind.NO_ERROR_FOUND),
        (None, VerdictKind.FIRST_ERROR),
        (None, VerdictKind.RISKY_STEP),
    ],
)
def test_a_kind_that_contradicts_the_label_is_refused(
    label: Label | None, kind: VerdictKind
) -> None:
    with pytest.raises(ValidationError, match="cannot have kind"):
        Verdict(label=label, kind=kind, rationale="r")


def test_a_stored_verdict_with_the_old_name_of_its_kind_is_read() -> None:
    stored = '{"label":"correct","kind":"correct","rationale":"r"}'
    assert Verdict.model_validate_json(stored).kind is VerdictKind.NO_ERROR_FOUND


def test_confidence_is_a_probability() -> None:
    for confidence in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValidationError):
            Verdict(label=1, kind=VerdictKind.RISKY_STEP, confidence=confidence, rationale="r")


def test_cost_adds_up_over_stages() -> None:
    cost = Cost(
        stages=(
            StageCost(stage="a", usage=TokenUsage(input_tokens=3, output_tokens=2), cost_usd=0.5),
            StageCost(stage="b", usage=TokenUsage(input_tokens=1, cached_tokens=1), cost_usd=0.25),
        )
    )
    assert cost.usage == TokenUsage(input_tokens=4, output_tokens=2, cached_tokens=1)
    assert cost.usage.total == 6
    assert cost.cost_usd == 0.75


def test_an_unknown_price_makes_the_total_unknown_never_zero() -> None:
    stages = (StageCost(stage="a", cost_usd=0.5), StageCost(stage="b", cost_usd=None))
    assert Cost(stages=stages).cost_usd is None


def test_every_rule_and_every_reason_has_words_of_its_own() -> None:
    for code in (*FusionRule, *InconclusiveReason):
        assert "_" not in plain_words(code)
        assert plain_words(code) != code.value.replace("_", " ")


def test_coverage_says_how_much_is_checked_and_why_the_rest_is_not() -> None:
    coverage = Coverage(
        supported=(1,),
        partly=(2,),
        gaps=(
            StepGap(index=3, reason=CoverageGap.GATE),
            StepGap(index=4, reason=CoverageGap.NO_CLAIM),
        ),
        cut_by="tokens",
    )
    assert coverage_words(coverage, steps=4) == (
        "machine-checked: 1 of 4 steps, 1 in part, 1 without a statement that surely says the same,"
        " 1 without a claim; the audit ended at its limit of tokens"
    )
