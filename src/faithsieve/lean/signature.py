"""A theorem's signature as text: what it opens, its binders, and its conclusion.

Lean's own parser decides what a signature means (``soundness.py``); this reading is only good
enough to choose tactics by, and to write a goal of the statement as source text for a Lean that has
no driver of ours (:func:`goal_source`). Brackets, strings and comments are respected, nothing is
evaluated.
"""

import re
from typing import Literal

from faithsieve.errors import InputError
from faithsieve.records.base import Record
from faithsieve.records.lean import LeanSource, Polarity

_OPENING = {"(": ")", "{": "}", "[": "]", "⦃": "⦄"}
_NESTING = {**_OPENING, "⟨": "⟩", "⟦": "⟧"}
_BRACKETS: dict[str, Literal["explicit", "implicit", "instance"]] = {
    "(": "explicit",
    "{": "implicit",
    "⦃": "implicit",
    "[": "instance",
}
# What is not closed reaches the end of the text.
_COMMENT = r"/-.*?(?:-/|\Z)"
_BLANK = re.compile(rf"(?:\s|--[^\n]*|{_COMMENT})*", re.DOTALL)
_BLOCK_COMMENT = re.compile(_COMMENT, re.DOTALL)
ORDERS = ("<", "≤", ">", "≥")
# What is opened in front of a signature; Lean decides which namespaces may be.
_OPENING_LINE = re.compile(r"open\b[^:(\[{]*?\bin\b")
GOAL_NAME = "rechecked"


class Binder(Record):
    """One bracketed group in front of the colon."""

    names: tuple[str, ...]
    """The bound names; empty for an anonymous instance."""
    type: str
    """The type, as written."""
    kind: Literal["explicit", "implicit", "instance"]
    """Which brackets."""

    @property
    def is_universal(self) -> bool:
        """Whether its type is a statement about all values of something."""
        return self.type.lstrip().startswith("∀")

    @property
    def is_proposition(self) -> bool:
        """Whether its type reads like a claim rather than a set of values."""
        marks = ("=", "≠", "∣", "∨", "∧", "¬", "∃", "∀", "↔", "≡", *ORDERS)
        names = ("Even ", "Odd ", "Nat.Prime ", "IsSqrt ", "IsFloor ", "False", "True")
        bare = self.type.lstrip()
        return any(mark in bare for mark in marks) or bare.startswith(names)


class Signature(Record):
    """``binders : conclusion``, split but not changed."""

    opens: tuple[str, ...] = ()
    """What stands before the binders: ``open Real in``."""
    binders_text: str
    """Everything else before the colon."""
    conclusion: str
    """Everything after it."""
    binders: tuple[Binder, ...]
    """The bracketed groups."""

    @property
    def text(self) -> str:
        """All that is written, for looking for words and numbers."""
        return f"{self.binders_text} {self.conclusion}"

    @property
    def closed_type(self) -> str:
        """The statement as one type, without free variables."""
        bound = self.binders_text.strip()
        return f"∀ {bound}, {self.conclusion}" if bound else self.conclusion

    @property
    def hypotheses(self) -> tuple[Binder, ...]:
        return tuple(b for b in self.binders if b.kind == "explicit" and b.is_proposition)

    @property
    def objects(self) -> tuple[Binder, ...]:
        return tuple(b for b in self.binders if b.kind == "explicit" and not b.is_proposition)

    def variables(self, *types: str) -> tuple[str, ...]:
        """The names bound with one of these types."""
        return tuple(name for b in self.binders if b.type.strip() in types for name in b.names)


def read_signature(text: str) -> Signature:
    """Split ``{R : Type} (x : R) : x = x`` at its colon.

    Raises:
        InputError: there is no colon outside brackets, or something else stands before it.
    """
    binders: list[Binder] = []
    opens: list[str] = []
    at = _after_blank(text, 0)
    while opening := _OPENING_LINE.match(text, at):
        opens.append(opening[0])
        at = _after_blank(text, opening.end())
    start = at
    while not text.startswith(":", at):
        if at >= len(text):
            raise InputError(f"the signature {text[:60]!r} has no conclusion; write '… : claim'")
        if text[at] not in _BRACKETS:
            raise InputError(
                f"the signature {text[:60]!r} has {text[at : at + 12]!r} where a bracketed binder "
                "or the colon should be"
            )
        end = _closing(text, at)
        binders.append(_read_binder(text[at], text[at + 1 : end]))
        at = _after_blank(text, end + 1)
    return Signature(
        opens=tuple(opens),
        binders_text=text[start:at].strip(),
        conclusion=text[at + 1 :].strip(),
        binders=tuple(binders),
    )


def _read_binder(bracket: str, inside: str) -> Binder:
    kind = _BRACKETS[bracket]
    colon = _top_level(inside, ":")
    if colon is None:
        names: tuple[str, ...] = () if kind == "instance" else tuple(inside.split())
        return Binder(names=names, type=inside if kind == "instance" else "", kind=kind)
    return Binder(names=tuple(inside[:colon].split()), type=inside[colon + 1 :].strip(), kind=kind)


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _closing(text: str, start: int) -> int:
    """The place of the bracket that closes the one at ``start``."""
    expected = [_OPENING[text[start]]]
    at = start + 1
    while at < len(text):
        character = text[at]
        if comment := _BLOCK_COMMENT.match(text, at):
            at = comment.end()
            continue
        if character in _NESTING:
            expected.append(_NESTING[character])
        elif character in _NESTING.values():
            if character != expected.pop():
                break
            if not expected:
                return at
        at += 1
    raise InputError(f"the bracket at {text[start : start + 20]!r} is not closed")


def _top_level(text: str, mark: str) -> int | None:
    depth = 0
    for at, character in enumerate(text):
        if character in _NESTING:
            depth += 1
        elif character in _NESTING.values():
            depth -= 1
        elif character == mark and depth == 0 and not text.startswith(":=", at):
            return at
    return None


def goal_source(statement: str, body: str, polarity: Polarity) -> LeanSource:
    """Write one goal of a statement with its proof, for any backend.

    The embedded judge builds refutations from the elaborated term. A second backend gets the same
    goal as text, built by code from the same signature; ``recheck`` sees whether the two agree.

    Raises:
        InputError: the statement is not one signature.
    """
    signature = read_signature(statement)
    binders, claim = goal_parts(signature, polarity)
    parts = (*signature.opens, "theorem", GOAL_NAME, binders, ":", claim, ":= by")
    head = " ".join(part for part in parts if part)
    indented = "\n".join(f"  {line}" for line in body.splitlines())
    return LeanSource(text=f"{head}\n{indented}\n", theorem=GOAL_NAME)


def goal_parts(signature: Signature, polarity: Polarity) -> tuple[str, str]:
    """The binders in front of a goal, and the goal."""
    claim = signature.conclusion
    denied = "¬ False" if claim == "False" else f"¬ ({claim})"
    match polarity:
        case Polarity.CLAIM:
            return signature.binders_text, claim
        case Polarity.CONTRADICTION:
            return signature.binders_text, denied
        case Polarity.NEGATION:
            return "", f"¬ ({signature.closed_type})"
        case Polarity.COUNTEREXAMPLE:
            bound = " ".join(map(_existential, signature.binders))
            return "", f"∃ {bound}, {denied}" if bound else denied


def _existential(binder: Binder) -> str:
    """Write a binder under ∃, where every bracket is round; a hypothesis is its own witness."""
    return f"({' '.join(binder.names) or '_'} : {binder.type or '_'})"
