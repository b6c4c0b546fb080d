"""One expression out of a text, for tests of what is done with expressions."""

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.parser import USUAL_FUNCTION_LETTERS, parse_chain


def parse_expression(
    text: str, *, latex: bool, functions: frozenset[str] = USUAL_FUNCTION_LETTERS
) -> ex.Side:
    """Read a text without relations."""
    chain = parse_chain(text, latex=latex, functions=functions)
    if chain.relations:
        return ex.Refusal("syntax", text[:40], chain.span)
    return chain.sides[0]
