"""The exception tree: broken machinery raises, expected outcomes are values.

::

    FaithSieveError
    ├── UserError                 the user can fix it; printed as text, exit code 2
    │   ├── ConfigError           a setting, flag or environment variable is wrong
    │   ├── InputError            a proof, dataset or reply file is not what it claims to be
    │   ├── MissingToolError      something that must be installed or set up is not there
    │   └── PluginError           a part that another package adds cannot be used
    ├── LLMError                  a language model could not give a usable answer
    │   ├── ProviderError         the endpoint refused or failed, after retries
    │   ├── ReplyFormatError      it answered, but not in the promised shape
    │   │   └── OutOfBudgetError  a single check goes on without this answer: its budget ended
    │   ├── ReplayMissError       a replay asked for something that was never recorded
    │   ├── PendingReplyError     the answer will come later, from an offline batch
    │   └── BudgetExceededError   a limit of the run was reached; nothing was sent
    ├── LeanUnavailableError      no Lean could be asked (never: Lean said no)
    │   └── LeanCrashError        one question ended Lean again and again
    ├── CanaryError               Lean misjudged a known theorem; what it said cannot be used
    ├── StoreError                run data could not be read or written
    └── FetchError                a download could not be had, or is not what it should be

``PendingReplyError`` and ``BudgetExceededError`` stop a run cleanly (exit code 3): what was done
is kept. A single check turns the latter into ``OutOfBudgetError`` and answers ``undecided``.
"""

from typing import Literal, NamedTuple

EXIT_USER_ERROR = 2
EXIT_UNFINISHED = 3


class FaithSieveError(Exception):
    """Base of every error FaithSieve raises on purpose."""


class UserError(FaithSieveError):
    """A mistake the user can correct; shown as text without a traceback."""


class ConfigError(UserError):
    """A setting, flag or environment variable has a value that cannot be used."""


class InputError(UserError):
    """A file or text from outside does not have the shape it claims."""


class MissingToolError(UserError):
    """Something that must be installed or set up is not there."""

    def __init__(self, tool: str, *, needed_for: str, fix: str) -> None:
        super().__init__(f"{tool} is not available, and {needed_for} needs it. Run: {fix}")
        self.tool = tool
        self.needed_for = needed_for
        self.fix = fix


class PluginError(UserError):
    """A part that another package adds cannot be loaded or failed; the message names it."""


class LLMError(FaithSieveError):
    """A language model could not give a usable answer."""


class ErrorDetails(NamedTuple):
    """What a provider's error says, taken apart; every field may be missing."""

    said: str | None = None
    """The provider's own sentence, without secrets."""
    param: str | None = None
    """The request's field that it objects to."""
    code: str | None = None
    """Its word for the error."""
    request_id: str | None = None
    """What the provider's support asks for."""


SILENCE = "silence"
"""The ``code`` of a request that was given up because no answer began in time."""


REFUSED = "refused"
"""The ``code`` of a request for which nobody listens at the endpoint's address."""


class ProviderError(LLMError):
    """The endpoint refused the request or kept failing after all retries."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
        retryable: bool = False,
        maybe_billed: bool = False,
        refusal: ErrorDetails | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after_s = retry_after_s
        self.retryable = retryable
        self.maybe_billed = maybe_billed
        self.refusal = refusal or ErrorDetails()

    @property
    def is_silence(self) -> bool:
        """Whether nothing came for too long, so that streaming may help."""
        return self.refusal.code == SILENCE or self.status in (504, 524)


ANOTHER_MODEL = "try another model: this reply is kept and would only be read again"
"""The next step after a reply that cannot be used."""


class ReplyFormatError(LLMError):
    """The model answered, but its text does not parse into the record the prompt promised."""

    def __init__(
        self,
        message: str,
        *,
        prompt_id: str,
        raw_text: str,
        reason: Literal["malformed", "truncated", "refused"] = "malformed",
    ) -> None:
        super().__init__(message)
        self.prompt_id = prompt_id
        self.raw_text = raw_text
        self.reason = reason


class ReplayMissError(LLMError):
    """A replay was asked for an answer that its store does not hold; nothing was sent."""

    def __init__(self, *, prompt_id: str, key: str) -> None:
        super().__init__(
            f"no stored answer for prompt {prompt_id!r} under key {key[:12]}; the prompt, the "
            "model or a setting differs from the recorded run: run it again with a live model first"
        )
        self.prompt_id = prompt_id
        self.key = key


class PendingReplyError(LLMError):
    """The request was written down for an offline batch; its answer is not here yet."""

    def __init__(self, key: str) -> None:
        super().__init__(f"request {key[:12]} waits for an offline batch")
        self.key = key


class OutOfBudgetError(ReplyFormatError):
    """A call of a single check was not sent: the budget ended, and there is no reply to read.

    A kind of ``ReplyFormatError``, so that every stage goes on with what it has.
    """

    def __init__(self, stop: "BudgetExceededError", *, prompt_id: str) -> None:
        super().__init__(str(stop), prompt_id=prompt_id, raw_text="")
        self.limit = stop.limit


class BudgetExceededError(LLMError):
    """A limit of the run was reached before this call was sent, or this question put to Lean."""

    def __init__(
        self,
        message: str,
        *,
        limit: Literal["tokens", "money", "Lean seconds"] = "tokens",
        needed: float = 0.0,
    ) -> None:
        super().__init__(message)
        self.limit = limit
        self.needed = needed
        """What the limit would have to be at least; 0 where that is not known."""


class LeanUnavailableError(FaithSieveError):
    """No Lean could be asked: not set up, dead after restarts, or unreachable."""


class LeanCrashError(LeanUnavailableError):
    """One question ended Lean's process again and again; Lean may still answer others."""


class CanaryError(FaithSieveError):
    """A known-true or known-false theorem was misjudged; nothing this judge said can be used.

    Not a kind of ``LeanUnavailableError``: that leaves a claim open and goes on, this ends the run.
    """

    def __init__(self, message: str, *, voided: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.voided = voided


class StoreError(FaithSieveError):
    """Run data could not be read or written."""


class FetchError(FaithSieveError):
    """Something to download could not be had or is not genuine; trying again goes on from there."""
