"""Formulas about numbers as SMT-LIB text, for a solver that finds out whether they can all hold.

What has no meaning there (a sum with dots, an unknown kind of number) is left out, and functions
without one are arbitrary, so formulas that exclude each other there do so in Lean too. The numbers
of an ordered field are real numbers here. Z3 reads the text (``lean/number_solver.py``).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import lean_formula as lean

_POWERS = range(1, 8)
_WHOLE = {"Nat": "(>= {} 0)", "ℕ": "(>= {} 0)", "Int": "", "ℤ": ""}
_REAL = frozenset({"Rat", "ℚ"})
_SIGNS = {
    **{ex.Relation.EQ: "(= {} {})", ex.Relation.DEFINES: "(= {} {})"},
    **{ex.Relation.NE: "(distinct {} {})", ex.Relation.LT: "(< {} {})"},
    **{ex.Relation.LE: "(<= {} {})", ex.Relation.GT: "(> {} {})", ex.Relation.GE: "(>= {} {})"},
}
_CONNECTIVES = {"and": "and", "or": "or", "implies": "=>", "iff": "="}
_DIVISIBILITY = (ex.Relation.DIVIDES, ex.Relation.CONGRUENT)
_DENIED = (ex.Relation.NOT_DIVIDES, ex.Relation.NOT_CONGRUENT)
_PRIMES = (2, 3, 5, 7)


class Told(NamedTuple):
    """A formula, and whether its quotients and differences are those of paper."""

    formula: lean.Formula | None
    is_exact: bool
    """Without that, whole numbers may be divided or subtracted as Lean does, and it is left out."""


class _UnknownError(Exception):
    """A formula has a part without a meaning here."""


class _Term(NamedTuple):
    text: str
    sort: str


def script_of(told: Iterable[Told], kinds: Mapping[str, str], *, with_products: bool) -> str:
    """Write formulas; what cannot be read or has no meaning here is passed over.

    Nothing is written where there is nothing to decide.

    Args:
        told: What should hold.
        kinds: Lean's type of each letter; a generic ordered field is called ``Rat`` here.
        with_products: Whether products and powers are computed, or may be any numbers.
    """
    writer = _Writer(kinds, with_products=with_products)
    written = [text for text in map(writer.asserted, told) if text]
    facts = (f"(assert {fact})" for fact in writer.facts)
    lines = [*writer.declared.values(), *facts, *written, "(check-sat)"]
    return "\n".join(lines) if written else ""


class _Writer:
    """Writes formulas as SMT-LIB; letters and functions are declared as they come."""

    def __init__(self, kinds: Mapping[str, str], *, with_products: bool) -> None:
        self.kinds = dict(kinds)
        self.with_products = with_products
        self.declared: dict[str, str] = {}
        self.facts: list[str] = []
        self.bound: frozenset[str] = frozenset()
        self.is_exact = False

    def asserted(self, told: Told) -> str:
        """The line that asserts a formula; none if it has a part without a meaning."""
        self.is_exact, known = told.is_exact, len(self.facts)
        try:
            return f"(assert {self.formula(told.formula)})" if told.formula is not None else ""
        except (_UnknownError, RecursionError):
            del self.facts[known:]
            return ""

    def formula(self, formula: lean.Formula) -> str:
        match formula:
            case lean.Compare(relation=relation, left=left, right=right, modulus=modulus):
                if relation in _SIGNS and modulus is None:
                    return _SIGNS[relation].format(self.term(left).text, self.term(right).text)
                pair = (
                    (left, right) if modulus is None else (modulus, ex.Add((left, ex.Neg(right))))
                )
                return self.divisibility(relation, *pair)
            case lean.Not(part=part):
                return f"(not {self.formula(part)})"
            case lean.Joined(connective=connective, parts=parts):
                return f"({_CONNECTIVES[connective]} {' '.join(map(self.formula, parts))})"
            case lean.Holds(name="True" | "False" as name):
                return name.lower()
            case lean.Holds(name="Even" | "Odd" as name, args=(arg,)):
                return f"(= (mod {self.whole(arg)} 2) {int(name == 'Odd')})"
            case lean.Holds(name="Nat.Prime", args=(arg,)):
                return self.prime(self.whole(arg))
            case lean.Quantified(quantifier=sign, names=names, type=kind, body=body):
                return self.quantified(sign, names, kind, body)
            case _:
                raise _UnknownError

    def quantified(self, sign: str, names: tuple[str, ...], kind: str, body: lean.Formula) -> str:
        sort, outer = self.sort(kind), (self.kinds, self.bound)
        self.kinds, self.bound = (
            {**self.kinds, **dict.fromkeys(names, kind)},
            self.bound.union(names),
        )
        try:
            inner = self.formula(body)
        finally:
            self.kinds, self.bound = outer
        bounds = (
            " ".join(_WHOLE[kind].format(f"|{name}|") for name in names) if sort == "Int" else ""
        )
        if bounds.strip():
            inner = f"({'=>' if sign == '∀' else 'and'} (and {bounds}) {inner})"
        letters = " ".join(f"(|{name}| {sort})" for name in names)
        return f"({'forall' if sign == '∀' else 'exists'} ({letters}) {inner})"

    def sort(self, kind: str) -> str:
        if kind in _WHOLE:
            return "Int"
        if kind in _REAL or self.kinds.get(kind) == "Rat":
            return "Real"
        raise _UnknownError

    def divisibility(self, relation: ex.Relation, divisor: ex.Expr, number: ex.Expr) -> str:
        if relation in _DIVISIBILITY:
            return self.divides(self.whole(divisor), self.whole(number))
        if relation in _DENIED:
            return f"(not {self.divides(self.whole(divisor), self.whole(number))})"
        raise _UnknownError

    def divides(self, divisor: str, number: str) -> str:
        if divisor.isdecimal() and int(divisor):
            return f"(= (mod {number} {divisor}) 0)"
        text = self.called("divides", [_Term(divisor, "Int"), _Term(number, "Int")], "Bool").text
        self.add(f"(=> {text} (exists ((k Int)) (= {number} (* {divisor} k))))")
        return text

    def prime(self, number: str) -> str:
        text = self.called("prime", [_Term(number, "Int")], "Bool").text
        rests = (f"(or (= {number} {p}) (distinct (mod {number} {p}) 0))" for p in _PRIMES)
        self.add(f"(=> {text} (and (>= {number} 2) {' '.join(rests)}))")
        return text

    def add(self, fact: str) -> None:
        """Add what is known of an expression; of bound letters nothing can be said outside."""
        if not any(f"|{name}|" in fact for name in self.bound):
            self.facts.append(fact)

    def whole(self, node: ex.Expr) -> str:
        term = self.term(node)
        if term.sort != "Int":
            raise _UnknownError
        return term.text

    def term(self, node: ex.Expr) -> _Term:
        match node:
            case ex.Num(value=value):
                return self.number(value)
            case ex.Sym(name=name):
                return self.letter(name)
            case ex.Neg(arg=arg):
                return self.computed("-", arg)
            case ex.Add(terms=terms):
                is_sum = not any(isinstance(term, ex.Neg) for term in terms)
                self.require_exact(is_sum or not self.is_natural(node))
                return self.computed("+", *terms)
            case ex.Mul(factors=factors):
                return self.product(factors)
            case ex.Div(numerator=numerator, denominator=denominator):
                return self.quotient(self.term(numerator), self.term(denominator))
            case ex.Pow(base=base, exponent=ex.Num(value=power)) if power in _POWERS:
                return self.product([base] * int(power))
            case ex.Apply(name=name, args=args):
                return self.applied(name, [self.term(arg) for arg in args])
            case _:
                return self.known_function(node)

    def known_function(self, node: ex.Expr) -> _Term:
        match node:
            case ex.Pow(base=base, exponent=exponent):
                return self.arbitrary("power", (base, exponent))
            case ex.Call(name="abs", args=(arg,)):
                found = self.term(arg)
                return _Term(f"(ite (>= {found.text} 0) {found.text} (- {found.text}))", found.sort)
            case ex.Call(name="rem", args=(number, divisor)):
                return _Term(f"(mod {self.whole(number)} {self.whole(divisor)})", "Int")
            case ex.Root(arg=arg, degree=ex.Num(value=degree)) if degree == 2:
                return self.root(self.real(self.term(arg)))
            case ex.Call(name="gcd" | "lcm" | "factorial" | "binom" as name, args=args):
                return self.called(name, [_Term(self.whole(arg), "Int") for arg in args], "Int")
            case _:
                raise _UnknownError

    def product(self, factors: Sequence[ex.Expr]) -> _Term:
        letters = [factor for factor in factors if ex.symbols(factor)]
        if len(letters) > 1 and not self.with_products:
            return self.arbitrary("product", factors)
        return self.computed("*", *factors)

    def number(self, value: Fraction) -> _Term:
        if value.denominator > 1:
            return _Term(f"(/ {value.numerator}.0 {value.denominator}.0)", "Real")
        return _Term(f"{value}" if value >= 0 else f"(- {-value})", "Int")

    def letter(self, name: str) -> _Term:
        kind = self.kinds.get(name, "")
        term = _Term(f"|{name}|", self.sort(kind))
        if name not in self.bound:
            domain = f"(assert {_WHOLE[kind].format(term.text)})" if _WHOLE.get(kind) else ""
            self.declared[name] = f"(declare-const {term.text} {term.sort}){domain}"
        return term

    def computed(self, sign: str, *nodes: ex.Expr) -> _Term:
        terms = [self.term(node) for node in nodes]
        sort = "Int" if all(term.sort == "Int" for term in terms) else "Real"
        if len(terms) == 1 and sign != "-":
            return terms[0]
        return _Term(f"({sign} {' '.join(term.text for term in terms)})", sort)

    def quotient(self, first: _Term, second: _Term) -> _Term:
        is_whole = first.sort == second.sort == "Int"
        are_numbers = first.text.isdecimal() and second.text.isdecimal()
        self.require_exact(not is_whole or are_numbers)
        return _Term(f"(/ {self.real(first).text} {self.real(second).text})", "Real")

    def require_exact(self, is_harmless: bool) -> None:
        if not (is_harmless or self.is_exact):
            raise _UnknownError

    def is_natural(self, node: ex.Expr) -> bool:
        return any(self.kinds.get(name) in ("Nat", "ℕ") for name in ex.symbols(node))

    def real(self, term: _Term) -> _Term:
        return term if term.sort == "Real" else _Term(f"(to_real {term.text})", "Real")

    def root(self, term: _Term) -> _Term:
        found = self.called("root", [term], "Real")
        square = f"(= (* {found.text} {found.text}) {term.text})"
        self.add(f"(and (>= {found.text} 0.0) (=> (>= {term.text} 0.0) {square}))")
        return found

    def applied(self, name: str, args: list[_Term]) -> _Term:
        *inputs, output = (kind.strip() for kind in self.kinds.get(name, "").split("→"))
        sorts = [self.sort(kind) for kind in inputs]
        given = [self.real(a) if s == "Real" else a for s, a in zip(sorts, args, strict=False)]
        if len(args) != len(sorts) or [term.sort for term in given] != sorts:
            raise _UnknownError
        found = self.called(name, given, self.sort(output))
        if _WHOLE.get(output):
            self.add(_WHOLE[output].format(found.text))
        return found

    def arbitrary(self, name: str, nodes: Sequence[ex.Expr]) -> _Term:
        terms = [self.term(node) for node in nodes]
        is_whole = all(term.sort == "Int" for term in terms[: 1 if name == "power" else None])
        return self.called(name, terms, "Int" if is_whole else "Real")

    def called(self, name: str, args: list[_Term], sort: str) -> _Term:
        """Apply a function of which nothing is known, or nothing is written."""
        sorts = " ".join(term.sort for term in args)
        key = f"{name} {sorts}"
        self.declared[key] = f"(declare-fun |{key}| ({sorts}) {sort})"
        return _Term(f"(|{key}| {' '.join(term.text for term in args)})", sort)
