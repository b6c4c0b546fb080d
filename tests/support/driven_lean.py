"""What our driver would log, for fakes of Leans that take text."""

import json
import re

from faithsieve.lean.external_backend import MATHLIB, ExternalToolchain, Header
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from support.scripted_lean import lean_message, lean_report

END = "Lean.Parser.Command.eoi"
CONSTANT = {"found": True, "new": 1, "kind": "theorem", "axioms": ["propext"], "type": "True"}


def toolchain(backend: str = "repl", *reached: str, header: Header = MATHLIB) -> ExternalToolchain:
    """An external Lean by how it is asked; a test that reaches it says where it is."""
    return ExternalToolchain(backend=backend, header=header, reached=reached or ("served",))


def logged(text: str) -> str:
    """The driver's warning about a text that is all right."""
    (nonce,) = re.findall(r'answerText "FSJ_([0-9a-f]+)"', text)
    reply = {"nonce": nonce, "errors": 0, "kinds": [END], "constant": CONSTANT}
    return f"FSJ_{nonce} {json.dumps(reply)}"


class DrivenLean:
    """A Lean that ran the driver at the end of a text."""

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        said = lean_message("warning", 1, logged(source.text))
        return lean_report(LeanStatus.OK).changed(messages=(said,))
