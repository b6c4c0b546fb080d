"""What every served protocol does with a text before and after the embedded Lean sees it.

Imports are answered here: the environment is fixed (``Init`` and FaithSieve's prelude), so a
leading import of a module that belongs to it is dropped and any other is refused in Lean's words.
FaithSieve's sentinel (``sentinel.py``) needs compiled meta code that the embedded build lacks, so
its lines are written here, from the checker's own report about the named theorem.
"""

import re
from typing import assert_never

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
    """Set when Lean gave no answer; messages are what it had said until then."""
    timed_out: bool = False
    """Whether the failure is a timeout."""

    @property
    def has_errors(self) -> bool:
        """Whether Lean rejected something."""
        return any(message.severity == "error" for message in self.messages)


async def serve_text(
    text: str, *, lean: LeanChecker, timeout_s: float, skip_comments: bool = True
) -> Served:
    """Check a client's text, sentinel and imports included.

    ``skip_comments`` accepts comments before the imports, as Lean does; without it only imports
    and blank lines may stand at the top, as in Kimina's splitting of headers.
    """
    body, sentinel = split_sentinel(text)
    body, refused = take_imports(body, skip_comments=skip_comments)
    if refused is not None:
        return Served(messages=(refused,))
    theorem = sentinel.theorem if sentinel else None
    report = await lean.check(LeanSource(text=body, theorem=theorem), timeout_s=timeout_s)
    return _served(report, sentinel, line=body.count("\n") + 1)


def _served(report: LeanReport, sentinel: Sentinel | None, *, line: int) -> Served:
    match report.status:
        case LeanStatus.TIMEOUT | LeanStatus.INFRASTRUCTURE:
            return Served(
                messages=report.messages,
                failure=report.detail or report.status.value,
                timed_out=report.status is LeanStatus.TIMEOUT,
            )
        case LeanStatus.OK | LeanStatus.ERROR:
            signs = sentinel.lines(_reading(report, sentinel)) if sentinel else ()
            warnings = tuple(
                LeanMessage(severity="warning", line=line, column=0, text=sign) for sign in signs
            )
            sorries = report.goals if report.has_sorry else ()
            said = (*report.messages, *_unspoken(report, line), *warnings)
            return Served(messages=said, sorries=sorries)
        case _:
            assert_never(report.status)


def _unspoken(report: LeanReport, line: int) -> tuple[LeanMessage, ...]:
    """A rejection without an error message, in words: a client counts errors and nothing else."""
    spoken = any(message.severity == "error" for message in report.messages)
    if report.status is not LeanStatus.ERROR or spoken:
        return ()
    return (_error(line, report.detail or "Lean rejects the text and does not say why"),)


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
