import json
from pathlib import Path

import pytest

from faithsieve.errors import InputError, PendingReplyError
from faithsieve.evaluate.generation import (
    FailedGeneration,
    GeneratedProof,
    ProblemRow,
    generate_candidate,
    label_candidates,
)
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatReply
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.settings import DecodingSettings

PROBLEM = ProblemRow(problem="1. Show that 2 + 2 = 4. 2. Explain.", id="P1", group="sums")


async def generate(line: Line, *, sample: int = 0) -> GeneratedProof | FailedGeneration:
    return await generate_candidate(
        PROBLEM, model=ScriptedModel([line]), decoding=DecodingSettings().generate, sample=sample
    )


@pytest.mark.parametrize(
    "reply",
    [
        "It is obvious.",
        "Step 1: Two.\nStep 3: Four.",
        "Step 1:\nStep 2: Four.",
        ChatReply(text="Step 1: Two and", model="m", finish_reason="length"),
    ],
)
async def test_a_reply_without_clean_steps_is_a_failure_never_cut_up(reply: Line) -> None:
    assert isinstance(await generate(reply), FailedGeneration)


async def test_a_pending_batch_is_no_failure() -> None:
    with pytest.raises(PendingReplyError):
        await generate(PendingReplyError("k"))


def test_a_problem_without_an_id_gets_one_from_its_text() -> None:
    first, again = ProblemRow(problem="Add 1 and 1."), ProblemRow(problem="Add 1 and 1.")
    assert first.name == again.name != ProblemRow(problem="Add 1 and 2.").name


CANDIDATES = [
    LabelledProof(id=f"P{n}", proof=Proof.from_texts("p", ["a", "b"])) for n in range(1, 5)
]


def labels(path: Path, **rows: object) -> Path:
    lines = [{"id": row_id, "label": label} for row_id, label in rows.items()]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_agreed_and_adjudicated_labels_enter_and_others_stay_open(tmp_path: Path) -> None:
    ann = labels(tmp_path / "ann", P1=1, P2="correct", P3=1, P4=2)
    ben = labels(tmp_path / "ben", P1=1, P2=2, P3=2)
    both = labels(tmp_path / "both", P2=2)
    found = label_candidates(CANDIDATES, ann, ben, both)
    assert [(row.id, row.gold) for row in found.rows] == [("P1", 1), ("P2", 2)]
    assert (found.agreed, found.adjudicated, found.open) == (1, 1, ("P3", "P4"))
    assert found.kappa is not None


@pytest.mark.parametrize(
    ("rows", "complaint"), [({"P9": 1}, "none of the candidates"), ({"P1": 3}, "has no step 3")]
)
def test_labels_of_other_proofs_or_steps_are_refused(
    tmp_path: Path, rows: dict[str, object], complaint: str
) -> None:
    bad = labels(tmp_path / "bad", **rows)
    with pytest.raises(InputError, match=complaint):
        label_candidates(CANDIDATES, bad, bad, None)
