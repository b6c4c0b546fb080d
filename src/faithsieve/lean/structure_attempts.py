"""Proof bodies for statements about sets, maps, algebra, topology and limits.

``grind`` knows the prelude's definitions and laws (``prelude/library/Unfolding.lean``), so most
routine facts need no more than that, or a goal taken apart first. Three patterns it does not find
are written out: limits, where every hypothesis is taken at a share of the goal's ε, values of
surjective maps, which are named by what they come from, and facts cited by name, which are searched
for among the prelude's theorems about the words of the statement.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations
from typing import NamedTuple

from faithsieve.lean.signature import Signature

_STRUCTURES = re.compile(
    r"Set\b|[∈⊆∪∩]|''|⁻¹'|Function\.|→\*|→\+|→ₗ|Subgroup|Submodule|Ideal|Is[A-Z]\w+|\w+On\b"
    r"|TendsTo|Convex|Continuous|Monotone|Antitone|Strict\w+|Bdd\w+|closure|interior|Dense|Commute"
    r"|Disjoint|Matrix|Complex"
)
_NUMBER_WORDS = re.compile(r"\bIs(?:Sqrt|Floor)\b")
_MULTIPLICATIVE = ("Group", "CommGroup", "Monoid", "CommMonoid", "Semigroup", "Ring", "CommRing")


def is_about_structures(signature: Signature) -> bool:
    """Whether a statement speaks of more than numbers and functions of numbers."""
    text = _NUMBER_WORDS.sub("", signature.text)
    named = [binder.type.split()[0] for binder in signature.binders if binder.kind == "instance"]
    beyond = any(name not in ("OrderedField", "EuclideanField") for name in named)
    return beyond or bool(_STRUCTURES.search(text))


def structure_bodies(signature: Signature) -> Iterator[str]:
    """Write the bodies, likely ones first."""
    yield from ("grind", "repeat intro _\ngrind", _TAKE_APART)
    yield from _preimages(signature)
    yield from _limits(signature)
    yield from _cited_facts(signature)
    for hints in (_triangles(signature), _products(signature)):
        if hints:
            yield "\n".join([*hints, "grind"])
    yield from _spanned(signature)


_TAKE_APART = (
    "first | (ext; constructor <;> intros <;> grind) | (ext <;> grind) | (funext _; grind)"
    " | (constructor <;> intros <;> grind) | (constructor <;> constructor <;> intros <;> grind)"
)


@cache
def _theorems() -> tuple[str, ...]:
    """Names of the prelude's theorems about structures."""
    return ()


def _cited_facts(signature: Signature) -> Iterator[str]:
    """Apply theorems that are named after a word of the statement."""
    rules = _rules(signature)
    applied = [f"| (apply {rule} <;> assumption)" for rule in rules]
    if rules:
        yield "\n".join(["first", *applied])
    for name in ("tendsto", "continuousatpoint"):
        if chained := [rule for rule in rules if rule.lower().startswith(name)]:
            yield f"solve_by_elim [{', '.join(chained)}]"
    if equivalents := [rule for rule in rules if "_iff_" in rule]:
        yield "\n".join(["first", *(f"| (rw [{rule}]; grind)" for rule in equivalents)])
    if "∧" in signature.conclusion:
        cited = f"first | (first {' '.join(applied)}) | (repeat intro _; grind)"
        yield f"constructor <;> {cited if rules else 'grind'}"


def _rules(signature: Signature) -> list[str]:
    words = set(re.findall(r"[A-Za-z]\w+", signature.text))
    starts = {word[0].lower() + word[1:] for word in words} | words
    found = [name for name in _theorems() if re.split(r"[._]", name)[0] in starts]
    return [name for name in found if not name.endswith(("_iff", "'"))][:24]


def _preimages(signature: Signature) -> Iterator[str]:
    """Claims about all values of a surjective map, and about maps that come after one."""
    for binder in signature.binders:
        if not binder.type.startswith("Function.Surjective "):
            continue
        one, other = (f"obtain ⟨x{at}, rfl⟩ := {binder.names[0]} y{at}" for at in (1, 2))
        composed = [
            f"have := congrFun {b.names[0]} x1" for b in signature.hypotheses if "∘" in b.type
        ]
        after = "; ".join([*composed, "simp only [Function.comp] at *", "grind"])
        laws = [
            f"have := congrArg {binder.type.split()[1]} ({b.names[0]} x1 x2)"
            for b in signature.hypotheses
            if re.match(r"∀ \w+ \w+( : \w+)?, [^→∀∃]+$", b.type)
        ]
        both = "; ".join([one, other, *laws, "grind"])
        equal = f" | (funext y1; {one}; {after})" if composed else ""
        yield f"first | (intro y1 y2; {both}) | (intro y1; {one}; grind){equal}"


