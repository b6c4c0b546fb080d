"""Probes that hold a frozen statement against the words it came from, without a model.

They look for what changes evidence most: numbers that no text has, another claim, another premise,
the target among the hypotheses. They speak only where both sides can be read and prefer silence to
a false alarm, because a faithful statement that is thrown away is lost evidence too. Whether a
proof counts for the kind of numbers that the text means is decided in ``verify/refutation.py``.
"""

import re
from collections.abc import Iterator, Sequence

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic.expressions import (
    ZERO,
    Call,
    Div,
    Expr,
    Num,
    Root,
    Sym,
    applied,
    rebuild,
    walk,
)
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Holds,
    Joined,
    Not,
    conjuncts,
    free_names,
    terms_of,
)
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.english_claims import numerals_of, read_text
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.indices import matches_shifted
from faithsieve.verify.links import (
    all_links,
    common_name,
    formula_links,
    is_side_condition,
    matches_any,
    same_sides,
    shares_side,
    with_letters,
    written_alike,
)


def comparable(candidate: Candidate) -> Candidate:
    """The candidate in one notation and with the text's letters, for comparing only."""
    written = candidate.in_lean_notation()
    renamed = list(written.in_letters_of_text())
    same = (choice for choice in renamed if says_the_same(choice))
    return next(same, renamed[0] if renamed else written)


def text_findings(c: Candidate) -> tuple[ProbeFinding, ...]:
    by_shape = (*shape_findings(c), *numeral_findings(c))
    return (*by_shape, *claim_findings(c), *target_findings(c), *hypothesis_findings(c))


_SHAPES = {
    "trivial_conclusion": (DriftCategory.VACUOUS_OR_TRIVIALIZED, "{} is true by its shape"),
    "circular": (DriftCategory.ROLE_SWAP, "the conclusion {} is among the hypotheses"),
    "division_by_zero": (DriftCategory.WRONG_OBJECTS, "divides by 0"),
    "exists_implies": (
        DriftCategory.WRONG_QUANTIFIERS,
        "an existence claim about an implication is almost always trivial",
    ),
}


def shape_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """What Lean's own look at the frozen term shows."""
    for code in (found.code for found in c.frozen.findings):
        if code in _SHAPES and not (code == "circular" and _claim_is_granted(c)):
            category, detail = _SHAPES[code]
            yield c.finding(code, category, detail.format(c.parts.conclusion))


def _claim_is_granted(c: Candidate) -> bool:
    links = c.conclusion_links
    return bool(links) and all(any(written_alike(k, known) for known in c.premises) for k in links)


_SMALL = frozenset({0, 1, 2})


def numeral_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """Numbers of the statement that no text has or implies."""
    written = {int(digits) for digits in re.findall(r"(?<![\w.])\d{1,40}", c.lean_text)}
    invented = written - numerals_of(c.everything) - _implied_numbers(c) - _SMALL
    if invented and not _is_derived(c, invented):
        listed = ", ".join(str(number) for number in sorted(invented))
        detail = f"{listed} stands in no text"
        yield c.finding("invented_numeral", DriftCategory.WRONG_OBJECTS, detail)


_BOUNDS = re.compile(r"(?:\brange|\bFin|[≤≥])\s*(\d{1,40})\b|(?<![\w.])(\d{1,40})\s*[≤≥]")
_ABOVE = re.compile(r"(?<![\w.])(\d{1,40})\s*<|>\s*(\d{1,40})\b")
_BELOW = re.compile(r"<\s*(\d{1,40})\b")
_MODULI = re.compile(r"%\s*(\d{1,2})\b|\b(\d{1,2})\s*\*\s*[a-z]\b")


