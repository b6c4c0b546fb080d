"""Leans that say what they were told to say, for tests of clients, servers and commands."""

from collections.abc import Callable, Iterable

from faithsieve.records.digest import digest_of
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

TOOLCHAIN = "scripted-lean"


class ScriptedLean:
    """A :class:`~faithsieve.lean.protocol.LeanChecker` that follows a script and remembers."""

    def __init__(self, script: Iterable[LeanReport] | Callable[[LeanSource], LeanReport]) -> None:
        """Take reports in order, or a function of the source."""
        lines = iter(() if callable(script) else script)
        self._answer = script if callable(script) else lambda source: next(lines)
        self.checked: list[LeanSource] = []

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        self.checked.append(source)
        key = digest_of({"toolchain": TOOLCHAIN, "source": source.model_dump(mode="json")})
        return LeanReport.model_validate(self._answer(source).model_dump() | {"digest": key})


def lean_message(severity: str, line: int, text: str) -> LeanMessage:
    """A message at the start of a line."""
    return LeanMessage.model_validate(
        {"severity": severity, "line": line, "column": 0, "text": text}
    )


def lean_report(
    status: LeanStatus = LeanStatus.OK,
    *messages: LeanMessage,
    theorem_type: str | None = "True",
    axioms: tuple[str, ...] = (),
    goals: tuple[LeanGoal, ...] = (),
    detail: str = "",
) -> LeanReport:
    """A report with what a test does not care about filled in."""
    return LeanReport(
        status=status,
        messages=messages,
        theorem_type=theorem_type,
        axioms=axioms,
        goals=goals,
        has_sorry="sorryAx" in axioms,
        elapsed_s=0.01,
        backend="scripted",
        toolchain=TOOLCHAIN,
        digest=digest_of("scripted"),
        detail=detail,
    )
