"""Tokens are counted by the server that will read them."""

import asyncio
from pathlib import Path

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.local_server import LocalEndpoint, LocalServer
from faithsieve.llm.local_tokenizer import LocalTokenizer
from faithsieve.records.prompt import ChatMessage
from support.llama_process import fake_command

pytestmark = pytest.mark.network


def toy_server() -> LocalServer:
    return LocalServer(Path("toy.gguf"), alias="toy", command=fake_command())


async def test_each_text_is_counted_on_its_own_and_in_order() -> None:
    async with toy_server() as endpoint:
        tokenizer = LocalTokenizer(endpoint)
        assert await asyncio.to_thread(tokenizer.count_tokens, ["a b c", "", "a"]) == [3, 0, 1]


async def test_a_conversation_is_counted_with_its_template() -> None:
    messages = (ChatMessage(role="system", content="be"), ChatMessage(role="user", content="a b"))
    async with toy_server() as endpoint:
        tokenizer = LocalTokenizer(endpoint)
        assert await asyncio.to_thread(tokenizer.count_prompt_tokens, messages) == 4


async def test_a_refusal_is_an_error_and_never_a_count() -> None:
    async with toy_server() as endpoint:
        stranger = LocalTokenizer(LocalEndpoint(**{**endpoint.model_dump(), "api_key": "wrong"}))
        with pytest.raises(ProviderError, match="401"):
            await asyncio.to_thread(stranger.count_tokens, ["a"])


async def test_an_answer_of_another_shape_is_an_error() -> None:
    async with toy_server() as endpoint:
        tokenizer = LocalTokenizer(endpoint)
        with pytest.raises(ProviderError, match="/tokenize"):
            await asyncio.to_thread(tokenizer.count_tokens, ["break"])


def test_a_server_that_is_gone_is_a_retryable_error() -> None:
    gone = LocalEndpoint(
        base_url="http://127.0.0.1:9/v1", api_key="", model="toy", context_tokens=256
    )
    with pytest.raises(ProviderError) as caught:
        LocalTokenizer(gone).count_tokens(["a"])
    assert caught.value.retryable
