"""Well-known infinite objects as counterexamples, put for the variables of a statement by code.

No search over finite structures finds a bounded sequence without a limit. The prelude
(``lean/prelude/library/Witnesses.lean``) has a few such objects with what is known about them; here
each becomes a proof body, and whether it refutes anything is Lean's business. Where a statement is
about an ordered field the refutation is proved for *every* ordered field, the reals among them;
other types become whole numbers, of which nothing but being infinite is used.
"""

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import NamedTuple

from faithsieve.lean.signature import Binder
from faithsieve.verify.statement_parts import StatementParts

MOST = 16
"""Combinations that are tried: a wrong one costs Lean a second."""

MOST_CHOICES = 10_000
"""Combinations that are put in order: a statement of many functions has millions."""

_SEQUENCES = ("FaithSieve.alternating", "FaithSieve.rising", "fun n => (n : {F})", "fun _ => 0")
_FUNCTIONS = ("FaithSieve.step", "fun x => x", "fun x => x ^ 2", "fun x => |x|", "fun x => -x")
_NUMBERS = ("0", "1", "-1")
_SETS = ("{x | x = 0}", "{x | x = 1}", "Set.univ", "{x | 0 < x}", "{x | 0 ≤ x ∧ x ≤ 1}")
_MAPS = ("Nat.succ", "(fun n => n - 1)", "(fun _ => 0)", "(fun n => n / 2)")
_NATURAL_SETS = ("Set.univ", "(fun n => n % 2 = 0)", "(fun n => 0 < n)")
_INTEGER_RINGS = frozenset({"Ring", "CommRing", "IsDomain"})
_OF_NATURALS = {"TopologicalSpace": "FaithSieve.discreteTopology Nat"}
_MIDDLE = (
    "(intro claimed; have := @claimed 0 (by grind) 1 (by grind) (1/2) (1/2) (by grind) (by grind)"
    " (by grind); grind)"
)
"""Between 0 and 1 there is a point outside; ``grind`` alone would not find it in its time."""
_DENIAL = (
    "first | grind | (intro claimed; first | (have := claimed 0; grind)"
    " | (have := claimed 1; grind)"
    " | exact absurd claimed FaithSieve.not_isCompact_discrete)"
)
_HYPOTHESIS = (
    "first | grind | (intros; grind) | exact FaithSieve.isMetric_discrete"
    " | exact FaithSieve.isOpen_discrete _ | exact Nat.succ_injective"
    " | (intro u; exact ⟨fun _ => FaithSieve.isOpenIn_discrete u, fun _ => trivial⟩)"
    " | exact ⟨1, by intros; grind⟩"
    " | (unfold Function.Surjective; intro b; exact ⟨b + 1, by grind⟩)"
)


class Example(NamedTuple):
    """One choice of objects."""

    text: str
    """The objects by name."""
    body: str
    """A proof of the counterexample from them."""


class _Types(NamedTuple):
    """How each type of a statement is instantiated."""

    field: str
    """The ordered field that stays a variable, or nothing."""
    meant: dict[str, str]


class _Variable(NamedTuple):
    """One name of a statement that gets an object, or the proof of a hypothesis."""

    name: str
    binder: Binder
    choices: tuple[str, ...]

    @property
    def is_structured(self) -> bool:
        """Whether the variable is a type, sequence, function, set or ideal."""
        is_proof = bool(self.choices) and self.choices[0].startswith("by ")
        is_object = any(kind in self.binder.type for kind in ("→", "Set ", "Ideal "))
        return self.binder.type == "Type" or (is_object and not is_proof)


