"""Statements that code can write (paper §3.3, app. C.3) or confirm, from its reading of the text.

Where claim and premises parse as mathematics, the signature costs no tokens and cannot improve the
author's claim. A claim is read in full or not at all; words that may take it back and letters that
only now get a meaning are refused, because a refutation of a misread claim would be worse than
none. Functions, primes, letters in exponents and conditions are left to a model.

Whoever worded a statement, code's account of it is the same: the conclusion must be the claim, as
mathematics, every hypothesis must be granted by a premise or the problem, and the numbers must be
of the kind the texts name. Anything else is refused; a refusal is inconclusive, never a verdict.
Premises that were not read or not stated are listed, because a counterexample is only as good as
its context; a proof or a contradiction from fewer premises stays one from all of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from faithsieve.records.base import Record
from faithsieve.records.edge_unit import PROBLEM
from faithsieve.records.faithfulness import AspectScores, SlotMatch, SlotRole
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.symbolic.expressions import ZERO, Expr, Relation, Sym, applied, symbols
from faithsieve.symbolic.lean_formula import Formula, Holds, conjuncts, terms_of
from faithsieve.symbolic.lean_terms import (
    Numbers,
    OutsideDialectError,
    TermWriter,
    lean_name,
    needs_field,
    needs_naturals,
)
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.english_claims import Domain, ReadText, read_text
from faithsieve.verify.gate.faithfulness import SlotJudgement
from faithsieve.verify.gate.semantic_check import CONCLUSION_LABEL
from faithsieve.verify.links import (
    Fact,
    common_name,
    fact_letters,
    formula_links,
    is_side_condition,
    same_fact,
    same_sides,
)
from faithsieve.verify.statement_parts import StatementParts, Variable

_WHOLE = frozenset({"integer", "natural"})
# What is to be shown is not the claim itself.
_OTHER_KINDS = frozenset(
    map(ObligationKind, ("branch_elimination", "justification_faithfulness", "overlap_partition"))
)


@dataclass(frozen=True, slots=True)
class ReadObligation:
    """Claim and premises as relations."""

    premises: tuple[tuple[Premise, ReadText], ...]
    claim: ReadText

    @property
    def used(self) -> tuple[tuple[Premise, ReadText], ...]:
        """Premises from which something can be assumed."""
        return tuple((p, r) for p, r in self.premises if r.is_usable and (r.chains or r.domains))

    @property
    def domains(self) -> tuple[Domain, ...]:
        return tuple(domain for _, text in self.used for domain in text.domains)


def read_obligation(obligation: Obligation, *, problem: str) -> ReadObligation | None:
    """Read an obligation, or say None where more than formulas must be understood."""
    texts = (problem, *(p.text for p in obligation.premises), obligation.claim)
    is_complex = re.search(r"complex|imaginary|\\mathbb\{C\}|ℂ", " ".join(texts))
    if is_complex or obligation.kind in _OTHER_KINDS:
        return None
    claim = read_text(obligation.claim, texts)
    if not (claim.is_full and claim.is_usable and claim.is_asserted and claim.chains):
        return None
    premises = obligation.premises
    if not any(p.name == PROBLEM for p in premises):
        premises = (Premise(name=PROBLEM, text=problem), *premises)
    given = tuple((p, read_text(p.text, texts, is_problem=p.name == PROBLEM)) for p in premises)
    read = ReadObligation(given, claim)
    is_doubtful = _may_be_taken_back(obligation, claim, " ".join(texts)) or _gives_meaning(read)
    return None if is_doubtful else read


def _may_be_taken_back(obligation: Obligation, claim: ReadText, texts: str) -> bool:
    """Whether words around the claim may take it back, so that a refutation would mean nothing."""
    around = obligation.surroundings
    if cue("taken_back").search(around) or (around and cue("fragment").search(obligation.claim)):
        return True
    other_numbers = cue("other_numbers").search(texts) or cue("approximately").search(texts)
    is_about_numbers = not symbols(*claim.sides) and not applied(*claim.sides)
    return bool(is_about_numbers and (other_numbers or cue("tried").search(around)))


def _gives_meaning(read: ReadObligation) -> bool:
    """Whether a letter of the claim only now gets its meaning, or had another value before."""
    known = symbols(*(side for _, text in read.used for side in text.sides))
    known |= {domain.letter for domain in read.domains}
    for chain in read.claim.chains:
        sides = [symbols(side) for side in chain.read_sides]
        new = frozenset[str]().union(*sides) - known
        if any(sum(letter in side for side in sides) < 2 for letter in new):
            return True
    before = dict(_values(text for _, text in read.used))
    return any(before.get(letter, value) != value for letter, value in _values([read.claim]))


def _values(texts: Iterable[ReadText]) -> Iterator[tuple[str, Expr]]:
    """Letters that equations give a number, alternatives apart."""
    for chain in (c for read in texts if not read.is_disjunction for c in read.chains):
        sides = chain.read_sides
        is_equation = all(relation is Relation.EQ for relation in chain.relations)
        is_closed = bool(sides) and not symbols(sides[-1]) and not applied(sides[-1])
        if is_closed and is_equation and isinstance(sides[0], Sym):
            yield sides[0].name, sides[-1]


# ---- statements that code writes


class BuiltStatement(Record):
    """A signature that code wrote."""

    text: str
    """The signature."""
    sources: tuple[tuple[str, str], ...]
    """Hypothesis names with the premise each was read from; side conditions have none."""


def build_statement(obligation: Obligation, *, problem: str) -> BuiltStatement | None:
    """State an obligation without a model, or say None where reading is needed."""
    read = read_obligation(obligation, problem=problem)
    with suppress(OutsideDialectError):
        return _write(read) if read else None
    return None


def _write(read: ReadObligation) -> BuiltStatement:
    writer = TermWriter(_choose_numbers(read))
    told = _connected([*_written_facts(read.used, writer)], symbols(*read.claim.sides))
    stated = [term for fact, _ in told for link in fact for term in terms_of(link)]
    sides = [*stated, *read.claim.sides]
    letters = symbols(*sides)
    kinds = [fact for d in read.domains if d.letter in letters for fact in d.facts]
    sources = dict.fromkeys(map(writer.relation, kinds), "domain")
    sources |= {_text(fact, writer): name for fact, name in told}
    for condition in writer.side_conditions(*sides):
        sources.setdefault(condition, "")
    conclusion = " ∧ ".join(_text(fact, writer) for fact in read.claim.relations)
    return BuiltStatement(
        text=_signature(letters, writer.numbers, [*sources], conclusion),
        sources=tuple((f"h{i}", source) for i, source in enumerate(sources.values(), start=1)),
    )


def _choose_numbers(read: ReadObligation) -> Numbers:
    """Whole numbers where the texts say so and nothing is divided or rooted, else a field."""
    texts = (*(text for _, text in read.used), read.claim)
    sides = [side for text in texts for side in text.sides]
    if applied(*sides) or any("prime" in domain.properties for domain in read.domains):
        raise OutsideDialectError("functions and primes are left to a model")
    if needs_naturals(*sides):
        raise OutsideDialectError("an exponent or factorial outside the natural numbers")
    divides = any(r.value in "∣≡≢" for text in texts for c in text.chains for r in c.relations)
    whole = {domain.letter for domain in read.domains if domain.kind in _WHOLE}
    letters = symbols(*sides)
    is_whole = bool(letters) and letters <= whole and not needs_field(*sides)
    return "Int" if divides or is_whole else "R"


def _written_facts(
    used: Sequence[tuple[Premise, ReadText]], writer: TermWriter
) -> Iterator[tuple[Fact, str]]:
    """What the premises relate, each with the premise's name; nothing outside the dialect."""
    for premise, text in used:
        for fact in text.relations:
            with suppress(OutsideDialectError):
                _text(fact, writer)
                yield fact, premise.name


