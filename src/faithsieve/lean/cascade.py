"""The automation cascade: many proof bodies on one frozen statement, in one Lean request.

Every attempt is its own command with its own heartbeat limit, because Lean's limit is fixed per
command and a tactic cannot catch its exhaustion. To stop at the first success without a second
request, attempt *n* is a pair of a flag and a proof that holds when the flag is true::

    def attempt_2 : PSigma fun closed : Bool => closed = true → ∀ …, claim := by
      first
      | exact ⟨true, fun _ => attempt_1.2 rfl⟩             -- already closed: no work
      | (exact (fun proof => ⟨true, fun _ => proof⟩) (fun … => by BODY); trace "closed by 2")
      | exact ⟨false, nofun⟩

``rfl`` only passes when attempt 1 closed its goal (a failed or stopped attempt has no flag that
computes to true), so after a success every later command costs a millisecond. The answer is the
body that closed it: a candidate for ``soundness.py``, never a verdict (law 1). Paper app. C.3.
"""

from typing import Literal

from pydantic import Field

from faithsieve.lean.attempts import Attempt, core_attempts, mathlib_attempts
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.signature import Signature, read_signature
from faithsieve.records.base import Record
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import LeanGoal, LeanReport, LeanSource, LeanStatus

TIMEOUT_S = 30.0
LAST_GOALS = 4
"""How many of the goals that remain are handed on."""


class Closed(Record):
    """A body was found; ``soundness.py`` has still to accept it."""

    body: str
    """Tactics to put after ``by``."""
    attempt: str
    """The idea that worked."""
    tried: int = Field(ge=1)
    """How many attempts were made, this one included."""
    seconds: float = Field(ge=0)
    """Wall-clock time of all requests."""


class NotClosed(Record):
    """Nothing closed the goal; this says nothing about whether it is true."""

    goals: tuple[LeanGoal, ...]
    """What remained after splitting and easy parts."""
    tried: int = Field(ge=0)
    """How many attempts were made."""
    stopped: tuple[str, ...]
    """Attempts that reached their limit, so that more time might help."""
    seconds: float = Field(ge=0)
    """Wall-clock time of all requests."""


class CouldNotTry(Record):
    """Lean did not answer, or rejected the statement itself."""

    status: LeanStatus
    """What the backend reported."""
    detail: str
    """Why, or Lean's first error."""
    seconds: float = Field(ge=0)
    """Wall-clock time of all requests."""


CascadeResult = Closed | NotClosed | CouldNotTry


def default_attempts(
    signature: Signature, dialect: Literal["core", "mathlib"]
) -> tuple[Attempt, ...]:
    """The attempts for a dialect."""
    return core_attempts(signature) if dialect == "core" else mathlib_attempts(signature)


async def close_goal(
    signature_text: str,
    *,
    lean: LeanChecker,
    dialect: Literal["core", "mathlib"] = "core",
    attempts: tuple[Attempt, ...] | None = None,
    timeout_s: float = TIMEOUT_S,
) -> CascadeResult:
    """Try automation on ``binders : claim``.

    Risky attempts go into a request of their own, so that a crash costs only them.

    Raises:
        InputError: the text is not a signature.
    """
    signature = read_signature(signature_text)
    planned = default_attempts(signature, dialect) if attempts is None else attempts
    calm = tuple(attempt for attempt in planned if not attempt.is_risky)
    risky = tuple(attempt for attempt in planned if attempt.is_risky)
    result = await _try_all(signature, calm, lean=lean, dialect=dialect, timeout_s=timeout_s)
    if not risky or isinstance(result, Closed):
        return result
    second = await _try_all(signature, risky, lean=lean, dialect=dialect, timeout_s=timeout_s)
    return _joined(result, second)


async def _try_all(
    signature: Signature,
    attempts: tuple[Attempt, ...],
    *,
    lean: LeanChecker,
    dialect: Literal["core", "mathlib"],
    timeout_s: float,
) -> CascadeResult:
    plan = CascadePlan(signature=signature, attempts=attempts)
    report = await lean.check(LeanSource(text=plan.source, dialect=dialect), timeout_s=timeout_s)
    result, doubtful = read_cascade(report, plan)
    if doubtful is None:
        return result
    # Lean recovered from an error inside that attempt, which hides all later ones: ask for these.
    rest = await _try_all(
        signature, attempts[doubtful + 1 :], lean=lean, dialect=dialect, timeout_s=timeout_s
    )
    return _joined(result, rest)


class CascadePlan(Record):
    """One request: the attempts, and the text that makes Lean try them in order."""

    signature: Signature
    """The frozen statement."""
    attempts: tuple[Attempt, ...]
    """What to try."""

    @property
    def nonce(self) -> str:
        """Bound into every mark, so that no text can imitate one: no text contains its own hash.

        Not random, so that the same plan is the same request and its answer can be kept (law 3).
        """
        tried = [attempt.model_dump(mode="json") for attempt in self.attempts]
        return digest_of([self.signature.closed_type, tried])[:16]

    @property
    def commands(self) -> tuple[str, ...]:
        """The statement alone, one command per attempt, and the goals that remain."""
        attempts = self.attempts
        return (
            _statement_command(self.signature, self.nonce),
            *(_attempt_command(self, attempt, i) for i, attempt in enumerate(attempts)),
            _rest_command(self.signature, len(attempts)),
        )

    @property
    def source(self) -> str:
        """The text of the request."""
        return "\n\n".join(self.commands) + "\n"

    def lines_of(self, index: int) -> range:
        """The 1-based lines of an attempt's command, or of the last one after all attempts."""
        # The statement's command comes first, and an empty line follows every command.
        heights = [command.count("\n") + 2 for command in self.commands]
        start = 1 + sum(heights[: index + 1])
        return range(start, start + heights[index + 1])


