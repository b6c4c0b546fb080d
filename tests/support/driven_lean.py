"""What our driver would log, for fakes of Leans that take text."""

import json
import re

from faithsieve.lean.external_backend import MATHLIB, ExternalToolchain, Header

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
