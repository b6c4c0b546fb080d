"""Independent questions asked side by side, so that a stage is one round of an offline batch.

A reply that cannot be read comes back as a value: in a crowd it is an abstention, and the method
says what that means. Everything else that goes wrong stops the proof as usual.
"""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

from faithsieve.errors import PendingReplyError, ReplyFormatError

T = TypeVar("T")


async def ask_side_by_side(
    questions: Iterable[Awaitable[T]],
) -> tuple[T | ReplyFormatError, ...]:
    """Ask all questions and wait for all of them, also when some fail.

    Raises:
        BaseException: the first error that is not an unreadable reply; a pending reply comes last,
            because every other error will not go away by waiting.
    """
    outcomes = await asyncio.gather(*questions, return_exceptions=True)
    failures = [
        outcome
        for outcome in outcomes
        if isinstance(outcome, BaseException) and not isinstance(outcome, ReplyFormatError)
    ]
    for failure in sorted(failures, key=lambda error: isinstance(error, PendingReplyError)):
        raise failure
    return tuple(
        outcome
        for outcome in outcomes
        if isinstance(outcome, ReplyFormatError) or not isinstance(outcome, BaseException)
    )


def readable(outcomes: Iterable[T | ReplyFormatError]) -> tuple[T, ...]:
    """The answers among the outcomes, in order, without the abstentions."""
    return tuple(outcome for outcome in outcomes if not isinstance(outcome, ReplyFormatError))


async def ask_each_or_fail(questions: Iterable[Awaitable[T]]) -> tuple[T, ...]:
    """Ask side by side where every answer is needed.

    Raises:
        ReplyFormatError: the first reply that cannot be read.
    """
    outcomes = await ask_side_by_side(questions)
    for outcome in outcomes:
        if isinstance(outcome, ReplyFormatError):
            raise outcome
    return readable(outcomes)
