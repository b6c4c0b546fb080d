"""Statements that code can write (paper §3.3, app. C.3) or confirm, from its reading of the text.

Where claim and premises parse as mathematics, the signature costs no tokens and cannot improve the
author's claim. The premises that could not be read are listed, because a counterexample is only as
good as its context; a proof or a contradiction from fewer premises stays one from all of them.

A weak model may word statements too, but nothing it says about their faithfulness counts: the
conclusion must be the claim, as mathematics, every hypothesis must be granted by a premise or the
problem, and the numbers must be of the kind the texts name. Anything code cannot read on either
side is refused; a refusal is inconclusive, never a verdict.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from faithsieve.records.base import Record
from faithsieve.records.faithfulness import AspectScores, SlotMatch, SlotRole
from faithsieve.records.obligation import Obligation, Premise
from faithsieve.symbolic.expressions import Apply, Chain, Expr, Sym, applied, symbols, walk
from faithsieve.symbolic.lean_formula import Compare, Holds, conjuncts
from faithsieve.symbolic.lean_terms import (
    Numbers,
    OutsideDialectError,
    TermWriter,
    divisors,
    lean_name,
    needs_field,
    needs_naturals,
    radicands,
)
from faithsieve.verify.english_claims import (
    PROBLEM,
    PROPERTIES,
    WHOLE,
    Domain,
    ReadObligation,
    ReadText,
    named_letters,
    read_obligation,
    refuse_doubtful,
)
from faithsieve.verify.gate.faithfulness import SlotJudgement
from faithsieve.verify.gate.semantic_check import CONCLUSION_LABEL
from faithsieve.verify.links import (
    chain_links,
    common_name,
    formula_links,
    is_side_condition,
    matches_any,
    same_sides,
)
from faithsieve.verify.statement_parts import StatementParts, Variable


class BuiltStatement(Record):
    """A signature that code wrote, with an account of where each part came from."""

    text: str
    """The signature."""
    judgement: SlotJudgement
    """Slots and aspects as code knows them; what was left out is a slot that nothing carries."""
    sources: tuple[tuple[str, str], ...]
    """Hypothesis names with the premise each was read from; side conditions have none."""

    @property
    def is_complete(self) -> bool:
        """Whether every premise was read in full."""
        return not self.judgement.missing_assumptions


class _Hypothesis(Record):
    text: str
    source: str
    """The premise's name, or empty for a side condition."""
    letters: frozenset[str]


def build_statement(obligation: Obligation, *, problem: str) -> BuiltStatement | None:
    """State an obligation without a model, or say None where reading is needed."""
    read = read_obligation(obligation, problem=problem)
    with suppress(OutsideDialectError):
        return None if read is None else _write(read)
    return None


def _write(plan: ReadObligation) -> BuiltStatement:
    texts = [*(r for _, r in plan.used), *plan.claim]
    chains = [chain for read in texts for chain in read.exact_chains]
    sides = [side for chain in chains for side in chain.read_sides]
    numbers = _choose_numbers(sides, chains, plan.domains)
    writer = TermWriter(numbers)
    wanted = symbols(*plan.claimed) | applied(*plan.claimed)
    told = list(_hypotheses(plan.used, writer))
    told = _connected(told, wanted) if plan.claim else told
    letters = wanted.union(*(h.letters for h in told))
    told = [*_domain_facts(plan.domains, letters, writer), *told]
    hypotheses = list({h.text: h for h in told}.values())
    hypotheses += _side_conditions(plan, hypotheses, writer)
    known = frozenset(d.letter for d in plan.domains).union(*(h.letters for h in hypotheses))
    refuse_doubtful(plan, known)
    conclusion = _conclusion(plan, writer)
    text = _signature(letters, applied(*sides), numbers, hypotheses, conclusion)
    by_text = {h.text: f"h{i}" for i, h in enumerate(hypotheses, start=1)}
    labels = {h.source: by_text[h.text] for h in told}
    slots = [_premise_slot(p, r, labels) for p, r in plan.premises if plan.matters(p, letters)]
    if numbers == "R" and any(d.kind in WHOLE for d in plan.domains):
        slots.append(SlotMatch(role=SlotRole.PREMISE, source="whole numbers", lean="v1", score=0.5))
    return BuiltStatement(
        text=text,
        judgement=_judgement(plan, slots, reason="written by code from the formulas of the text"),
        sources=tuple((by_text[h.text], h.source) for h in hypotheses),
    )


