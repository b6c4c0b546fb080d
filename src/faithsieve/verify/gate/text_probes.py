"""Probes that hold a frozen statement against the words it came from, without a model.

They look for what changes evidence most: numbers that no text has, another claim, another premise,
the target among the hypotheses. They speak only where both sides can be read and prefer silence to
a false alarm, because a faithful statement that is thrown away is lost evidence too. Whether a
proof counts for the kind of numbers that the text means is decided in ``verify/refutation.py``.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import lean_formula as lean
from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, rational_at
from faithsieve.symbolic.lean_terms import plain_text
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.polynomials import TooLargeError, difference
from faithsieve.verify.english_claims import (
    exact_numerals,
    mentioned_chains,
    numerals_of,
    read_text,
)
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.near_misses import changed_numbers, relations_of
from faithsieve.verify.links import (
    all_links,
    common_name,
    formula_links,
    matches_any,
    same_sides,
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
    return (*by_shape, *claim_findings(c), *changed_numbers(c), *quantifier_findings(c))


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
    known = _implied_numbers(c) | _numbers_of_closed_terms(c) | _SMALL
    invented = written - numerals_of(c.everything) - known
    if invented and not _is_derived(c, invented):
        listed = ", ".join(str(number) for number in sorted(invented))
        detail = f"{listed} stands in no text"
        yield c.finding("invented_numeral", DriftCategory.WRONG_OBJECTS, detail)
    if not is_claim(c) and (lost := _lost_numbers(c)):
        detail = f"{min(lost)} of the claim is not in the statement"
        yield c.finding("changed_numeral", DriftCategory.WRONG_OBJECTS, detail)


_ANNOUNCED = re.compile(r"^(?:[^$:]|\$[^$]*\$)*:")
_RAISED = re.compile(r"[_^]\s*(?:\{[^{}]*\}|\d)|[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]|\\(?![dt]?(?:frac|binom))[A-Za-z]+")
_NAMES = re.compile(
    r"\b(?:one|two|three|four|a)[ -](third|quarter|fourth|fifth|sixth|eighth|tenth)s?\b"
    r"(?! (?!of)\w)"
    r"|(?<![-\w])(three|four|five|six)(?=[.,;)]|$)"
    r"|(?<![-\w])(seven|eight|nine|ten|eleven|twelve|\w+teen|[a-z]+ty)(?![-\w]| hundred| thousand)",
    re.IGNORECASE,
)
"""Numbers that a claim names in words; "three numbers" may be three letters."""


def _lost_numbers(c: Candidate) -> set[int]:
    """Numbers of the claim that the statement has in no form."""
    # Exponents may be products, indices names, and a case that is named first may be given.
    written = set(map(int, re.findall(r"\d{1,40}", c.lean_text)))
    claim = _RAISED.sub(" ; ", _PERCENT.sub("", _ANNOUNCED.sub("", c.obligation.claim)))
    named = {max(numbers) for m in _NAMES.findall(claim) if (numbers := numerals_of("".join(m)))}
    return named.union(exact_numerals(claim)) - written - _SMALL - _next_numbers(c).keys()


def _numbers_of_closed_terms(c: Candidate) -> set[int]:
    """Numbers of a term without letters whose value a text has: ``72 * 1000 / 3600`` for 20.

    And the other way round, values of such terms of a text.
    """
    formulas = [f for f in (*c.parts.hypothesis_formulas, c.parts.claim_formula) if f is not None]
    links = [link for formula in formulas for link in relations_of(formula)]
    told, found = numerals_of(c.everything), set[int]()
    for node in ex.walk(*(term for link in links for term in lean.terms_of(link))):
        if isinstance(node, ex.Div | ex.Mul) and not ex.symbols(node):
            with suppress(NoValueError):
                if rational_at(node, NOWHERE) in told:
                    found |= {int(n.value) for n in ex.walk(node) if isinstance(n, ex.Num)}
    for text in re.findall(r"\$([^$]{1,200})\$", c.everything):
        term = parse_expression(text, latex=True)
        with suppress(NoValueError):
            is_size = re.fullmatch(r"\d+\s*\\times\s*\d+", text)
            if not isinstance(term, ex.Refusal) and not ex.symbols(term) and not is_size:
                found.add(int(rational_at(term, NOWHERE)))
    return found


_NEXT = (
    (re.compile(r"(?<![\w.])(\d{1,40})\s*(?:≤|>)|(?:≥|<|\brange|\bFin)\s*(\d{1,40})\b"), -1),
    (re.compile(r"(?<![\w.])(\d{1,40})\s*(?:≥|<)|(?:≤|>)\s*(\d{1,40})\b"), 1),
)
"""Bounds of whole numbers in Lean, and what to add for the other way to tell them.

