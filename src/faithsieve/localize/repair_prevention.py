"""The repair-prevention check, code part (paper app. B.1).

It compares a step with its decomposition: coverage, numbers, relations, decisive words and scope.
What it finds is certain enough to ask again; what it cannot settle (a text in other words that
keeps all of these) goes to a model. A decomposition in the author's own characters cannot be a
repair, so there the check only guards what was taken out.
"""

import re
from collections.abc import Iterator, Sequence

from faithsieve.localize.changes import Change, Finding
from faithsieve.localize.kept_numbers import number_changes
from faithsieve.localize.kept_relations import formula_changes, relation_changes, value_changes
from faithsieve.localize.kept_words import word_changes
from faithsieve.localize.spelling import normalise

_SCOPE_CUE = re.compile(
    r"\b(?:(?<!either )(?<!each )(?<!both )(?<!any )"
    r"case\s+(?:[0-9]+|[ivx]+\b|[a-z]\b|one|two|when|that|where|of|\$|\\\()|base\s+case"
    r"|(?:by|for|towards?|to\s+(?:reach|obtain|get|derive))\s+(?:\w+\s+)?contradiction"
    r"|inductive\s+(?:step|hypothesis)"
    r"|induction\s+(?:step|hypothesis)|by\s+(?:\w+\s+)?induction|in\s+this\s+case|in\s+the\s+case"
    r"|subcase|forward\s+direction|reverse\s+direction|other\s+direction)",
    re.IGNORECASE,
)
_CASE_LABEL = re.compile(r"\bcase\s+\(?([0-9]+|[ivx]+\b|[a-d]\b)")
_SUPPOSITION = re.compile(
    r"\b(?:if|suppose(?:\s+that)?|assume(?:\s+that)?|assuming(?:\s+that)?)\s+([^,.;:]{3,200})",
    re.IGNORECASE,
)
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_FILLER = re.compile(r"^(?:then|so|and|thus|hence|therefore|now|we\s+have|also)\b[\s,]*", re.I)


def find_changes(step: str, pieces: Sequence[str], *, scopes: str = "") -> tuple[Finding, ...]:
    """Compare one step with the texts of its substeps.

    Args:
        step: The step as written.
        pieces: The texts of its substeps, in order.
        scopes: The scope labels the substeps carry; what stands there counts as kept.
    """
    if not any(piece.strip() for piece in pieces):
        return (Finding(Change.UNCOVERED, f"{step[:80]!r} has no substep"),)
    joined = " . ".join(pieces)
    if is_verbatim(step, pieces):
        return ()
    return (
        *_order_changes(step, pieces),
        *number_changes(step, joined, scopes),
        *relation_changes(step, joined, scopes),
        *formula_changes(step, joined),
        *value_changes(step, joined),
        *word_changes(step, pieces, scopes),
        *_scope_changes(step, f"{joined} {scopes}"),
        *_asserted_assumptions(step, pieces),
    )


def is_verbatim(step: str, pieces: Sequence[str]) -> bool:
    """Whether the pieces are the step, apart from white space and the marks between sentences."""
    return "".join(pieces) == step or _as_written(step) == _as_written(" ".join(pieces))


_WRITTEN = re.compile(r"\w+|[^\w\s]")
_BETWEEN_SENTENCES = re.compile(r"[.;:,]+(?=\s+(?:[^\W\d_]{2,}|$)|\s*$)")


def _as_written(text: str) -> list[str]:
    """Every word and sign; only a mark before a word of prose or at the end may go."""
    return _WRITTEN.findall(_BETWEEN_SENTENCES.sub(" ", text))


def _letters(text: str) -> str:
    return re.sub(r"[\s.,;:]+", "", text)


_SHORTEST_QUOTE = 12


def _order_changes(step: str, pieces: Sequence[str]) -> Iterator[Finding]:
    """Pieces quoted from the step must stand in its order."""
    source = _letters(step)
    reached = 0
    for piece in pieces:
        quoted = _letters(piece)
        if len(quoted) <= _SHORTEST_QUOTE or quoted not in source:
            continue
        position = source.find(quoted, reached)
        if position < 0:
            yield Finding(Change.OUT_OF_ORDER, f"{piece.strip()[:60]!r} stands earlier in the step")
        else:
            reached = position


def _scope_changes(step: str, kept: str) -> Iterator[Finding]:
    labels = [set(_CASE_LABEL.findall(text.lower())) for text in (step, kept)]
    if all(len(found) == 1 for found in labels) and labels[0] != labels[1]:
        yield Finding(Change.SCOPE_LOST, f"case {min(labels[0])} became case {min(labels[1])}")
    cue = _SCOPE_CUE.search(step)
    if cue and not _SCOPE_CUE.search(kept) and not _is_named(cue[0], kept):
        yield Finding(Change.SCOPE_LOST, cue[0])


def _is_named(cue: str, kept: str) -> bool:
    method = cue.split()[-1].lower()
    if method in ("induction", "contradiction") and method in kept.lower():
        return True
    return _letters(cue) in _letters(kept)


def _asserted_assumptions(step: str, pieces: Sequence[str]) -> Iterator[Finding]:
    bare = {_bare(piece) for piece in pieces}
    for supposition in _SUPPOSITION.finditer(step):
        if (claim := _bare(supposition[1])) and claim in bare:
            yield Finding(Change.ASSUMPTION_ASSERTED, supposition[1].strip())


def _bare(text: str) -> str:
    return " ".join(_WORD_OR_SIGN.findall(normalise(_FILLER.sub("", text.strip()))))[:300].rstrip(
        " .,;:"
    )
