"""The proof bodies automation tries on a statement, written from its signature alone.

One cascade: decision procedures, then hints (squares, products, instances of universal hypotheses),
then splits (residues, values, induction), then witnesses. The order is that of the table of
``python -m bench verify_automation``: what settles most at the least cost comes first. A body here
is a guess; whether it proves anything is Lean's business.

Two traps shape the list. ``grind`` on a functional equation (a universal hypothesis in which a
function is nested in itself) can search without end, so universal hypotheses are instantiated at
a few terms and cleared before ``grind`` sees the goal. And hint patterns that multiply every pair
of hypotheses explode on unprovable goals, so products are written out, and few.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    islice,
    permutations,
    product,
)
from typing import NamedTuple

from faithsieve.lean.signature import ORDERS, Binder, Signature
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies

NATURALS = ("Nat", "ℕ")
INTEGERS = ("Int", "ℤ")
FIELDS = ("ℝ", "Real", "ℚ", "Rat")
HEARTBEATS, MATHLIB_HEARTBEATS = 12_000, 40_000
"""Lean's deterministic limits for one body, in thousands: a second or two of search."""


class Attempts(NamedTuple):
    """Proof bodies in the order in which they are tried: tactics, to be put after ``by``."""

    bodies: Sequence[str]
    heartbeats: int
    """Lean's deterministic limit for each, in thousands."""


_REARRANGING = re.compile(r"(?:intros?\b|repeat intro\b|subst_vars\b|have\b).*")


def is_guise_of(body: str, failed: str) -> bool:
    """Whether a body is the search that ran out of heartbeats, on the same goal or with more facts.

    Names introduced, letters replaced and facts added leave the goal and enlarge the search; what
    clears a hypothesis or splits the goal is another search.
    """
    closing = _closing_tactic(body)
    return closing is not None and closing == _closing_tactic(failed)


def _closing_tactic(body: str) -> str | None:
    """The tactic at the end of a body that does nothing else but rearrange, without its lemmas."""
    *before, last = body.strip().splitlines()
    if not all(_REARRANGING.fullmatch(line.strip()) for line in before):
        return None
    named = re.fullmatch(r"(\w+)(?: \[[^\]]*\])?", last.strip())
    return named[1] if named else None


def write_attempts(signature: Signature, *, has_mathlib: bool) -> Attempts:
    """Write the bodies for a statement in our library, or for one that only Mathlib reads."""
    if has_mathlib:
        return Attempts(_mathlib_bodies(signature), MATHLIB_HEARTBEATS)
    universal = tuple(h for h in signature.hypotheses if h.is_universal)
    nested = _has_nested_function(signature, universal)
    plain = ("omega", _DECIDE) if nested else ("omega", _DECIDE, "grind")
    structured = structure_bodies(signature) if is_about_structures(signature) else ()
    bodies = chain(
        ("decide",) if not signature.binders else (),
        plain,
        _with_instances(signature, universal),
        structured,
        _with_laws(signature),
        () if nested else ("simp_all", _EVALUATE),
        _with_hints(signature),
        _witnesses(signature),
        _residues(signature),
        _values(signature),
        _inductions(signature),
    )
    return Attempts(tuple(dict.fromkeys(bodies)), HEARTBEATS)


def _mathlib_bodies(signature: Signature) -> tuple[str, ...]:
    """Mathlib's tactics need fewer hints."""
    linear = ("decide", "norm_num", "ring", "omega", "linarith", "field_simp\nring", "positivity")
    nonlinear = f"nlinarith [{', '.join(_squares(signature))}]"
    return (*linear, nonlinear, "simp_all", "aesop", "grind")


_DECIDE = "subst_vars\ndecide +kernel"
_SUMS = "Finset.sum_range_succ, Finset.prod_range_succ, Finset.sum_Icc_succ_top"
_EVALUATE = f"""intros
subst_vars
first
| rfl
| decide +kernel
| (eval_numbers; done)
| (simp [{_SUMS}] <;> first | grind | eval_numbers)
| (eval_numbers at * <;> grind)"""
_PARITY = "Nat.even_iff, Nat.odd_iff, Int.even_iff, Int.odd_iff, Nat.ModEq, Int.ModEq"


# Instances of universal hypotheses.


