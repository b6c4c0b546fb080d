"""The proof bodies automation tries on a statement, written from its signature alone.

Each template is one idea that closed obligations of real proofs: instances of
universal hypotheses, squares and products as hints, residues case by case, small witnesses, an
induction skeleton. A body here is a guess; whether it proves anything is Lean's business.

Two traps shape the list. ``grind`` on a functional equation (a universal hypothesis in which a
function is nested in itself) can search without end, so universal hypotheses are instantiated at
a few terms and cleared before ``grind`` sees the goal. And hint patterns that multiply every pair
of hypotheses explode on unprovable goals, so products are written out, and few.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product

from faithsieve.lean.signature import ORDERS, Binder, Signature
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies
from faithsieve.records.base import Record

SCALARS = ("R", "Rat", "ℚ", "Int", "ℤ")
NATURALS = ("Nat", "ℕ")
INTEGERS = ("Int", "ℤ")
QUICK = 4_000
"""Heartbeats (in Lean's thousands) for a decision procedure: about half a second here."""
SEARCH = 12_000
"""Heartbeats for a search with hints: a second or two."""


class Attempt(Record):
    """One proof body to try."""

    name: str
    """The idea, for reports."""
    body: str
    """Tactics, one per line, to be put after ``by``."""
    heartbeats: int = QUICK
    """Lean's deterministic limit for it, in thousands."""
    is_risky: bool = False
    """Whether it has been seen to hang or to end the process; tried last, in its own request."""


def core_attempts(signature: Signature) -> tuple[Attempt, ...]:
    """The list for core Lean with FaithSieve's prelude, cheap and likely ones first."""
    universal = tuple(h for h in signature.hypotheses if h.is_universal)
    bodies = structure_bodies(signature) if is_about_structures(signature) else ()
    structured = (_search(body.name, body.lines) for body in bodies)
    if universal:
        return (*structured, *_about_functions(signature, universal))
    rest = (*_direct(signature), *_with_hints(signature), *_by_structure(signature))
    return (*structured, *rest)


def mathlib_attempts(signature: Signature) -> tuple[Attempt, ...]:
    """The list for a project with Mathlib, whose tactics need fewer hints."""
    squares = ", ".join(_squares(signature))
    bodies = [
        ("decide", "decide"),
        ("norm_num", "norm_num"),
        ("ring", "ring"),
        ("omega", "omega"),
        ("linarith", "linarith"),
        ("field_simp; ring", "field_simp\nring"),
        ("positivity", "positivity"),
        ("nlinarith", f"nlinarith [{squares}]" if squares else "nlinarith"),
        ("simp_all", "simp_all"),
        ("aesop", "aesop"),
        ("grind", "grind"),
    ]
    return tuple(Attempt(name=name, body=body, heartbeats=40_000) for name, body in bodies)


def _direct(signature: Signature) -> Iterator[Attempt]:
    if not signature.binders:
        yield Attempt(name="decide", body="decide")
    yield Attempt(name="omega", body="omega")
    yield Attempt(name="grind", body="grind", heartbeats=SEARCH)
    if not signature.binders:
        yield Attempt(name="decide +kernel", body="decide +kernel")
    yield Attempt(name="norm_num", body="norm_num", heartbeats=SEARCH)
    yield Attempt(
        name="parity",
        body="simp only [Nat.even_iff, Nat.odd_iff, Int.even_iff, Int.odd_iff, Nat.modEq_iff, "
        "Int.modEq_iff] at *\nomega",
    )
    yield Attempt(name="simp_all", body="simp_all")
    yield Attempt(name="substitute", body="intros\nsubst_vars\ngrind")
    if "|" in signature.text:
        yield _search("absolute values", ["grind [abs_cases]"])
    if "√" in signature.text:
        yield _search("roots", ["grind [sqrt_cases]"])


def _with_hints(signature: Signature) -> Iterator[Attempt]:
    yield Attempt(name="positivity", body="positivity")
    if squares := _squares(signature):
        hints = [f"have s{i} := {square}" for i, square in enumerate(squares)]
        yield _search("squares", [*hints, "grind"])
    if products := _products(signature):
        yield _search("products", [*products, "grind"])
    for hypothesis in signature.hypotheses:
        if re.search(r"\*.*=\s*0$", hypothesis.type):
            name = hypothesis.names[0]
            body = f"rcases mul_eq_zero.mp {name} with {name} | {name} <;> grind"
            yield _search("zero product", [body])
    if factors := _difference_of_squares(signature):
        yield _search("difference of squares", factors)


def _by_structure(signature: Signature) -> Iterator[Attempt]:
    if witnesses := _witnesses(signature):
        yield _search("witness", [witnesses])
    for body in _residues(signature):
        yield _search("residues", body)
    for variable in signature.variables(*NATURALS):
        yield _search("induction", _induction(variable))
    for body in _bounded(signature):
        yield _search("bounded", body)


def _about_functions(signature: Signature, universal: tuple[Binder, ...]) -> Iterator[Attempt]:
    names = [name for hypothesis in universal for name in hypothesis.names]
    instances = [line for h in universal for line in _instances(signature, h)]
    clear = f"clear {' '.join(names)}"
    yield _search("instances", [*instances, clear, "grind"])
    yield _search("unfold", [f"simp only [{', '.join(names)}]", clear, "grind"])
    yield _search("instances, simplified", [*instances, clear, "simp_all <;> grind"])
    functions = [name for b in signature.binders if "→" in b.type for name in b.names]
    nested = any(_is_nested(h.type, function) for h in universal for function in functions)
    if not nested:
        yield Attempt(name="grind", body="grind", heartbeats=SEARCH, is_risky=True)


def _search(name: str, lines: Iterable[str]) -> Attempt:
    return Attempt(name=name, body="\n".join(lines), heartbeats=SEARCH)


def _numerals(signature: Signature, *, at_most: int = 10_000) -> tuple[int, ...]:
    digits = re.findall(r"(?<![\w.])\d{1,6}(?!\w)", signature.text)
    found = map(int, digits)
    return tuple(dict.fromkeys(value for value in found if value <= at_most))


def _squares(signature: Signature) -> list[str]:
    variables = signature.variables(*SCALARS)[:4]
    constants = [value for n in _numerals(signature, at_most=20)[:4] for value in (n, n // 2)]
    terms = [*variables, *(f"({a} - {b})" for a, b in combinations(variables, 2))]
    terms += [f"({a} + {b})" for a, b in combinations(variables[:3], 2)]
    terms += [f"({v} - {c})" for v in variables[:2] for c in dict.fromkeys(constants) if c]
    return [f"sq_nonneg {term}" for term in dict.fromkeys(terms)][:16]


def _relation(text: str) -> str | None:
    """The order relation of a claim that is one comparison."""
    found = [character for character in text if character in ORDERS]
    plain = not any(mark in text for mark in "∧∨→↔¬∃∀|")
    return found[0] if len(found) == 1 and plain else None


def _products(signature: Signature) -> list[str]:
    """Differences of all compared pairs, the denied goal among them, multiplied pairwise."""
    lines: list[str] = []
    compared = [(h.names[0], _relation(h.type)) for h in signature.hypotheses[:5]]
    strict = [name for name, relation in compared if relation in ("<", ">")]
    weak = [name for name, relation in compared if relation in ("≤", "≥")]
    goal = _relation(signature.conclusion)
    if goal is None and not (strict or weak):
        return []
    if goal is not None:
        lines += ["apply Classical.byContradiction", "intro denied"]
        if goal in ("<", ">"):
            lines.append("have denied := Std.not_lt.mp denied")
            weak.append("denied")
        else:
            lines.append("have denied := Std.not_le.mp denied")
            strict.append("denied")
    # Numbers for letters first: grind multiplies what it can evaluate.
    lines.append("subst_vars")
    lines += [f"have p_{name} := sub_pos_of_lt {name}" for name in strict]
    lines += [f"have n_{name} := Std.le_of_lt p_{name}" for name in strict]
    lines += [f"have n_{name} := sub_nonneg_of_le {name}" for name in weak]
    for a, b in combinations_with_replacement(strict, 2):
        lines.append(f"have := mul_pos p_{a} p_{b}")
    for a, b in product(weak, [*strict, *weak]):
        lines.append(f"have := mul_nonneg n_{a} n_{b}")
    return lines


def _difference_of_squares(signature: Signature) -> list[str]:
    """For a goal ``a = b`` where only ``a² = b²`` is at hand."""
    sides = re.fullmatch(r"([^=<>≤≥≠∣∧∨→↔¬∃∀]+)=([^=<>≤≥≠∣∧∨→↔¬∃∀]+)", signature.conclusion)
    variables = signature.variables("R", "Rat", "ℚ")
    if sides is None or not variables:
        return []
    left, right = sides[1].strip(), sides[2].strip()
    hints = [f"have s{i} := sq_nonneg {name}" for i, name in enumerate(variables[:3])]
    return [
        *_first_show("e", f"({left} - ({right})) * ({left} + ({right})) = 0", "grind"),
        *hints,
        "rcases mul_eq_zero.mp e with e | e <;> grind",
    ]


def _witnesses(signature: Signature) -> str | None:
    found = re.match(r"∃\s*\(?([\w\s']+?)(?::\s*(\w+|ℕ|ℤ|ℚ)\s*\)?)?,", signature.conclusion)
    if found is None:
        return None
    names, kind = found[1].split(), found[2] or ""
    values = _witness_values(signature, kind, room=int(64 ** (1 / len(names))))
    close = "decide" if not signature.binders and kind not in ("Rat", "ℚ") else _CLOSE
    tuples = [", ".join(choice) for choice in product(values, repeat=len(names))]
    return "first\n" + "\n".join(f"| exact ⟨{choice}, by {close}⟩" for choice in tuples[:64])


_CLOSE = "first | omega | grind | decide +kernel"


def _witness_values(signature: Signature, kind: str, *, room: int) -> list[str]:
    numerals = _numerals(signature)
    small = [str(n) for n in range(7)]
    near = [str(n + d) for n in numerals for d in (0, 1, 2, 3, -1) if n + d >= 0]
    if kind in ("Rat", "ℚ", "R"):
        small = ["0", "1", "-1", "2", "1/2", "-2", "3"]
        near = [str(n) for n in numerals] + [
            f"{a}/{b}" for a in numerals for b in numerals if b > 1
        ]
    elif kind not in NATURALS:
        small = [*small[:4], *(f"-{n}" for n in range(1, 4))]
    held = signature.variables(*NATURALS, *INTEGERS, "R", "Rat", "ℚ")[:2]
    divided = [f"{v} / {n}" for v in held for n in numerals if n > 1]
    moved = [text for v in held for text in (v, f"{v} + 1", f"{v} - 1")]
    return list(dict.fromkeys([*divided[:4], *moved, *near[:10], *small]))[: max(room, 7)]


def _moduli(signature: Signature) -> list[int]:
    marks = re.findall(r"%\s*(\d+)|MOD\s+(\d+)|(?<![\w.])(\d+)\s*∣", signature.text)
    parity = [2] if re.search("Even|Odd", signature.text) else []
    found = [int(next(part for part in mark if part)) for mark in marks] + parity
    return list(dict.fromkeys(value for value in found if 2 <= value <= 12))[:3]


def _residues(signature: Signature) -> Iterator[list[str]]:
    variables = signature.variables(*INTEGERS, *NATURALS)[:2]
    for modulus in _moduli(signature):
        if not variables or modulus ** len(variables) > 40:
            continue
        lines = []
        for i, name in enumerate(variables):
            cases = " ∨ ".join(f"{name} % {modulus} = {r}" for r in range(modulus))
            pattern = " | ".join([f"r{i}"] * modulus)
            lines.append(f"have r{i} : {cases} := by omega")
            lines.append(f"rcases r{i} with {pattern}")
        residues = ", ".join(f"r{i}" for i in range(len(variables)))
        lines = _in_every_case(lines)
        simp = f"[{_MODULAR}, {residues}]"
        yield [*lines, f"all_goals first | (simp {simp}; done) | simp_all {simp}"]


_MODULAR = (
    "Int.pow_succ, Int.mul_emod, Int.add_emod, Int.sub_emod, Int.dvd_iff_emod_eq_zero, "
    "Nat.pow_succ, Nat.mul_mod, Nat.add_mod, Nat.dvd_iff_mod_eq_zero, Nat.even_iff, Nat.odd_iff, "
    "Int.even_iff, Int.odd_iff, Nat.modEq_iff, Int.modEq_iff"
)


def _in_every_case(lines: list[str]) -> list[str]:
    """The first split stands alone; later ones repeat in each of its cases."""
    return lines[:2] + [f"all_goals {line}" for line in lines[2:]]


def _induction(variable: str) -> list[str]:
    # Not the structured form: an error inside one of its cases is logged, not thrown.
    return [
        f"induction {variable} <;> first",
        "  | decide",
        "  | (simp; done)",
        "  | grind",
        "  | omega",
        "  | (simp only [Nat.pow_succ] at *; omega)",
        "  | (simp only [Finset.sum_range_succ] at *; grind)",
        "  | (simp at *; grind)",
    ]


def _bounded(signature: Signature) -> Iterator[list[str]]:
    """Natural numbers below the largest number in sight, value by value."""
    variables = signature.variables(*NATURALS)[:2]
    bounds = [value for value in _numerals(signature) if 2 <= value < 40]
    if not variables or not bounds:
        return
    lines = [f"have q{i} := Nat.le_sq {name}" for i, name in enumerate(variables)]
    for i, name in enumerate(variables):
        claim = f"{name} < {max(bounds) + 1}"
        lines += _first_show(f"b{i}", claim, "first | omega | grind | nlinarith")
    splits = [f"interval_cases {name}" for name in variables[:1]]
    yield [*lines, *splits, "all_goals subst_vars", "all_goals first | omega | grind"]


def _first_show(name: str, claim: str, tactic: str) -> list[str]:
    """``have name : claim := by tactic``, but a failure is thrown rather than logged."""
    return [f"refine (fun ({name} : {claim}) => ?_) ?_", "rotate_left", f"({tactic})"]


def _is_nested(claim: str, function: str) -> bool:
    """Whether the function occurs inside its own argument."""
    for match in re.finditer(rf"(?<!\w){re.escape(function)}\s*\(", claim):
        depth = 0
        for at in range(match.end() - 1, len(claim)):
            depth += {"(": 1, ")": -1}.get(claim[at], 0)
            if depth == 0:
                inside = claim[match.end() : at]
                if re.search(rf"(?<!\w){re.escape(function)}(?!\w)", inside):
                    return True
                break
    return False


def _instances(signature: Signature, hypothesis: Binder) -> list[str]:
    head = re.match(r"∀\s*([^,]+),", hypothesis.type.lstrip())
    if head is None:
        return []
    names = re.sub(r":[^()]*|[(){}]", " ", head[1]).split()
    terms = _instance_terms(signature, room={1: 12, 2: 5}.get(len(names), 3))
    choices = list(product(terms, repeat=len(names)))[:27]
    held = hypothesis.names[0]
    return [f"have i_{held}_{i} := {held} {' '.join(choice)}" for i, choice in enumerate(choices)]


def _instance_terms(signature: Signature, *, room: int) -> list[str]:
    """Terms worth putting for a universal variable: what the statement itself talks about."""
    scalars = signature.variables("R", "Rat", "ℚ", *INTEGERS, *NATURALS)[:3]
    functions = [
        name
        for b in signature.binders
        if "→" in b.type and not b.is_proposition
        for name in b.names
    ][:2]
    values = [f"({f} {x})" for f in functions for x in scalars[:2]]
    negated = [f"(-{name})" for name in scalars]
    numerals = [str(n) for n in _numerals(signature, at_most=100)]
    return list(dict.fromkeys([*scalars, "0", "1", *negated, *numerals, *values, "2"]))[:room]
