"""What every served protocol does with a text before and after the embedded Lean sees it.

Imports are answered here: the environment is fixed (``Init`` and FaithSieve's prelude), so a
leading import of a module that belongs to it is dropped and any other is refused in Lean's words.
FaithSieve's sentinel (``sentinel.py``) needs compiled meta code that the embedded build lacks, so
its lines are written here, from the checker's own report about the named theorem.
"""

import re

from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.sentinel import Sentinel, SentinelReading, split_sentinel
from faithsieve.records.base import Record
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

PRESENT = frozenset({"Init", "Lean", "Std"})
"""Modules a client may ask for; of ``Lean`` and ``Std`` only what ``Init`` re-exports is there."""
_IMPORT = re.compile(r"^(?:public\s+|meta\s+)*import\s+(?:all\s+)?([\w.«»]+)\s*$")


class Served(Record):
    """What Lean said about a client's text, in the text's own coordinates."""

    messages: tuple[LeanMessage, ...] = ()
    """Messages, 1-based lines and 0-based columns."""
    sorries: tuple[LeanGoal, ...] = ()
    """Open goals at sorries."""
    failure: str = ""
    """Set when Lean gave no answer; there are no messages then."""
    timed_out: bool = False
    """Whether the failure is a timeout."""

    @property
    def has_errors(self) -> bool:
        """Whether Lean rejected something."""
        return any(message.severity == "error" for message in self.messages)


async def serve_text(
    text: str, *, lean: LeanChecker, timeout_s: float, imports_first: bool = True
) -> Served:
    """Check a client's text, sentinel and imports included.

    ``imports_first`` accepts comments before the imports, as Lean does; without it only imports
    and blank lines may stand at the top, as in Kimina's splitting of headers.
    """
    body, sentinel = split_sentinel(text)
    body, refused = take_imports(body, skip_comments=imports_first)
    if refused is not None:
        return Served(messages=(refused,))
    theorem = sentinel.theorem if sentinel else None
    report = await lean.check(LeanSource(text=body, theorem=theorem), timeout_s=timeout_s)
    return _served(report, sentinel, line=body.count("\n") + 1)


def _served(report: LeanReport, sentinel: Sentinel | None, *, line: int) -> Served:
    unanswered = report.status in (LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE)
    if unanswered and not report.messages:
        timed_out = report.status is LeanStatus.TIMEOUT
        return Served(failure=report.detail or report.status.value, timed_out=timed_out)
    added: tuple[str, ...] = ()
    if sentinel is not None and not unanswered:
        added = sentinel.lines(_reading(report, sentinel))
    warnings = tuple(
        LeanMessage(severity="warning", line=line, column=0, text=text) for text in added
    )
    sorries = report.goals if report.has_sorry else ()
    return Served(messages=(*report.messages, *warnings), sorries=sorries)


def _reading(report: LeanReport, sentinel: Sentinel) -> SentinelReading:
    if sentinel.theorem is None:
        return SentinelReading(found=True)
    return SentinelReading(
        found=report.theorem_type is not None,
        kind="other" if "not a theorem" in report.detail else "theorem",
        axioms=report.axioms,
        type=report.theorem_type,
    )


def take_imports(text: str, *, skip_comments: bool) -> tuple[str, LeanMessage | None]:
    """Blank out leading imports, so that lines keep their numbers, or name the one refused."""
    lines = text.split("\n")
    at_top = True
    for number, line in enumerate(lines, start=1):
        found = _IMPORT.match(line)
        if found is None:
            at_top = at_top and (not line.strip() or (skip_comments and line.startswith("--")))
            continue
        if not at_top:
            return text, _error(
                number, "invalid 'import' command, it must be used in the beginning of the file"
            )
        if found[1].split(".")[0] not in PRESENT:
            return text, _error(1, _unknown_module(found[1]))
        lines[number - 1] = ""
    return "\n".join(lines), None


def _unknown_module(name: str) -> str:
    root = name.split(".")[0]
    return (
        f"unknown module prefix '{root}'\n\n"
        f"No directory '{root}' or file '{root}.olean' in the search path entries of the embedded "
        "Lean"
    )


def _error(line: int, text: str) -> LeanMessage:
    return LeanMessage(severity="error", line=line, column=0, text=text)