def _with_instances(signature: Signature, universal: Sequence[Binder]) -> Iterator[str]:
    if not universal:
        return
    names = " ".join(name for hypothesis in universal for name in hypothesis.names)
    instances = [line for h in universal for line in _instances(signature, h)]
    rewriting = f"simp only [{', '.join(names.split())}] at *"
    yield _block(*instances, f"clear {names}", "grind")
    yield _block(rewriting, f"clear {names}", "first | grind | (eval_numbers; done) | norm_num")
    yield _block(*instances, f"clear {names}", "simp_all <;> grind")


def _has_nested_function(signature: Signature, universal: Sequence[Binder]) -> bool:
    """Whether a function occurs inside its own argument in a law about all values."""
    names = [re.escape(name) for b in signature.binders if "→" in b.type for name in b.names]
    nested = [rf"(?<!\w){f}\s*\((?:[^()]|\([^()]*\))*?(?<!\w){f}(?!\w)" for f in names]
    return any(re.search(pattern, h.type) for h in universal for pattern in nested)


def _instances(signature: Signature, hypothesis: Binder) -> list[str]:
    head = re.match(r"∀\s*([^,]+),", hypothesis.type.lstrip())
    if head is None:
        return []
    names = re.sub(r":[^()]*|[(){}]", " ", head[1]).split()
    terms = _instance_terms(signature, room={1: 12, 2: 5}.get(len(names), 3))
    # Never all of them: a law about twenty letters has billions of instances.
    choices = islice(product(terms, repeat=len(names)), 27)
    held = hypothesis.names[0]
    return [f"have i_{held}_{i} := {held} {' '.join(choice)}" for i, choice in enumerate(choices)]


def _instance_terms(signature: Signature, *, room: int) -> list[str]:
    """Terms worth putting for a universal variable: what the statement itself talks about."""
    scalars = signature.variables(*FIELDS, *INTEGERS, *NATURALS)[:3]
    maps = (b for b in signature.binders if "→" in b.type and not b.is_proposition)
    functions = [name for binder in maps for name in binder.names]
    values = [f"({f} {x})" for f in functions[:2] for x in scalars[:2]]
    negated = [f"(-{name})" for name in scalars]
    numerals = [str(n) for n in _numerals(signature, at_most=100)]
    return list(dict.fromkeys([*scalars, "0", "1", *negated, *numerals, *values, "2"]))[:room]


_LAWS = {
    "log": "Real.log_mul, Real.log_div, Real.log_pow, Real.log_rpow, Real.logb",
    "exp": "Real.exp_add, Real.exp_sub, Real.exp_neg, Real.exp_log",
    "sin": "Real.sin_sq_add_cos_sq, Real.sin_two_mul, Real.cos_two_mul, Real.tan_eq_sin_div_cos",
}


def _with_laws(signature: Signature) -> Iterator[str]:
    """The laws of functions that are named."""
    laws = [laws for name, laws in _LAWS.items() if name in signature.text]
    if laws:
        yield f"grind [{', '.join(laws)}]"


# Hints for inequalities and systems.


def _with_hints(signature: Signature) -> Iterator[str]:
    if squares := _squares(signature):
        yield _block(*(f"have s{i} := {square}" for i, square in enumerate(squares)), "grind")
    if products := _products(signature):
        yield _block(*products, "grind")
    for hypothesis in signature.hypotheses:
        if re.search(r"\*.*=\s*0$", hypothesis.type):
            name = hypothesis.names[0]
            yield f"rcases mul_eq_zero.mp {name} with {name} | {name} <;> grind"
    if signature.variables(*FIELDS) and re.search("[∧↔≤<≥>]", signature.conclusion):
        yield "(try apply Iff.intro) <;> (try intro _) <;> (try apply And.intro) <;> nlinarith"
    yield from _difference_of_powers(signature)


