"""Our driver inside a text, for Leans that only take text: REPL, MCP, Kimina.

The header carries the driver's code and each request is one command that calls it, so that Lean
itself, in the same submission, freezes the statement, builds every goal from it, compares types,
follows axioms and lets the kernel check again. Statements and proofs travel as a string literal,
never as Lean code: no text can end the template early. The reply is one warning that carries a
fresh nonce. A candidate has no syntax that logs, and what Lean says about it is quoted inside the
reply; so a second line with the nonce, or none, is no answer.
"""

import json
import secrets

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import GRACE_S, WorkerTimeoutError
from faithsieve.lean.external_backend import ExternalLean, ExternalToolchain, Header
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus

NAMESPACE = "FaithSieveDriver"


def string_literal(text: str) -> str:
    """Write a text as a Lean string literal, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


def judging_header(toolchain: ExternalToolchain) -> Header:
    """The header of a toolchain with the driver behind it.

    The driver is in a namespace of its own: its names must not be those of a statement.
    """
    code = toolchain.driver.removeprefix("import Lean\n")
    config = string_literal(json.dumps(toolchain.config, ensure_ascii=False))
    own = toolchain.header
    parts = (own.opening, f"namespace {NAMESPACE}", code, f"def config : String := {config}")
    return Header(
        imports=own.imports,
        prelude="\n".join([*parts, f"end {NAMESPACE}"]),
        dialect=own.dialect,
    )


class TextDriver:
    """Asks the driver in a Lean that takes text; one request is one submission."""

    def __init__(self, lean: ExternalLean, toolchain: ExternalToolchain) -> None:
        """Wrap a backend whose header is :func:`judging_header` of the toolchain."""
        self.lean = lean
        self.toolchain = toolchain

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Submit one request.

        Raises:
            WorkerTimeoutError: Lean did not finish in time.
            LeanUnavailableError: it gave no answer that is bound to this request.
        """
        nonce = secrets.token_hex(16)
        bound = {**request, "nonce": nonce, "soft_ms": max(1, int(timeout_s * 1000))}
        asked = string_literal(json.dumps(bound, ensure_ascii=False))
        call = f'{NAMESPACE}.answerText "{_tag(nonce)}" {NAMESPACE}.config {asked}'
        source = LeanSource(text=f"run_cmd {call}", dialect=self.toolchain.header.dialect)
        report = await self.lean.check(source, timeout_s=timeout_s + GRACE_S)
        return read_reply(report, nonce)

    async def lemma_names(self, statement: str) -> tuple[str, ...]:
        return await self.lean.lemma_names(statement)


def _tag(nonce: str) -> str:
    return f"FSJ_{nonce}"


def read_reply(report: LeanReport, nonce: str) -> dict[str, object]:
    """Read the one reply that belongs to a request.

    Raises:
        WorkerTimeoutError: Lean was stopped.
        LeanUnavailableError: there is none, or more than one, or it is not bound to the request.
    """
    if report.status is LeanStatus.TIMEOUT:
        raise WorkerTimeoutError(report.detail)
    if report.status is not LeanStatus.OK:
        errors = [message.text for message in report.messages if message.severity == "error"]
        why = report.detail or " | ".join(errors[:2])
        raise LeanUnavailableError(f"the driver did not run in {report.backend}: {why[:500]}")
    start = f"{_tag(nonce)} "
    said = [m.text for m in report.messages if m.text.startswith(start)]
    if len(said) != 1:
        raise LeanUnavailableError(f"{report.backend} sent {len(said)} replies to one request")
    try:
        reply = json.loads(said[0].removeprefix(start))
    except ValueError as error:
        raise LeanUnavailableError(f"the reply of {report.backend} is cut: {error}") from error
    if not isinstance(reply, dict) or reply.get("nonce") != nonce:
        raise LeanUnavailableError(f"the reply of {report.backend} is not bound to this request")
    return reply
