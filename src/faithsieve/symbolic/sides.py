r"""Tokens of one side into an expression; what is not certain is refused by name.

The rules follow what mathematicians mean, not what a programming language would do. Two readers
may disagree about ``1/2x``, ``2^10`` in LaTeX, ``\sin x^2``, ``2\frac{1}{2}`` or ``3!=6``; a
checker that picks one reading would refute true claims, so these are refused (paper app. C.1: the
checker is narrow on purpose).
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NoReturn

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
    Refusal,
    RefusalReason,
    Relation,
    Root,
    Side,
    Span,
    Sym,
    symbols,
)
from faithsieve.symbolic.progressions import expand_terms
from faithsieve.symbolic.tokens import Kind, Token

MAX_DEPTH = 40
"""Nesting of brackets, exponents and fractions beyond this is refused."""

MAX_DIGITS = 1000
"""Longer numerals are refused."""

USUAL_FUNCTION_LETTERS = frozenset({"f", "g", "h", "F", "G", "H", "P", "Q"})
"""Letters that, followed by a parenthesis, are functions unless the caller knows better."""

_TWO = Num(Fraction(2))
_STARTS_FACTOR = frozenset(
    {
        Kind.NUMERAL,
        Kind.LETTER,
        Kind.FUNCTION,
        Kind.OPEN,
        Kind.BRACE_OPEN,
        Kind.FRACTION,
        Kind.VULGAR,
        Kind.ROOT,
        Kind.RADICAL,
        Kind.BINOMIAL,
        Kind.BIG_OPERATOR,
        Kind.TRANSPARENT,
        Kind.ACCENT,
        Kind.BEGIN,
    }
)
_SIGNS = frozenset({Kind.PLUS, Kind.MINUS, Kind.PLUS_MINUS})
_BEFORE_OPERAND = _SIGNS | {Kind.BAR, Kind.TIMES, Kind.SLASH, Kind.OPEN, Kind.BRACE_OPEN}
_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_ARGUMENT_LISTS = frozenset({"gcd", "lcm", "max", "min"})

_REASONS = {
    Kind.WORD: RefusalReason.WORDS,
    Kind.ELLIPSIS: RefusalReason.ELLIPSIS,
    Kind.PLUS_MINUS: RefusalReason.PLUS_MINUS,
    Kind.COMMA: RefusalReason.COMMA,
    Kind.QUANTIFIER: RefusalReason.QUANTIFIER,
    Kind.SET_BRACE: RefusalReason.SET_OR_TUPLE,
    Kind.AMBIGUOUS_BANG: RefusalReason.AMBIGUOUS_BANG,
    Kind.UNKNOWN: RefusalReason.UNKNOWN_CHARACTER,
    Kind.UNKNOWN_COMMAND: RefusalReason.UNKNOWN_COMMAND,
    Kind.MODULUS: RefusalReason.MODULUS,
    Kind.BEGIN: RefusalReason.UNKNOWN_COMMAND,
    Kind.BAR: RefusalReason.AMBIGUOUS_BARS,
    Kind.CLOSE: RefusalReason.UNBALANCED,
    Kind.BRACE_CLOSE: RefusalReason.UNBALANCED,
}


class RefusedError(Exception):
    """Carries a refusal out of the recursion; it never leaves this module."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class _Parser:
    """Recursive descent over the tokens of one side."""

    def __init__(
        self, tokens: list[Token], *, latex: bool, functions: frozenset[str], source: str
    ) -> None:
        self._tokens = tokens
        self._at = 0
        self._latex = latex
        self._functions = functions
        self._source = source
        self._depth = 0
        self._bars = 0

    # ---- reading tokens

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _kind(self) -> Kind | None:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else None

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _take(self, kind: Kind, text: str | None = None) -> Token | None:
        token = self._peek()
        if token and token.kind is kind and (text is None or token.text == text):
            self._at += 1
            return token
        return None

    def _expect(self, kind: Kind, text: str | None = None) -> Token:
        token = self._take(kind, text)
        if token is None:
            self._refuse_here(RefusalReason.UNBALANCED)
        return token

    def _refuse(self, reason: RefusalReason, span: Span) -> NoReturn:
        raise RefusedError(Refusal(reason, self._source[span.start : span.end][:40], span))

    def _refuse_here(self, default: RefusalReason = RefusalReason.SYNTAX) -> NoReturn:
        token = self._peek()
        if token is None:
            end = self._tokens[-1].span.end if self._tokens else 0
            self._refuse(default, Span(end, end))
        else:
            self._refuse(_REASONS.get(token.kind, default), token.span)

    def _span_from(self, start: int) -> Span:
        return Span(start, self._tokens[self._at - 1].span.end)

    def _start(self) -> int:
        token = self._peek()
        return token.span.start if token else 0

    # ---- sums and products

    def side(self) -> Expr:
        """Read all tokens as one expression."""
        if not self._tokens:
            self._refuse(RefusalReason.EMPTY, Span(0, 0))
        expression = self._sum()
        if self._peek() is not None:
            self._refuse_here()
        return expression

    def _sum(self) -> Expr:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._refuse_here(RefusalReason.TOO_DEEP)
        start = self._start()
        terms = [self._signed_term(first=True)]
        while self._kind() in _SIGNS:
            if self._dots_follow():
                terms = list(self._progression(terms))
                break
            terms.append(self._signed_term(first=False))
        self._depth -= 1
        return terms[0] if len(terms) == 1 else Add(tuple(terms), span=self._span_from(start))

    def _dots_follow(self) -> bool:
        after = self._tokens[self._at + 1 : self._at + 2]
        return self._kind() is Kind.PLUS and bool(after) and after[0].kind is Kind.ELLIPSIS

    def _progression(self, written: Sequence[Expr]) -> tuple[Expr, ...]:
        """``1 + 2 + … + 10``: the terms that the dots stand for, where there is no doubt."""
        self._take(Kind.PLUS) or self._take(Kind.TIMES)
        dots = self._expect(Kind.ELLIPSIS)
        if self._take(Kind.PLUS):
            last = self._term()
        else:
            self._take(Kind.TIMES)
            last = self._factor()
        terms = expand_terms(written, last)
        if terms is None or any(symbols(term) for term in terms):
            self._refuse(RefusalReason.ELLIPSIS, dots.span)
        return terms

    def _signed_term(self, *, first: bool) -> Expr:
        start = self._start()
        if self._kind() is Kind.PLUS_MINUS:
            name = "plusminus" if self._next().text == "±" else "minusplus"
            return Call(name, (self._term(),), span=self._span_from(start))
        sign = self._take(Kind.MINUS) or self._take(Kind.PLUS)
        if sign and not first:
            second = self._peek()
            if second and second.kind in (Kind.MINUS, Kind.PLUS):
                # "2--3" is a range and "3+-2" a typed plus-minus; "2 - -3" is a difference.
                if not second.spaced:
                    self._refuse(RefusalReason.AMBIGUOUS_SIGN, second.span)
                return self._negated(sign, self._signed_term(first=True), start)
        elif sign and self._kind() in (Kind.MINUS, Kind.PLUS):
            self._refuse_here(RefusalReason.AMBIGUOUS_SIGN)
        return self._negated(sign, self._term(), start)

    def _negated(self, sign: Token | None, term: Expr, start: int) -> Expr:
        if sign is None or sign.kind is Kind.PLUS:
            return term
        return Neg(term, span=self._span_from(start))

    def _term(self) -> Expr:
        start = self._start()
        value = self._factor()
        after_slash = False
        while True:
            kind = self._kind()
            if isinstance(value, Mul) and self._product_dots_follow():
                return Mul(self._progression(value.factors), span=self._span_from(start))
            if kind is Kind.TIMES:
                self._next()
                value = self._times(value, self._signed_factor(), start)
                after_slash = False
            elif kind in (Kind.SLASH, Kind.OBELUS):
                obelus = self._next().kind is Kind.OBELUS
                divisor = self._signed_factor()
                value = Div(value, divisor, obelus, span=self._span_from(start))
                after_slash = True
            elif self._juxtaposed():
                if after_slash:
                    self._refuse_here(RefusalReason.AMBIGUOUS_SLASH)
                value = self._juxtapose(value, start)
            else:
                return value

    def _product_dots_follow(self) -> bool:
        kinds = [token.kind for token in self._tokens[self._at : self._at + 3]]
        return kinds[:1] == [Kind.ELLIPSIS] or kinds == [Kind.TIMES, Kind.ELLIPSIS, Kind.TIMES]

    def _signed_factor(self) -> Expr:
        start = self._start()
        if self._take(Kind.MINUS):
            return Neg(self._factor(), span=self._span_from(start))
        return self._factor()

    def _times(self, left: Expr, right: Expr, start: int) -> Expr:
        factors = left.factors if isinstance(left, Mul) else (left,)
        return Mul((*factors, right), span=self._span_from(start))

    def _juxtaposed(self) -> bool:
        token = self._peek()
        if token is None:
            return False
        if token.kind is Kind.BAR:
            return self._bars == 0 and self._closing_bar_follows()
        return token.kind in _STARTS_FACTOR

    def _closing_bar_follows(self) -> bool:
        """Whether a bar after a factor opens an absolute value: only if another closes it."""
        bars = sum(token.kind is Kind.BAR for token in self._tokens[self._at :])
        return bars >= 2 and bars % 2 == 0

    def _juxtapose(self, left: Expr, start: int) -> Expr:
        token = self._peek()
        assert token
        if token.kind in (Kind.NUMERAL, Kind.VULGAR) and isinstance(left, Num):
            return self._mixed_number(left, start)
        if token.kind is Kind.NUMERAL and not self._starts_power_after_power():
            self._refuse_here(RefusalReason.ADJACENT_NUMERAL)
        if token.kind is Kind.VULGAR:
            self._refuse_here(RefusalReason.MIXED_NUMBER)
        if token.kind is Kind.BRACE_OPEN and self._tokens[self._at - 1].kind is Kind.BRACE_CLOSE:
            # "{48}{16}" has lost the command that it was the argument of.
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)
        if not self._latex and token.kind is Kind.LETTER and token.spaced:
            before = self._tokens[self._at - 1]
            if before.kind in (Kind.LETTER, Kind.CLOSE, Kind.SUBSCRIPT):
                self._refuse_here(RefusalReason.WORDS)
        right = self._factor()
        last = left.factors[-1] if isinstance(left, Mul) else left
        if isinstance(last, Num) and token.kind is Kind.FRACTION and _is_plain_fraction(right):
            if left is last and isinstance(right, Div) and _is_proper(last, right):
                # Two and a half to most readers, a product to some; who evaluates it must choose.
                return Call("mixed", (left, right), span=self._span_from(start))
            self._refuse(RefusalReason.MIXED_NUMBER, self._span_from(start))
        return self._times(left, right, start)

    def _mixed_number(self, whole: Num, start: int) -> Expr:
        """``2½`` and ``2 1/2``: a whole number before a proper fraction is never a factor."""
        at = self._at
        before, token = self._tokens[at - 1], self._next()
        if token.kind is Kind.VULGAR:
            part = Fraction(token.text)
        else:
            slash, lower = [*self._tokens[self._at : self._at + 2], token, token][:2]
            if slash.kind is not Kind.SLASH or lower.kind is not Kind.NUMERAL:
                self._at = at
                self._refuse_here(RefusalReason.ADJACENT_NUMERAL)
            self._at += 2
            is_whole = token.text.isdigit() and lower.text.isdigit() and int(lower.text) > 0
            part = Fraction(int(token.text), int(lower.text)) if is_whole else Fraction(0)
        if before.kind is not Kind.NUMERAL or not before.text.isdigit() or not 0 < part < 1:
            self._at = at
            self._refuse_here(RefusalReason.MIXED_NUMBER)
        return Num(whole.value + part, span=self._span_from(start))

    def _starts_power_after_power(self) -> bool:
        """``3^{x} 9^{y}``: between two braced powers nothing but a product fits."""
        if self._at + 1 >= len(self._tokens):
            return False
        before, after = self._tokens[self._at - 1], self._tokens[self._at + 1]
        return before.kind is Kind.BRACE_CLOSE and after.kind is Kind.CARET

    # ---- factors

    def _factor(self) -> Expr:
        start = self._start()
        base = self._base()
        raised = False
        while True:
            kind = self._kind()
            if kind in (Kind.CARET, Kind.SUPERSCRIPT):
                if raised:
                    self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
                base = self._power(base, start)
                raised = not (isinstance(base, Call) and base.name == "degree")
            elif kind is Kind.BANG:
                base = self._factorial(base, start, raised)
            elif kind is Kind.PERCENT:
                self._next()
                base = Call("percent", (base,), span=self._span_from(start))
            elif kind is Kind.DEGREE:
                self._next()
                base = Call("degree", (base,), span=self._span_from(start))
            elif kind is Kind.PRIME:
                self._refuse_here(RefusalReason.DECORATION)
            elif kind in (Kind.UNDERSCORE, Kind.SUBSCRIPT):
                reason = RefusalReason.BASE_NOTATION
                self._refuse_here(reason if isinstance(base, Num) else RefusalReason.DECORATION)
            else:
                return base

    def _factorial(self, base: Expr, start: int, raised: bool) -> Expr:
        bang = self._next()
        already = isinstance(base, Call) and base.name == "factorial"
        if raised or already or isinstance(base, Neg):
            self._refuse(RefusalReason.AMBIGUOUS_BANG, bang.span)
        return Call("factorial", (base,), span=self._span_from(start))

    def _power(self, base: Expr, start: int) -> Expr:
        token = self._next()
        if token.kind is Kind.SUPERSCRIPT:
            exponent = self._superscript(token)
        else:
            marked = self._exponent_mark()
            if marked == "degree":
                return Call("degree", (base,), span=self._span_from(start))
            if marked:
                self._refuse(RefusalReason.DECORATION, token.span)
            exponent = self._exponent()
        if isinstance(exponent, Sym) and exponent.name == "T" and isinstance(base, Sym):
            # A transpose looks like a power; nothing here can tell them apart.
            self._refuse(RefusalReason.DECORATION, token.span)
        return Pow(base, exponent, span=self._span_from(start))

    def _superscript(self, token: Token) -> Expr:
        if not re.fullmatch(r"-?([0-9]+|[nikm])", token.text):
            self._refuse(RefusalReason.AMBIGUOUS_EXPONENT, token.span)
        digits = token.text.lstrip("-")
        if digits.isdigit():
            value: Expr = Num(Fraction(int(digits[:MAX_DIGITS])), span=token.span)
        else:
            value = Sym(digits, span=token.span)
        return Neg(value, span=token.span) if token.text[0] == "-" else value

    def _exponent_mark(self) -> str | None:
        r"""``^\circ``, ``^{\circ}``, ``^*`` and ``^\prime`` are marks, not exponents."""
        at = self._at
        braced = self._take(Kind.BRACE_OPEN) is not None
        token = self._peek()
        if token and token.kind in (Kind.DEGREE, Kind.PRIME, Kind.TIMES):
            self._next()
            if not braced or self._take(Kind.BRACE_CLOSE):
                return "degree" if token.kind is Kind.DEGREE else "mark"
        self._at = at
        return None

    def _exponent(self) -> Expr:
        token = self._peek()
        if token is None:
            self._refuse_here(RefusalReason.SYNTAX)
        if token.kind is Kind.BRACE_OPEN:
            return self._group()
        if token.kind is Kind.NUMERAL:
            if self._latex and len(token.text) > 1:
                self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
            return self._plain_exponent_end(self._numeral())
        if token.kind is Kind.LETTER:
            return self._plain_exponent_end(self._letter(applied=False))
        if token.kind is Kind.FRACTION:
            return self._fraction()
        if token.kind is Kind.VULGAR:
            return self._vulgar()
        if self._latex:
            self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
        return self._plain_exponent(token)

    def _plain_exponent(self, token: Token) -> Expr:
        """``2^(1/2)`` and ``2^-1``, which plain text writes and LaTeX would print otherwise."""
        if token.kind is Kind.OPEN and token.text == "(":
            return self._group()
        sign = self._take(Kind.MINUS)
        if sign is None or self._kind() is not Kind.NUMERAL:
            self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
        size = self._plain_exponent_end(self._numeral())
        return Neg(size, span=self._span_from(token.span.start))

    def _plain_exponent_end(self, exponent: Expr) -> Expr:
        """In plain text ``x^2n`` or ``2^1/2`` may mean a longer exponent than it says."""
        token = self._peek()
        if token is None or token.spaced or self._latex:
            return exponent
        if isinstance(exponent, Num):
            # x^2y is x² y to every reader; 8^2/3 is not, since 2/3 is a likely exponent.
            glued = token.kind is Kind.SLASH and self._is_likely_exponent(exponent.value)
        else:
            glued = token.kind in (Kind.LETTER, Kind.SLASH, Kind.OPEN)
        if glued:
            self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
        return exponent

    def _is_likely_exponent(self, numerator: Fraction) -> bool:
        """Whether numeral, slash and what follows make a fraction one would raise to."""
        after = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else None
        if after is None or after.kind is not Kind.NUMERAL or not after.text.isdigit():
            return after is None or after.kind is not Kind.OPEN
        fraction = numerator / int(after.text[:MAX_DIGITS]) if after.text.strip("0") else numerator
        return 1 < fraction.denominator <= 6 and fraction.numerator == numerator

    # ---- bases

    def _base(self) -> Expr:
        token = self._peek()
        reader = _READERS.get(token.kind) if token else None
        if reader is None:
            self._refuse_here()
        return reader(self)

    def _vulgar(self) -> Expr:
        token = self._next()
        return Num(Fraction(token.text), span=token.span)

    def _transparent(self) -> Expr:
        command = self._next()
        if self._kind() is not Kind.BRACE_OPEN:
            self._refuse(RefusalReason.UNKNOWN_COMMAND, command.span)
        return self._group()

    def _numeral(self) -> Expr:
        token = self._next()
        text = token.text.replace("{,}", "").replace("\\,", "")
        if len(text) > MAX_DIGITS:
            self._refuse(RefusalReason.TOO_LONG, token.span)
        return Num(Fraction(text), span=token.span)

    def _letter(self, *, applied: bool = True) -> Expr:
        token = self._next()
        name = token.text
        span = token.span
        subscript = self._subscript()
        if subscript is not None:
            name, span = f"{name}_{{{subscript}}}", self._span_from(span.start)
        while self._kind() is Kind.PRIME:
            self._next()
            name, span = name + "'", self._span_from(span.start)
        if applied and self._is_function(name, token.text):
            return self._application(name, span)
        iterated = self._iterated(name) if applied and token.text in self._functions else None
        return iterated or Sym(name, span=span)

    def _iterated(self, name: str) -> Expr | None:
        """``f^{-1}(x)`` and ``f^2(x)``: a function of its own, whatever the exponent means."""
        at, start = self._at, self._tokens[self._at - 1].span.start
        if self._take(Kind.CARET) is None:
            return None
        if self._kind() is Kind.BRACE_OPEN:
            exponent = self._braced_text()
        elif self._kind() in (Kind.NUMERAL, Kind.LETTER):
            exponent = self._next().text
        else:
            exponent = ""
        token = self._peek()
        if exponent and token and token.kind is Kind.OPEN and token.text == "(":
            return self._application(f"{name}^{{{exponent}}}", Span(start, start))
        self._at = at
        return None

    def _is_function(self, name: str, letter: str) -> bool:
        token = self._peek()
        if token is None or token.kind is not Kind.OPEN or token.text != "(":
            return False
        return letter in self._functions or name in self._functions or name.endswith("'")

    def _application(self, name: str, span: Span) -> Expr:
        self._expect(Kind.OPEN, "(")
        arguments = [self._sum()]
        while self._take(Kind.COMMA, ","):
            arguments.append(self._sum())
        self._expect(Kind.CLOSE, "(")
        return Apply(name, tuple(arguments), span=self._span_from(span.start))

    def _subscript(self) -> str | None:
        if token := self._take(Kind.SUBSCRIPT):
            return token.text
        if not self._take(Kind.UNDERSCORE):
            return None
        token = self._peek()
        if token is None:
            self._refuse_here(RefusalReason.SYNTAX)
        if token.kind is Kind.BRACE_OPEN:
            return self._braced_text()
        if token.kind in (Kind.NUMERAL, Kind.LETTER):
            if self._latex and token.kind is Kind.NUMERAL and len(token.text) > 1:
                self._refuse_here(RefusalReason.DECORATION)
            return self._next().text
        return self._refuse_here(RefusalReason.DECORATION)

    def _braced_text(self) -> str:
        """The normal form of a braced subscript: its tokens without spaces."""
        self._expect(Kind.BRACE_OPEN)
        parts: list[str] = []
        depth = 1
        while True:
            token = self._peek()
            if token is None:
                self._refuse_here(RefusalReason.UNBALANCED)
            assert token
            depth += (token.kind is Kind.BRACE_OPEN) - (token.kind is Kind.BRACE_CLOSE)
            self._next()
            if depth == 0:
                return "".join(parts)
            parts.append("}" if token.kind is Kind.BRACE_CLOSE else token.text)

    def _accent(self) -> Expr:
        accent = self._next()
        if accent.text == "overline":
            self._refuse(RefusalReason.DECORATION, accent.span)
        braced = self._take(Kind.BRACE_OPEN) is not None
        token = self._peek()
        if token is None or token.kind is not Kind.LETTER:
            self._refuse(RefusalReason.DECORATION, accent.span)
        letter = self._letter(applied=False)
        assert isinstance(letter, Sym)
        if braced:
            self._expect(Kind.BRACE_CLOSE)
        subscript = self._subscript()
        name = f"\\{accent.text}{{{letter.name}}}" + (f"_{{{subscript}}}" if subscript else "")
        return Sym(name, span=self._span_from(accent.span.start))

    def _group(self) -> Expr:
        opening = self._next()
        closing = Kind.BRACE_CLOSE if opening.kind is Kind.BRACE_OPEN else Kind.CLOSE
        inner = self._sum()
        if self._kind() is Kind.CHOOSE and opening.kind is Kind.BRACE_OPEN:
            self._next()
            inner = Call("binom", (inner, self._sum()), span=inner.span)
        if opening.text == "(" and self._kind() is Kind.COMMA:
            return self._tuple(opening, inner)
        self._expect(closing, opening.text)
        span = self._span_from(opening.span.start)
        match opening.text:
            case "⌊":
                return Call("floor", (inner,), span=span)
            case "⌈":
                return Call("ceil", (inner,), span=span)
            case "|":
                return Call("abs", (inner,), span=span)
            case "[":
                return Call("bracket", (inner,), span=span)
            case _:
                return inner if not isinstance(inner, Num | Sym) else _respanned(inner, span)

    def _tuple(self, opening: Token, first: Expr) -> Expr:
        entries = [first]
        while self._take(Kind.COMMA, ","):
            entries.append(self._sum())
        self._expect(Kind.CLOSE, opening.text)
        if self._kind() not in (None, Kind.BRACE_CLOSE):
            # A tuple may be a whole side; inside an expression it has no value.
            self._refuse(RefusalReason.SET_OR_TUPLE, self._span_from(opening.span.start))
        return Call("tuple", tuple(entries), span=self._span_from(opening.span.start))

    def _absolute(self) -> Expr:
        opening = self._next()
        if self._bars and self._tokens[self._at - 2].kind not in _BEFORE_OPERAND:
            # |a|b|c| has two readings; where an operand must follow, a bar can only open.
            self._refuse(RefusalReason.AMBIGUOUS_BARS, opening.span)
        self._bars += 1
        inner = self._sum()
        self._expect(Kind.BAR)
        self._bars -= 1
        if self._bars and self._kind() in _STARTS_FACTOR:
            self._refuse_here(RefusalReason.AMBIGUOUS_BARS)
        return Call("abs", (inner,), span=self._span_from(opening.span.start))

    def _fraction(self) -> Expr:
        command = self._next()
        upper, lower = self._two_arguments(command)
        span = self._span_from(command.span.start)
        if command.kind is Kind.BINOMIAL:
            return Call("binom", (upper, lower), span=span)
        match upper, lower:
            case Sym(name="d"), Mul(factors=(Sym(name="d"), Sym())):
                # The operator d/dx is no quotient.
                return self._refuse(RefusalReason.UNKNOWN_COMMAND, span)
            case _:
                return Div(upper, lower, span=span)

    def _two_arguments(self, command: Token) -> tuple[Expr, Expr]:
        token = self._peek()
        if token and token.kind is Kind.NUMERAL and len(token.text) > 1:
            if len(token.text) != 2 or not token.text.isdigit():
                self._refuse(RefusalReason.AMBIGUOUS_ARGUMENT, token.span)
            self._next()
            middle = token.span.start + 1
            first = Num(Fraction(token.text[0]), span=Span(token.span.start, middle))
            return first, Num(Fraction(token.text[1]), span=Span(middle, token.span.end))
        return self._argument(), self._argument()

    def _argument(self) -> Expr:
        """One LaTeX argument: a braced group, a single digit or a single letter."""
        token = self._peek()
        if token and token.kind is Kind.BRACE_OPEN:
            return self._group()
        if token and token.kind is Kind.NUMERAL and len(token.text) == 1:
            return self._numeral()
        if token and token.kind is Kind.LETTER:
            self._next()
            return Sym(token.text, span=token.span)
        return self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)

    def _root(self) -> Expr:
        command = self._next()
        degree: Expr = _TWO
        if self._take(Kind.OPEN, "["):
            degree = self._sum()
            self._expect(Kind.CLOSE, "[")
        argument = self._argument()
        if self._tokens[self._at - 1].kind in (Kind.NUMERAL, Kind.LETTER):
            self._refuse_tail_of_open_root()
        return Root(argument, degree, span=self._span_from(command.span.start))

    def _refuse_tail_of_open_root(self) -> None:
        # "\sqrt2x" and "√2²" leave open how far the root reaches.
        token = self._peek()
        if token and (
            token.kind in (Kind.CARET, Kind.SUPERSCRIPT, Kind.BANG, Kind.UNDERSCORE)
            or (token.kind in (Kind.LETTER, Kind.OPEN, Kind.NUMERAL) and not token.spaced)
        ):
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)

    def _radical(self) -> Expr:
        sign = self._next()
        token = self._peek()
        if token and token.kind in (Kind.NUMERAL, Kind.LETTER):
            argument = (
                self._numeral() if token.kind is Kind.NUMERAL else self._letter(applied=False)
            )
            self._refuse_tail_of_open_root()
        elif token and token.kind in (Kind.OPEN, Kind.BRACE_OPEN):
            argument = self._group()
        elif token and token.kind is Kind.VULGAR:
            argument = self._vulgar()
        else:
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)
        degree = Num(Fraction(sign.text))
        return Root(argument, degree, span=self._span_from(sign.span.start))

    # ---- named functions

    def _function(self) -> Expr:
        token = self._next()
        start = token.span.start
        name = token.text
        if name in ("sqrt", "abs", "floor", "ceil"):
            return self._plain_function(name, start)
        base = self._log_base(name)
        exponent = self._function_exponent(name)
        arguments, is_open = self._function_arguments(name)
        if base is not None:
            arguments = (*arguments, base)
        span = self._span_from(start)
        # An unparenthesised argument leaves open what a following power or slash belongs to.
        call: Expr = Call(name, arguments, span=span)
        if exponent is not None:
            call = Pow(call, exponent, span=span)
        if is_open:
            self._refuse_tail_of_open_call()
        elif self._kind() in (Kind.CARET, Kind.SUPERSCRIPT):
            self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
        elif name in ("log", "ln", "lg") and self._kind() is Kind.OPEN:
            # "log_2(3)(4)" may be the logarithm of the product.
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)
        return call

    def _plain_function(self, name: str, start: int) -> Expr:
        token = self._peek()
        if token is None or token.kind is not Kind.OPEN or token.spaced:
            self._refuse_here(RefusalReason.WORDS)
        argument = self._group()
        span = self._span_from(start)
        if name == "sqrt":
            return Root(argument, _TWO, span=span)
        return Call(name, (argument,), span=span)

    def _log_base(self, name: str) -> Expr | None:
        if self._kind() not in (Kind.UNDERSCORE, Kind.SUBSCRIPT):
            return None
        if name != "log":
            self._refuse_here(RefusalReason.DECORATION)
        if token := self._take(Kind.SUBSCRIPT):
            if not token.text.isdigit():
                self._refuse(RefusalReason.DECORATION, token.span)
            return Num(Fraction(token.text), span=token.span)
        self._next()
        return self._argument()

    def _function_exponent(self, name: str) -> Expr | None:
        if self._kind() not in (Kind.CARET, Kind.SUPERSCRIPT):
            return None
        token = self._next()
        exponent = self._superscript(token) if token.kind is Kind.SUPERSCRIPT else self._argument()
        positive = isinstance(exponent, Num) and exponent.value > 1
        if name not in _TRIGONOMETRIC or not positive:
            # sin^{-1} is the inverse to some and the reciprocal to others; log^2 likewise.
            self._refuse(RefusalReason.AMBIGUOUS_EXPONENT, token.span)
        return exponent

    def _function_arguments(self, name: str) -> tuple[tuple[Expr, ...], bool]:
        token = self._peek()
        if token and token.kind is Kind.OPEN and token.text in "([":
            opening = self._next()
            arguments = [self._sum()]
            while self._take(Kind.COMMA, ","):
                arguments.append(self._sum())
            self._expect(Kind.CLOSE, opening.text)
            if (len(arguments) > 1) != (name in _ARGUMENT_LISTS):
                self._refuse(RefusalReason.AMBIGUOUS_ARGUMENT, token.span)
            return tuple(arguments), False
        if name in _ARGUMENT_LISTS:
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)
        return (self._open_argument(),), True

    def _open_argument(self) -> Expr:
        r"""The argument of ``\sin 2x``: at most a numeral and one letter, root or fraction."""
        start = self._start()
        token = self._peek()
        if token and token.kind is Kind.NUMERAL:
            value = self._numeral()
            value = self._degree_mark(value, start)
            if self._kind() in (Kind.LETTER, Kind.ROOT) and not isinstance(value, Call):
                second = self._open_atom()
                return Mul((value, second), span=self._span_from(start))
            return value
        return self._degree_mark(self._open_atom(), start)

    def _open_atom(self) -> Expr:
        kind = self._kind()
        if kind is Kind.LETTER:
            return self._letter(applied=False)
        if kind in (Kind.FRACTION, Kind.BINOMIAL):
            return self._fraction()
        if kind is Kind.ROOT:
            return self._root()
        if kind is Kind.BRACE_OPEN:
            return self._group()
        if kind is Kind.BAR:
            return self._absolute()
        return self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)

    def _degree_mark(self, value: Expr, start: int) -> Expr:
        if self._take(Kind.DEGREE):
            return Call("degree", (value,), span=self._span_from(start))
        if self._kind() is Kind.CARET:
            self._next()
            if self._exponent_mark() == "degree":
                return Call("degree", (value,), span=self._span_from(start))
            self._refuse(RefusalReason.AMBIGUOUS_EXPONENT, self._span_from(start))
        return value

    def _refuse_tail_of_open_call(self) -> None:
        kind = self._kind()
        if kind in (Kind.CARET, Kind.SUPERSCRIPT, Kind.BANG):
            self._refuse_here(RefusalReason.AMBIGUOUS_EXPONENT)
        if kind in (Kind.SLASH, Kind.OBELUS):
            self._refuse_here(RefusalReason.AMBIGUOUS_SLASH)
        if kind in (Kind.LETTER, Kind.OPEN, Kind.NUMERAL, Kind.FRACTION, Kind.BRACE_OPEN):
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)

    # ---- sums and products

    def _big_operator(self) -> Expr:
        operator = self._next()
        self._expect(Kind.UNDERSCORE)
        self._expect(Kind.BRACE_OPEN)
        letter = self._expect(Kind.LETTER)
        self._expect(Kind.RELATION, Relation.EQ)
        lower = self._sum()
        self._expect(Kind.BRACE_CLOSE)
        self._expect(Kind.CARET)
        upper = self._argument()
        body = self._term()
        if self._kind() in (Kind.PLUS, Kind.MINUS):
            # "\sum a + b" leaves open whether b is summed.
            self._refuse_here(RefusalReason.AMBIGUOUS_ARGUMENT)
        span = self._span_from(operator.span.start)
        return BigOp(operator.text, letter.text, lower, upper, body, span=span)


