"""Open questions as OpenAI Batch input files, and output files as answers.

A line is one request; its ``custom_id`` is the key the answer is stored under, so answers find
their question in any order, from any number of files. Output files are untrusted: a line that is
cut off, foreign or contradicts another is counted and named, and its question stays open.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from faithsieve.errors import InputError, ProviderError
from faithsieve.llm.cached import CallLedger
from faithsieve.llm.capabilities import guess_capabilities
from faithsieve.llm.endpoint import read_refusal
from faithsieve.llm.prices import PriceTable
from faithsieve.llm.wire import RequestStyle, no_surrogates, parse_answer, request_body
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, OpenCall
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.model import BATCH_PREFIX, ModelName, Overrides

FOLDER = "batch"
"""Where a run's batch files go, below its folder."""
URL = "/v1/chat/completions"
BATCH_HOST = "api.openai.com"
"""Whose dialect batch files are written in."""
MAX_LINES = 50_000
MAX_BYTES = 100_000_000
"""The older of the two limits in use; 200 MB is accepted by current services."""
HTTP_OK = 200
STORED_AT_ONCE = 500


class OpenCalls(Protocol):
    """A store that can list its unanswered calls."""

    def pending_calls(self, identity_prefix: str) -> Iterable[OpenCall]:
        """Return the unanswered calls whose model identity has this prefix."""


class AnswerLedger(OpenCalls, CallLedger, Protocol):
    """A store that can also take answers."""


def write_pending(
    store: OpenCalls,
    identity: str,
    folder: Path,
    *,
    since: datetime | None = None,
    overrides: Overrides | None = None,
    max_lines: int = MAX_LINES,
    max_bytes: int = MAX_BYTES,
) -> tuple[Path, ...]:
    """Write every open question of one model as batch input files, in place of older ones.

    The same open questions always give the same files, byte for byte and name for name.

    Args:
        identity: The model, ``batch:NAME``; one file never mixes models.
        since: Leave out questions not asked since then, which no run needs any more.
        overrides: What the user says the model takes.

    Returns:
        The files written; none when nothing is open.

    Raises:
        InputError: one question alone is larger than a file may be.
    """
    calls = {
        call.key: call
        for call in store.pending_calls(identity)
        if call.identity == identity and (since is None or call.begun_at >= since)
    }
    name, reasoning = ModelName.parse(identity).name, ModelName.parse(identity).reasoning
    style = RequestStyle(name, guess_capabilities(name, BATCH_HOST, overrides), reasoning)
    lines = [(key, _line(calls[key], style)) for key in sorted(calls)]
    chunks = tuple(_chunks(lines, max_lines=max_lines, max_bytes=max_bytes))
    return _replace_files(folder, _stem(name), chunks)


