"""Building new expressions from read ones: substitution, inlined definitions, derivatives.

Trees come from the parser and trees go out; text is never assembled and read again.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from faithsieve.symbolic.evaluate import Definition
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Derivative,
    Div,
    Expr,
    Matrix,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
    symbols,
)

_MAX_DEPTH = 6


def rebuild(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with every direct child changed; spans are kept."""
    match node:
        case Num() | Sym():
            return node
        case Neg(arg=arg):
            return Neg(change(arg), span=node.span)
        case Add(terms=terms):
            return Add(tuple(change(t) for t in terms), span=node.span)
        case Mul(factors=factors):
            return Mul(tuple(change(f) for f in factors), span=node.span)
        case Div(numerator=upper, denominator=lower):
            return Div(change(upper), change(lower), node.obelus, span=node.span)
        case Pow(base=base, exponent=exponent):
            return Pow(change(base), change(exponent), span=node.span)
        case Root(arg=arg, degree=degree):
            return Root(change(arg), change(degree), span=node.span)
        case _:
            return _rebuild_other(node, change)


def _rebuild_other(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    match node:
        case Call(name=name, args=args):
            return Call(name, tuple(change(a) for a in args), span=node.span)
        case Apply(name=name, args=args):
            return Apply(name, tuple(change(a) for a in args), span=node.span)
        case BigOp(kind=kind, index=index, lower=lower, upper=upper, body=body):
            return BigOp(kind, index, change(lower), change(upper), change(body), span=node.span)
        case Matrix(rows=rows):
            return Matrix(tuple(tuple(change(e) for e in row) for row in rows), span=node.span)
        case Derivative(body=body, variable=variable):
            return Derivative(change(body), variable, span=node.span)
        case _:
            return node


def put(node: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace letters by expressions; an index of a sum hides the letter of its name."""
    if isinstance(node, Sym):
        return values.get(node.name, node)
    if isinstance(node, BigOp) and node.index in values:
        values = {name: value for name, value in values.items() if name != node.index}
    return rebuild(node, lambda child: put(child, values))


def inline(node: Expr, definitions: Mapping[str, Definition], depth: int = 0) -> Expr:
    """Replace defined functions by their formulas, and derivatives by what they are."""
    inner = rebuild(node, lambda child: inline(child, definitions, depth))
    if isinstance(inner, Derivative):
        return derivative(inner.body, inner.variable) or inner
    if not isinstance(inner, Apply) or depth > _MAX_DEPTH:
        return inner
    definition = definitions.get(inner.name)
    if definition is None or len(definition.parameters) != len(inner.args):
        return inner
    values = dict(zip(definition.parameters, inner.args, strict=True))
    return inline(put(definition.body, values), definitions, depth + 1)


def derivative(node: Expr, variable: str) -> Expr | None:
    """The derivative in one letter, or None where these rules do not reach."""
    zero, one = Num(Fraction(0)), Num(Fraction(1))
    if variable not in symbols(node):
        return zero
    match node:
        case Sym():
            return one
        case Neg(arg=arg):
            inner = derivative(arg, variable)
            return None if inner is None else Neg(inner)
        case Add(terms=terms):
            parts = [derivative(term, variable) for term in terms]
            known = [part for part in parts if part is not None]
            return Add(tuple(known)) if len(known) == len(parts) else None
        case Mul(factors=factors):
            return _product_rule(factors, variable)
        case Div(numerator=upper, denominator=lower):
            return _quotient_rule(upper, lower, variable)
        case Pow(base=base, exponent=exponent) if variable not in symbols(exponent):
            inner = derivative(base, variable)
            lowered = Add((exponent, Neg(one)))
            return None if inner is None else Mul((exponent, Pow(base, lowered), inner))
        case _:
            return _derivative_of_function(node, variable)


def _product_rule(factors: tuple[Expr, ...], variable: str) -> Expr | None:
    terms = []
    for at, factor in enumerate(factors):
        inner = derivative(factor, variable)
        if inner is None:
            return None
        terms.append(Mul((*factors[:at], inner, *factors[at + 1 :])))
    return Add(tuple(terms)) if len(terms) > 1 else terms[0]


def _quotient_rule(upper: Expr, lower: Expr, variable: str) -> Expr | None:
    first, second = derivative(upper, variable), derivative(lower, variable)
    if first is None or second is None:
        return None
    numerator = Add((Mul((first, lower)), Neg(Mul((upper, second)))))
    return Div(numerator, Pow(lower, Num(Fraction(2))))


def _derivative_of_function(node: Expr, variable: str) -> Expr | None:
    match node:
        case Root(arg=arg, degree=Num(value=degree)) if degree == 2:
            outer: Expr = Div(Num(Fraction(1)), Mul((Num(degree), node)))
        case Call(name="sin", args=(arg,)):
            outer = Call("cos", (arg,))
        case Call(name="cos", args=(arg,)):
            outer = Neg(Call("sin", (arg,)))
        case Call(name="exp", args=(arg,)):
            outer = node
        case Call(name="ln", args=(arg,)):
            outer = Div(Num(Fraction(1)), arg)
        case _:
            return None
    inner = derivative(arg, variable)
    return None if inner is None else Mul((outer, inner))
