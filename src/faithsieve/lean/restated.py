"""A frozen statement's goals as source text, for a Lean that has no driver of ours (law 2).

The embedded judge builds refutations from the elaborated term. A second backend gets the same goal
as text, built by code from the same signature: that the two agree is what ``recheck`` is for.
"""

from faithsieve.lean.signature import Binder, Signature, read_signature
from faithsieve.records.lean import LeanSource, Polarity

NAME = "rechecked"


def restate(statement: str, body: str, polarity: Polarity) -> LeanSource:
    """One theorem with its proof, for any backend of the core dialect.

    Raises:
        InputError: the statement is not one signature.
    """
    signature = read_signature(statement)
    binders, claim = _goal(signature, polarity)
    head = " ".join(part for part in ("theorem", NAME, binders, ":", claim, ":= by") if part)
    indented = "\n".join(f"  {line}" for line in body.splitlines())
    return LeanSource(text=f"{head}\n{indented}\n", theorem=NAME, dialect="core")


def _goal(signature: Signature, polarity: Polarity) -> tuple[str, str]:
    denied = f"¬ ({signature.conclusion})"
    match polarity:
        case Polarity.CLAIM:
            return signature.binders_text, signature.conclusion
        case Polarity.CONTRADICTION:
            return signature.binders_text, denied
        case Polarity.NEGATION:
            return "", f"¬ ({signature.closed_type})"
        case Polarity.COUNTEREXAMPLE:
            bound = " ".join(map(_existential, signature.binders))
            return "", f"∃ {bound}, {denied}" if bound else denied


def _existential(binder: Binder) -> str:
    """A binder under ∃, where every bracket is round; a hypothesis is a witness of itself."""
    return f"({' '.join(binder.names) or '_'} : {binder.type or '_'})"
