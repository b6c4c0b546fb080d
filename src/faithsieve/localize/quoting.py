"""Whether a model's words are the author's: scopes, branches, lemmas and goals must be (app. B.2).

Another spelling is the same words; another sign or number is not.
"""

import re

from faithsieve.localize.spelling import normalise

_IGNORED = re.compile(r"[\s.,;:!?\"'`“”‘’$&{}\[\]_]+|\\[()]")


class Source:
    """A text that can be quoted."""

    def __init__(self, text: str) -> None:
        self._written = _written(text)

    def has(self, quote: str) -> bool:
        """Whether the text says it, whatever the spelling; numbers are found only whole."""
        wanted = _written(quote)
        if not any(character.isalnum() for character in wanted):
            return False
        position = self._written.find(wanted)
        while position >= 0:
            if not self._cuts_a_number(position, position + len(wanted)):
                return True
            position = self._written.find(wanted, position + 1)
        return False

    def _cuts_a_number(self, start: int, end: int) -> bool:
        return any(
            self._written[edge - 1 : edge + 1].isdigit()
            for edge in (start, end)
            if 0 < edge < len(self._written)
        )


def _written(text: str) -> str:
    return _IGNORED.sub("", normalise(text)).lower()
