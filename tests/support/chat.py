"""Builders for model requests and replies, so that a test shows only what it is about."""

from collections.abc import Iterator
from datetime import UTC, datetime

from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    FinishReason,
    OpenCall,
    PromptStamp,
    RenderedPrompt,
    ReplySchema,
)
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest


def make_request(
    text: str = "Is 2 + 2 = 4?",
    *,
    stage: str = "tests",
    prompt_id: str = "tests/question",
    decoding: Decoding | None = None,
    reply_schema: ReplySchema | None = None,
    sample_index: int = 0,
) -> ChatRequest:
    return ChatRequest(
        stage=stage,
        prompt=PromptStamp(id=prompt_id, version=1, digest=Digest("0" * 64)),
        messages=(
            ChatMessage(role="system", content="You check sums."),
            ChatMessage(role="user", content=text),
        ),
        decoding=decoding or Decoding(),
        reply_schema=reply_schema,
        sample_index=sample_index,
    )


def make_prompt(text: str = "Is 2 + 2 = 4?", *, reply: str | None = None) -> RenderedPrompt:
    request = make_request(text)
    return RenderedPrompt(stamp=request.prompt, messages=request.messages, reply=reply)


def make_reply(
    text: str = "correct",
    *,
    finish_reason: FinishReason = "stop",
    input_tokens: int = 10,
    output_tokens: int = 2,
    cost_usd: float | None = None,
    model: str = "scripted",
) -> ChatReply:
    return ChatReply(
        text=text,
        model=model,
        finish_reason=finish_reason,
        usage=TokenUsage(input_tokens=input_tokens, output_tokens=output_tokens),
        cost_usd=cost_usd,
    )


class MemoryLedger:
    """A ledger of calls that lives as long as the process."""

    def __init__(self) -> None:
        self.replies: dict[Digest, ChatReply] = {}
        self.open: dict[Digest, OpenCall] = {}
        self.abandoned: list[tuple[Digest, str]] = []

    async def find(self, key: Digest) -> ChatReply | None:
        return self.replies.get(key)

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        if key in self.replies:
            return self.replies[key]
        self.open[key] = OpenCall(
            key=key, request=request, identity=identity, begun_at=datetime.now(UTC)
        )
        return True

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        self.open.pop(key, None)
        self.replies[key] = reply
        return reply

    async def abandon(self, key: Digest, reason: str) -> None:
        self.open.pop(key, None)
        self.abandoned.append((key, reason))

    def pending_calls(self, identity_prefix: str) -> Iterator[OpenCall]:
        for call in self.open.values():
            if call.identity.startswith(identity_prefix):
                yield call