def _products(signature: Signature) -> list[str]:
    """Universal hypotheses about one element, at the elements named and at their products."""
    types = {
        binder.type.split()[1]
        for binder in signature.binders
        if binder.kind == "instance" and binder.type.split()[0] in _MULTIPLICATIVE
    }
    elements = signature.variables(*types)[:3]
    products = [f"({a} * {b})" for a, b in combinations_with_replacement(elements, 2)]
    terms = [*elements, *products, *(f"({b} * {a})" for a, b in pairwise(elements))]
    lines = []
    for binder in signature.hypotheses:
        head = re.match(r"∀\s*\(?\s*(\w+)\s*(?::\s*(\w+)\s*\)?)?\s*,(?!\s*∀)", binder.type)
        if head is not None and (head[2] is None or head[2] in types):
            lines += [f"have := {binder.names[0]} {term}" for term in terms]
    return lines


def _triangles(signature: Signature) -> list[str]:
    """The laws of a metric at all points that are named."""
    lines = []
    for held, metric in _metrics(signature):
        kinds = [b.type.split()[0] for b in signature.binders if metric in b.names]
        points = signature.variables(*kinds[:1])[:3]
        lines += [f"have := {held}.dist_comm {a} {b}" for a, b in permutations(points, 2)]
        lines += [
            f"have := {held}.dist_triangle {' '.join(three)}" for three in permutations(points, 3)
        ]
    return lines


def _spanned(signature: Signature) -> Iterator[str]:
    """A claim about every vector of a span, by what holds on the spanning set."""
    for binder in signature.hypotheses:
        if re.match(r"∀\s*\w+[^,]*,\s*\w+ ∈ Submodule\.span", binder.type):
            spans = f"({binder.names[0]} x)"
            yield f"intro x\napply Submodule.span_induction {spans} <;> grind"
            return


# Limits: every hypothesis is used at a share of the goal's ε.


class _Limit(NamedTuple):
    """A hypothesis or a goal of the form ∀ ε > 0, ∃ bound, ∀ points beyond it, … < ε."""

    has_delta: bool
    points: int


_NAMED_LIMITS = {
    "TendsTo": _Limit(has_delta=False, points=1),
    "ConvergesIn": _Limit(has_delta=False, points=1),
    "IsCauchy": _Limit(has_delta=False, points=2),
    "IsCauchyIn": _Limit(has_delta=False, points=2),
    "ContinuousAtPoint": _Limit(has_delta=True, points=1),
}
_WRITTEN_LIMIT = re.compile(
    r"∀ (?P<e>[^\s,()]+)(?: : \w+)?, (?:0 < (?P=e)|(?P=e) > 0) → ∃ (?P<b>[^\s,()]+)(?: : [\wℕ]+)?, "
    r"(?P<delta>(?:0 < (?P=b)|(?P=b) > 0) ∧ )?∀ (?P<points>[^,:]+)(?: : [\wℕ]+)?,"
)


def _limit_of(text: str) -> _Limit | None:
    bare = text.strip().strip("()")
    named = _NAMED_LIMITS.get(bare.split()[0] if bare else "")
    written = _WRITTEN_LIMIT.match(bare) if named is None else None
    if written is None:
        return named
    return _Limit(bool(written["delta"]), len(written["points"].split()))


def _limits(signature: Signature) -> Iterator[str]:
    goal = _limit_of(signature.conclusion)
    known = [
        (name, limit)
        for binder in signature.binders
        if binder.kind == "explicit" and (limit := _limit_of(binder.type)) is not None
        for name in binder.names
    ][:3]
    if goal is not None:
        point = signature.conclusion.split()[-1] if goal.has_delta else "n"
        laws = {
            b.names[0]: len(re.sub(r":[^()]*|[(){}]", " ", head[1]).split())
            for b in signature.hypotheses
            if (head := re.match(r"∀\s*([^,]+),", b.type)) and not _limit_of(b.type)
        }
        # A multiple of a sequence needs the sequence as many times closer.
        factors = [int(digits) for digits in re.findall(r"\b[2-9]\b", signature.conclusion)]
        factor = max(factors, default=1)
        yield _limit_body(goal, known, laws=laws, point=point, factor=factor)
    elif known and re.fullmatch(r"[^=≤<∀∃∧∨]+[=≤][^=≤<∀∃∧∨]+", signature.conclusion):
        yield from _compared_limits(signature, known)