_READERS: dict[Kind, Callable[[_Parser], Expr]] = {
    Kind.NUMERAL: _Parser._numeral,
    Kind.LETTER: _Parser._letter,
    Kind.ACCENT: _Parser._accent,
    Kind.OPEN: _Parser._group,
    Kind.BRACE_OPEN: _Parser._group,
    Kind.BAR: _Parser._absolute,
    Kind.FRACTION: _Parser._fraction,
    Kind.BINOMIAL: _Parser._fraction,
    Kind.VULGAR: _Parser._vulgar,
    Kind.ROOT: _Parser._root,
    Kind.RADICAL: _Parser._radical,
    Kind.FUNCTION: _Parser._function,
    Kind.BIG_OPERATOR: _Parser._big_operator,
    Kind.TRANSPARENT: _Parser._transparent,
}


def _respanned(node: Num | Sym, span: Span) -> Expr:
    return Num(node.value, span=span) if isinstance(node, Num) else Sym(node.name, span=span)


def _is_plain_fraction(node: Expr) -> bool:
    base = node.base if isinstance(node, Pow) else node
    return (
        isinstance(base, Div)
        and isinstance(base.numerator, Num)
        and isinstance(base.denominator, Num)
    )


def _is_proper(whole: Num, fraction: Div) -> bool:
    upper, lower = fraction.numerator, fraction.denominator
    assert isinstance(upper, Num)
    assert isinstance(lower, Num)
    parts = (whole.value, upper.value, lower.value)
    return all(part.denominator == 1 for part in parts) and 0 < upper.value < lower.value


