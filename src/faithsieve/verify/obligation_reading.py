"""An obligation as code reads it: the relations claimed and the relations that may be assumed.

Templates write statements from this reading, and the code gate holds statements of a model against
it. A claim is read in full or not at all; words that may take it back, letters that only now get a
meaning and branches without their assumption are refused, because a refutation of a misread claim
would be worse than none (law 1).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from faithsieve.records.edge_unit import ConditionName
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.symbolic.expressions import Expr, Relation, Sym, symbols
from faithsieve.symbolic.lean_terms import OutsideDialectError, function_names, sides_of
from faithsieve.verify.english_claims import (
    Domain,
    ReadText,
    TextReader,
    is_fragment,
    is_plain_relation,
    may_be_denied,
    may_be_tried,
    may_mean_residues,
    property_chain,
    split_alternatives,
    split_implication,
)

PROBLEM = ConditionName("problem")


@dataclass(frozen=True, slots=True)
class ReadObligation:
    """Claim and premises as relations, with the shape of what is to be shown."""

    premises: tuple[tuple[Premise, ReadText], ...]
    claim: tuple[ReadText, ...]
    """The claim, or its cases."""
    shape: str
    """``all``, ``any``, ``exclusive`` or ``absurd``."""
    kept: frozenset[str]
    """Premises that stay when there are too many: the problem, what is cited, assumptions."""

    @property
    def used(self) -> tuple[tuple[Premise, ReadText], ...]:
        """Premises from which something can be assumed."""
        return tuple((p, r) for p, r in self.premises if r.is_usable and (r.chains or r.domains))

    @property
    def domains(self) -> tuple[Domain, ...]:
        """What all texts say about the letters."""
        return tuple(d for _, r in self.premises for d in r.domains)

    @property
    def claimed(self) -> tuple[Expr, ...]:
        """All sides of the claim."""
        return tuple(side for r in self.claim for c in r.chains for side in sides_of(c))

    def matters(self, premise: Premise, letters: frozenset[str]) -> bool:
        """Whether a premise is a slot of a statement about these letters.

        One about other letters is none; one without letters may speak of all of them.
        """
        own = frozenset(_LETTER.findall(premise.text))
        return not letters or not own or bool(own & letters) or premise.name == PROBLEM


_LETTER = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])|\\[a-z]+|[α-ω]")


def names_letters(premise: Premise) -> bool:
    """Whether a premise says of which letters it speaks."""
    return bool(_LETTER.search(premise.text))


def letters_of(sides: Iterable[Expr]) -> frozenset[str]:
    """Letters of some expressions."""
    return frozenset().union(*(symbols(side) for side in sides))


_UNREAD_KINDS = frozenset({ObligationKind.JUSTIFICATION_FAITHFULNESS})
_SHAPES = {
    ObligationKind.CASE_SPLIT: "any",
    ObligationKind.OVERLAP_PARTITION: "exclusive",
    ObligationKind.BRANCH_ELIMINATION: "absurd",
}


def read_obligation(obligation: Obligation, *, problem: str) -> ReadObligation | None:
    """Read an obligation, or say None where more than formulas must be understood."""
    if obligation.kind in _UNREAD_KINDS or _mentions_complex(obligation, problem):
        return None
    texts = [problem, *(p.text for p in obligation.premises), obligation.claim]
    reader = TextReader(texts)
    given, claim_text = _opened(obligation)
    shape = _SHAPES.get(obligation.kind, "all")
    claim = _read_claim(reader, claim_text, shape)
    if claim is None or _is_doubtful(obligation, claim, " ".join(texts)):
        return None
    premises = [*obligation.premises, *given]
    if not any(p.name == PROBLEM for p in premises):
        premises.insert(0, Premise(name=PROBLEM, text=problem))
    read = tuple((p, _read_premise(reader, p)) for p in premises)
    kept = frozenset({PROBLEM, *obligation.cited, *(p.name for p in premises if p.is_assumption)})
    return ReadObligation(premises=read, claim=claim, shape=shape, kept=kept)


def _mentions_complex(obligation: Obligation, problem: str) -> bool:
    texts = (problem, obligation.claim, *(p.text for p in obligation.premises))
    return any(re.search(r"complex|imaginary|\\mathbb\{C\}|ℂ", text) for text in texts)


_IF_THEN = re.compile(r"^\s*If\s+(.*?),\s*then\s+(.*)$", re.DOTALL | re.IGNORECASE)


def _opened(obligation: Obligation) -> tuple[tuple[Premise, ...], str]:
    """``If A, then B`` and ``A ⟹ B`` are B under the premise A."""
    arrow = split_implication(obligation.claim)
    if arrow is not None:
        name = ConditionName("implied_by")
        return (Premise(name=name, text=arrow[0], is_assumption=True),), arrow[1]
    found = _IF_THEN.match(obligation.claim)
    if found is None:
        return (), obligation.claim
    premise = Premise(name=ConditionName("goal_after"), text=found.group(1), is_assumption=True)
    return (premise,), found.group(2)


def _read_claim(reader: TextReader, text: str, shape: str) -> tuple[ReadText, ...] | None:
    if shape == "absurd":
        return ()
    pieces = split_alternatives(text) if shape == "any" else tuple(text.split(";"))
    pieces = pieces if shape != "all" else (text,)
    read = tuple(_read_piece(reader, _without_label(piece)) for piece in pieces)
    if shape == "any" and len(read) == 1 and not read[0].is_disjunction:
        return None
    usable = all(r.is_full and r.is_usable and r.is_asserted and r.chains for r in read)
    plain = all(is_plain_relation(chain) for r in read for chain in r.chains)
    return read if usable and plain else None


def _read_premise(reader: TextReader, premise: Premise) -> ReadText:
    read = reader.read(premise.text, is_problem=premise.name == PROBLEM)
    if premise.name == PROBLEM or read.chains or read.domains:
        return read
    return _as_property(premise.text) or read


def _read_piece(reader: TextReader, text: str) -> ReadText:
    read = reader.read(text)
    return read if read.chains else _as_property(text) or read


def _as_property(text: str) -> ReadText | None:
    """``n^2 is odd``, ``3 divides n``: one property of one expression."""
    chain = property_chain(text)
    return ReadText(text, (chain,), False, (), True, True) if chain is not None else None


def _is_doubtful(obligation: Obligation, claim: tuple[ReadText, ...], texts: str) -> bool:
    """Whether the words around may take the claim back, so that a refutation would mean nothing."""
    if obligation.kind is ObligationKind.BRANCH_ELIMINATION:
        return False
    around = obligation.surroundings
    if may_be_denied(around) or (around and is_fragment(obligation.claim)):
        return True
    return _is_closed(claim) and (may_mean_residues(texts) or may_be_tried(around))


def _is_closed(claim: tuple[ReadText, ...]) -> bool:
    """Whether the claim is about numbers only."""
    sides = [side for read in claim for chain in read.chains for side in sides_of(chain)]
    return bool(sides) and not letters_of(sides) and not function_names(*sides)


def _without_label(text: str) -> str:
    return re.sub(r"^\s*(?:sub)?case\s*\w*\s*[:.)]\s*", "", text, flags=re.IGNORECASE)


def refuse_doubtful(read: ReadObligation, known: frozenset[str]) -> None:
    """Refuse readings that look like claims and are often none.

    Args:
        read: The obligation.
        known: Letters that have a meaning before the claim.

    Raises:
        OutsideDialectError: a branch whose assumption is not among the premises, a letter that only
            now gets its meaning, or a letter that got another value before, as in another case.
    """
    if read.shape == "absurd":
        if not any(premise.is_assumption for premise, _ in read.used):
            raise OutsideDialectError("the assumption of the branch is not among the premises")
        return
    if read.shape == "all":
        _refuse_new_letters(read, known)
    before = dict(_values([r for _, r in read.used]))
    if any(before.get(name, value) != value for name, value in _values(read.claim)):
        raise OutsideDialectError("a letter had another value before")


def _refuse_new_letters(read: ReadObligation, known: frozenset[str]) -> None:
    for chain in (chain for text in read.claim for chain in text.chains):
        sides = [symbols(side) | function_names(side) for side in sides_of(chain)]
        functions = function_names(*sides_of(chain))
        for name in frozenset().union(*sides) - known:
            if name in functions or sum(name in side for side in sides) < 2:
                raise OutsideDialectError(f"{name!r} is new here")


def _values(texts: Iterable[ReadText]) -> Iterable[tuple[str, Expr]]:
    """Letters that equations give a number, alternatives apart."""
    for chain in (c for read in texts if not read.is_disjunction for c in read.chains):
        sides = sides_of(chain)
        equal = all(relation is Relation.EQ for relation in chain.relations)
        closed = bool(sides) and not symbols(sides[-1]) and not function_names(sides[-1])
        if closed and equal and isinstance(sides[0], Sym):
            yield sides[0].name, sides[-1]
