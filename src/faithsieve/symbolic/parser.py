r"""Pieces of text into chains ``a = b < c (mod m)``, every side an expression or a refusal.

The rules follow what mathematicians mean, not what a programming language would do. Two readers
may disagree about ``1/2x``, ``2^10`` in LaTeX, ``\sin x^2``, ``2\frac{1}{2}`` or ``3!=6``; a
checker that picks one reading would refute true claims, so these are refused by name (paper app.
C.1: the checker is narrow on purpose).
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NoReturn

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.tokens import (
    MAX_TOKENS,
    PLAIN_FUNCTIONS,
    Token,
    Tokenizer,
    by_word,
)

MAX_DEPTH = 40
"""Nesting of brackets, exponents and fractions beyond this is refused."""

MAX_DIGITS = 1000
"""Longer numerals are refused."""

# Letters before a bracket are read as functions: whether "a(b + c)" is a product stays open.
_FUNCTION_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") | {
    rf"\{name}" for name in ("phi", "varphi", "psi", "sigma", "tau", "mu", "pi", "omega")
}

_CLOSING: dict[str, str] = {
    "(": ")", "[": "]", "⌊": "⌋", "⌈": "⌉", "lvert": "rvert", "{": "}",
}  # fmt: skip
_BRACKETS = frozenset(_CLOSING) - {"{"}
_BRACKET_CALLS = {"⌊": "floor", "⌈": "ceil", "lvert": "abs", "[": "bracket"}
_BEFORE_OPERAND = frozenset({"+", "-", "±", "|", "*", "/", *_CLOSING})
_MARKS = {"!": "factorial", "%": "percent", "°": "degree"}
_OPEN_ATOMS = ("frac", "binom", "root", "{", "|")
_ARGUMENT_LISTS = frozenset({"gcd", "lcm", "max", "min"})
_REASONS = by_word("refusals")


class _RefusedError(Exception):
    def __init__(self, refusal: ex.Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class _Parser:
    """Recursive descent over the tokens of one side."""

    def __init__(self, tokens: Sequence[Token], source: str, latex: bool) -> None:
        end = tokens[-1].span.end if tokens else 0
        self._tokens = (*tokens, Token("nothing", "", ex.Span(end, end), spaced=False))
        self._go_to(0)
        self._source, self._latex = source, latex
        self._depth = 0
        self._bars = 0

    # ---- reading tokens

    def _go_to(self, at: int) -> None:
        self._at = at
        self._token = self._tokens[at]
        # Asked for at every turn.
        self._kind = self._token.kind

    @property
    def _before(self) -> Token:
        return self._tokens[self._at - 1]

    def _next(self) -> Token:
        token = self._token
        self._go_to(self._at + 1)
        return token

    def _take(self, *kinds: str) -> Token | None:
        return self._next() if self._kind in kinds else None

    def _expect(self, kind: str) -> None:
        self._refuse_if(self._kind != kind, "unbalanced brackets")
        self._next()

    def _ahead(self, *kinds: str) -> bool:
        coming = self._tokens[self._at : self._at + len(kinds)]
        return tuple(token.kind for token in coming) == kinds

    def _refuse(self, reason: str = "syntax", span: ex.Span | None = None) -> NoReturn:
        """Give up at a span, or at this token, whose kind may know a better reason."""
        if span is None:
            reason, span = _REASONS.get(self._kind, reason), self._token.span
        raise _RefusedError(ex.Refusal(reason, self._source[span.start : span.end][:40], span))

    def _refuse_if(self, is_doubtful: object, reason: str, span: ex.Span | None = None) -> None:
        if is_doubtful:
            self._refuse(reason, span)

    def _span_from(self, start: int) -> ex.Span:
        return ex.Span(start, self._before.span.end)

    # ---- sums and products

    def side(self) -> ex.Expr:
        self._refuse_if(self._kind == "nothing", "empty", ex.Span(0, 0))
        expression = self._sum()
        if self._token[:2] == ("mod", "mod"):
            self._next()
            expression = ex.Call("mod", (expression, self._sum()))
        self._refuse_if(self._kind != "nothing", "syntax")
        return expression

    def _sum(self) -> ex.Expr:
        self._depth += 1
        self._refuse_if(self._depth > MAX_DEPTH, "too deep")
        terms: Sequence[ex.Expr] = (self._signed_term(first=True),)
        while self._kind in ("+", "-"):
            terms = (*terms, self._signed_term(first=False))
        self._depth -= 1
        return terms[0] if len(terms) == 1 else ex.Add(tuple(terms))

    def _signed_term(self, *, first: bool) -> ex.Expr:
        sign = self._take("-", "+")
        if sign and self._kind in ("-", "+"):
            # "2--3" is a range and "3+-2" a typed plus-minus; "2 - -3" is a difference.
            self._refuse_if(first or not self._token.spaced, "ambiguous sign")
            term = self._signed_term(first=True)
        else:
            term = self._term()
        return ex.Neg(term) if sign and sign.kind == "-" else term

    def _term(self) -> ex.Expr:
        value = self._factor()
        slashes, after_slash = 0, False
        while True:
            if self._take("*"):
                value = ex.product_of(value, self._signed_factor())
                after_slash = False
            elif slash := self._take("/", "÷"):
                value = ex.Div(value, self._signed_factor(), slash.kind == "÷")
                slashes, after_slash = slashes + 1, True
                self._refuse_if(slashes > MAX_DEPTH, "too deep", slash.span)
            elif self._starts_factor():
                self._refuse_if(after_slash, "ambiguous slash")
                value = self._juxtapose(value)
            else:
                return value

    def _signed_factor(self) -> ex.Expr:
        return ex.Neg(self._factor()) if self._take("-") else self._factor()

    def _starts_factor(self) -> bool:
        if self._kind != "|":
            return self._kind in _READERS
        # A bar after a factor opens an absolute value only if another closes it.
        bars = sum(token.kind == "|" for token in self._tokens[self._at :])
        return self._bars == 0 and bars >= 2 and bars % 2 == 0

    def _juxtapose(self, left: ex.Expr) -> ex.Expr:
        token, before = self._token, self._before
        # "3^{x} 9^{y}": between two braced powers nothing but a product fits.
        is_product = before.kind == "!" or (before.kind == "}" and self._ahead("numeral", "^"))
        self._refuse_if(token.kind == "numeral" and not is_product, "adjacent numeral")
        self._refuse_if(token.kind == "vulgar", "mixed number")
        # "{48}{16}" has lost the command that it was the argument of.
        self._refuse_if(token.kind == "{" and before.kind == "}", "ambiguous argument")
        is_apart = not self._latex and token.kind == "letter" and token.spaced
        is_after = before.kind in ("letter", *map(_CLOSING.get, _BRACKETS))
        self._refuse_if(is_apart and is_after, "words")
        last = left.factors[-1] if isinstance(left, ex.Mul) else left
        is_applied = isinstance(last, ex.Pow) and ex.symbols(last.base) & _FUNCTION_LETTERS
        # f²(x) and f⁻¹(x) are values of another function.
        self._refuse_if(token.kind == "(" and is_applied, "ambiguous exponent")
        right = self._factor()
        match last, right:
            case ex.Num(), ex.Div(ex.Num(), ex.Num()) | ex.Pow(ex.Div(ex.Num(), ex.Num())):
                # Two and a half to most readers, a product to some.
                self._refuse_if(token.kind == "frac", "mixed number", token.span)
        return ex.product_of(left, right)

    # ---- factors

    def _factor(self) -> ex.Expr:
        base = self._base()
        is_raised = False
        while self._kind in ("^", *_MARKS, "'", "_"):
            if self._kind == "^":
                self._refuse_if(is_raised, "ambiguous exponent")
                base = self._power(base)
                is_raised = isinstance(base, ex.Pow)
            elif mark := self._take(*_MARKS):
                is_marked = isinstance(base, ex.Call) and base.name in _MARKS.values()
                is_open = mark.kind == "!" and (is_raised or isinstance(base, ex.Neg))
                reason = "ambiguous factorial or inequality" if mark.kind == "!" else "decoration"
                self._refuse_if(is_marked or is_open, reason, mark.span)
                base = ex.Call(_MARKS[mark.kind], (base,))
            else:
                is_base = isinstance(base, ex.Num) and self._kind == "_"
                self._refuse("base notation" if is_base else "decoration")
        return base

    def _power(self, base: ex.Expr) -> ex.Expr:
        sign = self._next()
        first = self._tokens[self._at + (self._kind == "{")]
        self._refuse_if(first.kind in ("*", "'"), "decoration", sign.span)
        return ex.Pow(base, self._exponent())

    def _exponent(self) -> ex.Expr:
        kind = self._kind
        if kind in ("{", "frac", "vulgar") or (kind == "(" and not self._latex):
            return self._base()
        if kind == "letter":
            return self._end_of_exponent(self._letter(applied=False))
        if kind == "numeral" and not (self._latex and len(self._token.text) > 1):
            return self._end_of_exponent(self._numeral())
        if not self._latex and self._ahead("-", "numeral"):
            self._next()
            return ex.Neg(self._end_of_exponent(self._numeral()))
        return self._refuse("syntax" if kind == "nothing" else "ambiguous exponent")

    def _end_of_exponent(self, exponent: ex.Expr) -> ex.Expr:
        """In plain text ``x^2n`` or ``2^1/2`` may mean a longer exponent than it says."""
        if self._kind == "nothing" or self._token.spaced or self._latex:
            return exponent
        is_glued = self._kind in ("letter", "/", *_BRACKETS)
        if isinstance(exponent, ex.Num):
            # x^2y is x² y to every reader; 8^2/3 is not, since 2/3 is a likely exponent.
            after = self._tokens[self._at + 1]
            is_glued = self._kind == "/" and after.kind not in _BRACKETS
            if is_glued and after.text.strip("0").isdecimal():
                fraction = exponent.value / int(after.text[:MAX_DIGITS])
                is_glued = fraction.numerator == exponent.value and 1 < fraction.denominator <= 6
        self._refuse_if(is_glued, "ambiguous exponent")
        return exponent

    # ---- bases

    def _base(self) -> ex.Expr:
        reader = _READERS.get(self._kind)
        return reader(self) if reader else self._refuse()

    def _numeral(self) -> ex.Num:
        token = self._next()
        text = token.text.replace("{,}", "").replace("\\,", "")
        self._refuse_if(len(text) > MAX_DIGITS, "too long", token.span)
        return ex.Num(Fraction(int(text) if text.isdecimal() else text), span=token.span)

    def _letter(self, *, applied: bool = True) -> ex.Expr:
        letter = self._token.text
        name = self._named()
        is_function = bool({letter, name} & _FUNCTION_LETTERS) or name[-1] == "'"
        if applied and is_function and self._kind == "(":
            return ex.Apply(name, self._arguments())
        return ex.Sym(name)

    def _named(self) -> str:
        """A letter with its subscript and primes."""
        name = self._with_subscript(self._next().text)
        while self._take("'"):
            name += "'"
        return name

    def _arguments(self) -> tuple[ex.Expr, ...]:
        opening = self._next()
        arguments = [self._sum()]
        while self._token[:2] == (",", ","):
            self._next()
            arguments.append(self._sum())
        self._expect(_CLOSING[opening.kind])
        return tuple(arguments)

    def _with_subscript(self, name: str) -> str:
        """A name with its subscript in a normal form: without spaces, in braces."""
        if not self._take("_"):
            return name
        is_long = self._latex and self._kind == "numeral" and len(self._token.text) > 1
        is_strange = is_long or self._kind not in ("numeral", "letter", "{")
        self._refuse_if(is_strange, "syntax" if self._kind == "nothing" else "decoration")
        parts = [self._next()]
        depth = int(parts[0].kind == "{")
        while depth:
            self._refuse_if(self._kind == "nothing", "unbalanced brackets")
            parts.append(self._next())
            depth += (parts[-1].kind == "{") - (parts[-1].kind == "}")
        inner = parts[1:-1] if len(parts) > 1 else parts
        return f"{name}_{{{''.join(token.text for token in inner)}}}"

    def _group(self) -> ex.Expr:
        opening = self._next()
        inner = self._sum()
        if opening.kind == "{" and self._take("choose"):
            inner = ex.Call("binom", (inner, self._sum()))
        self._refuse_if(opening.kind == "(" and self._kind == ",", "set or tuple", opening.span)
        self._expect(_CLOSING[opening.kind])
        if opening.kind in _BRACKET_CALLS:
            return ex.Call(_BRACKET_CALLS[opening.kind], (inner,))
        if isinstance(inner, ex.Num):
            return ex.Num(inner.value, span=self._span_from(opening.span.start))
        return inner

    def _absolute(self) -> ex.Expr:
        opening = self._next()
        # |a|b|c| has two readings; where an operand must follow, a bar can only open.
        may_close = self._bars and self._tokens[self._at - 2].kind not in _BEFORE_OPERAND
        self._refuse_if(may_close, "ambiguous bars", opening.span)
        self._bars += 1
        inner = self._sum()
        self._expect("|")
        self._bars -= 1
        self._refuse_if(self._bars and self._starts_factor(), "ambiguous bars")
        return ex.Call("abs", (inner,))

    def _fraction(self) -> ex.Expr:
        command, digits = self._next(), self._token
        if re.fullmatch("[0-9]{2}", digits.text):
            self._next()
            parts: list[ex.Expr] = [ex.Num(Fraction(d), span=digits.span) for d in digits.text]
        else:
            parts = [self._argument(), self._argument()]
        upper, lower = parts
        if command.kind == "binom":
            return ex.Call("binom", (upper, lower))
        return ex.Div(upper, lower)

    def _argument(self) -> ex.Expr:
        """One LaTeX argument: a braced group, a single digit or a single letter."""
        if self._kind == "{":
            return self._group()
        if self._kind == "numeral" and len(self._token.text) == 1:
            return self._numeral()
        if self._kind == "letter":
            return ex.Sym(self._next().text)
        return self._refuse("ambiguous argument")

    def _root(self) -> ex.Expr:
        sign = self._next()
        degree: ex.Expr = ex.TWO if sign.kind == "root" else ex.Num(Fraction(sign.text))
        if sign.kind == "root":
            if self._take("["):
                degree = self._sum()
                self._expect("]")
            argument = self._argument()
        else:
            argument = self._atom("numeral", "vulgar", *_CLOSING)
        # "\sqrt2x" and "√2²" leave open how far the root reaches.
        is_open = self._before.kind in ("numeral", "letter", "'")
        is_glued = self._kind in ("letter", "numeral", *_BRACKETS) and not self._token.spaced
        is_doubtful = is_open and (is_glued or self._kind in ("^", "!", "_"))
        self._refuse_if(is_doubtful, "ambiguous argument")
        return ex.Root(argument, degree)

    # ---- named functions

    def _function(self) -> ex.Expr:
        name = self._next().text
        if name in PLAIN_FUNCTIONS:
            self._refuse_if(self._kind not in _BRACKETS or self._token.spaced, "words")
            argument = self._group()
            return ex.Root(argument, ex.TWO) if name == "sqrt" else ex.Call(name, (argument,))
        self._refuse_if(self._kind == "_" and name != "log", "decoration")
        base = self._argument() if self._take("_") else None
        exponent: ex.Expr | None = None
        if sign := self._take("^"):
            exponent = self._argument()
            is_positive = isinstance(exponent, ex.Num) and exponent.value > 1
            # sin^{-1} is the inverse to some and the reciprocal to others; log^2 likewise.
            is_clear = name in ex.TRIGONOMETRIC and is_positive
            self._refuse_if(not is_clear, "ambiguous exponent", sign.span)
        start, is_open = self._token.span, self._kind not in ("(", "[")
        arguments = (self._open_argument(),) if is_open else self._arguments()
        is_fitting = (len(arguments) > 1) == (name in _ARGUMENT_LISTS)
        self._refuse_if(not is_fitting, "ambiguous argument", start)
        call: ex.Expr = ex.Call(name, arguments if base is None else (*arguments, base))
        self._refuse_tail_of_call(name, is_open=is_open)
        return call if exponent is None else ex.Pow(call, exponent)

    def _open_argument(self) -> ex.Expr:
        r"""The argument of ``\sin 2x``: at most a numeral and one letter, root or fraction."""
        value = self._atom("numeral", *_OPEN_ATOMS)
        if self._take("°"):
            return ex.Call("degree", (value,))
        if self._kind in ("letter", "root") and isinstance(value, ex.Num):
            return ex.Mul((value, self._atom(*_OPEN_ATOMS)))
        return value

    def _atom(self, *kinds: str) -> ex.Expr:
        """A letter without arguments, or something that begins with one of some tokens."""
        if self._kind == "letter":
            return self._letter(applied=False)
        self._refuse_if(self._kind not in kinds, "ambiguous argument")
        return self._base()

    def _refuse_tail_of_call(self, name: str, *, is_open: bool) -> None:
        """An argument without brackets leaves open what a following power or slash belongs to."""
        self._refuse_if(self._kind == "^" or (is_open and self._kind == "!"), "ambiguous exponent")
        self._refuse_if(is_open and self._kind in ("/", "÷"), "ambiguous slash")
        # "log_2(3)(4)" may be the logarithm of the product.
        is_doubtful = is_open or name in ("log", "ln", "lg")
        factors = {*_BRACKETS, *(("letter", "numeral", "frac", "{") if is_open else ())}
        self._refuse_if(is_doubtful and self._kind in factors, "ambiguous argument")


_READERS: dict[str, Callable[[_Parser], ex.Expr]] = {
    "numeral": _Parser._numeral,
    "letter": _Parser._letter,
    "|": _Parser._absolute,
    "frac": _Parser._fraction,
    "binom": _Parser._fraction,
    "vulgar": _Parser._numeral,
    "root": _Parser._root,
    "radical": _Parser._root,
    "function": _Parser._function,
    **dict.fromkeys(_CLOSING, _Parser._group),
}


# ---- chains

_DEEPER = frozenset({*_CLOSING, "begin"})
_SHALLOWER = frozenset({*_CLOSING.values(), "end"})


def _cleaned(tokens: list[Token]) -> list[Token]:
    """The tokens without alignment marks and closing punctuation; a single bar says "divides"."""
    kinds = [token.kind for token in tokens]
    if "begin" not in kinds:
        tokens = [token for token in tokens if token.kind != "&"]
    while tokens and (tokens[-1].kind in (",", "newline") or tokens[-1].text in (".", ":")):
        tokens = tokens[:-1]
    if kinds.count("|") != 1:
        return tokens
    return [
        token._replace(kind="relation", text=ex.Relation.DIVIDES) if token.kind == "|" else token
        for token in tokens
    ]


def _split_at_relations(tokens: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    groups: list[list[Token]] = [[]]
    relations: list[Token] = []
    depth = 0
    for token in tokens:
        depth += (token.kind in _DEEPER) - (token.kind in _SHALLOWER)
        if token.kind == "relation" and depth <= 0:
            relations.append(token)
            groups.append([])
        else:
            groups[-1].append(token)
    return groups, relations


def _cut_modulus(tokens: list[Token]) -> tuple[list[Token], list[Token] | None]:
    r"""Take ``(mod m)``, ``\pmod{m}`` or ``mod m`` off the end of a side."""
    at = next((i for i, token in enumerate(tokens) if token.kind == "mod"), None)
    if at is None:
        return tokens, None
    head, tail = tokens[:at], tokens[at + 1 :]
    if head and tail and head[-1].kind in _BRACKETS and tail[-1].kind == _CLOSING[head[-1].kind]:
        return head[:-1], tail[:-1]
    return head, tail


def _side_spans(text: str, start: int, end: int, relations: list[Token]) -> tuple[ex.Span, ...]:
    """What stands between the relations, so that a side shows all its source characters."""
    starts = [start, *(token.span.end for token in relations)]
    ends = [*(token.span.start for token in relations), end]
    spans = []
    for first, last in zip(starts, ends, strict=True):
        # Alignment marks, line breaks and punctuation are not part of a side.
        piece = text[first:last].lstrip(" \t\n&")
        begin = last - len(piece)
        spans.append(ex.Span(begin, begin + len(piece.rstrip(" \t\n&\\.,;:"))))
    return tuple(spans)


def parse_chain(text: str, start: int = 0, end: int | None = None, *, latex: bool) -> ex.Chain:
    """Read a piece of text as sides joined by relations.

    Every side is read on its own, so that one side the grammar refuses does not hide the others.

    Args:
        text: The whole source text, with the piece from ``start`` to ``end``; spans count in it.
        latex: Whether the piece is LaTeX mathematics or plain text.
    """
    end = len(text) if end is None else end
    tokens = Tokenizer(text, start, end, latex=latex).run()
    return chain_of(tokens, text, start, end, latex=latex)


def chain_of(tokens: list[Token], text: str, start: int, end: int, *, latex: bool) -> ex.Chain:
    """Read tokens as sides joined by relations; they stand between two places of the text."""

    def read(side: Sequence[Token]) -> ex.Side:
        try:
            return _Parser(side, text, latex).side()
        except _RefusedError as refused:
            return refused.refusal

    if len(tokens) > MAX_TOKENS:
        refusal = ex.Refusal("too long", "", ex.Span(start, end))
        return ex.Chain((refusal,), (refusal.span,), (), None, refusal.span)
    tokens = _cleaned(tokens)
    groups, relations = _split_at_relations(tokens)
    modulus = None
    if relations:
        groups[-1], modulus = _cut_modulus(groups[-1])
    whole = ex.Span(tokens[0].span.start, tokens[-1].span.end) if tokens else ex.Span(start, start)
    return ex.Chain(
        tuple(map(read, groups)),
        _side_spans(text, start, end, relations),
        tuple(ex.Relation(token.text) for token in relations),
        None if modulus is None else read(modulus),
        whole,
    )
