"""Proof bodies for statements about sets, maps, algebra, topology and limits.

``grind`` knows what the library's definitions mean (lemmas tagged there), so most routine facts
need no more than that, or a goal taken apart first. Beyond it there is one idea: theorems of the
library that conclude what the statement claims, applied to its hypotheses and chained.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

from faithsieve.errors import InputError
from faithsieve.lean.name_hints import library_declarations
from faithsieve.lean.signature import Signature, read_signature

_STRUCTURES = re.compile(
    r"Set\b|[∈⊆∪∩]|''|⁻¹'|Function\.|→\*|→\+|→ₗ|Subgroup|Submodule|Ideal|Is[A-Z]\w+|\w+On\b"
    r"|Tendsto|Convex|Continuous|Monotone|Antitone|Strict\w+|Bdd\w+|closure|interior|Dense|Commute"
    r"|Disjoint|Matrix|Metric|Norm|dist\b|deriv"
)
_MOST_RULES = 24


def is_about_structures(signature: Signature) -> bool:
    """Whether a statement speaks of more than numbers and functions of numbers."""
    return any(b.kind == "instance" for b in signature.binders) or bool(
        _STRUCTURES.search(re.sub(r"[∑∏] \w+ ∈", "", signature.text))
    )


def structure_bodies(signature: Signature) -> Iterator[str]:
    """Write the bodies, likely ones first."""
    yield from ("grind", "infer_instance", "repeat intro _\ngrind")
    if "dist" in signature.text:
        yield "open Mathlet.Distances in grind"
    if multiplied := _at_products(signature):
        yield "\n".join([*multiplied, "grind"])
    if _HOMOMORPHISM.search(signature.text):
        yield f"repeat intro _\n{_UNDER_MAPS}\ngrind"
    if re.match("IsLeast|IsGreatest", signature.conclusion):
        yield _EXTREMAL
    yield from _cited_facts(signature)
    yield _TAKE_APART
    yield from _preimages(signature)


_HOMOMORPHISM = re.compile("→[*+ₗₐ]|≃[*+ₗₐ]")
# ``grind`` takes the values of products and sums apart; of values it does not make new arguments.
_UNDER_MAPS = "simp only [← map_mul, ← map_add]"
_EXTREMAL = """constructor
· first | decide +kernel | grind | norm_num
· intro n hn
  simp at hn
  first | omega | grind | nlinarith"""
_TAKE_APART = (
    "first | (ext; constructor <;> intros <;> grind) | (ext <;> grind) | (funext _; grind)"
    " | (constructor <;> intros <;> grind) | (constructor <;> constructor <;> intros <;> grind)"
)


def _at_products(signature: Signature) -> list[str]:
    """Universal hypotheses about one element, at the elements named and at their products."""
    elements = [name for b in signature.objects if len(b.type) == 1 for name in b.names][:3]
    terms = [*elements, *(f"({a} * {b})" for a, b in permutations(elements, 2))]
    about = re.compile(r"∀\s*\(?\s*\w+\s*(?::\s*\w\s*\)?)?\s*,(?!\s*∀)")
    held = [b.names[0] for b in signature.hypotheses if about.match(b.type)]
    return [f"have := {name} {term}" for name in held for term in terms]


class _Theorem(NamedTuple):
    name: str
    words: frozenset[str]
    """Of its statement."""
    head: str
    """The first word of its conclusion."""
    is_equivalence: bool


@cache
def _theorems() -> tuple[_Theorem, ...]:
    """Read the library's theorems."""
    found = []
    for _, name, rest in (d for d in library_declarations() if d.kind == "theorem"):
        signature = rest.partition(":=")[0]
        claim = _concluded(signature)
        found.append(_Theorem(name, _words(signature), _head(claim), "↔" in claim))
    return tuple(found)


def _concluded(signature: str) -> str:
    try:
        return read_signature(signature).conclusion
    except InputError:
        return ""


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Z]\w+|[a-z]\w{2,}", text))


def _head(claim: str) -> str:
    """The last part of the first name in a claim: ``Tendsto`` in ``Filter.Tendsto f l m``."""
    named = re.match(r"[(\s]*([^\W\d][\w.]*)", claim)
    return named[1].rpartition(".")[2] if named else ""


def _cited_facts(signature: Signature) -> Iterator[str]:
    """Apply theorems that conclude what is claimed, those with most words in common first."""
    head, words = _head(signature.conclusion), _words(signature.text)
    fitting = [t for t in _theorems() if head and t.head == head]
    fitting.sort(key=lambda theorem: (len(theorem.words - words), -len(theorem.words)))
    del fitting[_MOST_RULES:]
    rules = [theorem.name for theorem in fitting if not theorem.is_equivalence]
    if rules:
        yield "\n".join(["first", *(f"| (apply {rule} <;> assumption)" for rule in rules)])
        yield f"solve_by_elim [{', '.join(rules)}]"
        yield "\n".join(["first", *(f"| (apply {rule} <;> grind)" for rule in rules[:8])])
    # Last: they apply to every claim with this head and need not lead any further.
    back = [f"({theorem.name} ..).mpr" for theorem in fitting if theorem.is_equivalence]
    if back:
        yield "\n".join(["first", *(f"| (apply {rule} <;> assumption)" for rule in back)])


def _preimages(signature: Signature) -> Iterator[str]:
    """Claims about all values of a surjective map, which are named by what they come from."""
    for binder in signature.binders:
        if binder.type.startswith("Function.Surjective "):
            one, other = (f"obtain ⟨x{at}, rfl⟩ := {binder.names[0]} y{at}" for at in (1, 2))
            yield f"intro y1 y2\n{one}\n{other}\ntry {_UNDER_MAPS}\ngrind"
            rest = f"first | (simp_all [funext_iff]; done) | ({_UNDER_MAPS}; grind)"
            yield f"first | intro y1 | funext y1\n{one}\n{rest}"
