"""One expression out of a text, for tests of what is done with expressions."""

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.parser import parse_chain


def parse_expression(text: str, *, latex: bool) -> ex.Side:
    """Read a text without relations."""
    chain = parse_chain(text, latex=latex)
    if chain.relations:
        return ex.Refusal("syntax", text[:40], chain.span)
    return chain.sides[0]