def _text(fact: Fact, writer: TermWriter) -> str:
    return " ∨ ".join(map(writer.relation, fact))


def _connected(told: list[tuple[Fact, str]], wanted: frozenset[str]) -> list[tuple[Fact, str]]:
    """Facts that share a letter with the claim, directly or through each other."""
    reached = wanted
    while True:
        touched = [(fact, name) for fact, name in told if fact_letters(fact) & reached]
        wider = reached.union(*(fact_letters(fact) for fact, _ in touched))
        if wider == reached:
            return touched if reached else told
        reached = wider


def _signature(
    letters: frozenset[str], numbers: Numbers, hypotheses: Sequence[str], conclusion: str
) -> str:
    names = sorted({lean_name(letter) for letter in letters})
    labels = [f"h{i}" for i in range(1, len(hypotheses) + 1)]
    if len(names) != len(letters) or {"R", *labels} & set(names):
        raise OutsideDialectError("two letters share a name")
    parts = []
    if numbers == "R":
        field = "EuclideanField" if "√" in " ".join([conclusion, *hypotheses]) else "OrderedField"
        parts.append(f"{{R : Type}} [{field} R]")
    if names:
        parts.append(f"({' '.join(names)} : {numbers})")
    parts += [f"({label} : {text})" for label, text in zip(labels, hypotheses, strict=True)]
    return f"{' '.join(parts)} : {conclusion}".strip()


# ---- code's account of a statement


