"""Model servers on this machine that a reader names in the browser, such as Ollama or vLLM.

Only addresses of the machine itself are asked, without a key and without following redirects: a
form in a browser must not be a way to make the server talk to other hosts or to spend its key.
"""

import json
from urllib.parse import urlsplit

import aiohttp

from faithsieve.errors import InputError
from faithsieve.llm.endpoint import checked_base_url, is_loopback
from faithsieve.records.base import Record

ANSWER_S = 3.0
ANSWER_BYTES = 1 << 20
MOST_MODELS = 50
LONGEST_NAME = 150


class ModelServer(Record):
    """A server on this machine, and the models that it says it has."""

    base_url: str
    """The address that answered."""
    models: tuple[str, ...]
    """The names of its models."""


async def find_models(address: str) -> ModelServer:
    """Ask a server on this machine for its models, at the address or at ``/v1`` below it.

    Raises:
        ConfigError: the address is none.
        InputError: it is another machine's, nobody answers, or the answer lists no model.
    """
    base_url = checked_base_url(address.strip(), has_secret=False)
    if not is_loopback(urlsplit(base_url).hostname or ""):
        raise InputError(
            "only a server on this machine can be tried here, such as http://localhost:11434/v1; "
            "for another one start FaithSieve with --base-url and --model"
        )
    places = [base_url] if base_url.endswith("/v1") else [base_url, f"{base_url}/v1"]
    said = "it lists no model"
    for place in places:
        try:
            models = _names(await _fetch(f"{place}/models"))
        except TimeoutError:
            said = f"no answer within {ANSWER_S:g} s"
        except aiohttp.ClientConnectionError:
            said = "nobody answers there"
        except aiohttp.ClientError as error:
            said = f"it does not answer as a model server does ({error})"
        else:
            if models:
                return ModelServer(base_url=place, models=models)
    raise InputError(f"{base_url}: {said}; is the server running, and does the address end in /v1?")


async def _fetch(url: str) -> bytes:
    timeout, jar = aiohttp.ClientTimeout(total=ANSWER_S), aiohttp.DummyCookieJar()
    async with (
        aiohttp.ClientSession(timeout=timeout, cookie_jar=jar) as client,
        client.get(url, allow_redirects=False) as response,
    ):
        return await response.content.read(ANSWER_BYTES) if response.status == 200 else b""


def _names(content: bytes) -> tuple[str, ...]:
    """Read the names out of a list of models in OpenAI's form; nothing for anything else."""
    try:
        listed = json.loads(content)["data"]
        names = [entry["id"] for entry in listed]
    except (ValueError, KeyError, TypeError):
        return ()
    usable = [name for name in names if isinstance(name, str) and 0 < len(name) <= LONGEST_NAME]
    return tuple(dict.fromkeys(usable))[:MOST_MODELS]
