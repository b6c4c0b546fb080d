"""What every part of stage two works with, passed on as one value."""

import time
from collections.abc import Callable
from typing import NamedTuple

from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.settings import DecodingSettings, Standard, VerifySettings
from faithsieve.verify.shared_calls import CallBatcher, Caller


class EvaluationTools(NamedTuple):
    """The problem, the model and Lean judge to ask about it, and the settings."""

    problem: str
    model: ChatModel
    judge: StatementJudge
    settings: VerifySettings
    decoding: DecodingSettings
    standard: Standard = Standard()
    clock: Callable[[], float] = time.monotonic
    """Monotonic seconds."""
    registered: Caller | None = None
    """Where the obligation under way asks about statements, the gate and proofs."""

    @property
    def caller(self) -> Caller:
        """The obligation's caller, or a new one that shares no calls."""
        return self.registered or CallBatcher(self.model).register()
