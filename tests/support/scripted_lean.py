"""A Lean that says what it was told to say: for tests, demonstrations and dry runs.

It records every source and fails loudly when the script runs out, so that a test cannot pass by
checking less or more than it meant to.
"""

from collections.abc import Callable, Iterable

from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

BACKEND = "scripted"
TOOLCHAIN = "scripted-lean"

Answer = LeanReport | BaseException
"""One line of a script: a report, or an error to raise."""


class LeanScriptExhaustedError(AssertionError):
    """The code under test checked more than the script has."""


class ScriptedLean:
    """A :class:`~faithsieve.lean.protocol.LeanChecker` that follows a script.

    Example:
        >>> lean = ScriptedLean([compiles(), rejects("unknown identifier")])
    """

    def __init__(self, script: Iterable[Answer] | Callable[[LeanSource], Answer]) -> None:
        """Take reports in order, or a function of the source."""
        self._answer = script if callable(script) else None
        self._lines = [] if callable(script) else list(script)
        self._checked: list[LeanSource] = []

    @property
    def checked(self) -> tuple[LeanSource, ...]:
        """Every source so far, in order."""
        return tuple(self._checked)

    @property
    def remaining(self) -> int:
        """How many lines of the script were not used."""
        return len(self._lines)

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Say the next line.

        Raises:
            LeanScriptExhaustedError: there is none.
        """
        self._checked.append(source)
        answer = self._answer(source) if self._answer else self._next()
        if isinstance(answer, BaseException):
            raise answer
        return LeanReport.model_validate(answer.model_dump() | {"digest": source_key(source)})

    def _next(self) -> Answer:
        if not self._lines:
            last = self._checked[-1].text
            raise LeanScriptExhaustedError(
                f"check {len(self._checked)} has no line: {last[:200]!r}"
            )
        return self._lines.pop(0)


def source_key(source: LeanSource) -> Digest:
    """The key the scripted Lean uses."""
    return digest_of({"toolchain": TOOLCHAIN, "source": source.model_dump(mode="json")})


def compiles(theorem_type: str | None = None, *, has_sorry: bool = False) -> LeanReport:
    """A report that says ok."""
    return _report(LeanStatus.OK, theorem_type=theorem_type, has_sorry=has_sorry)


def rejects(*errors: str, goals: Iterable[str] = ()) -> LeanReport:
    """A report with errors and open goals, all at the start of the text."""
    return _report(
        LeanStatus.ERROR,
        messages=tuple(
            LeanMessage(severity="error", line=1, column=0, text=text) for text in errors
        ),
        goals=tuple(LeanGoal(line=1, column=0, text=text) for text in goals),
    )


def times_out(detail: str = "stopped at the time limit") -> LeanReport:
    """A report that says timeout."""
    return _report(LeanStatus.TIMEOUT, detail=detail)


def breaks(detail: str = "Lean ended without an answer") -> LeanReport:
    """A report of an infrastructure failure."""
    return _report(LeanStatus.INFRASTRUCTURE, detail=detail)


def _report(
    status: LeanStatus,
    *,
    messages: tuple[LeanMessage, ...] = (),
    goals: tuple[LeanGoal, ...] = (),
    theorem_type: str | None = None,
    has_sorry: bool = False,
    detail: str = "",
) -> LeanReport:
    return LeanReport(
        status=status,
        messages=messages,
        goals=goals,
        theorem_type=theorem_type,
        has_sorry=has_sorry,
        detail=detail,
        backend=BACKEND,
        toolchain=TOOLCHAIN,
        digest=digest_of([]),
    )
