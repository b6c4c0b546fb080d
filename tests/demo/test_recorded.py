"""Recorded replies are found by what they are about and are never older than their prompts."""

import json
from importlib import resources

import pytest

from faithsieve.demo.examples import bundled_proofs
from faithsieve.demo.recorded import (
    FILE,
    DemoRecording,
    NoRecordedReplyError,
    RecordedReader,
    RecordedReply,
    outdated_prompts,
    questions_of,
    read_recording,
)
from faithsieve.prompts.library import render
from faithsieve.records.chat import ChatRequest, Decoding
from faithsieve.verify.gate.qualification import qualification_sheets

PROBLEM = "Find x with x + 1 = 3."


def recorded(
    about: str, reply: dict[str, object], prompt: str = "verify/statement"
) -> RecordedReply:
    return RecordedReply(prompt=prompt, problem=PROBLEM, about=about, reply=json.dumps(reply))


def asking(*claims: str, problem: str = PROBLEM) -> ChatRequest:
    items = [f"[{n}] derived_fact\n  claim: {claim}" for n, claim in enumerate(claims, start=1)]
    prompt = render(
        "verify/statement",
        problem=problem,
        context="h1: x + 1 = 3",
        claims="\n".join(items),
        is_single=len(claims) == 1,
    )
    return ChatRequest(
        stage="verify.statement",
        prompt=prompt.stamp,
        messages=prompt.messages,
        decoding=Decoding(),
    )


READER = RecordedReader(
    DemoRecording(
        prompts={},
        replies=(
            recorded("x = 2", {"statements": ["one"], "equation": "", "obstacle": ""}),
            recorded("x = 3", {"statements": ["two"], "equation": "", "obstacle": ""}),
        ),
    )
)


def test_the_recording_answers_the_prompts_as_they_are_now() -> None:
    changed = outdated_prompts(read_recording())
    assert changed == (), "run `python -m bench._record_demo` and read what changed"


def test_the_recording_is_small_and_about_every_bundled_proof() -> None:
    size = len((resources.files("faithsieve.demo") / FILE).read_bytes())
    assert size < 60_000
    problems = {reply.problem for reply in read_recording().replies}
    sheets = {sheet.problem for sheet in qualification_sheets()}
    assert problems == sheets | {row.proof.problem for row in bundled_proofs()}


def test_a_changed_prompt_is_named() -> None:
    old = DemoRecording(prompts={"verify/proof": "0" * 64}, replies=())
    assert outdated_prompts(old) == ("verify/proof",)


async def test_a_single_question_gets_its_reply() -> None:
    reply = await READER.complete(asking("x = 2"))
    assert json.loads(reply.text)["statements"] == ["one"]
    assert reply.usage.input_tokens > 100


async def test_questions_that_share_a_call_get_a_sheet() -> None:
    request = asking("x = 3", "x = 2")
    assert len(questions_of(request)) == 2
    answers = json.loads((await READER.complete(request)).text)["answers"]
    assert [(a["n"], a["statements"]) for a in answers] == [(1, ["two"]), (2, ["one"])]


async def test_an_unknown_claim_of_a_known_proof_is_left_unstated() -> None:
    reply = await READER.complete(asking("x = 4"))
    assert json.loads(reply.text)["obstacle"] == "no recorded reply"


async def test_a_proof_that_was_never_read_is_said_to_be_missing() -> None:
    with pytest.raises(NoRecordedReplyError, match="--model"):
        await READER.complete(asking("x = 2", problem="Find y."))