def _squares(signature: Signature) -> list[str]:
    variables = signature.variables(*FIELDS, *INTEGERS)[:4]
    constants = [value for n in _numerals(signature, at_most=20)[:4] for value in (n, n // 2)]
    terms = [*variables, *(f"({a} - {b})" for a, b in combinations(variables, 2))]
    terms += [f"({a} + {b})" for a, b in combinations(variables[:3], 2)]
    terms += [f"({v} - {c})" for v in variables[:2] for c in dict.fromkeys(constants) if c]
    # Where b v w - a v² has its vertex.
    pairs = product(_numerals(signature, at_most=400)[:3], repeat=2)
    ratios = dict.fromkeys(Fraction(b, 2 * a) for b, a in pairs if a)
    others = [f" * {w}" for w in variables[1:2]] or [""]
    terms += [f"({variables[0]} - {r}{w})" for r in ratios for w in others] if variables else []
    return [f"sq_nonneg {term}" for term in dict.fromkeys(terms)][:20]


def _order(text: str) -> str | None:
    """What a claim says that is one comparison, or that something is not zero."""
    found = [character for character in text if character in ORDERS]
    if any(mark in text for mark in "∧∨→↔¬∃∀|"):
        return None
    if len(found) == 1:
        return "lt" if found[0] in "<>" else "le"
    return "ne" if not found and re.fullmatch(r"[^=≠]+≠\s*0\s*", text) else None


def _claims(signature: Signature) -> Iterator[tuple[str, str]]:
    """The hypotheses, conjunctions taken apart, each with the term that proves it."""
    for hypothesis in signature.hypotheses:
        term, parts = hypothesis.names[0], hypothesis.type.split("∧")
        if any(mark in hypothesis.type for mark in "∨→↔∀∃("):
            parts = [hypothesis.type]
        for part in parts[:-1]:
            yield f"{term}.1", part
            term = f"{term}.2"
        yield term, parts[-1]


def _products(signature: Signature) -> list[str]:
    """Differences of all compared pairs, the denied goal among them, multiplied pairwise."""
    claims = [(f"c{i}", term, _order(claim)) for i, (term, claim) in enumerate(_claims(signature))]
    del claims[5:]
    lines = [_comparison(signature, *claim) for claim in claims]
    strict = [name for name, _, order in claims if order in ("lt", "ne")]
    weak = [name for name, _, order in claims if order == "le"]
    goal = _order(signature.conclusion)
    if goal in ("lt", "le"):
        opposite = "le" if goal == "lt" else "lt"
        denied = _comparison(signature, "denied", f"(not_{goal}.mp denied)", opposite)
        lines += ["by_contra denied", denied]
        (weak if goal == "lt" else strict).append("denied")
    elif not (strict or weak):
        return []
    # Numbers for letters first: grind multiplies what it can evaluate.
    lines.append("subst_vars")
    lines += [f"have p_{name} := sub_pos.mpr {name}" for name in strict]
    lines += [f"have n_{name} := le_of_lt p_{name}" for name in strict]
    lines += [f"have n_{name} := sub_nonneg.mpr {name}" for name in weak]
    for a, b in combinations_with_replacement(strict, 2):
        lines.append(f"have := mul_pos p_{a} p_{b}")
    for a, b, c in combinations(strict[:4], 3):
        lines.append(f"have := mul_pos (mul_pos p_{a} p_{b}) p_{c}")
    for a, b in product(weak, [*strict, *weak]):
        lines.append(f"have := mul_nonneg n_{a} n_{b}")
    return lines


_AS_INTEGERS = {
    "lt": "Int.ofNat_lt.mpr {}",
    "le": "Int.ofNat_le.mpr {}",
    "ne": "Int.ofNat_lt.mpr (Nat.pos_of_ne_zero {})",
}


def _comparison(signature: Signature, name: str, term: str, order: str | None) -> str:
    """Name a claim; what is not zero has a positive square, naturals are compared as integers."""
    plain = f"have {name} := {f'sq_pos_of_ne_zero {term}' if order == 'ne' else term}"
    if order is None or not signature.variables(*NATURALS):
        return plain
    return f"first | have {name} := {_AS_INTEGERS[order].format(term)} | {plain}"


def _difference_of_powers(signature: Signature) -> Iterator[str]:
    """For a goal ``a = b`` where only ``a² = b²`` or ``a³ = b³`` is at hand."""
    sides = re.fullmatch(r"([^=<>≤≥≠∣∧∨→↔¬∃∀]+)=([^=<>≤≥≠∣∧∨→↔¬∃∀]+)", signature.conclusion)
    variables = signature.variables(*FIELDS)
    if sides is None or not variables:
        return
    a, b = (f"({side.strip()})" for side in sides.groups())
    for cofactor in (f"({a} + {b})", f"({a} ^ 2 + {a} * {b} + {b} ^ 2)"):
        yield _block(
            *_first_show("e", f"({a} - {b}) * {cofactor} = 0", "grind"),
            *(f"have s{i} := sq_nonneg {name}" for i, name in enumerate(variables[:3])),
            f"have s := sq_nonneg (2 * {a} + {b})",
            "rcases mul_eq_zero.mp e with e | e <;> grind",
        )


# Splits and witnesses.


def _witnesses(signature: Signature) -> Iterator[str]:
    found = re.match(r"∃\s*\(?([\w\s']+?)(?::\s*(\w+|ℕ|ℤ|ℚ|ℝ)\s*\)?)?,", signature.conclusion)
    if found is None:
        return
    names, kind = found[1].split(), found[2] or ""
    values = _witness_values(signature, kind, room=int(64 ** (1 / len(names))))
    is_decidable = not signature.binders and kind not in FIELDS
    close = "decide" if is_decidable else "first | omega | grind | decide +kernel"
    tuples = (", ".join(choice) for choice in islice(product(values, repeat=len(names)), 64))
    yield _block("first", *(f"| exact ⟨{choice}, by {close}⟩" for choice in tuples))


def _witness_values(signature: Signature, kind: str, *, room: int) -> list[str]:
    numerals = _numerals(signature)
    small = [str(n) for n in range(7)]
    near = [str(n + d) for n in numerals for d in (0, 1, 2, 3, -1) if n + d >= 0]
    if kind in FIELDS:
        small = ["0", "1", "-1", "2", "1/2", "-2", "3"]
        ratios = [f"{a}/{b}" for a, b in product(numerals, repeat=2) if b > 1]
        near = [*map(str, numerals), *ratios]
    elif kind not in NATURALS:
        small = [*small[:4], *(f"-{n}" for n in range(1, 4))]
    held = signature.variables(*NATURALS, *INTEGERS, *FIELDS)[:2]
    divided = [f"{v} / {n}" for v in held for n in numerals if n > 1]
    moved = [text for v in held for text in (v, f"{v} + 1", f"{v} - 1")]
    return list(dict.fromkeys([*divided[:4], *moved, *near[:10], *small]))[: max(room, 7)]


def _residues(signature: Signature) -> Iterator[str]:
    variables = signature.variables(*INTEGERS, *NATURALS)[:2]
    for modulus in _moduli(signature):
        if not variables or modulus ** len(variables) > 40:
            continue
        lines = []
        for i, name in enumerate(variables):
            cases = " ∨ ".join(f"{name} % {modulus} = {r}" for r in range(modulus))
            # The first split stands alone; the second repeats in each of its cases.
            everywhere = "all_goals " if i else ""
            lines.append(f"{everywhere}have r{i} : {cases} := by omega")
            lines.append(f"{everywhere}rcases r{i} with {' | '.join([f'r{i}'] * modulus)}")
        residues = ", ".join(f"r{i}" for i in range(len(variables)))
        simp = f"[{_MODULAR}, {residues}]"
        yield _block(*lines, f"all_goals first | (simp {simp}; done) | simp_all {simp}")


def _moduli(signature: Signature) -> list[int]:
    marks = re.findall(r"%\s*(\d+)|MOD\s+(\d+)|(?<![\w.])(\d+)\s*∣", signature.text)
    parity = [2] if re.search("Even|Odd", signature.text) else []
    found = [int(next(part for part in mark if part)) for mark in marks] + parity
    return list(dict.fromkeys(value for value in found if 2 <= value <= 12))[:3]


_MODULAR = (
    "Int.pow_succ, Int.mul_emod, Int.add_emod, Int.sub_emod, Int.dvd_iff_emod_eq_zero, "
    f"Nat.pow_succ, Nat.mul_mod, Nat.add_mod, Nat.dvd_iff_mod_eq_zero, {_PARITY}"
)
# Not the structured form: an error inside one of its cases is logged, not thrown.
_LINEAR_STEPS = """first
  | decide
  | (simp; done)
  | omega
  | (simp only [Nat.pow_succ] at *; omega)
  | (rename_i k _; rcases k with _ | k <;> simp_all [Nat.pow_succ] <;> omega)"""
_STEPS = """first
  | decide
  | (simp; done)
  | (simp only [Finset.sum_range_succ, Finset.prod_range_succ] at *; grind)
  | grind
  | (simp at *; grind)"""


def _inductions(signature: Signature) -> Iterator[str]:
    grows = re.search(r"[\^∑∏!]", signature.text)
    for variable in signature.variables(*NATURALS) if grows else ():
        yield f"induction {variable} <;> {_LINEAR_STEPS}"
        yield f"induction {variable} <;> {_STEPS}"


def _values(signature: Signature) -> Iterator[str]:
    """Whole numbers up to the largest number in sight: all their values, by one evaluation."""
    naturals, integers = signature.variables(*NATURALS), signature.variables(*INTEGERS)
    variables = (*naturals, *integers)
    room = {1: 2000, 2: 40 if integers else 90}.get(len(variables), 0)
    numerals = [value for value in _numerals(signature) if 2 <= value < room]
    if not numerals or len(variables) < sum(len(b.names) for b in signature.objects):
        return
    known = [h for h in signature.hypotheses if not h.is_universal]
    # One condition: of several in a row Lean finds no way to evaluate them.
    condition = " ∧ ".join(f"({h.type})" for h in known)
    claim = f"({condition}) → ({signature.conclusion})" if known else signature.conclusion
    bound = max(numerals) + 1
    sets = {name: f"< {bound}" for name in naturals}
    sets |= {name: f"∈ Finset.Icc (-{bound} : ℤ) {bound}" for name in integers}
    small = (
        "first | omega | grind | (rw [Finset.mem_Icc]; constructor <;> first | omega | nlinarith)"
    )
    lines = [*_bounds(signature, naturals, integers)]
    for name in variables:
        lines += _first_show(f"b_{name}", f"{name} {sets[name]}", small)
    everywhere = "".join(f"∀ {name} {sets[name]}, " for name in variables)
    names = ", ".join(h.names[0] for h in known)
    held = f"⟨{names}⟩" if len(known) > 1 else names
    given = " ".join([*(f"{name} b_{name}" for name in variables), held])
    yield _block(*lines, f"exact (by decide +kernel : {everywhere}{claim}) {given}")


def _bounds(
    signature: Signature, naturals: Sequence[str], integers: Sequence[str]
) -> Iterator[str]:
    """Facts from which a linear search sees that squares, products, powers and divisors bound."""
    for name in integers:
        yield f"have q_{name} := Mathlet.Tactic.le_sq {name}"
    for name in naturals:
        yield f"have q_{name} := Nat.le_self_pow (n := 2) (by decide) {name}"
    for a, b in permutations(naturals, 2):
        yield f"have p_{a}_{b} : 0 < {b} → {a} ≤ {a} * {b} := Nat.le_mul_of_pos_right {a}"
    for a, b in permutations(integers, 2):
        yield f"have p_{a}_{b} := Mathlet.Tactic.le_mul (a := {a}) (b := {b})"
    for base, name in dict.fromkeys(re.findall(r"(?<![\w.])(\d+) ?\^ ?(\w+)", signature.text)):
        if name in naturals and int(base) > 1:
            yield f"have := Nat.lt_pow_self (n := {name}) (a := {base}) (by decide)"
    for hypothesis in signature.hypotheses:
        if _DIVIDES.fullmatch(hypothesis.type):
            held = hypothesis.names[0]
            yield f"have d_{held} := Nat.le_of_dvd (by omega) {held}"


_DIVIDES = re.compile(r"\w+ ∣ \d+")


def _first_show(name: str, claim: str, tactic: str) -> list[str]:
    """``have name : claim := by tactic``, but a failure is thrown rather than logged."""
    return [f"refine (fun ({name} : {claim}) => ?_) ?_", "rotate_left", f"({tactic})"]


def _numerals(signature: Signature, *, at_most: int = 10_000) -> tuple[int, ...]:
    digits = re.findall(r"(?<![\w.])\d{1,6}(?!\w)", signature.text)
    found = map(int, digits)
    return tuple(dict.fromkeys(value for value in found if value <= at_most))


def _block(*lines: str) -> str:
    return "\n".join(lines)
