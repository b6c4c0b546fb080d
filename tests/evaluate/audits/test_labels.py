"""The label audit on proofs of our own: it is never told where the defect is."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.datasets import Dataset, load_dataset
from faithsieve.evaluate.audits.labels import (
    LabelAudit,
    LabelFinding,
    LabelRule,
    align,
    audit_labels,
)
from faithsieve.records.proof import Label, Proof

PROBLEM = "Let $a$ be an even number. Show that $a^2 + 2a$ is divisible by 4."
STEPS = (
    "Since a is even, write a = 2m for a whole number m.",
    "Then a squared is 4m squared, by multiplying out.",
    "Also 2a is 4m, by the same substitution.",
    "The sum of two multiples of 4 is a multiple of 8.",
    "Hence the claim holds for every even number.",
)


def merged(first: int) -> tuple[str, ...]:
    """The steps with step ``first`` and the one behind it joined."""
    joined = f"{STEPS[first - 1]} {STEPS[first]}"
    return (*STEPS[: first - 1], joined, *STEPS[first + 1 :])


def proofloc(tmp_path: Path, *rows: tuple[str, Sequence[str], Label]) -> Dataset:
    file = tmp_path / "prepared.jsonl"
    lines = [
        {"id": row_id, "problem": PROBLEM, "steps": list(steps), "first_error_step": gold}
        for row_id, steps, gold in rows
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return load_dataset(file)


def source(tmp_path: Path, label: int, problem: str = "") -> Dataset:
    """The same proof in the ProcessBench shape, where labels count from 0."""
    row = {
        "id": "source-7",
        "generator": "somebody",
        "problem": problem or PROBLEM.replace(" ", "  ").upper(),
        "steps": [f"Step {n}: {text}" for n, text in enumerate(STEPS, start=1)],
        "final_answer_correct": True,
        "label": label,
    }
    file = tmp_path / "source.json"
    file.write_text(json.dumps([row]))
    return load_dataset(file)


def only(audit: LabelAudit, rule: LabelRule) -> LabelFinding:
    (finding,) = [finding for finding in audit.findings if finding.rule is rule]
    return finding


REWORDED = "Prove: four divides a squared plus 2a if a is even."


@pytest.mark.parametrize(
    ("problem", "written"),
    [("", "whole number"), ("", "integer"), (REWORDED, "whole number")],
    ids=["same letters", "a few changed letters", "problem worded otherwise"],
)
def test_a_merged_step_whose_label_kept_its_number_is_flagged(
    tmp_path: Path, problem: str, written: str
) -> None:
    steps = [text.replace("whole number", written) for text in merged(1)]
    prepared = proofloc(tmp_path, ("Own1", steps, 4))
    audit = audit_labels(prepared, against=source(tmp_path, 3, problem))
    finding = only(audit, LabelRule.RENUMBERING_SLIP)
    assert (finding.id, finding.gold, finding.suggested) == ("Own1", 4, 3)
    assert finding.other == "source-7"
    assert (audit.matched, audit.agreeing) == (1, 0)


@pytest.mark.parametrize(("joined", "gold", "label"), [(1, 3, 3), (4, 2, 1)])
def test_a_label_that_moved_along_or_stands_before_the_merge_is_not_flagged(
    tmp_path: Path, joined: int, gold: int, label: int
) -> None:
    prepared = proofloc(tmp_path, ("Own1", merged(joined), gold))
    audit = audit_labels(prepared, against=source(tmp_path, label))
    assert audit.findings == ()
    assert (audit.matched, audit.agreeing) == (1, 1)


@pytest.mark.parametrize(("gold", "label"), [(2, 3), ("correct", 3), (4, -1)])
def test_another_label_for_the_same_cut_is_a_relabelling(
    tmp_path: Path, gold: Label, label: int
) -> None:
    audit = audit_labels(proofloc(tmp_path, ("Own1", STEPS, gold)), against=source(tmp_path, label))
    finding = only(audit, LabelRule.RELABELLED)
    assert finding.suggested == ("correct" if label == -1 else label + 1)


def test_another_proof_of_the_problem_is_no_match(tmp_path: Path) -> None:
    prepared = proofloc(tmp_path, ("Own1", ["Try a = 2.", "It works, so we are done."], 2))
    audit = audit_labels(prepared, against=source(tmp_path, 3))
    assert (audit.matched, audit.findings) == (0, ())


def test_a_false_sum_that_the_label_calls_sound_is_flagged_with_its_step(tmp_path: Path) -> None:
    steps = ["First, $2 + 2 = 5$.", "So $5$ is the sum, which is odd.", "Hence it is prime."]
    found = audit_labels(
        proofloc(
            tmp_path,
            ("Own1", steps, 3),
            ("Own2", steps[::-1], 3),
            ("Own3", steps[:1], "correct"),
        )
    ).findings
    early = [f for f in found if f.rule is LabelRule.REFUTED_BEFORE_GOLD]
    assert [(finding.id, finding.suggested) for finding in early] == [("Own1", 1), ("Own3", 1)]


def test_a_step_that_hides_another_heading_is_flagged(tmp_path: Path) -> None:
    steps = [f"{STEPS[0]}\nStep 2: {STEPS[1]}", *STEPS[2:]]
    audit = audit_labels(proofloc(tmp_path, ("Own1", steps, 3)))
    assert "step 1 also holds the heading of a step 2" in only(audit, LabelRule.MERGED_STEP).message


WORDS = st.lists(st.sampled_from(["alpha", "beta", "x=1", "so"]), min_size=2, max_size=8)


@given(WORDS, st.data())
def test_merging_neighbours_moves_every_later_step_by_one(
    words: list[str], data: st.DataObject
) -> None:
    steps = [f"{word} number {n}" for n, word in enumerate(words)]
    at = data.draw(st.integers(0, len(steps) - 2))
    joined = [*steps[:at], f"{steps[at]} {steps[at + 1]}", *steps[at + 2 :]]
    alignment = align(Proof.from_texts("p", steps), Proof.from_texts("p", joined))
    assert alignment is not None
    assert not alignment.same_cuts
    expected = [step if step <= at + 1 else step - 1 for step in range(1, len(steps) + 1)]
    assert list(alignment.steps) == expected
