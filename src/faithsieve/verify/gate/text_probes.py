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
    Call,
    Div,
    Num,
    Root,
    Sym,
    walk,
)
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Holds,
    Joined,
    conjuncts,
    free_names,
    terms_of,
)
from faithsieve.verify.english_claims import PROPERTIES
from faithsieve.verify.links import (
    Comparison,
    all_links,
    chain_links,
    common_name,
    formula_links,
    functions_of,
    is_side_condition,
    matches_any,
    same_sides,
    shares_side,
    with_letters,
    written_alike,
)
from faithsieve.verify.numerals import numerals_of

_CLAIM_KINDS = frozenset(
    {
        ObligationKind.DERIVED_FACT,
        ObligationKind.REWRITE,
        ObligationKind.ENTAILMENT,
        ObligationKind.CONTESTED_CLAIM,
        ObligationKind.GOAL_REDUCTION,
        ObligationKind.FACT_PLUS_REDUCTION,
        ObligationKind.CASE_SPLIT,
    }
)


def text_findings(comparison: Comparison) -> tuple[ProbeFinding, ...]:
    return tuple(
        finding
        for probe in (
            shape_findings,
            numeral_findings,
            claim_findings,
            target_findings,
            hypothesis_findings,
        )
        for finding in probe(comparison)
    )


_SHAPES = {
    "trivial_conclusion": (DriftCategory.VACUOUS_OR_TRIVIALIZED, "{} is true by its shape"),
    "circular": (DriftCategory.ROLE_SWAP, "the conclusion {} is among the hypotheses"),
    "division_by_zero": (DriftCategory.WRONG_OBJECTS, "divides by 0"),
    "exists_implies": (
        DriftCategory.WRONG_QUANTIFIERS,
        "an existence claim about an implication is almost always trivial",
    ),
}


def shape_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """What Lean's own look at the frozen term shows."""
    for code in (found.code for found in c.frozen.findings):
        if code in _SHAPES and not (code == "circular" and _claim_is_granted(c)):
            category, detail = _SHAPES[code]
            yield c.finding(code, category, detail.format(c.parts.conclusion))


def _claim_is_granted(c: Comparison) -> bool:
    links = c.conclusion_links
    return links is not None and all(
        any(written_alike(link, known) for known in c.premises) for link in links
    )


_SMALL = frozenset({0, 1, 2})


def numeral_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """Numbers of the statement that no text has or implies."""
    written = {int(digits) for digits in re.findall(r"(?<![\w.])\d{1,40}", c.lean_text)}
    invented = written - numerals_of(c.everything) - _implied_numbers(c) - _SMALL
    if invented and not _is_derived(c, invented):
        listed = ", ".join(str(number) for number in sorted(invented))
        detail = f"{listed} stands in no text"
        yield c.finding("invented_numeral", DriftCategory.WRONG_OBJECTS, detail)


_BOUNDS = re.compile(r"(?:\brange|\bFin|[≤≥])\s*(\d{1,40})\b|(?<![\w.])(\d{1,40})\s*[≤≥]")
_CYCLE = re.compile(r"cycl|period|repeat|pattern|remainder|residue|modul|\bmod\b", re.IGNORECASE)
_MODULI = re.compile(r"%\s*(\d{1,2})\b|\b(\d{1,2})\s*\*\s*[a-z]\b")


def _implied_numbers(c: Comparison) -> set[int]:
    """Numbers that words imply: bounds of whole numbers, of k-digit numbers, residues of a cycle.

    "More than 4" may be written as ``5 ≤ n``, and a range of n numbers begins at 0.
    """
    known = numerals_of(c.everything)
    bounds = {int(number) for pair in _BOUNDS.findall(c.lean_text) for number in pair if number}
    found = {bound for bound in bounds if {bound - 1, bound + 1} & known}
    if "digit" in c.everything.lower():
        found |= {10**digits - nines for digits in range(1, 7) for nines in (0, 1)}
    if _CYCLE.search(c.everything):
        moduli = _MODULI.findall(c.lean_text)
        found |= {r for pair in moduli for text in pair if text for r in range(int(text))}
    return found


def _is_derived(c: Comparison, invented: set[int]) -> bool:
    """Whether the numbers come from rewriting relations that do say the same."""
    formulas = [f for f in (*c.parts.hypothesis_formulas, c.core) if f is not None]
    links = [link for f in formulas for link in formula_links(f) or ()]
    odd = [link for link in links if _numbers(link) & invented]
    known = (*c.granted, *(c.claim_links or ()))
    return bool(odd) and all(matches_any(link, known) for link in odd)


def _numbers(link: Compare) -> frozenset[int]:
    found = [node.value for node in walk(*terms_of(link)) if isinstance(node, Num)]
    return frozenset(int(value) for value in found if value.denominator == 1)


def says_the_same(c: Comparison) -> bool | None:
    """Whether the conclusion is the claim; None when one of them cannot be read."""
    if c.claim_links is None or c.conclusion_links is None:
        return None
    return not _differences(c)[1]