def _implied_numbers(c: Candidate) -> set[int]:
    """Numbers that words imply: bounds of whole numbers, of k-digit numbers, residues of a cycle.

    "More than 4" may be written as ``5 ≤ n``, and a range of n numbers begins at 0.
    """
    known = numerals_of(c.everything)
    strict = [(int(a or b), 1) for a, b in _ABOVE.findall(c.lean_text)]
    strict += [(int(number), -1) for number in _BELOW.findall(c.lean_text)]
    bounds = {int(number) for pair in _BOUNDS.findall(c.lean_text) for number in pair if number}
    found = {bound for bound in bounds if {bound - 1, bound + 1} & known}
    if {v.type for v in c.parts.variables} <= {"Nat", "Int"}:
        found |= {bound for bound, step in strict if bound + step in known}
    if "digit" in c.everything.lower():
        found |= {10**digits - nines for digits in range(1, 7) for nines in (0, 1)}
    if cue("cycles").search(c.everything):
        moduli = _MODULI.findall(c.lean_text)
        found |= {r for pair in moduli for text in pair if text for r in range(int(text))}
    return found


def _is_derived(c: Candidate, invented: set[int]) -> bool:
    """Whether the numbers come from rewriting relations that do say the same."""
    formulas = [f for f in c.parts.hypothesis_formulas if f is not None]
    links = [*(link for f in formulas for link in formula_links(f)), *c.conclusion_links]
    numbers = [{n.value for n in walk(*terms_of(k)) if isinstance(n, Num)} for k in links]
    odd = [link for link, own in zip(links, numbers, strict=True) if invented & own]
    return bool(odd) and all(matches_any(link, c.mentioned) for link in odd)


def says_the_same(c: Candidate) -> bool | None:
    """Whether the conclusion is the claim; None when one of them cannot be read."""
    if c.claim_links is None or not c.conclusion_links:
        return None
    return not _differences(c)[1]


def claim_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """A conclusion that is not the claim; one with fewer or more parts is left to the checker."""
    lost, new = _differences(c)
    if lost and new and not _is_contrapositive(c):
        detail = f"claimed: {c.claim_text.strip()}; stated: {c.parts.conclusion}"
        yield c.finding("changed_claim", DriftCategory.WRONG_OBJECTS, detail)


def _is_contrapositive(c: Candidate) -> bool:
    """Whether the denial of the claim's condition is concluded from the denial of the claim."""
    denied = [link for k in c.conclusion_links for link in formula_links(Not(k))]
    given = [
        link for _, links in _stated_outright(c) for k in links for link in formula_links(Not(k))
    ]
    is_turned = all(matches_any(k, c.premises) for k in denied)
    return is_turned and all(matches_any(k, given) for k in c.claim_links or ())


def _differences(c: Candidate) -> tuple[list[Compare], list[Compare]]:
    """Relations of the claim that the conclusion lacks, and those that only the conclusion has."""
    claimed, stated = c.claim_links, c.conclusion_links
    if claimed is None or not stated or c.obligation.kind in _OTHER_KINDS:
        return [], []
    if _INVERSE.search(c.obligation.claim):
        # An inverse function reads like a power.
        return [], []
    # "Since A, we have B": the reason may stand among the hypotheses.
    is_reasoned = cue("reasons").search(c.obligation.claim)
    given = [link for _, links in _stated_outright(c) for link in links] if is_reasoned else ()
    equal = all_links(*c.claim_chains)
    return (
        [k for k in claimed if not matches_shifted(k, (*stated, *given), c.free_letters, c.steps)],
        [k for k in stated if not matches_shifted(k, (*claimed, *equal), c.free_letters, c.steps)],
    )


# What these ask for is not the claim itself: a contradiction, an inference, a property.
_OTHER_KINDS = frozenset(
    {
        ObligationKind.BRANCH_ELIMINATION,
        ObligationKind.JUSTIFICATION_FAITHFULNESS,
        ObligationKind.OVERLAP_PARTITION,
        ObligationKind.WITNESS,
    }
)
_INVERSE = re.compile(r"[A-Za-z]\s*\^\s*\{?\s*-\s*1\s*\}?\s*\\?(?:left)?\(")


