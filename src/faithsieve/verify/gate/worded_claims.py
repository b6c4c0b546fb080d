"""Quantifiers and notions that the claim says in words, against the shape of the conclusion.

"For every n there is m" is no ``∃ m, ∀ n``, and "f is injective" concludes that arguments agree,
never that values do. These probes speak only where the words and the letters are plain.
"""

import re
from collections.abc import Iterator

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic.expressions import Apply, Expr, Neg, Relation, Sym
from faithsieve.symbolic.lean_formula import Formula, Holds, Quantified
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.gate.text_probes import Candidate
from faithsieve.verify.links import formula_links


def worded_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """Yield what the words of the claim or of a premise contradict."""
    if detail := _quantifiers(c):
        yield c.finding("changed_quantifiers", DriftCategory.WRONG_QUANTIFIERS, detail)
    if detail := _notion(c):
        yield c.finding("changed_notion", DriftCategory.WRONG_DIRECTION, detail)


def _quantifiers(c: Candidate) -> str:
    claim = c.obligation.claim
    every, some = cue("for_every").search(claim), cue("there_is").search(claim)
    if c.parts.claim_formula is None or cue("denial").search(claim):
        return ""
    opened, _, body = open_claim(c.parts.claim_formula)
    names = {v.name for v in (*c.parts.variables, *opened)}
    inner = _bound(body)
    first = inner[0] if inner else ("", "")
    if every and not some and not cue("some").search(claim):
        return "for all became ∃" if first == ("∃", every["letter"]) else ""
    if every and some and every.start() < some.start():
        is_swapped = first[0] == "∃" and ("∀", every["letter"]) in inner
        is_swapped &= every["letter"] not in names
        return "for every … there is became ∃ … ∀" if is_swapped else ""
    behind = cue("such_that_for_every").search(claim)
    if some and behind and some.start() < behind.start():
        is_swapped = first == ("∃", some["letter"]) and behind["letter"] in names
        return "there is … for every became ∀ … ∃" if is_swapped else ""
    if some and not every and not inner and c.obligation.kind is not ObligationKind.WITNESS:
        letter = some["letter"]
        used = any(re.search(rf"\b{letter}\b", h.type) for h in c.parts.hypotheses)
        return "there is became for all" if letter in names and not used else ""
    return ""


def _bound(formula: Formula) -> list[tuple[str, str]]:
    """List the leading quantifiers with their names."""
    found: list[tuple[str, str]] = []
    while isinstance(formula, Quantified):
        found += [(formula.quantifier, name) for name in formula.names]
        formula = formula.body
    return found


def _notion(c: Candidate) -> str:
    """Say where the claim or a premise is a notion and its part of the statement is another one."""
    hypotheses = [h for h in c.parts.hypothesis_formulas if h is not None]
    claimed = c.parts.claim_formula
    told = cue("notion").match(c.obligation.claim)
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