def claim_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """A conclusion that is not the claim; one with fewer or more parts is left to the checker."""
    lost, new = _differences(c)
    if lost and new:
        yield c.finding(
            "changed_claim",
            DriftCategory.WRONG_OBJECTS,
            f"claimed: {c.claim.text.strip()}; stated: {c.parts.conclusion}",
        )


def _differences(c: Comparison) -> tuple[list[Compare], list[Compare]]:
    """Relations of the claim that the conclusion lacks, and those that only the conclusion has."""
    claimed, stated = c.claim_links, c.conclusion_links
    if claimed is None or stated is None or c.obligation.kind not in _CLAIM_KINDS:
        return [], []
    if _INVERSE.search(c.obligation.claim):
        # An inverse function reads like a power.
        return [], []
    # "Since A, we have B": the reason may stand among the hypotheses.
    given = _assumed_links(c) if _REASONED.search(c.obligation.claim) else ()
    equal = tuple(link for chain in c.claim.chains for link in all_links(chain))
    return (
        [link for link in claimed if not matches_any(link, (*stated, *given))],
        [link for link in stated if not matches_any(link, (*claimed, *equal))],
    )


_INVERSE = re.compile(r"[A-Za-z]\s*\^\s*\{?\s*-\s*1\s*\}?\s*\\?(?:left)?\(")
_REASONED = re.compile(r"\b(?:since|because|given that|as)\b", re.IGNORECASE)


def _assumed_links(c: Comparison) -> tuple[Compare, ...]:
    formulas = [f for f in c.parts.hypothesis_formulas if f is not None]
    return tuple(
        link for f in formulas for part in conjuncts(f) for link in formula_links(part) or ()
    )


def target_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """The claim as a hypothesis, or a premise as the conclusion."""
    is_reasoned = bool(_REASONED.search(c.obligation.claim)) and c.conclusion_links is not None
    target = [*(() if is_reasoned else c.claim_links or ()), *(c.conclusion_links or ())]
    is_chain = any(len(chain.sides) > 2 for chain in c.claim.chains)
    is_same = written_alike if is_chain else same_sides
    for hypothesis, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        pieces = [p for p in conjuncts(formula) if not isinstance(p, Joined)] if formula else []
        links = [link for part in pieces for link in formula_links(part) or ()]
        # The same condition in another form may be what a definition or the problem says.
        if any(
            _is_assumed(link, target, c.premises) and any(is_same(link, t) for t in target)
            for link in links
        ):
            yield c.finding(
                "assumes_target",
                DriftCategory.ROLE_SWAP,
                f"the hypothesis {hypothesis.type} is what should be shown",
            )


def _is_assumed(link: Compare, target: Sequence[Compare], premises: Sequence[Compare]) -> bool:
    """Whether a relation is what should be shown and not what is known.

    Known and to be shown may be the same condition in two forms, so forms are compared first.
    """
    if any(written_alike(link, t) for t in target):
        return not any(written_alike(link, known) for known in premises)
    return matches_any(link, target) and not matches_any(link, premises)


def hypothesis_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """A hypothesis that relates the letters of a premise in another way than the premise does."""
    carried = _assumed_links(c)
    lost = [link for link in c.context if _is_polynomial(link) and not matches_any(link, carried)]
    for hypothesis, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        if formula is None or is_side_condition(hypothesis.type, c.lean_text):
            continue
        pieces = [p for p in conjuncts(formula) if not isinstance(p, Joined)]
        links = [link for part in pieces for link in formula_links(part) or ()]
        if any(
            _is_polynomial(link)
            and not matches_any(link, c.granted)
            and any(_is_near_miss(link, known) for known in lost)
            for link in links
        ):
            yield c.finding(
                "changed_hypothesis",
                DriftCategory.WRONG_OBJECTS,
                f"{hypothesis.type} is close to a premise, but not it",
            )


def _is_near_miss(link: Compare, known: Compare) -> bool:
    """Whether two relations are of one kind between the same letters."""
    if known.relation is not link.relation or free_names(known) != free_names(link):
        return False
    return len(free_names(link)) > 1 or shares_side(known, link)


def _is_polynomial(link: Compare) -> bool:
    """Whether nothing is divided, rooted or cut, which can be rewritten in too many ways."""
    return not any(isinstance(node, Div | Root | Call) for node in walk(link.left, link.right))


def context_formulas(c: Comparison) -> tuple[Formula, ...]:
    """The premises that can be read in full, about the statement's own variables."""
    names = {common_name(v.name): v.name for v in c.parts.variables}
    functions = frozenset(common_name(name) for name in c.parts.functions)
    found: list[Formula] = []
    for premise in c.obligation.premises:
        read = c.reader.read(premise.text)
        is_fact = read.is_full and read.is_usable and not read.is_disjunction
        for link in (link for chain in read.chains if is_fact for link in chain_links(chain)):
            used = free_names(link) | functions_of(link)
            if used and used <= names.keys() and functions_of(link) <= functions:
                found.append(with_letters(link, names))
        for domain in read.domains:
            if common_name(domain.letter) in names:
                letter = Sym(names[common_name(domain.letter)])
                found += [PROPERTIES[p](letter) for p in domain.properties if p in PROPERTIES]
                if "prime" in domain.properties:
                    found.append(Holds("Nat.Prime", (letter,)))
    return tuple(found)
