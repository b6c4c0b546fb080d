"""The parts of a statement: variables with their types, hypotheses, and the conclusion's own parts.

What the gate shows to a reader, what probes vary (drop a hypothesis, conclude ``False``) and what
search needs (types and readable formulas) all come from this one reading of the signature's text.
A text that was varied is a new statement: it is frozen and judged by itself, never trusted.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from faithsieve.errors import InputError
from faithsieve.lean.signature import Binder, Signature, read_signature
from faithsieve.records.base import Record
from faithsieve.symbolic.lean_formula import Formula, has_quantifier, try_formula

SCALARS = {"Nat": "Nat", "ℕ": "Nat", "Int": "Int", "ℤ": "Int", "Rat": "Rat", "ℚ": "Rat"}
# The prelude's classes, and core's own for statements that do without the prelude.
_ORDERED_CLASSES = frozenset({"OrderedField", "EuclideanField"})
FIELD_CLASSES = _ORDERED_CLASSES | {"Field", "CommRing", "OrderedRing"}
# Classes that say nothing about the claim: a field that stands for the reals, and means to compute.
_UNTOLD_CLASS = re.compile(r"(?:\w+\.)*(?:OrderedField|EuclideanField|Decidable\w*)\b")


OPENED = "assumed"
"""How the names of conditions begin that stood in the conclusion before it was opened."""
LEADING_LETTERS = re.compile(r"∀\s+\(?([A-Za-zα-ω_][\w\s'₀-₉]*?)\s*(?::[^,()]*)?\)?\s*,")
"""The letters of a law that is meant for all of them."""
# One type name, an applied type constructor, or a function type made of these.
_TYPE = re.compile(
    r"^\(?(?:[A-Z]\w*|[α-κμ-ω]|[ℕℤℚℝℂ]|Sort \w+|Type\s*\w*|"
    r"(?:Fin|List|Set|Finset|Array|Option|Complex)\s+(?:\([^()=≠<>≤≥∣∈∧∨¬∀∃]*\)|\S+))\)?"
    r"(?:\s*[→×]\s*.*)?$"
)


class Variable(Record):
    """One bound object."""

    name: str
    """Its name."""
    type: str
    """``Nat``, ``Int``, ``Rat``, the name of a field, or the type as written."""

    @property
    def is_function(self) -> bool:
        """Whether the variable is a function."""
        return "→" in self.type


class StatementPart(Record):
    """One labelled part of a statement."""

    label: str
    """``v1`` variable, ``s1`` structure, ``h1`` hypothesis; in a conclusion ``b``, ``i``, ``c``."""
    text: str
    """The part as Lean prints it."""


class StatementView(Record):
    """A statement as the gate's checker sees it, part by part."""

    parts: tuple[StatementPart, ...]
    """Objects (``v``), what their types are assumed to be (``s``: ``CommGroup G`` says more than a
    group) and propositions assumed (``h``); then the conclusion's binders (``b``), conditions
    (``i``) and claims (``c``) as they stand: in ``∀ k, 1 ≤ k → …`` the second is a premise."""
    is_existential: bool = False
    """Whether the claims stand under ``∃``, where some of them say what kind of object it is."""

    def of(self, letters: str) -> tuple[StatementPart, ...]:
        """Return the parts whose labels begin with one of these letters."""
        return tuple(part for part in self.parts if part.label[0] in letters)

    def labels(self, letters: str = "vshbic") -> frozenset[str]:
        """Return the labels of the parts that begin with one of these letters."""
        return frozenset(part.label for part in self.of(letters))


CONCLUSION, ASSUMED, CLAIMED = "bic", "shi", "c"
"""Letters of a conclusion's parts, of all that is assumed anywhere, and of what is claimed."""