def _limit_body(
    goal: _Limit,
    known: list[tuple[str, _Limit]],
    *,
    laws: dict[str, int],
    point: str,
    factor: int,
) -> str:
    parts = len(known) * factor
    share = f"ε / {parts}" if parts > 1 else "ε"
    lines = ["intro ε hε"]
    for at, (name, limit) in enumerate(known):
        bound = f"⟨b{at}, p{at}, g{at}⟩" if limit.has_delta else f"⟨b{at}, g{at}⟩"
        lines.append(f"obtain {bound} := {name} ({share}) (by grind)")
    names = ["n", "m"][: goal.points]
    deltas = [f"b{at}" for at, (_, limit) in enumerate(known) if limit.has_delta]
    starts = [f"b{at}" for at, (_, limit) in enumerate(known) if not limit.has_delta]
    points = " ".join(names)
    beyond = " ".join(f"h{name}" for name in names)
    uses = [use for at, (_, limit) in enumerate(known) for use in _uses(at, limit, names)]
    # Other laws are taken at the point and cleared: ``grind`` would never end on |f x - f y| ≤ ….
    uses += [f"have := {law} n{f' {point}' * (count - 1)}" for law, count in laws.items()]
    uses += [f"clear {law}" for law in laws]
    if goal.has_delta:
        choices = deltas or ["ε", "(ε / 2)", "(ε / 3)"]
        if len(deltas) > 1:
            choices = [f"min {deltas[0]} {deltas[1]}"]
        opened = [f"(refine ⟨{c}, by grind, fun {points} {beyond} => ?_⟩" for c in choices]
    else:
        opened = [f"(refine ⟨{' + '.join(starts) or '0'}, fun {points} {beyond} => ?_⟩"]
    rest = "; ".join([*uses, "grind)"])
    return "\n".join([*lines, "first " + " ".join(f"| {start}; {rest}" for start in opened)])


def _uses(at: int, limit: _Limit, names: list[str]) -> list[str]:
    close = "grind" if limit.has_delta else "omega"
    if limit.points == 1:
        return [f"have := g{at} {name} (by {close})" for name in names]
    both = names if len(names) > 1 else [*names, *names]
    return [f"have := g{at} {' '.join(both)} (by {close}) (by {close})"]


def _compared_limits(signature: Signature, known: list[tuple[str, _Limit]]) -> Iterator[str]:
    """``l = m`` or ``l ≤ m`` for limits: far out, both sequences are closer than half the gap."""
    left, right = (side.strip() for side in re.split(r"[=≤]", signature.conclusion))
    metrics = _metrics(signature)
    far = " + ".join(f"b{at}" for at in range(len(known)))
    terms = [f"({sequence} ({far}))" for sequence in _sequences(signature)]
    for distance in [f"{d} {left} {right}" for _, d in metrics] or [f"|{left} - {right}|"]:
        lines = ["apply Classical.byContradiction", "intro ne"]
        for held, _ in metrics:
            lines.append(f"have := {held}.dist_nonneg {left} {right}")
            lines.append(f"have := {held}.eq_of_dist_eq_zero {left} {right}")
        lines.append(f"have pos : 0 < {distance} / 2 := half_pos (by grind)")
        lines += [f"obtain ⟨b{at}, g{at}⟩ := {name} _ pos" for at, (name, _) in enumerate(known)]
        lines += [f"have := g{at} ({far}) (by omega)" for at in range(len(known))]
        for held, _ in metrics:
            pairs = permutations([left, right, *terms], 2)
            lines += [f"have := {held}.dist_comm {a} {b}" for a, b in pairs]
            lines += [f"have := {held}.dist_triangle {left} {term} {right}" for term in terms]
        yield "\n".join([*lines, "grind"])


def _metrics(signature: Signature) -> list[tuple[str, str]]:
    """The names of hypotheses that say that something is a metric, with its name."""
    found = (b for b in signature.binders if b.type.startswith("IsMetric "))
    return [(binder.names[0], binder.type.split()[1]) for binder in found]


def _sequences(signature: Signature) -> list[str]:
    return [n for b in signature.binders if re.match(r"(?:ℕ|Nat) →", b.type) for n in b.names]
