"""What is wrong with a text before Lean sees it: size, depth, characters that hide.

These are the cheap checks that keep a hostile or broken text from taking a worker down. They
refuse; they never accept. Whether words like ``sorry`` occur is not asked here: a text filter is
no layer of soundness (``docs/soundness.md``).
"""

import re
import unicodedata

MAX_BYTES = 1 << 20
MAX_DEPTH = 200
"""Deepest bracket nesting; the parser's recursion overflows the stack of the build well above."""

_OPENING = frozenset("([{⟨⟦⌊⌈«")
_CLOSING = frozenset(")]}⟩⟧⌋⌉»")
# What is not closed reaches the end of the text; otherwise hostile texts would take for ever.
_LITERAL_OR_COMMENT = re.compile(
    r"""
    r(?P<fence>\#*)".*?(?:"(?P=fence)|\Z)  # a raw string
    | "(?:\\.|[^"\\])*(?:"|\Z)            # a string
    | '(?:\\.|[^'\\])'                    # a character
    | «[^»]*(?:»|\Z)                       # a quoted name
    | /-.*?(?:-/|\Z)                       # a comment with two ends
    | (?P<line>--[^\n]*)                   # a comment up to the end of its line
    """,
    re.VERBOSE | re.DOTALL,
)
_HIDING = frozenset("\u2060\ufeff\u00ad\u180e\u2061\u2062\u2063\u2064")


def with_line_feeds(text: str) -> str:
    """Write Windows line ends as line feeds."""
    return text.replace("\r\n", "\n")


def refusal_of(text: str) -> str:
    """Say why a text must not reach a worker; empty when it may."""
    text = with_line_feeds(text)
    if len(text) > MAX_BYTES:
        return f"the text has {len(text)} characters; at most {MAX_BYTES} are checked"
    if "\x00" in text:
        return f"the text has a NUL character at {text.index(chr(0))}"
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        return f"the text is not valid Unicode: {error.reason} at {error.start}"
    if size > MAX_BYTES:
        return f"the text has {size} bytes; at most {MAX_BYTES} are checked"
    depth = nesting_depth(text)
    if depth > MAX_DEPTH:
        return f"brackets are nested {depth} deep; at most {MAX_DEPTH} levels are checked"
    return ""


def nesting_depth(text: str) -> int:
    """The deepest bracket nesting, counting brackets in comments and strings too."""
    depth = deepest = 0
    for character in text:
        if character in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif character in _CLOSING:
            depth = max(0, depth - 1)
    return deepest


def ends_in_comment(text: str) -> bool:
    """Whether a line comment reaches the end, where it would swallow whatever is written next."""
    found = [match.end() for match in _LITERAL_OR_COMMENT.finditer(text) if match["line"]]
    return bool(found) and found[-1] == len(text)


def hidden_characters(text: str) -> tuple[str, ...]:
    """Names of characters that change how a text looks without being seen (bidi, zero width)."""
    found = {character for character in text if _hides(character)}
    return tuple(sorted(unicodedata.name(c, f"U+{ord(c):04X}") for c in found))


def _hides(character: str) -> bool:
    if character in "\n\t ":
        return False
    # Cf holds the bidirectional controls, zero-width joiners and spaces; Cc other controls.
    return character in _HIDING or unicodedata.category(character) in {"Cf", "Cc", "Zl", "Zp"}
