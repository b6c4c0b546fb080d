"""The Inspect task on Inspect's own mock model; Inspect is an extra that ``make install`` omits."""

from pathlib import Path
from typing import Any

import pytest

from faithsieve.methods import METHODS, Tools
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Proof
from faithsieve.records.verdict import Verdict, VerdictKind
from support.dataset_files import good, write_lines

pytest.importorskip("inspect_ai", reason="no Inspect AI: pip install -e '.[inspect]'")

# Inspect looks up its own host and warns about its own libraries.
pytestmark = [pytest.mark.network, pytest.mark.filterwarnings("ignore")]


def write_dataset(path: Path) -> Path:
    return write_lines(
        path,
        good("Leaky1", problem="Add 1 and 1.", steps=["It is 3.", "Done."], first_error_step=1),
        good("Leaky2", problem="Add 1 and 1.", steps=["It is 2."]),
        good("Leaky3", problem="Add 1 and 2.", steps=["It is 3."]),
    )


def evaluate(tmp_path: Path, replies: list[str]) -> Any:
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from faithsieve.evaluate.inspect_task import first_error

    outputs = [ModelOutput.from_content("mockllm", reply) for reply in replies]
    for output in outputs:
        # Without a count of its own, Inspect fetches a tokenizer from the network.
        output.usage = ModelUsage(input_tokens=5, output_tokens=2, total_tokens=7)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_eval(
        first_error(dataset=str(write_dataset(tmp_path / "proofs.jsonl"))),
        model=model,
        log_dir=str(tmp_path / "logs"),
        display="none",
        max_samples=1,
    )
    return log


def test_the_task_scores_as_faithsieve_does_and_no_answer_is_no_wrong_one(tmp_path: Path) -> None:
    log = evaluate(tmp_path, ["step 2", "correct", "no idea"])
    assert log.status == "success"
    values = [
        (sample.scores["exact_label"].value, sample.scores["binary_label"].value)
        for sample in log.samples
    ]
    assert values == [("I", "C"), ("C", "C"), ("N", "N")]


def test_no_id_reaches_the_model(tmp_path: Path) -> None:
    log = evaluate(tmp_path, ["step 1", "correct", "correct"])
    # Inspect keeps long messages apart from the events that use them.
    inputs = [event.input for s in log.samples for event in s.events if event.event == "model"]
    texts = [message.text for messages in inputs for message in messages]
    texts += [text for sample in log.samples for text in sample.attachments.values()]
    assert any("Add 1 and 1." in text for text in texts)
    assert not any("Leaky" in text for text in texts)


def test_an_undecided_proof_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def undecided(proof: Proof, tools: Tools) -> CheckedProof:
        verdict = Verdict(label=None, kind=VerdictKind.UNDECIDED, rationale="Too little.")
        return CheckedProof(proof=proof, verdict=verdict)

    monkeypatch.setitem(METHODS, "direct", METHODS["direct"]._replace(check=undecided))
    log = evaluate(tmp_path, ["correct"])
    assert {score.value for s in log.samples for score in s.scores.values()} == {"N"}
