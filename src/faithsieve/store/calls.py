"""Model calls: written down before they are sent, and again when the answer is there.

A pending call belongs to the process that leased it (``lease``). One whose process died, or that
was cancelled under way, was *interrupted*: it may have been billed, nobody can know. It is asked
again and counted. Calls that wait for an offline batch are pending on purpose, belong to nobody
and never count as interrupted.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, or_, select, update

from faithsieve.errors import StoreError
from faithsieve.records.chat import ChatReply, ChatRequest, OpenCall
from faithsieve.records.cost import Amount
from faithsieve.records.digest import Digest
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.store.lease import LEASE_S, Owner, clock, is_held
from faithsieve.store.rows import Row, Sealed, first, upsert, write
from faithsieve.store.schema import model_calls

MOST_MEASURED = 20_000
"""Calls that are read for medians; more would not move them."""

REQUEST = Sealed(ChatRequest, model_calls, "request", ("key",), "request", "request_seal")
REPLY = Sealed(ChatReply, model_calls, "reply", ("key",), "reply", "reply_seal")

PENDING, ANSWERED, ABANDONED = "pending", "answered", "abandoned"

CANCELLED = "CancelledError"
"""How the reason of an abandoned call begins that was cancelled after it was sent."""


def now() -> str:
    """Return the UTC time as sortable text."""
    return datetime.now(UTC).isoformat()


def find(connection: Connection, key: Digest) -> ChatReply | None:
    """Return the stored answer to a call, or None."""
    return _answer(connection, _row(connection, key))


class Asker(NamedTuple):
    """The owner (an open store) and the run that begin a call."""

    owner: Owner
    run_id: str | None


def begin(
    connection: Connection, key: Digest, request: ChatRequest, identity: str, asker: Asker
) -> ChatReply | bool:
    """Look a call up; if it has no answer, write the intent to send it and lease it.

    Returns:
        The stored answer; True when the call is to be sent; False while another process asks.
    """
    row = _row(connection, key)
    if (answer := _answer(connection, row)) is not None:
        return answer
    is_mine = row is None or row["state"] != PENDING or row["owner"] == asker.owner.text
    if row is not None and not is_mine and is_held(connection, row):
        return False
    was_cut_off = row is not None and _was_cut_off(connection, row)
    is_batch = ModelName.parse(identity).kind is ModelKind.BATCH
    values = {
        **REQUEST.values(request, key=key),
        "identity": identity,
        "stage": request.stage,
        "prompt_id": request.prompt.id,
        "prompt_version": request.prompt.version,
        "prompt_digest": request.prompt.digest,
        "sample_index": request.sample_index,
        "state": PENDING,
        "run_id": asker.run_id,
        "attempts": 1 + (row["attempts"] if row else 0),
        "interruptions": int(was_cut_off) + (row["interruptions"] if row else 0),
        "reply": None,
        "reply_seal": None,
        "reason": None,
        "begun_at": now(),
        "ended_at": None,
        "owner": None if is_batch else asker.owner.text,
        "leased_until": None if is_batch else clock(connection) + LEASE_S,
    }
    upsert(connection, model_calls, values)
    return True


def renew(connection: Connection, owner: Owner) -> None:
    """Renew the leases of all calls that a store has under way."""
    held = (model_calls.c.owner == owner.text) & (model_calls.c.state == PENDING)
    until = clock(connection) + LEASE_S
    connection.execute(update(model_calls).where(held).values(leased_until=until))


def finish(connection: Connection, key: Digest, reply: ChatReply) -> ChatReply:
    """Store an answer and return the stored one: the first, so that every replay gives the same.

    Raises:
        StoreError: no such call was begun.
    """
    sealed = REPLY.values(reply, key=key)
    values = {
        "this": key,
        "state": ANSWERED,
        "reply": sealed["reply"],
        "reply_seal": sealed["reply_seal"],
        "input_tokens": reply.usage.input_tokens,
        "output_tokens": reply.usage.output_tokens,
        "cached_tokens": reply.usage.cached_tokens,
        "cost_usd": reply.cost_usd,
        "seconds": reply.seconds,
        "reason": None,
        "ended_at": now(),
    }
    if write(connection, _ANSWER_PENDING, values) == 1:
        return reply
    row = _row(connection, key)
    if row is None:
        raise StoreError(f"no call {key!r} was begun in this store, so its answer has no place")
    kept = _answer(connection, row)
    if kept is None:
        write(connection, _CHANGE, values)
    return kept or reply


def abandon(connection: Connection, key: Digest, reason: str, owner: Owner) -> None:
    """Mark a call as ended without an answer, unless another process took it over."""
    mine = or_(model_calls.c.owner == owner.text, model_calls.c.owner.is_(None))
    connection.execute(
        update(model_calls)
        .where(model_calls.c.key == key, model_calls.c.state == PENDING, mine)
        .values(state=ABANDONED, reason=reason.replace("\x00", "�"), ended_at=now())
    )


def pending(connection: Connection, identity_prefix: str = "") -> tuple[OpenCall, ...]:
    """Return the unanswered calls whose model identity has this prefix, oldest first."""
    begins = func.substr(model_calls.c.identity, 1, len(identity_prefix)) == identity_prefix
    rows = connection.execute(
        select(model_calls)
        .where(model_calls.c.state == PENDING, begins)
        .order_by(model_calls.c.begun_at, model_calls.c.key)
    ).mappings()
    asked = ((row, REQUEST.sound(connection, row)) for row in rows)
    return tuple(
        OpenCall(
            key=row["key"],
            request=request,
            identity=row["identity"],
            begun_at=datetime.fromisoformat(row["begun_at"]),
        )
        for row, request in asked
        if request is not None
    )


def interrupted(connection: Connection, run_id: str) -> int:
    """Count how often calls of a run were interrupted; those of living processes do not count."""
    columns = ("state", "identity", "reason", "interruptions", "owner", "leased_until")
    may_be = or_(model_calls.c.interruptions > 0, model_calls.c.state != ANSWERED)
    rows = connection.execute(
        select(*(model_calls.c[name] for name in columns)).where(
            model_calls.c.run_id == run_id, may_be
        )
    ).mappings()
    return sum(row["interruptions"] + _was_cut_off(connection, row) for row in rows.all())


def spent(connection: Connection, run_id: str) -> Amount:
    """Sum the tokens and known costs of the answers of a run."""
    columns = model_calls.c
    tokens = func.coalesce(func.sum(columns.input_tokens + columns.output_tokens), 0)
    usd = func.coalesce(func.sum(columns.cost_usd), 0.0)
    paid = select(tokens, usd).where(columns.state == ANSWERED, columns.run_id == run_id)
    row = connection.execute(paid).one()
    return Amount(tokens=int(row[0]), usd=float(row[1]))


def measured(connection: Connection, identity: str) -> dict[str, list[tuple[int, int, float]]]:
    """Return input tokens, output tokens and seconds of a model's answered calls, by stage."""
    columns = model_calls.c
    fields = (columns.stage, columns.input_tokens, columns.output_tokens, columns.seconds)
    answered = select(*fields).where(columns.identity == identity, columns.state == ANSWERED)
    found: dict[str, list[tuple[int, int, float]]] = {}
    for stage, read, said, seconds in connection.execute(answered.limit(MOST_MEASURED)):
        found.setdefault(stage, []).append((read or 0, said or 0, seconds or 0.0))
    return found


_BY_KEY = select(model_calls).where(model_calls.c.key == bindparam("this"))
_CHANGE = update(model_calls).where(model_calls.c.key == bindparam("this"))
_ANSWER_PENDING = _CHANGE.where(model_calls.c.state == PENDING)


def _row(connection: Connection, key: Digest) -> Row | None:
    return first(connection, _BY_KEY, {"this": key})


def _answer(connection: Connection, row: Row | None) -> ChatReply | None:
    is_answered = row is not None and row["state"] == ANSWERED
    return REPLY.sound(connection, row) if is_answered else None


def _was_cut_off(connection: Connection, row: Row) -> bool:
    if ModelName.parse(row["identity"]).kind is ModelKind.BATCH:
        return False
    if row["state"] == ABANDONED:
        return str(row["reason"]).startswith(CANCELLED)
    return row["state"] == PENDING and not is_held(connection, row)
