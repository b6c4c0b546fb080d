"""The parts of a frozen statement: variables, structures, hypotheses, and the conclusion's parts.

Lean says what they are: the driver returns binders with kind, type and whether they are
propositions, and the conclusion's binders, conditions and conjuncts (``FrozenStatement``). Here
they get labels for a reader and names for search. A text that was varied is a new statement: it is
frozen and judged by itself, never trusted.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.signature import Binder, Signature, read_signature
from faithsieve.records.base import Record
from faithsieve.records.lean import FrozenBinder, FrozenStatement, RefusedStatement
from faithsieve.verify.formulas import NUMBERS, Tree, names_in, read_tree

_BRACKETS = {"explicit": "()", "implicit": "{}", "instance": "[]"}


class Variable(Record):
    """One bound object."""

    name: str
    """Its name."""
    type: str
    """Its type, as written."""
    kind: Any = None
    """Its type as a tree (:data:`faithsieve.verify.formulas.Tree`)."""

    @property
    def is_function(self) -> bool:
        """Whether the variable is a function."""
        return isinstance(self.kind, tuple) and self.kind[:1] == ("∀",)


class StatementPart(Record):
    """One labelled part of a statement."""

    label: str
    """``v1`` variable, ``s1`` structure, ``h1`` hypothesis; in a conclusion ``b``, ``i``, ``c``."""
    text: str
    """The part as it was written, or as Lean prints it."""


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
    """One frozen statement, taken apart."""

    frozen: FrozenStatement
    """As Lean understood it."""

    @cached_property
    def signature(self) -> Signature:
        """The text split at its brackets, for writing variations of it."""
        return read_signature(self.frozen.text)

    @property
    def text(self) -> str:
        """The whole signature."""
        return self.frozen.text

    @property
    def conclusion(self) -> str:
        """What stands right of the colon."""
        return self.signature.conclusion

    @cached_property
    def types(self) -> frozenset[str]:
        """Names of the types that the statement is about any of, such as ``K`` and ``G``."""
        return frozenset(b.name for b in self.frozen.binders if _is_type(b))

    @cached_property
    def instances(self) -> tuple[tuple[str, str], ...]:
        """Classes, each with the type that it is about, such as ``Group`` and ``G``."""
        trees = [read_tree(b.tree) for b in self.frozen.binders if _is_structure(b)]
        found = [tree for tree in trees if isinstance(tree, tuple)]
        return tuple((tree[0].rpartition(".")[2], str(tree[-1])) for tree in found)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Objects, in order; types, structures and hypotheses are none."""
        return tuple(
            Variable(name=b.name, type=" ".join(b.type.split()), kind=_kind(b))
            for b in self.frozen.binders
            if _is_object(b)
        )

    @property
    def has_structure(self) -> bool:
        """Whether the statement is about any type, or about what a type is assumed to be."""
        return any(_is_type(b) or _is_structure(b) for b in self.frozen.binders)

    @property
    def is_finite(self) -> bool:
        """Whether all objects are of types that may be finite, such as ``Finset (Fin 3)``."""
        used = names_in(*(variable.kind for variable in self.variables))
        return bool(self.variables) and not self.types and used.isdisjoint(NUMBERS)

    @cached_property
    def hypotheses(self) -> tuple[FrozenBinder, ...]:
        """Propositions assumed."""
        return tuple(b for b in self.frozen.binders if b.is_prop and not _is_structure(b))

    @cached_property
    def hypothesis_trees(self) -> tuple[Tree, ...]:
        """The hypotheses as trees."""
        return tuple(read_tree(h.tree) for h in self.hypotheses)

    @property
    def claim_tree(self) -> Tree:
        """The conclusion as a tree."""
        return read_tree(self.frozen.conclusion_tree)

    def view(self) -> StatementView:
        """Label the parts for a reader."""
        binders = self.frozen.binders
        found = [
            *(("v", f"{b.name} : {b.type}") for b in binders if _is_object(b)),
            *(("s", b.type) for b in binders if _is_structure(b) and _says_something(b)),
            *(("h", h.type) for h in self.hypotheses),
            *((part.letter, part.text) for part in self.frozen.conclusion),
        ]
        is_existential = any(letter == "b" and text.startswith("∃") for letter, text in found)
        return StatementView(parts=_labelled(found), is_existential=is_existential)

    @cached_property
    def premise_numbers(self) -> dict[str, int]:
        """The labels of hypotheses and conditions with their place among all premises."""
        props = [b for b in self.frozen.binders if b.is_prop]
        places = [at for at, binder in enumerate(props, start=1) if not _is_structure(binder)]
        conditions = [part for part in self.frozen.conclusion if part.letter == "i"]
        outer = {f"h{n}": place for n, place in enumerate(places, start=1)}
        inner = {f"i{n}": len(props) + n for n in range(1, len(conditions) + 1)}
        return outer | inner

    @cached_property
    def opened(self) -> tuple[tuple[str, ...], str] | None:
        """The conclusion's leading names and the signature with them left of the colon."""
        names: list[str] = []
        binders = [self.signature.binders_text]
        parts = list(self.frozen.conclusion)
        while parts and (parts[0].letter == "i" or parts[0].text.startswith("∀")):
            part = parts.pop(0)
            bound = part.text[1:].strip() if part.letter == "b" else f"_ : {part.text}"
            name = bound.partition(":")[0].strip() if part.letter == "b" else f"at_{len(names)}"
            names.append(name if name.isidentifier() else f"at_{len(names)}")
            binders.append(f"({names[-1]} :{bound.partition(':')[2]})")
        exists = "".join(f"{part.text}, " for part in parts if part.letter == "b")
        claims = " ∧ ".join(f"({part.text})" for part in parts if part.letter == "c")
        return (tuple(names), f"{' '.join(binders)} : {exists}{claims}") if names else None

    def with_conclusion(self, conclusion: str, *, without: frozenset[str] = frozenset()) -> str:
        """Return the signature with another conclusion and without the named hypotheses."""
        kept = [_written(b, without) for b in self.signature.binders]
        return f"{' '.join(text for text in kept if text)} : {conclusion}".strip()