"More than 4" may be written as ``5 ≤ n``, and the numbers up to 20 are those below 21.
"""
_PERCENT = re.compile(r"(\d{1,4})[\s$\\,]*(?:%|percent)")
_MODULI = re.compile(r"%\s*(\d{1,2})\b|\b(\d{1,2})\s*\*\s*[a-z]\b")


def _next_numbers(c: Candidate) -> dict[int, int]:
    """Bounds of whole numbers that a text may tell with another number, by that number."""
    kinds = {v.type for v in c.parts.variables}
    if c.parts.fields or "Rat" in kinds:
        return {}
    return {
        int(first or second) + step: int(first or second)
        for pattern, step in _NEXT
        for first, second in pattern.findall(c.lean_text)
    }


def _implied_numbers(c: Candidate) -> set[int]:
    """Numbers that words imply: other bounds of whole numbers, numbers of k digits, residues."""
    known = numerals_of(c.everything)
    found = {stated for told, stated in _next_numbers(c).items() if told in known}
    own = {int(number) for number in re.findall(r"(?<![\w.])\d{1,40}", c.lean_text)}
    # "The highest power": the number itself, and not the next one.
    found |= {number for number in own if number - 1 in own & known and "¬" in c.lean_text}
    # A radius may be squared, and a polynomial written out at a number.
    roots = {n**power: n for n in known if 1 < n < 20 for power in (2, 3, 4)}
    powers = own & roots.keys()
    found |= {number for number in powers if len(powers) > 1 or roots[number] not in own}
    for percent in map(int, _PERCENT.findall(c.everything)):
        parts = (Fraction(percent + whole, 100) for whole in (0, 100, -100))
        found |= {100, *(abs(n) for part in parts for n in part.as_integer_ratio())}
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
    terms = [[n.value for n in ex.walk(*lean.terms_of(k)) if isinstance(n, ex.Num)] for k in links]
    odd = [link for link, own in zip(links, terms, strict=True) if invented.intersection(own)]
    return bool(odd) and all(matches_any(link, c.mentioned) for link in odd)


def says_the_same(c: Candidate) -> bool | None:
    """Whether the conclusion is the claim; None when one of them cannot be read."""
    if c.claim_links is None or not c.conclusion_links:
        return None
    return not _differences(c)[1]


def is_claim(c: Candidate) -> bool:
    """Whether the conclusion is all that the claim says, and no more."""
    return says_the_same(c) is True and not _differences(c)[0] and not _lost_bound(c)


def claim_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """A conclusion that is not the claim; one with fewer or more parts is left to the checker.

    One with more alternatives says less, and may say nothing.
    """
    lost, new = _differences(c)
    # Identities of the same letters may be the same identity rewritten.
    are_identities = all(map(is_identity, (*lost, *new)))
    has_alternatives = getattr(c.parts.claim_formula, "connective", "") == "or"
    if new and (lost or has_alternatives) and not are_identities:
        detail = f"claimed: {c.claim_text.strip()}; stated: {c.parts.conclusion}"
        # As if both were equations, whose sides may be exchanged.
        pairs = ((replace(k, relation=ex.Relation.EQ) for k in pair) for pair in product(lost, new))
        is_turned = any(same_sides(first, second) for first, second in pairs)
        name = "changed_relation" if is_turned else "changed_claim"
        yield c.finding(name, DriftCategory.WRONG_OBJECTS, detail)


def is_mentioned(c: Candidate) -> bool:
    """Whether claim or step have every relation of the conclusion, however they mean it."""
    said = (c.obligation.claim, c.obligation.source)
    told = [k for text in said for k in all_links(*mentioned_chains(text, c.texts))]
    return bool(c.conclusion_links) and all(matches_any(k, told) for k in c.conclusion_links)


def is_identity(link: lean.Compare) -> bool:
    """Whether an equation holds for all values of its letters."""
    try:
        return link.relation is ex.Relation.EQ and not difference(link.left, link.right)
    except (TooLargeError, RecursionError):
        return False


def _differences(c: Candidate) -> tuple[list[lean.Compare], list[lean.Compare]]:
    """Relations of the claim that the conclusion lacks, and those that only the conclusion has."""
    claimed, stated = c.claim_links, c.conclusion_links
    if claimed is None or not stated or c.obligation.kind in _OTHER_KINDS:
        return [], []
    if "⁻¹" in c.parts.conclusion:
        # Inverses are written in many ways.
        return [], []
    # "Since A, we have B": the reason may stand among the hypotheses.
    is_reasoned = cue("reasons").search(c.obligation.claim)
    assumed = [p for f in c.parts.hypothesis_formulas if f for p in lean.conjuncts(f)]
    given = [link for p in assumed for link in formula_links(p, "and")] if is_reasoned else ()
    equal = all_links(*c.claim.chains)
    return (
        [k for k in claimed if not matches_any(k, (*stated, *given))],
        [k for k in stated if not matches_any(k, (*claimed, *equal))],
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


def quantifier_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """Quantifiers that the claim has otherwise: "for every n there is m" is no ``∃ m, ∀ n``."""
    if detail := _changed_quantifiers(c):
        yield c.finding("changed_quantifiers", DriftCategory.WRONG_QUANTIFIERS, detail)


_NOT_ALL = re.compile(r"\bnot (?:all|every|always)\b|fails?\b|false|counterexample", re.IGNORECASE)


def _changed_denial(c: Candidate) -> str:
    """Say where "there is none" became "not all are" or "there is one that is not"."""
    match c.parts.claim_formula:
        case lean.Not(part=lean.Quantified(quantifier="∀")):
            return "" if _NOT_ALL.search(c.obligation.claim) else "there is none became not all"
        case lean.Quantified(
            quantifier="∃", body=lean.Compare(relation=ex.Relation.NE) | lean.Not()
        ):
            is_said = cue("some").search(c.obligation.claim)
            return "" if is_said else "there is none became there is one that is not"
    return ""


def _lost_bound(c: Candidate) -> str:
    """Say which bound the claim sets to what there is, "a positive n" or "x > k", is not stated."""
    found = c.worded.letters("∃")
    # A condition is about the letter that it begins with: "for all n ≥ N" bounds n.
    first = re.compile(r"\$?\s*(\\?[A-Za-z]+)")
    own = [t for t in c.worded.conditions if (m := first.match(t)) and common_name(m[1]) in found]
    told = [k for text in own for k in all_links(*mentioned_chains(text, c.texts))]
    told += read_text(c.obligation.claim, c.texts).properties
    pieces = re.split("[,∧∃]", c.parts.conclusion) if c.parts.claim_formula is None else ()
    formulas = (c.parts.claim_formula, *map(lean.try_formula, pieces))
    stated = [link for formula in formulas for link in relations_of(formula)]
    natural = r"∃[^,]*\b{}\b[^,]*:\s*(?:ℕ|Nat)\b"
    whole = [ex.Sym(n) for n in found if re.search(natural.format(n), c.parts.conclusion)]
    stated += [lean.Compare(ex.Relation.LE, ex.ZERO, letter) for letter in whole]
    stated += [replace(k, left=ex.ZERO) for k in stated if k.right in whole]
    lost = (k for k in told if lean.free_names(k) & found and not matches_any(k, stated))
    return next((f"what there is has lost {k.relation} {plain_text(k.right)}" for k in lost), "")


def _changed_quantifiers(c: Candidate) -> str:
    """Say where quantifiers of the claim changed their order or their kind."""
    told = c.worded.quantifiers
    stated = [(sign, common_name(name)) for sign, name in c.parts.quantifiers]
    for first, second in combinations(told, 2):
        is_shared = first in stated and second in stated and first[0] != second[0]
        is_turned = is_shared and stated.index(second) < stated.index(first)
        if is_turned:
            return f"{' '.join(first)} stands before {' '.join(second)} in the claim"
    if detail := _changed_denial(c) or _lost_bound(c):
        return detail
    if _is_conditional(c.parts.claim_formula) and not cue("implies").search(c.obligation.claim):
        return "there is something that satisfies a condition or not"
    bound = {name: sign for sign, name in stated}
    for sign, letter in told:
        if sign == "∀" and bound.get(letter) == "∃":
            return f"for all {letter} became ∃"
        is_existence = sign == "∃" and c.obligation.kind is not ObligationKind.WITNESS
        if is_existence and bound.get(letter) == "∀" and "∃" not in bound.values():
            used = any(re.search(rf"\b{letter}\b", h.type) for h in c.parts.hypotheses)
            return "" if used else f"there is {letter} became for all"
    return ""


def _is_conditional(formula: lean.Formula | None) -> bool:
    """Whether existence is claimed of something under a condition, which it need not satisfy."""
    if not isinstance(formula, lean.Quantified) or formula.quantifier == "∀":
        return False
    pieces = lean.conjuncts(formula.body)
    return any(_is_conditional(p) or getattr(p, "connective", "") == "implies" for p in pieces)


_PRIMED = re.compile(r"(?<![A-Za-z])[A-Za-z](?:'|\^\{?\\prime)")


def claim_formula(c: Candidate) -> lean.Formula | None:
    """Return the claim in the statement's letters, where it was read in full."""
    names = _own_letters(c)
    if not c.claim_links or not names:
        return None
    links = tuple(with_letters(link, names) for link in c.claim_links)
    connective = "or" if c.claim.is_disjunction else "and"
    return links[0] if len(links) == 1 else lean.Joined(connective, links)


def _own_letters(c: Candidate) -> dict[str, str]:
    """Return the statement's letter for each letter of the text; none where two are read as one."""
    names = {common_name(v.name): v.name for v in c.parts.variables}
    has_primes = _PRIMED.search(c.everything)
    return names if len(names) == len(c.parts.variables) and not has_primes else {}


def context_formulas(c: Candidate, *, in_full: bool = True) -> tuple[lean.Formula, ...]:
    """What premises say about the statement's own variables.

    Args:
        in_full: Take relations only from premises that were read in full.
    """
    names = _own_letters(c)
    functions = frozenset(common_name(name) for name in c.parts.functions)
    found: list[lean.Formula] = []
    for premise in c.obligation.premises:
        read = read_text(premise.text, c.texts)
        is_read = read.is_usable and (read.is_full or not in_full)
        for link in read.granted if is_read else read.properties:
            applies = ex.applied(link.left, link.right)
            used = lean.free_names(link) | applies
            if used and used <= names.keys() and applies <= functions:
                found.append(with_letters(link, names))
        primes = [common_name(d.letter) for d in read.domains if "prime" in d.properties]
        found += [lean.Holds("Nat.Prime", (ex.Sym(names[p]),)) for p in primes if p in names]
    return tuple(found)
