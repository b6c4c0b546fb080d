"""A strong reader whose replies about the demo's proofs were written down once.

Its answers to the pairs that a gate has to qualify on are among them.

A reply is found by what it is about (the proof, the prompt, and for stage two the claim, the
statement or the goal), not by the wording of the question: so it does not depend on which questions
happened to share a call, nor on a reworded instruction. The digests of the prompts that it answered
are kept beside it, and ``outdated_prompts`` says which have changed since.
"""

import json
import re
from collections.abc import Iterator
from importlib import resources

from faithsieve.errors import InputError
from faithsieve.llm.prices import estimate_usage
from faithsieve.llm.protocol import ChatModel
from faithsieve.prompts.library import load
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import TokenUsage

IDENTITY = "recorded"
ANSWERED_BY = "recorded reader"
"""Who answered, in the words of the evidence page."""
FILE = "replies.json"

_SEVERAL = {
    "verify/statement": "state",
    "verify/semantic_check": "compare",
    "verify/proof": "prove",
}
_ABOUT = {
    "verify/statement": re.compile(r"^  claim: (.*)$", re.MULTILINE),
    # The whole statement: two statements may have one conclusion.
    "verify/semantic_check": re.compile(r"^  variables and hypotheses: ((?:.|\n)*)", re.MULTILINE),
    "verify/proof": re.compile(r"\A((?:.|\n)*?)(?=\n  |\Z)"),
}
# On a slow machine Lean's automation finds less and more is asked; then nothing more is offered.
_UNSAID = {
    "verify/statement": '{"statements":[],"equation":"","obstacle":"no recorded reply"}',
    "verify/proof": '{"bodies":[],"false_because":""}',
    "synthesize/materiality": '{"claims":[]}',
}
_UNIT = re.compile(r"^(edge_[0-9]+) \(step", re.MULTILINE)


class RecordedReply(Record):
    """The recorded reply to one question."""

    prompt: str
    """The prompt's id."""
    problem: str
    """The problem of the proof."""
    about: str
    """The claim, the conclusion or the goal that was asked about; empty in other stages."""
    reply: str
    """The reply, as JSON."""


class DemoRecording(Record):
    """All replies, and the prompts they answered."""

    prompts: dict[str, str]
    """The digest of every prompt when it was answered."""
    replies: tuple[RecordedReply, ...]
    """The replies."""


class NoRecordedReplyError(InputError):
    """The recording has no reply to this question."""


def read_recording() -> DemoRecording:
    text = (resources.files("faithsieve.demo") / FILE).read_text(encoding="utf-8")
    return DemoRecording.model_validate_json(text)


def outdated_prompts(recording: DemoRecording) -> tuple[str, ...]:
    """Name the prompts that were reworded after the reader answered them."""
    return tuple(name for name, digest in recording.prompts.items() if load(name).digest != digest)


class RecordedReader:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that says what was written down."""

    def __init__(self, recording: DemoRecording) -> None:
        self._known = {(r.problem, r.prompt, r.about): r.reply for r in recording.replies}
        self._problems = frozenset(r.problem for r in recording.replies)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the recorded reply to a request.

        Raises:
            NoRecordedReplyError: this was never asked.
        """
        text = self._reply(request)
        sent = estimate_usage(request).input_tokens
        usage = TokenUsage(input_tokens=sent, output_tokens=len(text) // 4)
        return ChatReply(text=text, model=IDENTITY, finish_reason="stop", usage=usage)

    def _reply(self, request: ChatRequest) -> str:
        said = [self._said(request, question) for question in questions_of(request)]
        if len(said) == 1:
            return _only_about(said[0], request)
        answers = [{"n": n, **json.loads(reply)} for n, reply in enumerate(said, start=1)]
        return json.dumps({"answers": answers}, ensure_ascii=False)

    def _said(self, request: ChatRequest, question: str) -> str:
        problem = problem_of(request, self._problems)
        about = about_of(request.prompt.id, question)
        reply = self._known.get((problem, request.prompt.id, about))
        if reply is None and problem:
            reply = _UNSAID.get(request.prompt.id)
        if reply is None:
            raise NoRecordedReplyError(
                f"no reply is recorded to {request.prompt.id!r} about {about or problem!r}; "
                "run `faithsieve demo --model NAME` to ask a model"
            )
        return reply


class UseOfRecording:
    """Passes requests on, and remembers which recorded replies they ask for.

    It stands before the cache, so that a second demo, which is answered from the store, counts too.
    """

    def __init__(self, model: ChatModel, recording: DemoRecording) -> None:
        self._model = model
        self._replies = {(r.problem, r.prompt, r.about) for r in recording.replies}
        self._problems = frozenset(r.problem for r in recording.replies)
        self._asked: set[tuple[str, str, str]] = set()

    async def complete(self, request: ChatRequest) -> ChatReply:
        problem, prompt = problem_of(request, self._problems), request.prompt.id
        self._asked |= {(problem, prompt, about_of(prompt, q)) for q in questions_of(request)}
        return await self._model.complete(request)

    @property
    def unused(self) -> tuple[tuple[str, str, str], ...]:
        """The replies that nobody asked for so far, by problem, prompt and claim."""
        return tuple(sorted(self._replies - self._asked))


def problem_of(request: ChatRequest, problems: frozenset[str]) -> str:
    """Find the proof that a question is about by its problem."""
    whole = "\n".join(message.content for message in request.messages)
    return next((problem for problem in problems if problem and problem in whole), "")


def questions_of(request: ChatRequest) -> list[str]:
    """Split a call into the questions that share it."""
    asked = request.messages[-1].content
    verb = _SEVERAL.get(request.prompt.id)
    if verb is None:
        return [asked]
    block = re.search(rf"\nTo {verb}[^\n]*:\n<[^\n]*\n(.*)\n</", asked, re.DOTALL)
    asked = block[1] if block else asked
    # A question that has a call to itself has no number.
    return re.split(r"^\[[0-9]+\] ", asked, flags=re.MULTILINE)[1:] or [asked]


def about_of(prompt: str, question: str) -> str:
    """Return the unit or claim that a question of stage two is about."""
    found = _ABOUT[prompt].search(question) if prompt in _ABOUT else None
    return " ".join(found[1].split()) if found else ""


def _only_about(reply: str, request: ChatRequest) -> str:
    """Remove reviews of units that the request does not ask about."""
    if request.prompt.id != "verify/review":
        return reply
    asked = set(_UNIT.findall(request.messages[-1].content))
    kept = [review for review in json.loads(reply)["reviews"] if review["u"] in asked]
    return json.dumps({"reviews": kept}, ensure_ascii=False)


def prompts_used(replies: Iterator[RecordedReply]) -> dict[str, str]:
    """Return the digests of the prompts that some replies answer, as they are now."""
    return {name: load(name).digest for name in sorted({reply.prompt for reply in replies})}
