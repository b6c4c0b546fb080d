"""A gate without a model: code confirms a statement that a model worded, or refuses it.

A weak model may word statements, but nothing it says about their faithfulness counts. Here code
reads the statement back and compares it with its own reading of the obligation: the conclusion must
be the claim, as mathematics, every hypothesis must be a relation or a property that a fully read
premise or the problem grants, and the numbers must be of the kind the texts name. Anything code
cannot read on either side is refused; a refusal is inconclusive, never a verdict.
"""

from collections.abc import Iterator

from faithsieve.records.faithfulness import SlotMatch
from faithsieve.records.obligation import Obligation, Premise
from faithsieve.symbolic.expressions import Sym, symbols
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, conjuncts
from faithsieve.symbolic.lean_terms import OutsideDialectError
from faithsieve.verify.english_claims import (
    WHOLE,
    Domain,
    DomainKind,
    ReadObligation,
    ReadText,
    read_obligation,
    refuse_doubtful,
)
from faithsieve.verify.gate.faithfulness import SlotJudgement
from faithsieve.verify.links import (
    chain_links,
    common_name,
    formula_links,
    is_side_condition,
    link_of,
    matches_any,
    same_sides,
)
from faithsieve.verify.statement_parts import StatementParts, Variable
from faithsieve.verify.templates import code_judgement, premise_slot


class UnconfirmedError(Exception):
    """Code could not confirm that a statement says what the obligation says."""


def judge_by_code(obligation: Obligation, parts: StatementParts, *, problem: str) -> SlotJudgement:
    """The slots of a statement that code could confirm.

    Raises:
        UnconfirmedError: some part could not be read, or differs; the message says which.
    """
    read = read_obligation(obligation, problem=problem)
    if read is None:
        raise UnconfirmedError("code cannot read the claim, or the text may take it back")
    if parts.functions:
        raise UnconfirmedError("functions are left to a reader")
    _confirm_conclusion(read, parts)
    carried = tuple(_confirmed_hypotheses(read, parts))
    for variable in parts.variables:
        _confirm_type(variable, read.domains, parts)
    told = symbols(*(side for _, text in read.used for side in text.sides))
    try:
        refuse_doubtful(read, told | {d.letter for d in read.domains})
    except OutsideDialectError as error:
        raise UnconfirmedError(str(error)) from error
    letters = told | symbols(*read.claimed)
    slots = [
        _premise_slot(premise, text, carried)
        for premise, text in read.premises
        if read.matters(premise, letters)
    ]
    reason = "code read the statement back and found the claim and granted premises only"
    return code_judgement(read, slots, reason=reason)


def _confirm_conclusion(read: ReadObligation, parts: StatementParts) -> None:
    formula = parts.claim_formula
    if read.shape == "absurd":
        if formula != Holds("False"):
            raise UnconfirmedError(f"{parts.conclusion} is not the contradiction to be shown")
        return
    links = formula_links(formula) if formula is not None else None
    if read.shape != "all" or formula is None or links is None:
        raise UnconfirmedError(f"{parts.conclusion} cannot be held against the claim")
    (claim,) = read.claim
    claimed = [link for chain in claim.chains for link in chain_links(chain)]
    joined = "or" if claim.is_disjunction else "and"
    same = all(matches_any(link, claimed) for link in links) and all(
        matches_any(link, links) for link in claimed
    )
    if not same or not _is_flat(formula, joined):
        raise UnconfirmedError(f"{parts.conclusion} is not the claim {claim.text.strip()}")


def _is_flat(formula: Formula, connective: str) -> bool:
    """Whether relations are joined by one connective only."""
    if not isinstance(formula, Joined):
        return True
    return formula.connective == connective and all(_is_flat(p, connective) for p in formula.parts)


def _confirmed_hypotheses(read: ReadObligation, parts: StatementParts) -> Iterator[Compare]:
    granted = [link for _, text in read.used for link in _granted_links(text)]
    target = formula_links(parts.claim_formula) or () if parts.claim_formula else ()
    statement = " , ".join([*(h.type for h in parts.hypotheses), parts.conclusion])
    for hypothesis, formula in zip(parts.hypotheses, parts.hypothesis_formulas, strict=True):
        if is_side_condition(hypothesis.type, statement):
            continue
        for piece in conjuncts(formula) if formula is not None else (None,):
            if _is_known_prime(piece, read.domains):
                continue
            links = formula_links(piece) if piece is not None else None
            if links is None or len(links) != 1 or not matches_any(links[0], granted):
                raise UnconfirmedError(f"no text that code reads grants {hypothesis.type}")
            (link,) = links
            is_known = any(same_sides(link, known) for known in granted)
            if not is_known and any(same_sides(link, t) for t in target):
                raise UnconfirmedError(f"{hypothesis.type} is what should be shown")
            yield link


def _is_known_prime(formula: Formula | None, domains: tuple[Domain, ...]) -> bool:
    primes = {common_name(d.letter) for d in domains if "prime" in d.properties}
    match formula:
        case Holds(name="Nat.Prime", args=(Sym(name=name),)):
            return common_name(name) in primes
        case _:
            return False


def _granted_links(text: ReadText) -> tuple[Compare, ...]:
    """What may be assumed from one text; alternatives grant none of their relations."""
    chains = () if text.is_disjunction else text.chains
    links = [link for chain in chains for link in chain_links(chain)]
    return (*links, *(link_of(fact) for domain in text.domains for fact in domain.facts))


def _confirm_type(variable: Variable, domains: tuple[Domain, ...], parts: StatementParts) -> None:
    """Whole numbers exactly where the texts say so, everything else in a generic field."""
    name = common_name(variable.name)
    mine = [d for d in domains if common_name(d.letter) == name]
    kinds = {d.kind for d in mine} - {None}
    signs = {told for d in mine for told in d.properties}
    natural = DomainKind.NATURAL in kinds or bool(signs & {"positive", "nonnegative"})
    match variable.type:
        case "Int":
            fits = bool(kinds) and kinds <= WHOLE
        case "Nat":
            cuts = any(sign in parts.with_conclusion(parts.conclusion) for sign in "-/")
            fits = bool(kinds) and kinds <= WHOLE and natural and not cuts
        case "Rat":
            fits = kinds == {DomainKind.RATIONAL}
        case field:
            fits = field in parts.fields and not kinds & (WHOLE | {DomainKind.RATIONAL})
    if not fits:
        raise UnconfirmedError(f"no text says that {variable.name} is of the kind {variable.type}")


def _premise_slot(premise: Premise, text: ReadText, carried: tuple[Compare, ...]) -> SlotMatch:
    granted = _granted_links(text)
    kept = [link for link in granted if matches_any(link, carried)]
    whole = len(kept) == len(granted)
    return premise_slot(premise, text, label="h1" if kept else None, whole=whole)