def target_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """The claim as a hypothesis, or a premise as the conclusion."""
    is_reasoned = cue("reasons").search(c.obligation.claim) and c.conclusion_links
    target = [*(() if is_reasoned else c.claim_links or ()), *c.conclusion_links]
    # The links of a chain follow from each other's forms; there only the same form is assumed.
    is_chain = any(len(chain.sides) > 2 for chain in c.claim_chains)
    is_same = written_alike if is_chain else same_sides
    for hypothesis, links in _stated_outright(c):
        # The same condition in another form may be what a definition or the problem says.
        if any(
            _is_assumed(link, target, c.premises) and any(is_same(link, t) for t in target)
            for link in links
        ):
            detail = f"the hypothesis {hypothesis} is what should be shown"
            yield c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail)


def _stated_outright(c: Candidate) -> Iterator[tuple[str, list[Compare]]]:
    """Each hypothesis with the relations that it states, alternatives apart."""
    for hypothesis, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        pieces = [p for p in conjuncts(formula) if not isinstance(p, Joined)] if formula else []
        yield hypothesis.type, [link for p in pieces for link in formula_links(p)]


def _is_assumed(link: Compare, target: Sequence[Compare], premises: Sequence[Compare]) -> bool:
    """Whether a relation is what should be shown and not what is known.

    Known and to be shown may be the same condition in two forms, so forms are compared first.
    """
    if any(written_alike(link, t) for t in target):
        return not any(written_alike(link, known) for known in premises)
    return matches_any(link, target) and not matches_any(link, premises)


def hypothesis_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """A hypothesis that relates the letters of a premise in another way than the premise does."""
    carried = [link for _, links in _stated_outright(c) for link in links]
    lost = [link for link in c.premises if _is_polynomial(link) and not matches_any(link, carried)]
    for hypothesis, links in _stated_outright(c):
        if not is_side_condition(hypothesis, c.parts.text) and any(
            _is_polynomial(link)
            and not matches_any(link, c.mentioned)
            and any(_is_near_miss(link, known) for known in lost)
            for link in links
        ):
            detail = f"{hypothesis} is close to a premise, but not it"
            yield c.finding("changed_hypothesis", DriftCategory.WRONG_OBJECTS, detail)


def _is_near_miss(link: Compare, known: Compare) -> bool:
    """Whether two relations are of one kind between the same letters."""
    if known.relation is not link.relation or free_names(known) != free_names(link):
        return False
    pairs = zip(terms_of(link), terms_of(known), strict=False)
    is_same_shape = bool(free_names(link)) and all(_shape(a) == _shape(b) for a, b in pairs)
    return len(free_names(link)) > 1 or shares_side(known, link) or is_same_shape


def _shape(term: Expr) -> Expr:
    """The expression with one sign for every number."""
    return ZERO if isinstance(term, Num) else rebuild(term, _shape)


def _is_polynomial(link: Compare) -> bool:
    """Whether nothing is divided, rooted or cut, which can be rewritten in too many ways."""
    return not any(isinstance(node, Div | Root | Call) for node in walk(link.left, link.right))


def context_formulas(c: Candidate) -> tuple[Formula, ...]:
    """What premises say about the statement's own variables: relations only where read in full."""
    names = {common_name(v.name): v.name for v in c.parts.variables}
    functions = frozenset(common_name(name) for name in c.parts.functions)
    found: list[Formula] = []
    for premise in c.obligation.premises:
        read = read_text(premise.text, c.texts)
        for link in read.granted if read.is_full and read.is_usable else read.properties:
            applies = applied(link.left, link.right)
            used = free_names(link) | applies
            if used and used <= names.keys() and applies <= functions:
                found.append(with_letters(link, names))
        primes = [common_name(d.letter) for d in read.domains if "prime" in d.properties]
        found += [Holds("Nat.Prime", (Sym(names[p]),)) for p in primes if p in names]
    return tuple(found)
