"""The grammar reads what mathematicians mean and refuses what two readers may read differently."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Refusal,
    Relation,
    Root,
    Sym,
    walk,
)
from faithsieve.symbolic.parser import MAX_DEPTH, parse_chain
from support.expressions import parse_expression


def shown(node: Expr) -> str:
    """A form with every bracket written, so that a test says exactly what was read."""
    match node:
        case Num(value=value):
            return str(value)
        case Sym(name=name):
            return name
        case Neg(arg=arg):
            return f"(-{shown(arg)})"
        case Add(terms=parts):
            return f"({' + '.join(map(shown, parts))})"
        case Mul(factors=parts):
            return f"({' * '.join(map(shown, parts))})"
        case Div(numerator=upper, denominator=lower):
            return f"({shown(upper)} / {shown(lower)})"
        case Pow(base=base, exponent=exponent):
            return f"{shown(base)}^{shown(exponent)}"
        case _:
            return shown_function(node)


def shown_function(node: Expr) -> str:
    match node:
        case Root(arg=arg, degree=degree):
            return f"root{shown(degree)}({shown(arg)})"
        case Call(name=name, args=args):
            return f"{name}({', '.join(map(shown, args))})"
        case Apply(name=name, args=args):
            return f"{name}[{', '.join(map(shown, args))}]"
        case _:
            raise AssertionError(node)


LATEX = [
    (r"2x + 3y - 1", "((2 * x) + (3 * y) + (-1))"),
    (r"-x^2", "(-x^2)"),
    (r"(-x)^2", "(-x)^2"),
    (r"x^{n+1}y", "(x^(n + 1) * y)"),
    (r"\frac12", "(1 / 2)"),
    (r"\frac1{x}", "(1 / x)"),
    (r"\frac ab", "(a / b)"),
    (r"\dfrac{x+1}{2}", "((x + 1) / 2)"),
    (r"\sqrt[3]{x}", "root3(x)"),
    (r"\sqrt2\sqrt 3", "(root2(2) * root2(3))"),
    (r"2\sqrt{3}x", "(2 * root2(3) * x)"),
    (r"a_1 + a_{n+1}", "(a_{1} + a_{n+1})"),
    (r"x'", "x'"),
    (r"\alpha\beta", r"(\alpha * \beta)"),
    (r"\left(x+1\right)\left[y\right]", "((x + 1) * bracket(y))"),
    (r"|x - 1| + 2|y|", "(abs((x + (-1))) + (2 * abs(y)))"),
    (r"\lfloor x \rfloor \lceil y \rceil", "(floor(x) * ceil(y))"),
    (r"f(x+1)g(y)", "(f[(x + 1)] * g[y])"),
    (r"f_2(x)", "f_{2}[x]"),
    # Whether it is a product stays open.
    (r"n(n+1)", "n[(n + 1)]"),
    (r"\sin 2x \cos y", "(sin((2 * x)) * cos(y))"),
    (r"\sin^2 x", "sin(x)^2"),
    (r"\sin 30^\circ", "sin(degree(30))"),
    (r"\sin(x)\cos(x)", "(sin(x) * cos(x))"),
    (r"\log_2 8", "log(8, 2)"),
    (r"\log_{10}(x+1)", "log((x + 1), 10)"),
    (r"\gcd(a, b)", "gcd(a, b)"),
    (r"\operatorname{lcm}(4, 6)", "lcm(4, 6)"),
    (r"n!", "factorial(n)"),
    (r"\binom{n}{2}", "binom(n, 2)"),
    (r"{n \choose 2}", "binom(n, 2)"),
    (r"3^{x} 9^{y}", "(3^x * 9^y)"),
    (r"a/b/c", "((a / b) / c)"),
    (r"2x/3", "((2 * x) / 3)"),
    (r"a/b \cdot c", "((a / b) * c)"),
    (r"AB^2", "AB^2"),
    (r"abc", "(a * b * c)"),
    (r"1{,}000", "1000"),
    (r"\boxed{x+1}", "(x + 1)"),
    (r"10 \bmod 4", "mod(10, 4)"),
    (r"x^\frac12", "x^(1 / 2)"),
    (r"\sin \frac{\pi}{6}", r"sin((\pi / 6))"),
    (r"\sin \sqrt{x} + \cos 2\sqrt{x}", "(sin(root2(x)) + cos((2 * root2(x))))"),
    (r"\log{x} + \ln|x|", "(log(x) + ln(abs(x)))"),
    (r"\sin x^\circ", "sin(degree(x))"),
    (r"g(x, y)", "g[x, y]"),
    (r"x \, y \; z \! w", "(x * y * z * w)"),
]

PLAIN = [
    ("x² + 2xy", "(x^2 + (2 * x * y))"),
    ("(x+y)²", "(x + y)^2"),
    ("√2 · √(3)", "(root2(2) * root2(3))"),
    ("x₁ − x₂", "(x_{1} + (-x_{2}))"),
    ("2^10", "2^10"),
    ("x^2y", "(x^2 * y)"),
    ("x^(n+1)", "x^(n + 1)"),
    ("½ + ¾", "(1/2 + 3/4)"),
    ("sqrt(x) * abs(y)", "(root2(x) * abs(y))"),
    ("α·β", r"(\alpha * \beta)"),
    ("𝑥 + 1", "(x + 1)"),
    ("e^(-x)", "e^(-x)"),
    ("2*3 ÷ 4", "((2 * 3) / 4)"),
    ("xⁿ + x⁻ⁿ", "(x^n + x^(-n))"),
    ("log₂ 8", "log(8, 2)"),
    ("sin²x", "sin(x)^2"),
    ("2^(-x)", "2^(-x)"),
    ("∛x", "root3(x)"),
]

REFUSED = [
    (r"1/2x", "ambiguous slash"),
    (r"x^10", "ambiguous exponent"),
    (r"x^2^3", "ambiguous exponent"),
    (r"\sin x^2", "ambiguous exponent"),
    (r"\sin(x)^2", "ambiguous exponent"),
    (r"\sin^{-1} x", "ambiguous exponent"),
    (r"\log x / 2", "ambiguous slash"),
    (r"\sin xy", "ambiguous argument"),
    (r"\sqrt12", "ambiguous argument"),
    (r"\frac123", "ambiguous argument"),
    (r"\sum_{k=1}^{n} k", "unknown command"),
    (r"2 \pm \sqrt{3}", "plus-minus"),
    (r"x2", "adjacent numeral"),
    (r"1011_2", "base notation"),
    (r"\overline{ab} + \mathbf{v}", "unknown command"),
    (r"x^*", "decoration"),
    (r"1 + 2 + \cdots + n", "ellipsis"),
    (r"n!!", "ambiguous factorial or inequality"),
    (r"||a|b|", "ambiguous bars"),
    (r"\{1, 2\}", "set or tuple"),
    (r"2 + (1, 2) + 3", "set or tuple"),
    (r"\forall x", "quantifier"),
    (r"\text{area}", "words"),
    (r"\foo{x}", "unknown command"),
    (r"x @ y", "unknown character"),
    (r"(x", "unbalanced brackets"),
    (r"x)", "unbalanced brackets"),
    (r"x +", "syntax"),
    (r"x^", "syntax"),
    (r"x_", "syntax"),
    (r"x^\sqrt{2}", "ambiguous exponent"),
    (r"(x)'", "decoration"),
    (r"(x)_1", "decoration"),
    (r"x_\alpha^{\prime}", "decoration"),
    (r"x_{a", "unbalanced brackets"),
    (r"x_12", "decoration"),
    (r"(1, 2)", "set or tuple"),
    (r"f^{-1}(x)", "ambiguous exponent"),
    (r"f^2(x) + 1", "ambiguous exponent"),
    (r"\sin_2 x", "decoration"),
    (r"\log^2 x", "ambiguous exponent"),
    (r"\gcd a", "ambiguous argument"),
    (r"\sin(a, b)", "ambiguous argument"),
    (r"\sin + 1", "ambiguous argument"),
    (r"\sin x !", "ambiguous exponent"),
    (r"\begin{tabular} x \end{tabular}", "unknown command"),
    (r"\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}", "unknown command"),
    (r"x^{2}!", "ambiguous factorial or inequality"),
    (r"- - x", "ambiguous sign"),
    (r"\sqrt", "ambiguous argument"),
    (r"\not x", "unknown command"),
    (r"\begin x", "unknown command"),
    (r"\text x", "unknown command"),
    ("\\", "unknown character"),
    ("(" * (MAX_DEPTH + 1) + "x" + ")" * (MAX_DEPTH + 1), "too deep"),
    ("9" * 1001, "too long"),
]


@pytest.mark.parametrize(("text", "reading"), LATEX)
def test_latex_is_read_as_meant(text: str, reading: str) -> None:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), side
    assert shown(side) == reading


@pytest.mark.parametrize(("text", "reading"), PLAIN)
def test_plain_and_unicode_text_is_read_as_meant(text: str, reading: str) -> None:
    side = parse_chain(text, latex=False).sides[0]
    assert not isinstance(side, Refusal), side
    assert shown(side) == reading


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_has_two_readings_is_refused_by_name(text: str, reason: str) -> None:
    side = parse_expression(text, latex=True)
    assert isinstance(side, Refusal), shown(side)
    assert side.reason == reason


def test_plain_words_are_not_products() -> None:
    assert isinstance(parse_expression("we have", latex=False), Refusal)
    assert isinstance(parse_expression("x y", latex=False), Refusal)
    assert isinstance(parse_expression("x^ab", latex=False), Refusal)


expressions = st.recursive(
    st.integers(0, 99).map(str) | st.sampled_from(["x", "y", r"\alpha", "a_{1}"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: rf"\left({p[0]} + {p[1]}\right)"),
        st.tuples(inner, inner).map(lambda p: rf"\frac{{{p[0]}}}{{{p[1]}}}"),
        st.tuples(inner, inner).map(lambda p: rf"{{{p[0]}}} \cdot {{{p[1]}}}"),
        inner.map(lambda e: rf"\sqrt{{{e}}}"),
        inner.map(lambda e: rf"({e})^{{2}}"),
    ),
    max_leaves=12,
)


@given(expressions)
def test_fully_braced_latex_is_never_refused(text: str) -> None:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), (text, side)


# ---- chains


def test_a_chain_keeps_its_relations_and_the_place_of_each_side() -> None:
    text = r"So x^2 &= 2x + 1 \leq 5"
    chain = parse_chain(text, 3, latex=True)
    assert chain.relations == (Relation.EQ, Relation.LE)
    spans = [text[span.start : span.end] for span in chain.side_spans]
    assert spans == ["x^2", "2x + 1", "5"]


def test_an_unreadable_side_does_not_hide_the_others() -> None:
    chain = parse_chain(r"S = 1 + \cdots + n = \frac{n(n+1)}{2}", latex=True)
    assert [isinstance(side, Refusal) for side in chain.sides] == [False, True, False]
    refusal = chain.first_refusal()
    assert refusal is not None
    assert refusal.reason == "ellipsis"


@pytest.mark.parametrize(
    "text", [r"a \equiv b \pmod{m}", r"a \equiv b \pmod m", "a ≡ b (mod m)", r"a = b \mod m"]
)
def test_a_modulus_belongs_to_the_chain(text: str) -> None:
    chain = parse_chain(text, latex=True)
    assert chain.modulus == Sym("m")
    assert chain.sides == (Sym("a"), Sym("b"))


@given(st.text(max_size=60), st.booleans())
def test_no_text_breaks_the_reader(text: str, latex: bool) -> None:
    chain = parse_chain(text, latex=latex)
    assert len(chain.sides) == len(chain.relations) + 1
    for node in walk(*chain.read_sides):
        if isinstance(node, Num):
            assert 0 <= node.span.start <= node.span.end <= len(text)


@pytest.mark.parametrize(
    ("sign", "relation"),
    [
        ("=", Relation.EQ),
        (r"\neq", Relation.NE),
        (r"\not=", Relation.NE),
        ("≠", Relation.NE),
        (r"\le", Relation.LE),
        (r"\leqslant", Relation.LE),
        ("<=", Relation.LE),
        ("⩾", Relation.GE),
        (r"\approx", Relation.APPROX),
        (r"\mid", Relation.DIVIDES),
        ("|", Relation.DIVIDES),
        (r"\nmid", Relation.NOT_DIVIDES),
        (":=", Relation.DEFINES),
        (r"\not\equiv", Relation.NOT_CONGRUENT),
    ],
)
def test_every_spelling_of_a_relation_is_the_same_relation(sign: str, relation: Relation) -> None:
    chain = parse_chain(f"x {sign} y", latex=True)
    assert chain.relations == (relation,)
    assert chain.sides == (Sym("x"), Sym("y"))


@given(st.fractions(min_value=0, max_value=999, max_denominator=1000))
def test_decimals_are_exact(value: Fraction) -> None:
    text = f"{value.numerator // value.denominator}.{value.denominator:04d}"
    assert parse_expression(text, latex=False) == Num(Fraction(text))