def _choose_numbers(
    sides: Sequence[Expr], chains: Sequence[Chain], domains: Iterable[Domain]
) -> Numbers:
    whole = {d.letter for d in domains if d.kind in WHOLE}
    letters = symbols(*sides)
    natural = {d.letter for d in domains if _is_natural(d)}
    if "prime" in {p for d in domains for p in d.properties}:
        raise OutsideDialectError("primes are left to the model")
    if needs_naturals(*sides):
        if needs_field(*sides) or not letters <= natural:
            raise OutsideDialectError("an exponent or factorial outside the natural numbers")
        return "Nat"
    divides = any(r.value in "∣≡≢" for chain in chains for r in chain.relations)
    if divides and needs_field(*sides):
        raise OutsideDialectError("divisibility beside division")
    if divides or (letters and letters <= whole and not needs_field(*sides)):
        return "Int"
    return "R"


def _is_natural(domain: Domain) -> bool:
    is_signed = not {"positive", "nonnegative"} & set(domain.properties)
    return domain.kind == "natural" or (domain.kind == "integer" and not is_signed)


def _hypotheses(
    used: Sequence[tuple[Premise, ReadText]], writer: TermWriter
) -> Iterable[_Hypothesis]:
    for premise, read in used:
        written = [list(_written(chain, premise, writer)) for chain in read.exact_chains]
        links = [link for each in written for link in each]
        if not read.is_disjunction:
            yield from links
        elif links and all(written):
            joined = " ∨ ".join(link.text for link in links)
            letters = frozenset().union(*(link.letters for link in links))
            yield _Hypothesis(text=joined, source=premise.name, letters=letters)


def _written(chain: Chain, premise: Premise, writer: TermWriter) -> Iterable[_Hypothesis]:
    """The links of a chain, or nothing where one lies outside the dialect."""
    calls = [node for node in walk(*chain.read_sides) if isinstance(node, Apply)]
    bound = symbols(*(argument for call in calls for argument in call.args))
    if bound and premise.name != PROBLEM:
        raise OutsideDialectError("is a function's argument fixed or arbitrary?")
    functions = applied(*chain.read_sides)
    letters = functions if bound else symbols(*chain.read_sides) | functions
    with suppress(OutsideDialectError):
        texts = [_universal(chain, bound, writer)] if bound else writer.links(chain)
        for text in texts:
            yield _Hypothesis(text=text, source=premise.name, letters=letters)


def _universal(chain: Chain, bound: frozenset[str], writer: TermWriter) -> str:
    """A functional equation of the problem holds for all its arguments."""
    if symbols(*chain.read_sides) != bound:
        raise OutsideDialectError("a functional equation with parameters")
    # The prime keeps the bound names apart from the variables of the proof.
    marked = TermWriter(writer.numbers, bound)
    names = " ".join(f"{lean_name(letter)}'" for letter in sorted(bound))
    links = " ∧ ".join(marked.links(chain))
    return f"∀ {names}, {links}"


def _connected(hypotheses: list[_Hypothesis], wanted: frozenset[str]) -> list[_Hypothesis]:
    """Hypotheses that share a letter with the claim, directly or through each other."""
    reached = set(wanted)
    while True:
        more = {x for h in hypotheses if h.letters & reached or not h.letters for x in h.letters}
        if more <= reached:
            break
        reached |= more
    return [h for h in hypotheses if h.letters & reached or not reached]


def _conclusion(plan: ReadObligation, writer: TermWriter) -> str:
    if plan.shape == "absurd":
        return "False"
    cases = []
    for read in plan.claim:
        links = [link for chain in read.chains for link in writer.links(chain)]
        joiner = " ∨ " if read.is_disjunction else " ∧ "
        cases.append(joiner.join(links))
    if plan.shape == "exclusive":
        pairs = [f"¬ (({a}) ∧ ({b}))" for i, a in enumerate(cases) for b in cases[i + 1 :]]
        if not pairs:
            raise OutsideDialectError("nothing to exclude")
        return " ∧ ".join(pairs)
    return " ∨ ".join(f"({c})" if " ∧ " in c else c for c in cases) if len(cases) > 1 else cases[0]


