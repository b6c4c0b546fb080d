"""Pieces of text into relation chains: ``a = b < c (mod m)``, every side read on its own.

:mod:`faithsieve.symbolic.sides` reads the sides; this is the way in for everyone else.
"""

from collections.abc import Iterable
from functools import lru_cache

from faithsieve.symbolic.expressions import Chain, Refusal, RefusalReason, Relation, Side, Span
from faithsieve.symbolic.sides import USUAL_FUNCTION_LETTERS, parse_side, span_of
from faithsieve.symbolic.tokens import MAX_TOKENS, Kind, Token, tokenize


def _without_alignment(tokens: list[Token]) -> list[Token]:
    """Alignment marks mean nothing outside a matrix."""
    if any(token.kind is Kind.BEGIN for token in tokens):
        return tokens
    return [token for token in tokens if token.kind is not Kind.AMPERSAND]


def _strip_punctuation(tokens: list[Token]) -> list[Token]:
    end = len(tokens)
    while end and (
        tokens[end - 1].kind in (Kind.COMMA, Kind.NEWLINE)
        or (tokens[end - 1].kind is Kind.UNKNOWN and tokens[end - 1].text in (".", ":"))
    ):
        end -= 1
    return tokens[:end]


_DEEPER = frozenset({Kind.OPEN, Kind.BRACE_OPEN, Kind.BEGIN})
_SHALLOWER = frozenset({Kind.CLOSE, Kind.BRACE_CLOSE, Kind.END})


def _split_at_relations(tokens: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    groups: list[list[Token]] = [[]]
    relations: list[Token] = []
    depth = 0
    if sum(token.kind is Kind.BAR for token in tokens) == 1:
        # A single bar cannot enclose anything: it says "divides".
        tokens = [
            Token(Kind.RELATION, Relation.DIVIDES, token.span, token.spaced)
            if token.kind is Kind.BAR
            else token
            for token in tokens
        ]
    for token in tokens:
        depth += (token.kind in _DEEPER) - (token.kind in _SHALLOWER)
        if token.kind is Kind.RELATION and depth <= 0:
            relations.append(token)
            groups.append([])
        else:
            groups[-1].append(token)
    return groups, relations


def _cut_modulus(tokens: list[Token]) -> tuple[list[Token], list[Token] | None]:
    r"""Take ``(mod m)``, ``\pmod{m}`` or ``mod m`` off the end of a side."""
    at = next((i for i, token in enumerate(tokens) if token.kind is Kind.MODULUS), None)
    if at is None:
        return tokens, None
    head, tail = tokens[:at], tokens[at + 1 :]
    if head and head[-1].kind is Kind.OPEN and tail and tail[-1].kind is Kind.CLOSE:
        return head[:-1], tail[:-1]
    return head, tail


def _side_spans(text: str, start: int, end: int, relations: list[Token]) -> list[Span]:
    """What stands between the relations, so that a side shows all its source characters."""
    starts = [start, *(token.span.end for token in relations)]
    ends = [*(token.span.start for token in relations), end]
    spans = []
    for first, last in zip(starts, ends, strict=True):
        piece = text[first:last]
        # Alignment marks are not part of a side.
        begin = first + len(piece) - len(piece.lstrip(" \t\n&"))
        spans.append(Span(begin, max(begin, first + len(piece.rstrip(" \t\n&")))))
    return spans


def parse_chain(
    text: str,
    start: int = 0,
    end: int | None = None,
    *,
    latex: bool,
    functions: Iterable[str] = USUAL_FUNCTION_LETTERS,
    letters: Iterable[str] = (),
) -> Chain:
    """Read a piece of text as sides joined by relations.

    Every side is read on its own, so that one side the grammar refuses does not hide the others.

    Args:
        text: The whole source text; spans count from its beginning.
        start: Where the piece begins.
        end: Where it ends; the end of the text by default.
        latex: Whether the piece is LaTeX mathematics or plain text.
        functions: Letters that are functions when a parenthesis follows.
        letters: Letters known to be variables.
    """
    return _parse_chain(text, start, end, latex, frozenset(functions), frozenset(letters))


# One proof asks about the same pieces from many sides: the lint, obligations, statements, probes.
@lru_cache(maxsize=4096)
def _parse_chain(
    text: str,
    start: int,
    end: int | None,
    latex: bool,
    functions: frozenset[str],
    letters: frozenset[str],
) -> Chain:
    tokens = tokenize(text, start, end, latex=latex, letters=letters)
    if len(tokens) > MAX_TOKENS:
        refusal = Refusal(RefusalReason.TOO_LONG, "", span_of(tokens, start))
        return Chain((refusal,), (refusal.span,), (), None, refusal.span)
    tokens = _strip_punctuation(_without_alignment(tokens))
    groups, relations = _split_at_relations(tokens)
    modulus_tokens = None
    if relations:
        groups[-1], modulus_tokens = _cut_modulus(groups[-1])
    sides = [parse_side(group, latex=latex, functions=functions, source=text) for group in groups]
    spans = _side_spans(text, start, len(text) if end is None else end, relations)
    modulus: Side | None = None
    if modulus_tokens is not None:
        modulus = parse_side(modulus_tokens, latex=latex, functions=functions, source=text)
    return Chain(
        tuple(sides),
        tuple(spans),
        tuple(Relation(token.text) for token in relations),
        modulus,
        span_of(tokens, start),
    )


def parse_expression(
    text: str, *, latex: bool, functions: Iterable[str] = USUAL_FUNCTION_LETTERS
) -> Side:
    """Read a text without relations as one expression."""
    chain = parse_chain(text, latex=latex, functions=functions)
    if chain.relations:
        return Refusal(RefusalReason.SYNTAX, text[:40], chain.span)
    return chain.sides[0]