def _line(call: OpenCall, style: RequestStyle) -> bytes:
    body = request_body(call.request, style)
    line = {"custom_id": call.key, "method": "POST", "url": URL, "body": body}
    # In this order, so that a reader sees first what the line is called.
    return json.dumps(line, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def _chunks(
    lines: Sequence[tuple[Digest, bytes]], *, max_lines: int, max_bytes: int
) -> Iterator[tuple[tuple[Digest, bytes], ...]]:
    chunk: list[tuple[Digest, bytes]] = []
    size = 0
    for key, line in lines:
        if len(line) > max_bytes:
            raise InputError(
                f"the request {key} alone has {len(line)} bytes, and a batch file may have"
                f" {max_bytes}; shorten the proof it is about"
            )
        if chunk and (len(chunk) == max_lines or size + len(line) > max_bytes):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append((key, line))
        size += len(line)
    if chunk:
        yield tuple(chunk)


def _stem(model: str) -> str:
    """Return a file name for a model's files: readable, and distinct for distinct models."""
    readable = re.sub(r"[^A-Za-z0-9.]+", "-", model).strip("-.")[:60]
    return f"pending-{readable}-{digest_of(model)[:6]}"


def _replace_files(
    folder: Path, stem: str, chunks: Sequence[Sequence[tuple[Digest, bytes]]]
) -> tuple[Path, ...]:
    """Write the files and remove what an earlier round left, which must not be sent again."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, chunk in enumerate(chunks, start=1):
        content = digest_of([key for key, _ in chunk])[:8]
        path = folder / f"{stem}-{number:03d}-of-{len(chunks):03d}-{content}.jsonl"
        unfinished = path.with_suffix(".partial")
        with unfinished.open("wb") as out:
            out.writelines(line for _, line in chunk)
        unfinished.replace(path)
        written.append(path)
    for old in folder.glob(f"{stem}-*.jsonl"):
        if old not in written:
            old.unlink()
    return tuple(written)


def open_identities(store: OpenCalls) -> tuple[str, ...]:
    """Return the batch models that have open questions."""
    return tuple(sorted({call.identity for call in store.pending_calls(BATCH_PREFIX)}))


class BatchAnswers(Record):
    """The answers read from output files, not yet matched with open questions."""

    replies: dict[str, ChatReply] = Field(default_factory=dict)
    """Answers by the ``custom_id`` of their request."""
    errors: dict[str, str] = Field(default_factory=dict)
    """What the service said of failed requests; those that succeeded elsewhere are not here."""
    conflicts: tuple[str, ...] = ()
    """Each ``custom_id`` that has two different answers, with the places; neither is taken."""
    damaged: tuple[str, ...] = ()
    """Places of lines that cannot be read, with the reason."""


class ImportReport(Record):
    """What became of the lines of an import."""

    accepted: int = Field(ge=0)
    """Open questions that now have their answer."""
    known: int = Field(ge=0)
    """Answers to questions that had one already; the stored one stays."""
    errors: int = Field(ge=0)
    """Open questions whose request failed; they stay open."""
    foreign: int = Field(ge=0)
    """Lines about questions this store never asked."""
    missing: int = Field(ge=0)
    """Questions still open after the import."""
    conflicts: tuple[str, ...] = ()
    """Questions with contradicting answers; they stay open."""
    damaged: tuple[str, ...] = ()
    """Lines that cannot be read."""
    reasons: tuple[tuple[str, int], ...] = ()
    """Error messages and how often each came, most frequent first."""


class _BatchJson(BaseModel):
    """Foreign JSON: unknown fields are ignored, wrong types are not."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _Response(_BatchJson):
    status_code: int
    body: Any = None


class _OutputLine(_BatchJson):
    custom_id: str
    response: _Response | None = None
    error: Any = None
    method: Any = None
    """Only requests have one."""


def read_answers(files: Iterable[Path]) -> BatchAnswers:
    """Read output and error files of a batch service, in any order.

    Raises:
        InputError: a file has no readable line, or is an input file.
    """
    replies: dict[str, tuple[str, ChatReply]] = {}
    errors: dict[str, str] = {}
    conflicts: dict[str, str] = {}
    damaged: list[str] = []
    for path in files:
        for place, found in _outcomes(path, damaged):
            key, outcome = no_surrogates(found.custom_id), _outcome(found)
            if isinstance(outcome, str):
                errors[key] = outcome
                continue
            first, known = replies.setdefault(key, (place, outcome))
            if known != outcome:
                conflicts[key] = f"{key[:64]} has different answers in {first} and {place}"
    return BatchAnswers(
        replies={key: reply for key, (_, reply) in replies.items() if key not in conflicts},
        errors={key: said for key, said in errors.items() if key not in replies},
        conflicts=tuple(conflicts.values()),
        damaged=tuple(damaged),
    )


def _outcomes(path: Path, damaged: list[str]) -> Iterator[tuple[str, _OutputLine]]:
    """Yield the readable lines of a file with their places; the others go into the list."""
    lines = unreadable = 0
    with path.open("rb") as source:
        for number, raw in enumerate(source, start=1):
            if not raw.strip():
                continue
            lines, place = lines + 1, f"{path.name}:{number}"
            try:
                line = _OutputLine.model_validate(json.loads(raw.decode("utf-8-sig")))
            except (ValueError, RecursionError) as error:
                damaged.append(f"{place}: {_why_unreadable(raw, error)}")
                unreadable += 1
                continue
            if line.method is not None:
                raise InputError(
                    f"{place} is a line of a batch input file; give the output file that the"
                    " service made from it"
                )
            yield place, line
    if lines and unreadable == lines:
        raise InputError(
            f"{str(path)!r} is not a batch output file: none of its {lines} lines can be read"
            f" ({damaged[-1]})"
        )


def _why_unreadable(raw: bytes, error: Exception) -> str:
    if isinstance(error, ValidationError):
        problem = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in problem["loc"]) or "the line"
        return f"{field}: {problem['msg']}"
    return "not JSON" if raw.endswith(b"\n") else "not JSON, perhaps cut off"