def standard_examples(parts: StatementParts) -> Iterator[Example]:
    """Choose standard objects for all variables, simple ones first; empty if one has none."""
    types = _types(parts)
    variables = _variables(parts, types) if types is not None else []
    choices = [variable.choices for variable in variables]
    # Of numbers alone the search for counterexamples knows more.
    is_of_numbers = not any(v.is_structured for v in variables)
    if is_of_numbers or not 0 < prod(map(len, choices)) <= MOST_CHOICES:
        return
    ranks = product(*(range(len(choice)) for choice in choices))
    sets = [at for at, variable in enumerate(variables) if variable.binder.type.startswith("Set ")]

    def rank_of(rank: tuple[int, ...]) -> tuple[int, int, int]:
        """Rank a choice: simple objects first, equal sets last as they say little about a claim."""
        repeated = len(sets) - len({rank[at] for at in sets})
        return (repeated, sum(rank), max(rank, default=0))

    for rank in islice(sorted(ranks, key=rank_of), MOST):
        values = [choice[at] for choice, at in zip(choices, rank, strict=True)]
        shown = [
            f"{variable.name} = {value.replace('FaithSieve.', '')}"
            for variable, value in zip(variables, values, strict=True)
            if len(variable.choices) > 1 or variable.binder.type == "Type"
        ]
        denial = _MIDDLE if parts.conclusion.startswith("Convex ") else _DENIAL
        yield Example("; ".join(shown), f"exact ⟨{', '.join(values)}, by {denial}⟩")


def _variables(parts: StatementParts, types: _Types) -> list[_Variable]:
    assumed = {name for hypothesis in parts.hypotheses for name in hypothesis.names}
    found = []
    for binder in parts.signature.binders:
        if types.field and binder.kind == "instance" and binder.type.split()[1:] == [types.field]:
            continue
        for name in binder.names or ("",):
            if binder.type == "Type" and name == types.field:
                continue
            objects = _choices(name, binder, types)
            proofs = (f"by {_HYPOTHESIS}",) if name in assumed else ()
            found.append(_Variable(name, binder, objects or proofs))
    return found


def _types(parts: StatementParts) -> _Types | None:
    """Decide what stands for each type; None where a class of it has no standard example."""
    binders = parts.signature.binders
    instances = [b.type.split() for b in binders if b.kind == "instance"]
    ordered = [words[1] for words in instances if words[0] == "OrderedField"]
    field = ordered[0] if ordered else ""
    meant = {}
    for name in (n for b in binders if b.type == "Type" for n in b.names if n != field):
        classes = {words[0] for words in instances if words[-1] == name}
        if field and "Module" in classes:
            meant[name] = field
        elif classes and classes <= _INTEGER_RINGS:
            meant[name] = "Int"
        elif classes <= {"TopologicalSpace"}:
            meant[name] = "Nat"
        else:
            return None
    return _Types(field, meant) if len(ordered) <= 1 and len(meant) <= 3 else None


def _choices(name: str, binder: Binder, types: _Types) -> tuple[str, ...]:
    if binder.type == "Type":
        return (types.meant[name],)
    if binder.kind == "instance":
        head, *arguments = binder.type.split()
        is_natural = types.meant.get(arguments[-1]) == "Nat"
        return (_OF_NATURALS[head],) if is_natural and head in _OF_NATURALS else ("inferInstance",)
    words = binder.type.replace("ℕ", "Nat").split()
    return _objects(" ".join(types.meant.get(word, word) for word in words), types.field)


def _objects(kind: str, field: str) -> tuple[str, ...]:
    known = {
        f"Nat → {field}": tuple(text.replace("{F}", field) for text in _SEQUENCES),
        f"{field} → {field}": _FUNCTIONS,
        field: _NUMBERS,
        f"Set {field}": _SETS,
        "Nat → Nat": _MAPS,
        "Set Nat": _NATURAL_SETS,
        "Nat": ("0", "1"),
        "Int": ("0", "1", "2"),
        "Ideal Int": ("FaithSieve.zeroIdeal Int", "FaithSieve.multiples 2"),
        f"Nat → Nat → {field}": ("FaithSieve.discreteMetric",),
    }
    return known.get(kind, ())