def _domain_facts(
    domains: Iterable[Domain], letters: frozenset[str], writer: TermWriter
) -> Iterable[_Hypothesis]:
    for domain in (d for d in domains if d.letter in letters):
        told = [*domain.facts]
        if domain.kind == "natural" and writer.numbers == "Int":
            told.append(PROPERTIES["nonnegative"](Sym(domain.letter)))
        for fact in told:
            text = writer.relation(fact)
            yield _Hypothesis(text=text, source="domain", letters=frozenset())


def _side_conditions(
    plan: ReadObligation, hypotheses: Sequence[_Hypothesis], writer: TermWriter
) -> list[_Hypothesis]:
    kept = {h.source for h in hypotheses}
    texts = [*(r for p, r in plan.used if p.name in kept), *plan.claim]
    sides = [side for read in texts for side in read.sides]
    found = {f"{writer.term(term, 51)} ≠ 0": term for term in divisors(*sides)}
    found |= {f"0 ≤ {writer.term(term, 51)}": term for term in radicands(*sides)}
    new = found.keys() - {h.text for h in hypotheses}
    letters = {text: symbols(term) for text, term in found.items() if text in new}
    return [_Hypothesis(text=text, source="", letters=own) for text, own in letters.items()]


def _signature(
    letters: frozenset[str],
    functions: frozenset[str],
    numbers: Numbers,
    hypotheses: Sequence[_Hypothesis],
    conclusion: str,
) -> str:
    bound = letters.union(*(h.letters for h in hypotheses)) - functions
    names = sorted({lean_name(letter) for letter in bound})
    written = " ".join([conclusion, *(h.text for h in hypotheses)])
    applied = sorted(f for f in map(lean_name, functions) if re.search(rf"(?<!\w){f} ", written))
    if set(names) & set(applied) or len(names) != len(bound):
        raise OutsideDialectError("two letters share a name")
    parts = []
    if numbers == "R":
        field = "EuclideanField" if "√" in written else "OrderedField"
        parts.append(f"{{R : Type}} [{field} R]")
    if applied:
        parts.append(f"({' '.join(applied)} : {numbers} → {numbers})")
    if names:
        parts.append(f"({' '.join(names)} : {numbers})")
    parts += [f"(h{i} : {h.text})" for i, h in enumerate(hypotheses, start=1)]
    return f"{' '.join(parts)} : {conclusion}".strip()


def _premise_slot(premise: Premise, read: ReadText, labels: Mapping[str, str]) -> SlotMatch:
    label = labels.get(premise.name) or (labels.get("domain") if read.domains else None)
    return _slot(premise, read, label=label, whole=label is not None or not read.chains)


def _slot(premise: Premise, read: ReadText, *, label: str | None, whole: bool) -> SlotMatch:
    """The slot of a premise: carried in full, in part (what was not read may be more), or lost."""
    is_full = read.is_full and read.is_usable and whole
    partly = label is not None or premise.name == PROBLEM or not named_letters(premise)
    score = 1.0 if is_full else 0.5 if partly else 0.0
    lean = label or ("v1" if score else None)
    return SlotMatch(role=SlotRole.PREMISE, source=premise.text, lean=lean, score=score)


def _judgement(read: ReadObligation, slots: Iterable[SlotMatch], *, reason: str) -> SlotJudgement:
    """The slots of a statement whose conclusion is the claim, as code knows them."""
    claim = " or ".join(r.text for r in read.claim) or "a contradiction"
    conclusion = SlotMatch(role=SlotRole.CONCLUSION, source=claim, lean=CONCLUSION_LABEL, score=1.0)
    found = (*slots, conclusion)
    return SlotJudgement(
        matches=found,
        aspects=AspectScores(
            step_relation=1, object_witness=1, directionality=1, role_alignment=1, syntax_surface=1
        ),
        missing_assumptions=tuple(slot.source for slot in found if slot.score < 1),
        reason=reason,
    )


