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


def unanswering_lean(status: LeanStatus) -> ScriptedLean:
    """A Lean that says one thing about a text and then gives no answer about it."""
    warning = lean_message("warning", 1, "unused variable `x`")
    return ScriptedLean(lambda _: lean_report(status, warning, theorem_type=None, detail="stopped"))


def knowing_lean() -> ScriptedLean:
    """A Lean that rejects ``wrong``, is slow at ``slow``, dies at ``crash`` and knows a sorry."""
    return ScriptedLean(_answer)


def _answer(source: LeanSource) -> LeanReport:
    lines = source.text.split("\n")
    at = next((i for i, line in enumerate(lines, start=1) if "theorem" in line), 1)
    if "slow" in source.text:
        return lean_report(LeanStatus.TIMEOUT, theorem_type=None, detail="stopped")
    if "crash" in source.text:
        return lean_report(LeanStatus.INFRASTRUCTURE, theorem_type=None, detail="Lean ended")
    if "wrong" in source.text:
        error = lean_message("error", at, "unsolved goals\nx : Nat\n⊢ x = 1")
        return lean_report(LeanStatus.ERROR, error, axioms=("sorryAx",))
    if "unknown" in source.text:
        error = lean_message("error", at, "Unknown identifier `unknown`")
        return lean_report(LeanStatus.ERROR, error, theorem_type=None)
    if "sorry" in source.text:
        warning = lean_message("warning", at, "declaration uses `sorry`")
        goal = LeanGoal(line=len(lines) - 1, column=2, text="⊢ 1 = 2")
        return lean_report(LeanStatus.OK, warning, axioms=("sorryAx",), goals=(goal,))
    if source.theorem and source.theorem not in source.text:
        detail = f"there is no declaration {source.theorem!r} in the text"
        return lean_report(LeanStatus.ERROR, theorem_type=None, detail=detail)
    return lean_report(axioms=("propext",))
