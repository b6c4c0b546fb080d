"""Counting tokens exactly as the local model does, by asking its server.

For cost measurements: no text is generated and nothing is guessed from lengths.
"""

import http.client
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from faithsieve.errors import ProviderError
from faithsieve.llm.local_model import LocalEndpoint
from faithsieve.records.chat import ChatMessage

TIMEOUT_S = 60.0


class LocalTokenizer:
    """The tokenizer of a running :func:`~faithsieve.llm.local_model.serving`.

    The methods block for milliseconds a text; in async code, call them in a thread.
    """

    def __init__(self, endpoint: LocalEndpoint) -> None:
        self._endpoint = endpoint

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text on its own, without any chat template.

        Raises:
            ProviderError: the server does not answer as it should.
        """
        with _Line(self._endpoint) as line:
            return [line.count(text, special=False) for text in texts]

    def count_prompt_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Count the tokens of a conversation as the model will see it, template included.

        Raises:
            ProviderError: the server does not answer as it should.
        """
        with _Line(self._endpoint) as line:
            said = [message.model_dump() for message in messages]
            return line.count(line.ask("/apply-template", messages=said)["prompt"], special=True)


class _Line:
    """One kept-alive connection to the server."""

    def __init__(self, endpoint: LocalEndpoint) -> None:
        address = urlsplit(endpoint.base_url)
        self._connection = http.client.HTTPConnection(address.netloc, timeout=TIMEOUT_S)
        self._headers = {"Content-Type": "application/json"}
        if endpoint.api_key:
            self._headers["Authorization"] = f"Bearer {endpoint.api_key}"

    def __enter__(self) -> "_Line":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._connection.close()

    def count(self, text: str, *, special: bool) -> int:
        # Proof text must count as text: "<|im_end|>" in it is not the end of a message.
        reply = self.ask("/tokenize", content=text, add_special=special, parse_special=special)
        return len(reply["tokens"])

    def ask(self, path: str, **body: object) -> dict[str, Any]:
        try:
            self._connection.request("POST", path, json.dumps(body), self._headers)
            reply = self._connection.getresponse()
            payload = reply.read()
            if reply.status == http.client.OK:
                answer = json.loads(payload)
                if isinstance(answer, dict):
                    return answer
        except (http.client.HTTPException, OSError, ValueError) as error:
            raise ProviderError(
                f"the local model's {path} did not answer: {error}", retryable=True
            ) from error
        raise ProviderError(
            f"the local model's {path} answered {reply.status}: {payload[:200]!r}",
            status=reply.status,
        )