class StatementParts(Record):
    """One parsed signature."""

    signature: Signature
    """The text, split."""

    @cached_property
    def text(self) -> str:
        """The whole signature."""
        return self.with_conclusion(self.conclusion)

    @cached_property
    def instances(self) -> tuple[tuple[str, str], ...]:
        """Classes, each with the type that it is about, such as ``Group`` and ``G``."""
        heads = [b.type.split() for b in self.signature.binders if b.kind == "instance"]
        return tuple((head[0].rpartition(".")[2], head[-1]) for head in heads)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Names of generic fields, such as ``R``."""
        return tuple(dict.fromkeys(name for head, name in self.instances if head in FIELD_CLASSES))

    @cached_property
    def ordered_fields(self) -> frozenset[str]:
        """Names of generic fields that are ordered."""
        return frozenset(name for head, name in self.instances if head in _ORDERED_CLASSES)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Objects, in order; fields and instances are none."""
        found = []
        for binder in self.signature.binders:
            if binder.kind == "instance" or self._is_hypothesis(binder) or binder.type == "Type":
                continue
            kind = SCALARS.get(binder.type.strip(), binder.type.strip())
            found += [Variable(name=name, type=kind) for name in binder.names]
        return tuple(found)

    @cached_property
    def hypotheses(self) -> tuple[Binder, ...]:
        """Propositions assumed, one a name."""
        return tuple(
            Binder(names=(name,), type=binder.type, kind=binder.kind)
            for binder in self.signature.binders
            if self._is_hypothesis(binder)
            for name in binder.names
        )

    @property
    def conclusion(self) -> str:
        return self.signature.conclusion

    @cached_property
    def functions(self) -> frozenset[str]:
        """Names of the variables that are functions."""
        return frozenset(v.name for v in self.variables if v.is_function)

    @cached_property
    def hypothesis_formulas(self) -> tuple[Formula | None, ...]:
        """The hypotheses as trees, None where they cannot be read."""
        return tuple(try_formula(h.type, functions=self.functions) for h in self.hypotheses)

    @cached_property
    def claim_formula(self) -> Formula | None:
        """The conclusion as a tree."""
        return try_formula(self.conclusion, functions=self.functions)

    @cached_property
    def quantifiers(self) -> tuple[tuple[str, str], ...]:
        """``∀`` and ``∃`` with their letters from the outside in, variables first."""
        outer = [("∀", v.name) for v in self.variables if not v.is_function]
        return (*outer, *quantifiers_of(self.conclusion))

    @property
    def is_quantifier_free(self) -> bool:
        """Whether every hypothesis and the claim can be read and have no quantifier."""
        formulas = (*self.hypothesis_formulas, self.claim_formula)
        return all(f is not None and not has_quantifier(f) for f in formulas)

    def _is_hypothesis(self, binder: Binder) -> bool:
        """Return whether a binder is a hypothesis; in doubt it is, so that none is missed."""
        return binder.kind != "instance" and (
            binder.is_proposition or not _TYPE.match(binder.type.strip())
        )

    @property
    def _structures(self) -> Iterator[str]:
        for binder in self.signature.binders:
            if binder.kind == "instance" and not _UNTOLD_CLASS.match(binder.type):
                yield binder.type

    def view(self) -> StatementView:
        """Label the parts for a reader."""
        concluded = _conclusion_parts(self.conclusion)
        found = [
            *(("v", f"{v.name} : {v.type}") for v in self.variables),
            *(("s", structure) for structure in self._structures),
            *(("h", h.type) for h in self.hypotheses),
            *concluded,
        ]
        is_existential = any(text.startswith("∃") for letter, text in concluded if letter == "b")
        return StatementView(parts=_labelled(found), is_existential=is_existential)

    def with_conclusion(self, conclusion: str, *, without: frozenset[str] = frozenset()) -> str:
        """Return the signature with another conclusion and without the named hypotheses."""
        kept = [_written(b, without) for b in self.signature.binders]
        return f"{' '.join(text for text in kept if text)} : {conclusion}".strip()

    @property
    def without_hypotheses(self) -> str:
        """The signature without its hypotheses."""
        names = frozenset(h.names[0] for h in self.hypotheses)
        return self.with_conclusion(self.conclusion, without=names)