async def freeze_parts(
    text: str, judge: StatementJudge, timeout_s: float = 30.0
) -> StatementParts | None:
    """Freeze a text that code varied; None if Lean refuses it.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    frozen = await judge.freeze(text, timeout_s=timeout_s)
    return None if isinstance(frozen, RefusedStatement) else StatementParts(frozen=frozen)


def _is_structure(binder: FrozenBinder) -> bool:
    return binder.kind == "instance"


def _is_type(binder: FrozenBinder) -> bool:
    return binder.tree.startswith('["Sort"') and binder.type != "Prop"


def _kind(binder: FrozenBinder) -> Tree:
    return ("Prop", "") if binder.type == "Prop" else read_tree(binder.tree)


def _is_object(binder: FrozenBinder) -> bool:
    return not (binder.is_prop or _is_structure(binder) or _is_type(binder))


def _says_something(binder: FrozenBinder) -> bool:
    """Return whether a structure tells of the claim: not a means to compute."""
    return not binder.type.split()[0].rpartition(".")[2].startswith("Decidable")


def view_of_claim(claim: str) -> StatementView:
    """Build the checker's view of a claim without variables and hypotheses."""
    return StatementView(parts=_labelled([("c", claim)]))


def _labelled(found: Iterable[tuple[str, str]]) -> tuple[StatementPart, ...]:
    count: Counter[str] = Counter()
    parts = []
    for letter, text in found:
        count[letter] += 1
        parts.append(StatementPart(label=f"{letter}{count[letter]}", text=" ".join(text.split())))
    return tuple(parts)


def _written(binder: Binder, without: frozenset[str]) -> str:
    brackets = _BRACKETS[binder.kind]
    names = [name for name in binder.names if name not in without]
    if binder.names and not names:
        return ""
    head = f"{' '.join(names)} : " if names else ""
    return f"{brackets[0]}{head}{binder.type}{brackets[1]}"