def judge_by_code(obligation: Obligation, parts: StatementParts, *, problem: str) -> SlotJudgement:
    """Judge a statement whose conclusion is the claim and whose hypotheses the texts grant.

    Raises:
        OutsideDialectError: some part could not be read, or differs; the message says which.
    """
    read = read_obligation(obligation, problem=problem)
    if read is None:
        raise OutsideDialectError("code cannot read the claim, or the text may take it back")
    if parts.functions:
        raise OutsideDialectError("functions are left to a reader")
    _confirm_conclusion(read.claim, parts)
    stated = tuple(_confirmed_hypotheses(read, parts))
    letters = frozenset(letter for v in parts.variables for letter in common_name(v.name))
    slots = [_slot(p, r, stated, parts) for p, r in read.premises if _matters(p, letters)]
    if not all(_is_exact_type(variable, read.domains, parts) for variable in parts.variables):
        slots.append(SlotMatch(role=SlotRole.PREMISE, source="whole numbers", lean="v1", score=0.5))
    conclusion = SlotMatch(
        role=SlotRole.CONCLUSION, source=read.claim.text, lean=CONCLUSION_LABEL, score=1.0
    )
    return SlotJudgement(
        matches=(*slots, conclusion),
        aspects=AspectScores(
            step_relation=1, object_witness=1, directionality=1, role_alignment=1, syntax_surface=1
        ),
        missing_assumptions=tuple(slot.source for slot in slots if slot.score < 1),
        reason="code read the statement back and found the claim and granted premises only",
    )


def _facts(formula: Formula | None) -> tuple[Fact, ...]:
    """The conjuncts of a formula, each as its alternatives; one that is no relation has none."""
    return tuple(formula_links(piece, "or") for piece in conjuncts(formula or Holds("")))


def _is_among(fact: Fact, known: Iterable[Fact]) -> bool:
    return any(same_fact(fact, other) for other in known)


def _confirm_conclusion(claim: ReadText, parts: StatementParts) -> None:
    stated = _facts(parts.claim_formula)
    is_claim = all(_is_among(fact, claim.facts) for fact in stated)
    if not is_claim or not all(_is_among(fact, stated) for fact in claim.facts):
        raise OutsideDialectError(f"{parts.conclusion} is not the claim {claim.text.strip()}")


def _confirmed_hypotheses(read: ReadObligation, parts: StatementParts) -> Iterator[Fact]:
    granted = [fact for _, text in read.used for fact in text.facts]
    primes = {common_name(d.letter) for d in read.domains if "prime" in d.properties}
    outright = [fact[0] for fact in granted if len(fact) == 1]
    target = [link for fact in _facts(parts.claim_formula) for link in fact]
    for hypothesis, formula in zip(parts.hypotheses, parts.hypothesis_formulas, strict=True):
        match formula:
            case _ if is_side_condition(hypothesis.type, parts.text):
                continue
            case Holds(name="Nat.Prime", args=(Sym(name=name),)) if common_name(name) in primes:
                continue
        for fact in _facts(formula):
            if not _is_among(fact, granted):
                raise OutsideDialectError(f"no text that code reads grants {hypothesis.type}")
            is_target = len(fact) == 1 and any(same_sides(fact[0], link) for link in target)
            if is_target and not any(same_sides(fact[0], known) for known in outright):
                raise OutsideDialectError(f"{hypothesis.type} is what should be shown")
            yield fact


def _is_exact_type(variable: Variable, domains: Sequence[Domain], parts: StatementParts) -> bool:
    """Whether a letter has the type that the texts name; a field for whole numbers says less.

    Raises:
        OutsideDialectError: the type is another one.
    """
    name = common_name(variable.name)
    mine = [d for d in domains if common_name(d.letter) == name]
    kinds = {d.kind for d in mine} - {None}
    is_whole = bool(kinds) and kinds <= _WHOLE
    is_natural = any(fact.left == ZERO for domain in mine for fact in domain.facts)
    cuts = any(sign in parts.text for sign in "-/")
    fits = {
        "Int": is_whole,
        "Nat": is_whole and is_natural and not cuts,
        "Rat": kinds == {"rational"},
    }.get(variable.type, variable.type in parts.fields and "rational" not in kinds)
    if not fits:
        raise OutsideDialectError(f"no text says that {name} is of the kind {variable.type}")
    return variable.type not in parts.fields or not kinds & _WHOLE


def _matters(premise: Premise, letters: frozenset[str]) -> bool:
    """Whether a premise is a slot of a statement about these letters.

    One about other letters is none; one without letters may speak of all of them.
    """
    found = re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])|\\[a-z]+|[α-ω]", premise.text)
    own = {name for letter in found if len(name := common_name(letter)) == 1}
    return not letters or not own or bool(own & letters) or premise.name == PROBLEM


def _slot(
    premise: Premise, read: ReadText, stated: tuple[Fact, ...], parts: StatementParts
) -> SlotMatch:
    """The slot of a premise: stated in full, in part (what was not read may be more), or lost."""
    names = {common_name(v.name) for v in parts.variables}
    facts = [fact for fact in read.facts if fact_letters(fact) & names]
    kept = [fact for fact in facts if _is_among(fact, stated)]
    is_full = read.is_full and read.is_usable and len(kept) == len(facts)
    is_partial = kept or premise.name == PROBLEM or not names
    score = 1.0 if is_full else 0.5 if is_partial else 0.0
    lean = "h1" if kept else "v1" if score else None
    return SlotMatch(role=SlotRole.PREMISE, source=premise.text, lean=lean, score=score)