def judge_by_code(obligation: Obligation, parts: StatementParts, *, problem: str) -> SlotJudgement:
    """The slots of a statement that a model worded and code could confirm.

    Raises:
        OutsideDialectError: some part could not be read, or differs; the message says which.
    """
    read = read_obligation(obligation, problem=problem)
    if read is None:
        raise OutsideDialectError("code cannot read the claim, or the text may take it back")
    if parts.functions:
        raise OutsideDialectError("functions are left to a reader")
    _confirm_conclusion(read, parts)
    carried = tuple(_confirmed_hypotheses(read, parts))
    for variable in parts.variables:
        _confirm_type(variable, read.domains, parts)
    told = symbols(*(side for _, text in read.used for side in text.sides))
    refuse_doubtful(read, told | {d.letter for d in read.domains})
    letters = told | symbols(*read.claimed)
    slots = [_carried_slot(p, r, carried) for p, r in read.premises if read.matters(p, letters)]
    reason = "code read the statement back and found the claim and granted premises only"
    return _judgement(read, slots, reason=reason)


def _confirm_conclusion(read: ReadObligation, parts: StatementParts) -> None:
    formula = parts.claim_formula
    if read.shape == "absurd":
        if formula != Holds("False"):
            raise OutsideDialectError(f"{parts.conclusion} is not the contradiction to be shown")
        return
    if read.shape != "all" or formula is None:
        raise OutsideDialectError(f"{parts.conclusion} cannot be held against the claim")
    (claim,) = read.claim
    claimed = chain_links(*claim.chains)
    links = formula_links(formula, "or" if claim.is_disjunction else "and")
    same = all(matches_any(link, claimed) for link in links)
    if not links or not same or not all(matches_any(link, links) for link in claimed):
        raise OutsideDialectError(f"{parts.conclusion} is not the claim {claim.text.strip()}")


def _confirmed_hypotheses(read: ReadObligation, parts: StatementParts) -> Iterator[Compare]:
    granted = [link for _, text in read.used for link in text.granted]
    primes = {common_name(d.letter) for d in read.domains if "prime" in d.properties}
    target = formula_links(parts.claim_formula) if parts.claim_formula else ()
    for hypothesis, formula in zip(parts.hypotheses, parts.hypothesis_formulas, strict=True):
        if is_side_condition(hypothesis.type, parts.text):
            continue
        for piece in conjuncts(formula or Holds(hypothesis.type)):
            match piece, formula_links(piece):
                case Holds(name="Nat.Prime", args=(Sym(name=name),)), _:
                    is_granted = common_name(name) in primes
                case _, (link,):
                    is_known = any(same_sides(link, known) for known in granted)
                    if not is_known and any(same_sides(link, t) for t in target):
                        raise OutsideDialectError(f"{hypothesis.type} is what should be shown")
                    is_granted = matches_any(link, granted)
                    yield link
                case _:
                    is_granted = False
            if not is_granted:
                raise OutsideDialectError(f"no text that code reads grants {hypothesis.type}")


def _confirm_type(variable: Variable, domains: tuple[Domain, ...], parts: StatementParts) -> None:
    """Whole numbers exactly where the texts say so, everything else in a generic field."""
    name = common_name(variable.name)
    mine = [d for d in domains if common_name(d.letter) == name]
    kinds = {d.kind for d in mine} - {None}
    match variable.type:
        case "Int":
            fits = bool(kinds) and kinds <= WHOLE
        case "Nat":
            cuts = any(sign in parts.text for sign in "-/")
            fits = bool(kinds) and kinds <= WHOLE and any(map(_is_natural, mine)) and not cuts
        case "Rat":
            fits = kinds == {"rational"}
        case field:
            fits = field in parts.fields and not kinds & (WHOLE | {"rational"})
    if not fits:
        raise OutsideDialectError(
            f"no text says that {variable.name} is of the kind {variable.type}"
        )


def _carried_slot(premise: Premise, read: ReadText, carried: tuple[Compare, ...]) -> SlotMatch:
    kept = [link for link in read.granted if matches_any(link, carried)]
    whole = len(kept) == len(read.granted)
    return _slot(premise, read, label="h1" if kept else None, whole=whole)
