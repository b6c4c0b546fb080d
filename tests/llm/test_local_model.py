"""The local model waits out restarts and refuses what does not fit."""

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.local_model import LocalModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest
from faithsieve.records.prompt import ChatMessage, PromptStamp

REQUEST = ChatRequest(
    stage="test",
    prompt=PromptStamp(id="toy/ask", version=1, digest=Digest("0" * 64)),
    messages=(ChatMessage(role="user", content="?"),),
)
REPLY = ChatReply(text="!", model="toy", finish_reason="stop")


class Server:
    def __init__(self, failure: str | None = None) -> None:
        self.failure = failure
        self.waits = 0

    async def ready(self) -> None:
        self.waits += 1
        if self.failure:
            raise ProviderError(self.failure)


class Client:
    def __init__(self, outcome: ChatReply | ProviderError = REPLY) -> None:
        self.outcome = outcome
        self.asked = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked += 1
        if isinstance(self.outcome, ProviderError):
            raise self.outcome
        return self.outcome


async def test_the_server_is_waited_for_before_each_request() -> None:
    server = Server()
    model = LocalModel(Client(), server, context_tokens=512)
    assert await model.complete(REQUEST) == REPLY
    assert server.waits == 1


async def test_a_dead_server_is_not_asked() -> None:
    client = Client()
    with pytest.raises(ProviderError, match="died"):
        await LocalModel(client, Server("died"), context_tokens=512).complete(REQUEST)
    assert client.asked == 0


async def test_a_prompt_that_does_not_fit_is_refused_by_name_and_not_retryable() -> None:
    refusal = ProviderError("request (2731 tokens) exceeds the available context size", status=400)
    with pytest.raises(ProviderError, match=r"input too long.*'toy/ask'.*512.*2731") as caught:
        await LocalModel(Client(refusal), Server(), context_tokens=512).complete(REQUEST)
    assert caught.value.status == 400
    assert not caught.value.retryable


async def test_other_errors_pass_unchanged() -> None:
    error = ProviderError("temperature is not a number", status=400)
    with pytest.raises(ProviderError) as caught:
        await LocalModel(Client(error), Server(), context_tokens=512).complete(REQUEST)
    assert caught.value is error
