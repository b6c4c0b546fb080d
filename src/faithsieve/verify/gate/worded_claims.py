"""Quantifiers and notions that the claim says in words, against the shape of the conclusion.

"For every n there is m" is no ``∃ m, ∀ n``, and "f is injective" concludes that arguments agree,
never that values do. These probes speak only where the words and the letters are plain.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic.expressions import Apply, Expr, Neg, Relation, Sym
from faithsieve.symbolic.lean_formula import Formula, Holds, Quantified
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.links import common_name, formula_links

_NOTION = re.compile(
    r"^\W*\$?(?P<letter>[A-Za-z])\$?\s+is\s+(?:an?\s+)?"
    r"(?P<notion>injecti(?:ve|on)|one-to-one|surjecti(?:ve|on)|onto)(?:\s+(?:function|map))?\W*$",
    re.IGNORECASE,
)


def worded_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """Yield what the words of the claim or of a premise contradict."""
    if detail := _quantifiers(c):
        yield c.finding("changed_quantifiers", DriftCategory.WRONG_QUANTIFIERS, detail)
    if detail := _notion(c):
        yield c.finding("changed_notion", DriftCategory.WRONG_DIRECTION, detail)
    if detail := _assumed_notion(c):
        yield c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail)


def _quantifiers(c: Candidate) -> str:
    """Say where quantifiers of the claim changed their order or their kind."""
    told = c.worded.quantifiers
    stated = [(sign, common_name(name)) for sign, name in c.parts.quantifiers]
    for first, second in combinations(told, 2):
        is_shared = first in stated and second in stated and first[0] != second[0]
        is_turned = is_shared and stated.index(second) < stated.index(first)
        if is_turned and not (second[0] == "∀" and _is_fixed(second[1], c)):
            return f"{' '.join(first)} stands before {' '.join(second)} in the claim"
    bound = {name: sign for sign, name in stated}
    for sign, letter in told:
        if sign == "∀" and bound.get(letter) == "∃" and not cue("some").search(c.obligation.claim):
            return f"for all {letter} became ∃"
        is_existence = sign == "∃" and c.obligation.kind is not ObligationKind.WITNESS
        if is_existence and bound.get(letter) == "∀" and "∃" not in bound.values():
            used = any(re.search(rf"\b{letter}\b", h.type) for h in c.parts.hypotheses)
            return "" if used else f"there is {letter} became for all"
    return ""


def _is_fixed(letter: str, c: Candidate) -> bool:
    """Whether a text fixes a letter, so that "for all" behind the claim only repeats that."""
    named = (
        r"\b(?i:let|fix|take|suppose)\s+(?:[a-z-]+\s+){0,4}"
        rf"\$\s*(?:[A-Za-z]\s*,\s*)*{re.escape(letter)}\s*[,$<>=\\]"
    )
    return any(re.search(named, text) for text in c.texts)


def _notion(c: Candidate) -> str:
    """Say where the claim or a premise is a notion and its part of the statement is another one."""
    hypotheses = [h for h in c.parts.hypothesis_formulas if h is not None]
    claimed = c.parts.claim_formula
    told = cue("notion").match(c.worded.core)
    _, inner, body = open_claim(claimed) if claimed is not None else ((), (), None)
    if told and body is not None and _misstates(told, [*hypotheses, *inner], body, c):
        return f"{c.obligation.claim.strip()} is not what {c.parts.conclusion} says"
    for premise in c.obligation.premises:
        told = cue("notion").match(premise.text)
        for formula in hypotheses if told else ():
            _, conditions, body = open_claim(formula)
            if told and conditions and _misstates(told, list(conditions), body, c):
                return f"{premise.text.strip()} is not what a hypothesis says"
    return ""


def _assumed_notion(c: Candidate) -> str:
    """Say which hypothesis is the notion claimed, where no line of the context grants it."""
    told = _NOTION.match(c.worded.core)
    given = (*(p.text for p in c.obligation.premises), *c.worded.conditions)
    if told is None or told["letter"] not in c.parts.functions:
        return ""
    if any(told["notion"].lower()[:3] in text.lower() for text in given):
        return ""
    for h, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        if formula is not None and _is_notion(formula, told["letter"], told["notion"].lower()):
            return f"the hypothesis {h.type} is what should be shown"
    return ""


def _is_notion(formula: Formula, name: str, notion: str) -> bool:
    """Whether a formula is the definition of injectivity or of surjectivity of a function."""
    bound, conditions, body = open_claim(formula)
    letters = {Sym(v.name) for v in bound}
    if notion.startswith("sur") or notion == "onto":
        if not isinstance(body, Quantified) or body.quantifier != "∃" or len(letters) != 1:
            return False
        inner = formula_links(body.body)
        return len(inner) == 1 and any(
            _depth(value, name) == 1 and other in letters
            for value, other in ((inner[0].left, inner[0].right), (inner[0].right, inner[0].left))
        )
    ends = formula_links(body)
    return len(ends) == 1 and any(
        link.relation is ends[0].relation is Relation.EQ
        and {_argument(link.left), _argument(link.right)}
        == {ends[0].left, ends[0].right}
        == letters
        and min(_depth(link.left, name), _depth(link.right, name)) == 1
        for condition in conditions
        for link in formula_links(condition)
    )


def _misstates(told: re.Match[str], given: list[Formula], claim: Formula, c: Candidate) -> bool:
    """Whether a conclusion under its conditions has the shape of another notion or the converse."""
    name, notion = told["letter"], told["notion"].lower()
    links = formula_links(claim)
    if name not in c.parts.functions or len(links) != 1 or isinstance(claim, Holds):
        return False
    link = links[0]
    depths = _depth(link.left, name), _depth(link.right, name)
    known = [k for formula in given for k in formula_links(formula)]
    if notion.startswith(("inj", "one")):
        if link.relation is Relation.EQ and depths == (0, 0):
            nested = [_depth(k.left, name) for k in known if k.relation is Relation.EQ]
            return bool(nested) and 1 not in nested and max(nested) > 1
        return link.relation is Relation.EQ and min(depths) > 0
    if notion in ("even", "odd"):
        is_turned = isinstance(link.left, Neg) is not isinstance(link.right, Neg)
        is_plain = link.relation is Relation.EQ and min(depths) > 0
        return is_plain and is_turned is (notion == "even")
    if link.relation not in (Relation.LT, Relation.LE):
        return False
    if depths == (0, 0):
        return any(min(_depth(k.left, name), _depth(k.right, name)) > 0 for k in known)
    ends = _argument(link.left), _argument(link.right)
    ends = ends if notion == "decreasing" else ends[::-1]
    return None not in ends and any(
        k.relation in (Relation.LT, Relation.LE) and (k.left, k.right) == ends for k in known
    )


def _depth(term: Expr, name: str) -> int:
    """Count how often a function stands around its argument: 2 in ``f (f x)``, 0 without it."""
    term = term.arg if isinstance(term, Neg) else term
    if isinstance(term, Apply) and term.name == name and len(term.args) == 1:
        return 1 + _depth(term.args[0], name)
    return 0


def _argument(term: Expr) -> Expr | None:
    match term:
        case Apply(args=(Sym() as argument,)):
            return argument
        case _:
            return None
