"""Claims that the text takes back: gold labels mean the first *material* break.

A claim that is marked as taken back never becomes the focus of the audit, so a mark that no words
of the proof support is refused: a reply must not be able to hide an error.
"""

import re
from collections.abc import Iterator, Sequence

from faithsieve.localize.grouping import Draft
from faithsieve.records.substep import TAKEN_BACK, ClaimStatus, FlagKind, RiskFlag

WITHDRAWAL_CUE = re.compile(
    r"\b(?:wait\b|on second thought|let(?:'s| us| me) (?:correct|reconsider|re-?examine|fix)"
    r"|(?:this|that|it) (?:was|is) (?:a mistake|incorrect|wrong)|made (?:a|an) (?:mistake|error)"
    r"|our (?:earlier|previous|initial) \w+ (?:was|is) (?:wrong|incorrect)|correction:|scratch that"
    r"|(?:does|do|did)(?: not|n't) (?:work|lead|help))",
    re.IGNORECASE,
)
"""Words with which a text takes something back or gives an attempt up."""
_SUPPORT = re.compile(
    r"\b(?:actually|instead|however|but|mistake\w*|error\w*|incorrect\w*|wrong\w*|fail\w*|reconsider"
    r"|correct(?:ed|ion|ing)|not (?:correct|right|true|valid|possible|quite)|re-?examine\w*|retry"
    r"|try (?:again|another)|(?:another|different) (?:approach|way|method|attempt)"
    r"|alternative\w*|abandon\w*|start (?:over|again)|go back|too (?:large|small|weak|strong)"
    r"|contradict\w*|oops|hmm|sorry|rather|no good|dead end|impossible|reject\w*|discard\w*)\b",
    re.IGNORECASE,
)
"""Words without any of which, from the claim on, nothing is taken back."""


def check_withdrawals(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Refuse marks without support, and flag words of withdrawal where nothing is marked."""
    supported = list(_refuse_unsupported(drafts))
    marked = any(draft.status in TAKEN_BACK for draft in supported)
    for draft in supported:
        cue = None if marked else WITHDRAWAL_CUE.search(draft.text)
        if cue is None:
            yield draft
        else:
            flag = RiskFlag(kind=FlagKind.WITHDRAWAL_CUE, detail=cue[0])
            yield draft._replace(flags=(*draft.flags, flag))


def _refuse_unsupported(drafts: Sequence[Draft]) -> Iterator[Draft]:
    cues = (WITHDRAWAL_CUE, _SUPPORT)
    told = [any(cue.search(draft.text) for cue in cues) for draft in drafts]
    last = max((position for position, is_told in enumerate(told) if is_told), default=-1)
    for position, draft in enumerate(drafts):
        if draft.status in TAKEN_BACK and position > last:
            flag = RiskFlag(kind=FlagKind.WITHDRAWAL_REFUSED, detail=f"called {draft.status.value}")
            yield draft._replace(status=ClaimStatus.ASSERTED, flags=(*draft.flags, flag))
        else:
            yield draft
