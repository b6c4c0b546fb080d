"""FaithSieve's datasets, methods and scores as an Inspect AI task (the ``inspect`` extra).

``inspect eval faithsieve/first_error -T dataset=proofs.jsonl -T method=direct --model …`` runs any
method that asks a language model, through Inspect's own model, limits and logs. A sample shows the
problem and the steps; its id and label stay bookkeeping. A problem without an answer scores as no
answer, not as a wrong label.
"""

from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

from faithsieve.baselines.opinions import NotALabelError, read_label, show_label
from faithsieve.datasets import load_dataset
from faithsieve.datasets.validation import problem_key
from faithsieve.errors import ReplyFormatError
from faithsieve.evaluate.metrics import is_binary_right, is_exact
from faithsieve.methods import Tools, find_method
from faithsieve.records.chat import ChatReply, ChatRequest, FinishReason
from faithsieve.records.cost import TokenUsage
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict, VerdictKind

_MESSAGES = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
}


class InspectModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that asks the model Inspect was given."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        messages = [
            _MESSAGES[message.role](content=message.content) for message in request.messages
        ]
        decoding = request.decoding
        config = GenerateConfig(
            temperature=decoding.temperature,
            max_tokens=decoding.max_output_tokens,
            top_p=decoding.top_p,
            seed=decoding.seed,
        )
        output = await get_model().generate(messages, config=config)
        usage = output.usage
        return ChatReply(
            text=output.completion,
            model=output.model,
            finish_reason=_FINISH.get(output.stop_reason, "other"),
            usage=TokenUsage(
                input_tokens=usage.input_tokens if usage else 0,
                output_tokens=usage.output_tokens if usage else 0,
                cached_tokens=(usage.input_tokens_cache_read or 0) if usage else 0,
                cache_write_tokens=(usage.input_tokens_cache_write or 0) if usage else 0,
            ),
        )


@task
def first_error(dataset: str, method: str = "direct", format: str | None = None) -> Any:
    """Find the first wrong step of each proof of a dataset file.

    Args:
        method: A method of ``faithsieve eval`` that asks a language model.
    """
    rows = load_dataset(Path(dataset), format=format, skip_bad=True).proofs
    samples = [_sample(row) for row in rows if row.gold is not None]
    return Task(
        dataset=MemoryDataset(samples, name=Path(dataset).stem),
        solver=judge_with(method),
        scorer=[exact_label(), binary_label()],
    )


def _sample(row: LabelledProof) -> Any:
    assert row.gold is not None
    return Sample(
        id=row.id,
        input=row.proof.problem,
        target=show_label(row.gold),
        metadata={
            "proof": row.proof.model_dump(mode="json"),
            "problem": str(problem_key(row)),
            "group": row.group,
        },
    )


@solver
def judge_with(method: str) -> Any:
    check = find_method(method).check

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        proof = Proof.model_validate(state.metadata["proof"])
        try:
            checked = await check(proof, Tools(InspectModel(), Settings()))
        except ReplyFormatError as failure:
            state.metadata["failure"] = str(failure)
            state.output = ModelOutput.from_content("faithsieve", "")
            return state
        state.metadata["rationale"] = checked.verdict.rationale
        label = checked.verdict.label
        # No label can be read from "undecided", so the scorers count it as no answer.
        said = VerdictKind.UNDECIDED.value if label is None else show_label(label)
        state.output = ModelOutput.from_content("faithsieve", said)
        return state

    return solve


def _scored(state: TaskState, target: Target, claim: Any) -> Any:
    """Score an answer by the claim that FaithSieve's own metrics use."""
    if "failure" in state.metadata:
        return Score(value=NOANSWER, explanation=state.metadata["failure"])
    proof = Proof.model_validate(state.metadata["proof"])
    try:
        label = read_label(state.output.completion, proof)
        verdict = Verdict(label=label, kind=VerdictKind.of_label(label), rationale="")
        row = ProblemResult(id="", gold=read_label(target.text, proof), verdict=verdict)
    except NotALabelError as refusal:
        return Score(value=NOANSWER, explanation=str(refusal))
    return Score(
        value=CORRECT if claim(row) else INCORRECT,
        answer=state.output.completion,
        explanation=state.metadata.get("rationale"),
    )


@scorer(metrics=[accuracy(), stderr(cluster="problem")])
def exact_label() -> Any:
    """Score exact agreement with the gold label; errors clustered by problem."""

    async def score(state: TaskState, target: Target) -> Any:
        return _scored(state, target, is_exact)

    return score


@scorer(metrics=[accuracy(), stderr(cluster="problem")])
def binary_label() -> Any:
    """Score agreement on correct or incorrect; errors clustered by problem."""

    async def score(state: TaskState, target: Target) -> Any:
        return _scored(state, target, is_binary_right)

    return score