def read_cascade(report: LeanReport, plan: CascadePlan) -> tuple[CascadeResult, int | None]:
    """Find the mark of the first attempt that closed the goal.

    A mark counts whatever happened in other commands: an earlier attempt that ran out of
    heartbeats makes the whole report a timeout, and the found body is judged again anyway. It does
    not count when its own command also has an error; then the attempt's index comes back too.
    """
    marks = _marks(report)
    # Lean goes on with a hole where the statement does not elaborate, so its mark is not enough.
    statement = range(1, plan.lines_of(0).start)
    if f"statement {plan.nonce}" not in marks or _has_error(report, statement):
        failed = CouldNotTry(status=report.status, detail=_why(report), seconds=report.elapsed_s)
        return failed, None
    for i, attempt in enumerate(plan.attempts):
        if f"closed {plan.nonce} {i}" in marks:
            if _has_error(report, plan.lines_of(i)):
                return _left(report, plan, marks, tried=i + 1), i
            closed = Closed(
                body=attempt.body, attempt=attempt.name, tried=i + 1, seconds=report.elapsed_s
            )
            return closed, None
    return _left(report, plan, marks, tried=len(plan.attempts)), None


def _left(report: LeanReport, plan: CascadePlan, marks: frozenset[str], *, tried: int) -> NotClosed:
    return NotClosed(
        goals=report.goals[-LAST_GOALS:],
        tried=tried,
        stopped=_stopped(plan, marks, tried),
        seconds=report.elapsed_s,
    )


def _joined(first: CascadeResult, second: CascadeResult) -> CascadeResult:
    """The better of two requests, with the work of both."""
    seconds = first.seconds + second.seconds
    match first, second:
        case NotClosed(), Closed():
            tried = first.tried + second.tried
            return second.model_copy(update={"tried": tried, "seconds": seconds})
        case NotClosed(), NotClosed():
            return NotClosed(
                goals=first.goals,
                tried=first.tried + second.tried,
                stopped=(*first.stopped, *second.stopped),
                seconds=seconds,
            )
        case CouldNotTry(), Closed():
            return second.model_copy(update={"seconds": seconds})
        case _:
            return first.model_copy(update={"seconds": seconds})


def _statement_command(signature: Signature, nonce: str) -> str:
    """Proves nothing; its mark shows that the statement elaborates."""
    return (
        f"example : ({signature.closed_type}) → True := by\n"
        f'  trace "statement {nonce}"\n'
        "  exact fun _ => trivial"
    )


# Inside a `first` alternative that is not the last one, Lean throws errors instead of logging them
# and going on with a hole, which would look like success. An unfinished block is still only logged;
# `focus` throws when no goal is left, so this line throws when one is.
_NO_GOALS = "fail_if_success focus skip"


def _attempt_command(plan: CascadePlan, attempt: Attempt, index: int) -> str:
    signature, nonce = plan.signature, plan.nonce
    bound = signature.binders_text
    opening = f"fun {bound} => by" if bound else "by"
    body = "\n           ".join([*attempt.body.splitlines(), _NO_GOALS])
    previous = f"  | exact ⟨true, fun _ => attempt_{index - 1}.2 rfl⟩\n" if index else ""
    return (
        f"set_option maxHeartbeats {attempt.heartbeats} in\n"
        f"noncomputable def attempt_{index} : PSigma fun closed : Bool => closed = true →\n"
        f"    ({signature.closed_type}) := by\n"
        "  first\n"
        f"{previous}"
        f"  | (exact (fun proof => ⟨true, fun _ => @proof⟩ :\n"
        f"        ({signature.closed_type}) → PSigma _) ({opening}\n"
        "        first\n"
        f"        | (\n           {body})\n"
        "        | fail)\n"
        f'     trace "closed {nonce} {index}")\n'
        f'  | (trace "open {nonce} {index}"; exact ⟨false, nofun⟩)'
    )


def _rest_command(signature: Signature, attempts: int) -> str:
    """Leaves the goals that automation could not close as unsolved, for their text."""
    bound = signature.binders_text
    named = f"refine fun {bound} => ?_" if bound else "skip"
    previous = f"  | exact (attempt_{attempts - 1}.2 rfl)\n" if attempts else ""
    return (
        "set_option maxHeartbeats 4000 in\n"
        f"example : {signature.closed_type} := by\n  first\n{previous}"
        f"  | ({named}; repeat' apply And.intro)"
    )


def _marks(report: LeanReport) -> frozenset[str]:
    return frozenset(message.text.strip() for message in report.messages)


def _has_error(report: LeanReport, lines: range) -> bool:
    return any(m.severity == "error" and m.line in lines for m in report.messages)


def _stopped(plan: CascadePlan, marks: frozenset[str], tried: int) -> tuple[str, ...]:
    """The attempts that said neither "closed" nor "open"."""
    ended = {f"{word} {plan.nonce}" for word in ("open", "closed")}
    return tuple(
        attempt.name
        for i, attempt in enumerate(plan.attempts[:tried])
        if not any(f"{word} {i}" in marks for word in ended)
    )


def _why(report: LeanReport) -> str:
    if report.detail:
        return report.detail
    errors = [message.text for message in report.messages if message.severity == "error"]
    return errors[0] if errors else "Lean gave no sign that it read the statement"
