"""A Lean of ours behind a foreign protocol: it answers the sentinel at the end of a text.

A Lean with its whole library runs the sentinel's command; the embedded build has no code for it.
"""

import re

from faithsieve.lean.external_backend import MATHLIB, ExternalToolchain, Header
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.sentinel import MARKER, Sentinel
from faithsieve.lean.wire import WireConstant
from faithsieve.records.lean import LeanMessage, LeanReport, LeanSource, LeanStatus


def toolchain(backend: str = "repl", *reached: str, header: Header = MATHLIB) -> ExternalToolchain:
    """An external Lean by how it is asked; a test that reaches it says where it is."""
    return ExternalToolchain(backend=backend, header=header, reached=reached or ("served",))


def sentinel_lines(sentinel: Sentinel, reading: WireConstant) -> tuple[str, ...]:
    """The warnings that Lean would log for a reading."""
    if sentinel.theorem is None:
        return (f"{sentinel.tag} end",)
    if not reading.found:
        return (f"{sentinel.tag} missing",)
    return (
        f"{sentinel.tag} axioms [{', '.join(reading.axioms)}]",
        f"{sentinel.tag} kind {reading.kind}",
        f"{sentinel.tag} type {' '.join((reading.type or '').split())}",
    )


def split_sentinel(text: str) -> tuple[str, Sentinel | None]:
    """Take a sentinel off the end of a text."""
    at = text.rfind(f"\n{MARKER} ")
    if at < 0:
        return text, None
    words = text[at:].split("\n")[1].removeprefix(MARKER).split()
    if not words or not re.fullmatch(r"[0-9a-f]{24}", words[0]):
        return text, None
    return text[:at].rstrip("\n") + "\n", Sentinel(
        nonce=words[0], theorem=" ".join(words[1:]) or None
    )


class SigningLean:
    """Checks what stands before the sentinel, and signs the report as Lean would."""

    def __init__(self, lean: LeanChecker) -> None:
        self._lean = lean

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        body, sentinel = split_sentinel(source.text)
        theorem = sentinel.theorem if sentinel else source.theorem
        report = await self._lean.check(LeanSource(text=body, theorem=theorem), timeout_s=timeout_s)
        if sentinel is None or report.status not in (LeanStatus.OK, LeanStatus.ERROR):
            return report
        reading = WireConstant(
            found=theorem is None or report.theorem_type is not None,
            kind="other" if "not a theorem" in report.detail else "theorem",
            axioms=report.axioms,
            type=report.theorem_type,
        )
        line = body.count("\n") + 1
        signs = tuple(
            LeanMessage(severity="warning", line=line, column=0, text=text)
            for text in sentinel_lines(sentinel, reading)
        )
        return LeanReport(**{**dict(report), "messages": (*report.messages, *signs)})