def view_of_claim(claim: str) -> StatementView:
    """Build the checker's view of a claim without variables and hypotheses."""
    return StatementView(parts=_labelled([("c", claim)]))


def _labelled(found: Iterable[tuple[str, str]]) -> tuple[StatementPart, ...]:
    count: Counter[str] = Counter()
    parts = []
    for letter, text in found:
        count[letter] += 1
        parts.append(StatementPart(label=f"{letter}{count[letter]}", text=text))
    return tuple(parts)


def _conclusion_parts(conclusion: str) -> list[tuple[str, str]]:
    """Split a conclusion into its leading binders, its conditions and its conjuncts, in order."""
    found: list[tuple[str, str]] = []
    rest = _unbracketed(conclusion.strip())
    is_existential = False
    while True:
        comma = _top_level(rest, ",")
        arrow = _arrow(rest)
        if rest.startswith(("∀", "∃")) and comma is not None:
            is_existential |= rest.startswith("∃")
            letter, end = "b", comma
        elif arrow is not None and _top_level(rest, "↔") is None and not is_existential:
            letter, end = "i", arrow
        else:
            return [*found, *(("c", text) for text in _conjuncts(rest))]
        found.append((letter, rest[:end].strip()))
        rest = _unbracketed(rest[end + 1 :].strip())


def conjunct_texts(text: str) -> list[str]:
    """Split a proposition at its outer ``∧``."""
    bare = _unbracketed(text.strip())
    return [bare] if bare.startswith(("∀", "∃")) else [*map(_unbracketed, _conjuncts(bare))]


def _conjuncts(text: str) -> list[str]:
    """Split at ``∧``; what stands behind a quantifier or beside a weaker connective stays whole."""
    bound = [at for mark in "∀∃" if (at := _top_level(text, mark)) is not None]
    free = text[: min(bound, default=len(text))]
    if any(_top_level(free, mark) is not None for mark in "∨↔→"):
        return [text]
    pieces = []
    while (at := _top_level(free, "∧")) is not None:
        pieces.append(_unbracketed(free[:at].strip()))
        free, text = free[at + 1 :], text[at + 1 :]
    return [*pieces, text.strip()]