def parse_side(tokens: list[Token], *, latex: bool, functions: frozenset[str], source: str) -> Side:
    """Read the tokens of one side; the refusal says what stopped the reader."""
    at = next((i for i, token in enumerate(tokens) if token.kind is Kind.MODULUS), None)
    if at is not None and tokens[at].text == "mod" and 0 < at < len(tokens) - 1:
        return _parse_remainder(tokens, at, latex=latex, functions=functions, source=source)
    parser = _Parser(tokens, latex=latex, functions=functions, source=source)
    try:
        return parser.side()
    except RefusedError as refused:
        return refused.refusal


def _parse_remainder(
    tokens: list[Token], at: int, *, latex: bool, functions: frozenset[str], source: str
) -> Side:
    """``a mod m`` as the remainder of a division."""
    parts: list[Expr] = []
    for group in (tokens[:at], tokens[at + 1 :]):
        side = parse_side(group, latex=latex, functions=functions, source=source)
        if isinstance(side, Refusal):
            return side
        parts.append(side)
    return Call("mod", tuple(parts), span=span_of(tokens, 0))


def span_of(tokens: list[Token], fallback: int) -> Span:
    """The characters that tokens cover."""
    if not tokens:
        return Span(fallback, fallback)
    return Span(tokens[0].span.start, tokens[-1].span.end)
