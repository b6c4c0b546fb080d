r"""Repair of LaTeX commands that a missing backslash turned into control characters.

Some published rows were written with ``"\text"`` where JSON needs ``"\\text"``; a JSON reader then
sees a tab followed by ``ext``. The rule is careful because ordinary tabs and newlines must stay:

* a control character is only touched when it and the letters behind it spell a LaTeX command of
  the lists below, as a whole word;
* *certain* commands leave letters that are no word and no symbol (``ext``, ``abla``, ``rac``), so
  they are repaired anywhere;
* *ambiguous* ones leave letters that could follow a real tab or line end (``o``, ``an``,
  ``angle``), so they are repaired only inside LaTeX mathematics; a newline before a single letter
  (``\ne``, ``\nu``) moreover only in a row that has another repair, or in mathematics within a line
  where the row has no other single line break, and so was not wrapped by hand.
* a carriage return may have become a newline on the way: ``ight`` at the beginning of a line is
  ``\right``.

Every repair is counted and told in the row's notes.
"""

import re
from collections import Counter
from typing import NamedTuple

_LETTERS = {"\t": "t", "\r": "r", "\b": "b", "\f": "f", "\n": "n"}

_CERTAIN = {
    "\t": "ext extbf extit extrm extsf exttt extstyle imes heta ilde herefore riangle frac binom",
    "\r": "ho ight ightarrow ceil vert Vert",
    # A backspace or a form feed has no place in a proof, so nothing they spell is ambiguous.
    "\b": "eta egin ar oldsymbol inom oxed ullet igcup igcap igoplus igwedge igvee igl igr igg "
    "iggl iggr ig ot ecause mod f m ackslash eth reve",
    "\f": "rac orall lat box rown",
    "\n": "abla otin earrow leq geq subseteq",
}
_IN_MATHEMATICS = {
    "\t": "o an anh au op",
    "\r": "angle floor brace",
    "\n": "eq mid parallel",
}
_IN_MATHEMATICS_OF_A_DAMAGED_ROW = {"\n": "u e i ot"}
_RETURN = re.compile(r"\n(?=ight(?:arrow)?(?![A-Za-z]))")
_INLINE = re.compile(r"\\\((?:(?!\\\().)*?\\\)|(?<!\$)\$(?!\$)[^$]+\$(?!\$)", re.DOTALL)
_WRAPPED = re.compile(r"[^\n]\n[^\n]")
# An opening that is never closed ends at the next one, which keeps the search linear.
_MATHEMATICS = re.compile(
    r"\\\((?:(?!\\\().)*?\\\)|\\\[(?:(?!\\\[).)*?\\\]|\$\$.*?\$\$|\$.*?\$", re.DOTALL
)


class Repaired(NamedTuple):
    """Texts after repair, and what was repaired."""

    texts: tuple[str, ...]
    notes: tuple[str, ...]
    """Empty, or one line that counts the commands restored."""


def repair_escapes(texts: tuple[str, ...]) -> Repaired:
    if not any(char in text for text in texts for char in _LETTERS):
        return Repaired(texts, ())
    found: Counter[str] = Counter()

    def restore(match: re.Match[str]) -> str:
        command = "\\" + _LETTERS[match[0][0]] + match[0][1:]
        found[command] += 1
        return command

    def inside(pattern: re.Pattern[str], text: str) -> str:
        return _MATHEMATICS.sub(lambda span: pattern.sub(restore, span[0]), text)

    texts = tuple(_RETURN.sub("\r", text) for text in texts)
    texts = tuple(_CERTAIN_PATTERN.sub(restore, text) for text in texts)
    texts = tuple(inside(_MATHEMATICS_PATTERN, text) for text in texts)
    if not found and not _is_wrapped(texts):
        texts = tuple(
            _INLINE.sub(lambda span: _DAMAGED_PATTERN.sub(restore, span[0]), text) for text in texts
        )
    if not found:
        return Repaired(texts, ())
    texts = tuple(inside(_DAMAGED_PATTERN, text) for text in texts)
    listed = ", ".join(f"{command} ×{count}" for command, count in sorted(found.items()))
    note = f"restored {found.total()} LaTeX commands from control characters: {listed}"
    return Repaired(texts, (note,))


def _is_wrapped(texts: tuple[str, ...]) -> bool:
    """Return whether a row has single line breaks other than those that spell a command."""
    spelled = (_INLINE.sub(lambda span: _DAMAGED_PATTERN.sub("", span[0]), t) for t in texts)
    return any(map(_WRAPPED.search, spelled))


def _pattern(commands: dict[str, str]) -> re.Pattern[str]:
    options = [f"{char}(?:{tails.replace(' ', '|')})" for char, tails in commands.items()]
    # Whole words only: the alternatives backtrack until no letter follows.
    return re.compile("(?:" + "|".join(options) + ")(?![A-Za-z])")


_CERTAIN_PATTERN = _pattern(_CERTAIN)
_MATHEMATICS_PATTERN = _pattern(_IN_MATHEMATICS)
_DAMAGED_PATTERN = _pattern(_IN_MATHEMATICS_OF_A_DAMAGED_ROW)