def quantifiers_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the quantifiers that follow each other, also behind a condition or a conjunct."""
    rest = _unbracketed(text.strip())
    while marks := [at for mark in "∀∃" if (at := _top_level(rest, mark)) is not None]:
        at = min(marks)
        comma = _top_level(rest[at:], ",")
        if comma is None or any(sign in rest[:at] for sign in "∨↔¬"):
            return
        bound = rest[at + 1 : at + comma].strip()
        # A type may have brackets of its own: ``i j : Fin (n + 1)``.
        groups = re.findall(r"\(([^:()]*):", bound) if bound[:1] == "(" else [bound]
        names = [n for g in groups for n in re.split(r"[:<>≤≥∈=]", g)[0].split()]
        yield from ((rest[at], name) for name in names)
        rest = _unbracketed(rest[at + comma + 1 :].strip())


def alternatives(text: str) -> list[str]:
    """Split a disjunction at its outer ``∨``; what stands behind a quantifier stays whole."""
    rest, pieces = _unbracketed(text.strip()), []
    while (at := _top_level(rest, "∨")) is not None and not re.search("[∀∃]", rest[:at]):
        pieces.append(rest[:at].strip())
        rest = rest[at + 1 :].strip()
    return [*pieces, rest]


def _unbracketed(text: str) -> str:
    """Drop brackets that enclose the whole text."""
    while text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closing(text: str) -> int:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return at
    return -1


_BRACKETS = {"explicit": ("(", ")"), "implicit": ("{", "}"), "instance": ("[", "]")}


def _written(binder: Binder, without: frozenset[str]) -> str:
    opening, closing = _BRACKETS[binder.kind]
    names = [name for name in binder.names if name not in without]
    if binder.names and not names:
        return ""
    head = f"{' '.join(names)} : " if names else ""
    return f"{opening}{head}{binder.type}{closing}"


def parse_signature(text: str) -> StatementParts | None:
    """Parse a signature; None when the text is not one."""
    try:
        return StatementParts(signature=read_signature(text))
    except InputError:
        return None


_UNTYPED = re.compile(r"∀ ([\w']+(?: [\w']+)*)(?: ([<>≤≥∈][^,]*))?,")
_TYPED = re.compile(r"\(([\w']+(?: [\w']+)*) : ([^()]*)\)")


def opened_parts(parts: StatementParts, elaborated: str = "") -> StatementParts:
    """Move leading ``∀`` and ``→`` of the conclusion into the binders.

    Args:
        elaborated: The statement as Lean prints it, for the types of letters that are written
            without one.
    """
    typed = {(n, kind) for names, kind in _TYPED.findall(elaborated) for n in names.split()}
    times = Counter(name for name, _ in typed)
    types = {name: kind for name, kind in typed if times[name] == 1}
    binders, conclusion = parts.signature.binders_text, parts.conclusion
    bound = {name for binder in parts.signature.binders for name in binder.names}
    while (moved := _moved(_with_types(conclusion, types), len(bound))) is not None:
        text, conclusion = moved
        opened = parse_signature(f"{text} : {conclusion}")
        names = [n for b in opened.signature.binders for n in b.names] if opened else []
        if not names or bound & set(names):
            return parts
        binders = f"{binders} {text}".strip()
        bound |= set(names)
    return parse_signature(f"{binders} : {conclusion}") or parts


def _with_types(conclusion: str, types: Mapping[str, str]) -> str:
    """Write ``∀ n ≥ 1, P n`` as ``∀ n : ℕ, n ≥ 1 → P n``."""
    found = _UNTYPED.match(conclusion)
    kinds = {types.get(name, "") for name in found[1].split()} if found else set()
    if found is None or len(kinds) > 1 or not all(kinds):
        return conclusion
    bounds = "".join(f"{name} {found[2]} → " for name in found[1].split() if found[2])
    return f"∀ {found[1]} : {kinds.pop()}, {bounds}{conclusion[found.end() :].strip()}"


def _moved(conclusion: str, count: int) -> tuple[str, str] | None:
    """Split a leading quantifier or condition off a conclusion: (binder, rest), or None."""
    if conclusion.startswith("∀"):
        comma = _top_level(conclusion, ",")
        group = conclusion[1:comma].strip() if comma else ""
        if comma is None or ":" not in group or any(mark in group for mark in "<>≤≥∈"):
            return None
        text = group if group.startswith(("(", "{", "[")) else f"({group})"
        return text, conclusion[comma + 1 :].strip()
    arrow = _arrow(conclusion)
    is_wider = conclusion.startswith(("∃", "¬ ∃", "¬∃")) or _top_level(conclusion, "↔") is not None
    if arrow is None or is_wider:
        return None
    return f"({OPENED}{count} : {conclusion[:arrow].strip()})", conclusion[arrow + 1 :].strip()


def _arrow(text: str) -> int | None:
    """Find the arrow after a condition of the whole text; in ``A ∧ ∀ n, P → Q`` there is none."""
    bound = [at for mark in "∀∃" if (at := _top_level(text, mark)) is not None]
    return _top_level(text[: min(bound, default=len(text))], "→")


def _top_level(text: str, mark: str) -> int | None:
    """Find a mark outside all brackets; None if there is none."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{⟨") - (character in ")]}⟩")
        if character == mark and depth == 0:
            return at
    return None
