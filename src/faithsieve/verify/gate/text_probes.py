"""Probes that hold a frozen statement against the words it came from, without a model.

They look for what changes evidence most: numbers that no text has, another claim, another premise,
the target among the hypotheses. They speak only where both sides can be read and prefer silence to
a false alarm, because a faithful statement that is thrown away is lost evidence too. Whether a
proof counts for the kind of numbers that the text means is decided in ``verify/refutation.py``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.symbolic.expressions import Call, Chain, Div, Num, Root, Sym, applied, walk
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Holds,
    Joined,
    conjuncts,
    free_names,
    terms_of,
)
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.english_claims import (
    ReadText,
    mentioned_chains,
    read_text,
    split_alternatives,
    split_condition,
)
from faithsieve.verify.links import (
    all_links,
    chain_links,
    common_name,
    formula_links,
    is_side_condition,
    matches_any,
    same_sides,
    share_modulus,
    shares_side,
    with_letters,
    written_alike,
)
from faithsieve.verify.numerals import numerals_of
from faithsieve.verify.statement_parts import StatementParts


@dataclass(frozen=True)
class Candidate:
    """A frozen statement beside the obligation and the texts it should agree with."""

    obligation: Obligation
    problem: str
    frozen: FrozenStatement
    parts: StatementParts

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Everything the statement may draw on."""
        obligation = self.obligation
        premises = [p.text for p in obligation.premises]
        return (self.problem, *premises, obligation.source, obligation.statement, obligation.claim)

    @cached_property
    def everything(self) -> str:
        return "\n".join(self.texts)

    @cached_property
    def lean_text(self) -> str:
        """The statement without the names of hypotheses."""
        hypotheses = " , ".join(h.type for h in self.parts.hypotheses)
        return f"{hypotheses} , {self.parts.conclusion}"

    @cached_property
    def claim_text(self) -> str:
        """The claim without a condition in front and a quantifier behind."""
        return cue("trailing_quantifier").sub("", split_condition(self.obligation.claim)[1])

    @cached_property
    def claim(self) -> tuple[ReadText, ...]:
        """The claim, or its cases."""
        return tuple(read_text(case, self.texts) for case in split_alternatives(self.claim_text))

    @property
    def claim_chains(self) -> tuple[Chain, ...]:
        return tuple(chain for read in self.claim for chain in read.chains)

    @cached_property
    def mentioned(self) -> tuple[Compare, ...]:
        """Every relation that problem, context, step or claim mention, in whatever mood."""
        step = (self.obligation.source, self.obligation.claim)
        return (*self.premises, *self._links_in(self.problem, *step))

    @cached_property
    def premises(self) -> tuple[Compare, ...]:
        """Relations of the context and of a condition of the claim, not those to be proved."""
        condition, _ = split_condition(self.obligation.claim)
        told = self._links_in(*(p.text for p in self.obligation.premises), condition)
        given = read_text(self.problem, self.texts, is_problem=True).chains
        return (*told, *all_links(*given))

    def _links_in(self, *texts: str) -> tuple[Compare, ...]:
        found: list[Compare] = []
        for text in texts:
            found += share_modulus(all_links(*mentioned_chains(text, self.texts)))
        return tuple(found)

    @cached_property
    def claim_links(self) -> tuple[Compare, ...] | None:
        """The relations claimed; None when the claim is not fully read."""
        if not all(read.is_full and read.is_usable and read.chains for read in self.claim):
            return None
        links = share_modulus(chain_links(*self.claim_chains))
        own = [k for k in links if not any(same_sides(k, known) for known in self.premises)]
        return tuple(own) or links

    @cached_property
    def conclusion_links(self) -> tuple[Compare, ...]:
        """The relations of the conclusion, opened; none when it has other structure."""
        claim = self.parts.claim_formula
        return formula_links(open_claim(claim)[-1]) if claim is not None else ()

    def finding(
        self, name: str, category: DriftCategory, detail: str, proof: Digest | None = None
    ) -> ProbeFinding:
        """What a probe found, with Lean's proof of it or else the statement."""
        artifact = proof or self.frozen.type_digest
        return ProbeFinding(name=name, category=category, detail=detail, artifact=artifact)


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
_MODULI = re.compile(r"%\s*(\d{1,2})\b|\b(\d{1,2})\s*\*\s*[a-z]\b")


def _implied_numbers(c: Candidate) -> set[int]:
    """Numbers that words imply: bounds of whole numbers, of k-digit numbers, residues of a cycle.

    "More than 4" may be written as ``5 ≤ n``, and a range of n numbers begins at 0.
    """
    known = numerals_of(c.everything)
    bounds = {int(number) for pair in _BOUNDS.findall(c.lean_text) for number in pair if number}
    found = {bound for bound in bounds if {bound - 1, bound + 1} & known}
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
    if lost and new:
        detail = f"claimed: {c.claim_text.strip()}; stated: {c.parts.conclusion}"
        yield c.finding("changed_claim", DriftCategory.WRONG_OBJECTS, detail)


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
        [link for link in claimed if not matches_any(link, (*stated, *given))],
        [link for link in stated if not matches_any(link, (*claimed, *equal))],
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
    return len(free_names(link)) > 1 or shares_side(known, link)


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
