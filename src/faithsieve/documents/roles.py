"""Which part of a document is the problem and which is the proof: the words people use for both."""

import re
from enum import StrEnum


class Role(StrEnum):
    """What a stretch of a document is for."""

    PROBLEM = "problem"
    PROOF = "proof"
    CONTEXT = "context"
    """A definition, remark or example: worth reading, neither asked nor proved."""
    NONE = ""


def _roles(*, problem: str, proof: str, context: str) -> dict[str, Role]:
    words = {Role.PROBLEM: problem, Role.PROOF: proof, Role.CONTEXT: context}
    return {word: role for role, names in words.items() for word in names.split()}


# How authors shorten these words to name LaTeX environments.
_SHORT_NAMES = _roles(
    problem="thm lem prop cor prob ex exer exc clm que hw",
    proof="pf sol soln ans prf",
    context="defn def rem rmk exm eg",
)
_WORDS = _roles(
    problem="problem statement exercise question theorem lemma proposition corollary claim task "
    "conjecture fact assertion",
    proof="proof solution answer steps argument demonstration",
    context="definition remark example notation note assumption convention axiom",
)
# In front of a text also short forms, and the letters of a questionnaire.
_RUN_IN_WORDS = _WORDS | _roles(
    problem="thm lem prop prob exer q", proof="pf sol soln ans a", context="defn"
)
_ANY = "|".join(sorted(_WORDS, key=len, reverse=True))
_SHORT = "|".join(sorted(_RUN_IN_WORDS.keys() - _WORDS.keys() - {"q", "a"}, key=len, reverse=True))

RUN_IN_END = "\N{WORD JOINER}"
"""Stands behind bold or italic words that open a paragraph; taken out of every step."""

# Marks of Markdown may stand around a heading in plain text.
_MARKS = r"[#*_> \t]{0,20}"
_NUMBER = r"(?:[ \t]+(?:\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?|[A-Z]|[IVX]{1,4}))?"
_ASIDE = r"(?:[ \t]+(?:of|to|for|by|via|using)\b[^\n.:]{1,80})?(?:[ \t]*\([^()\n]{1,120}\))?"
_LETTER = r"[QA](?=\d{0,3}:)|Q(?=\d{1,3}[.:)])"
RUN_IN = re.compile(
    rf"{_MARKS}(?P<word>{_ANY}|(?:{_SHORT})(?=[ \t]*[\d.:])|{_LETTER})s?"
    rf"(?:(?<=[QA])\d{{0,3}}\)?)?{_NUMBER}{_ASIDE}(?:[ \t]*[:.][:.*_{RUN_IN_END}]*"
    rf"|[*_{RUN_IN_END}]+[:.]?|[ \t]*$)[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading in front of a text: ``Proof.``, ``**Problem 3 (Euclid).**``, ``Solution to 2b:``."""

_HEADING = re.compile(rf"\W*(?:(?:\w+[ \t]+){{0,3}}?)(?P<word>{_ANY})s?\b", re.IGNORECASE)
_INSIDE = re.compile(
    r"\W*(?:step|case|part|base|basis|induct\w*|conclusion|claim|summary|verification|check)\b",
    re.IGNORECASE,
)


def role_of_name(name: str, titles: dict[str, str] | None = None) -> Role:
    """Return the role of an environment or a class of HTML, by its name or the title it prints."""
    plain = (titles or {}).get(name, name).rstrip("*").lower()
    words = [word for word in re.split(r"[^a-z]+", plain) if word]
    for word in words:
        found = _WORDS.get(word) or _WORDS.get(word.removesuffix("s")) or _SHORT_NAMES.get(word)
        if found:
            return found
    return Role.NONE


def role_of_heading(text: str) -> Role:
    """Return the role of a heading on a line of its own, such as ``Proof of the theorem``."""
    found = _HEADING.match(text)
    return _WORDS[found["word"].lower()] if found else Role.NONE


def run_in(text: str, at: int = 0) -> tuple[Role, int] | None:
    """Return the role of a heading at the start of a text, and where the text itself begins."""
    found = RUN_IN.match(text, at)
    if found and found["word"] in ("q", "a"):
        return None
    return (_RUN_IN_WORDS[found["word"].lower()], found.end()) if found else None


def continues_proof(heading: str) -> bool:
    """Return whether a heading such as ``Case 2`` or ``Conclusion`` continues a proof."""
    return _INSIDE.match(heading) is not None
