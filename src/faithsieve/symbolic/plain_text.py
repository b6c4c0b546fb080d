"""Expressions as plain text with every operator written out, so that a reader sees the parse."""

from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
)

_ATOMS = (Num, Sym, Call, Apply, Root)


def plain_text(node: Expr) -> str:
    """Write an expression so that it can be read in one way only."""
    match node:
        case Num(value=value):
            return str(value)
        case Sym(name=name):
            return name
        case Neg(arg=arg):
            return f"-{_operand(arg)}"
        case Add(terms=terms):
            return " + ".join(_operand(term) for term in terms).replace(" + -", " - ")
        case Mul(factors=factors):
            return " * ".join(_operand(factor) for factor in factors)
        case Div(numerator=upper, denominator=lower):
            return f"{_operand(upper)} / {_operand(lower)}"
        case Pow(base=base, exponent=exponent):
            return f"{_operand(base)} ^ {_operand(exponent)}"
        case _:
            return _named(node)


def _named(node: Expr) -> str:
    match node:
        case Root(arg=arg, degree=Num(value=value)) if value == 2:
            return f"sqrt({plain_text(arg)})"
        case Root(arg=arg, degree=degree):
            return f"root({plain_text(arg)}, {plain_text(degree)})"
        case Call(name=name, args=args) | Apply(name=name, args=args):
            return f"{name}({', '.join(map(plain_text, args))})"
        case BigOp(kind=kind, index=index, lower=lower, upper=upper, body=body):
            return (
                f"{kind}({index} = {plain_text(lower)} .. {plain_text(upper)}, {plain_text(body)})"
            )
        case _:
            raise AssertionError(node)


def _operand(node: Expr) -> str:
    whole = isinstance(node, _ATOMS) and not (
        isinstance(node, Num) and (node.value < 0 or node.value.denominator != 1)
    )
    if whole or (isinstance(node, Neg) and isinstance(node.arg, _ATOMS)):
        return plain_text(node)
    return f"({plain_text(node)})"
