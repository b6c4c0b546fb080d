"""The nonce sentinel: the positive sign without which no external backend is believed.

A server can say "compiles clean" about code that failed, drop messages, stop early or answer an
older question. So every text that goes to a Lean we do not own ends with a command that makes Lean
itself log, as a *warning*, a fresh nonce together with the axioms, kind and type of the named
theorem. A warning survives every protocol we speak, information lines do not; the line comes only
if Lean got that far in this very text. No line with this nonce: nothing is known.
"""

import re
import secrets
from collections.abc import Iterable
from typing import NamedTuple

from faithsieve.lean.wire import WireConstant
from faithsieve.records.lean import LeanMessage

MARKER = "-- faithsieve sentinel"
"""The comment before the command, for people who find it in a server's log."""
_NAME = re.compile(r"[\w.'«»!?₀-₉]+")


class Sentinel(NamedTuple):
    """One fresh sentinel for one request."""

    nonce: str
    """Unpredictable, so that no text can contain it beforehand."""
    theorem: str | None
    """The declaration it reports on."""

    @property
    def command(self) -> str:
        """The Lean text to append; needs ``Lean`` imported, as Mathlib does."""
        mark = f"{MARKER} {self.nonce} {self.theorem or ''}".rstrip()
        if self.theorem is None:
            return f'\n\n{mark}\nrun_cmd Lean.logWarning "{self.tag} end"\n'
        return (
            f"\n\n{mark}\n"
            "set_option format.width 1000000 in\n"
            "run_cmd do\n"
            f"  match (← Lean.getEnv).find? `{self.theorem} with\n"
            f'  | none => Lean.logWarning "{self.tag} missing"\n'
            "  | some declared =>\n"
            f"    let axioms ← Lean.collectAxioms `{self.theorem}\n"
            "    let kind := match declared with\n"
            '      | .thmInfo _ => "theorem"\n'
            '      | _ => "other"\n'
            f'    Lean.logWarning m!"{self.tag} axioms {{axioms.toList}}"\n'
            f'    Lean.logWarning m!"{self.tag} kind {{kind}}"\n'
            f'    Lean.logWarning m!"{self.tag} type {{declared.type}}"\n'
        )

    @property
    def tag(self) -> str:
        return f"FS_{self.nonce}"

    def is_line(self, message: LeanMessage) -> bool:
        return message.severity == "warning" and message.text.startswith(f"{self.tag} ")

    def read(self, messages: Iterable[LeanMessage]) -> WireConstant | None:
        """Read what Lean logged about the theorem; None when the decisive line is not there."""
        said: dict[str, str] = {}
        for message in filter(self.is_line, messages):
            key, _, value = message.text.removeprefix(f"{self.tag} ").partition(" ")
            said[key] = value.strip()
        if self.theorem is None:
            return WireConstant() if "end" in said else None
        if "missing" in said:
            return WireConstant()
        if "axioms" not in said or "kind" not in said:
            return None
        axioms = tuple(name.strip() for name in said["axioms"].strip("[]").split(",") if name)
        kind, written = said["kind"], said.get("type") or None
        return WireConstant(found=True, new=1, kind=kind, axioms=axioms, type=written)


def fresh_sentinel(theorem: str | None) -> Sentinel:
    """A sentinel nobody has seen; a name that is not an identifier is treated as missing."""
    safe = theorem if theorem is None or _NAME.fullmatch(theorem) else "«not a name»"
    return Sentinel(nonce=secrets.token_hex(12), theorem=safe)