def _outcome(line: _OutputLine) -> ChatReply | str:
    """Return the answer, or what went wrong in words."""
    if line.response is None or line.error is not None:
        return _message(line.error)
    if line.response.status_code != HTTP_OK:
        return f"status {line.response.status_code}: {_message(line.response.body)}"
    if not isinstance(line.response.body, dict):
        return "the response has no body"
    try:
        return parse_answer(line.response.body, asked_model="")
    except ProviderError as error:
        return str(error)


def _message(error: object) -> str:
    return read_refusal(json.dumps(error), {}).said or "no message"


async def import_answers(
    answers: BatchAnswers,
    ledger: AnswerLedger,
    *,
    prices: PriceTable | None = None,
    discount: float = 0.0,
) -> ImportReport:
    """Store the answers of open questions; questions without an answer stay open.

    Only questions that were asked of a batch model take an answer from a file.

    Args:
        prices: What tokens cost; ``batch:NAME`` counts before ``NAME``.
        discount: The part that a batch takes off the price of ``NAME``.
    """
    waiting = {str(call.key): call for call in ledger.pending_calls(BATCH_PREFIX)}
    wanted = [key for key in answers.replies if key in waiting]
    for begin in range(0, len(wanted), STORED_AT_ONCE):
        await asyncio.gather(
            *(
                ledger.finish(call.key, _addressed(answers.replies[key], call, prices, discount))
                for key in wanted[begin : begin + STORED_AT_ONCE]
                for call in (waiting[key],)
            )
        )
    others = (answers.replies.keys() | answers.errors.keys()) - waiting.keys()
    known = {key for key in others if await _is_known(ledger, key)}
    failed = [message for key, message in answers.errors.items() if key in waiting]
    return ImportReport(
        accepted=len(wanted),
        known=len(known & answers.replies.keys()),
        errors=len(failed),
        foreign=len(others - known),
        missing=sum(1 for _ in ledger.pending_calls(BATCH_PREFIX)),
        conflicts=answers.conflicts,
        damaged=answers.damaged,
        reasons=tuple(Counter(failed).most_common()),
    )


async def _is_known(ledger: AnswerLedger, custom_id: str) -> bool:
    is_key = re.fullmatch(r"[0-9a-f]{64}", custom_id) is not None
    return is_key and await ledger.find(Digest(custom_id)) is not None


def _addressed(
    reply: ChatReply, call: OpenCall, prices: PriceTable | None, discount: float
) -> ChatReply:
    name = ModelName.parse(call.identity).name
    listed = prices and prices.find(name)
    price = prices and (prices.find(call.identity) or (listed and listed.discounted(discount)))
    cost_usd = price.cost_usd(reply.usage) if price and reply.usage.total else None
    return reply.changed(model=reply.model or name, cost_usd=cost_usd, key=call.key)
