"""Hypotheses that say for all numbers what the text says of one.

The induction step from ``h n = 2 ^ n - 1`` to ``h (n + 1) = 2 ^ (n + 1) - 1`` is no step under the
hypothesis ``∀ m, h m = 2 ^ m - 1``, and ``∀ n, g n = 0`` is not what ``g(1) = 0`` says. A law that
no text mentions and that is about no function of the statement may be a theorem that the proof
cites; it is left alone.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from faithsieve.lean.signature import Binder
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.symbolic.expressions import Add, Apply, Expr, Num, Sym, symbols, walk
from faithsieve.symbolic.lean_formula import Compare, Quantified, free_names, terms_of
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.english_claims import mentioned_chains
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.indices import at_term
from faithsieve.verify.links import all_links, formula_links, same_meaning

_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z$\\])")
_OF_ONE = re.compile(r"\b(?:fixed|some|particular|certain|induct\w+|suppos\w+|assum\w+)\b", re.I)
_OF_ALL = re.compile(r"\b(?:all|any|each|every|general|whenever|always)\b", re.I)
_AND_SO_ON = re.compile(r"\\[lc]?dots|…|\.\.\.")


def widened_findings(c: Candidate) -> Iterator[ProbeFinding]:
    """Yield hypotheses that widen a fact about one number, the claim itself among the rest."""
    lines = tuple(_lines(c))
    for h, letter, law in _laws(c):
        said = [
            line for line in lines if any(_is_instance(law, letter, k) for k in _links(line, c))
        ]
        if not said and not _arguments(law):
            continue
        if _is_target(law, letter, c) and not any(_grants(line, law, letter, c) for line in said):
            detail = f"the hypothesis {h.type} has what should be shown as an instance"
            yield c.finding("assumes_target", DriftCategory.ROLE_SWAP, detail)
        elif said and all(_is_at_number(law, letter, _links(line, c)) for line in said):
            is_said = any(_is_instance(law, letter, k) and _names(k) for k in c.mentioned)
            is_said |= any(_AND_SO_ON.search(line) for line in lines)
            if not is_said:
                detail = f"{h.type} says for all what the text says of one"
                yield c.finding("changed_hypothesis", DriftCategory.WRONG_QUANTIFIERS, detail)


def _laws(c: Candidate) -> Iterator[tuple[Binder, str, Compare]]:
    """Yield unconditional laws for all values of one letter about a function."""
    for h, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        if not isinstance(formula, Quantified) or formula.quantifier != "∀":
            continue
        bound, conditions, body = open_claim(formula)
        links = formula_links(body)
        is_plain = len(bound) == len(links) == 1 and not conditions
        if is_plain and len(_arguments(links[0])) <= 1:
            yield h, bound[0].name, links[0]


def _arguments(link: Compare) -> list[Expr]:
    """Return the arguments of functions; a law with several is a recursion or an equation."""
    nodes = walk(*terms_of(link))
    return list(
        dict.fromkeys(n.args[0] for n in nodes if isinstance(n, Apply) and len(n.args) == 1)
    )


def _is_instance(law: Compare, letter: str, link: Compare) -> bool:
    """Return whether a link is a law at some term, also at another letter."""
    values = _arguments(link) if _arguments(law) else _near(link)
    return any(same_meaning(at_term(law, letter, value), link) for value in values)


def _near(link: Compare) -> list[Expr]:
    """Return the letters of a link and what follows them, where no function shows the argument."""
    letters = [Sym(name) for name in sorted(free_names(link))]
    return [*letters, *(Add((x, Num(Fraction(k)))) for x in letters for k in (1, 2, -1))]


def _names(link: Compare) -> frozenset[str]:
    return symbols(*_arguments(link)) if _arguments(link) else free_names(link)


def _is_at_number(law: Compare, letter: str, links: Iterable[Compare]) -> bool:
    return any(_is_instance(law, letter, link) and not _names(link) for link in links)


def _is_target(law: Compare, letter: str, c: Candidate) -> bool:
    """Return whether the conclusion is the law at a term with a letter; at a number it is used."""
    links = c.conclusion_links
    return bool(links) and all(_names(k) and _is_instance(law, letter, k) for k in links)


def _grants(line: str, law: Compare, letter: str, c: Candidate) -> bool:
    """Return whether a line says a law of all numbers.

    A line without a word about it does, unless the claim speaks of the same letter one further:
    then it is the hypothesis of an induction.
    """
    own = [_names(k) for k in _links(line, c) if _is_instance(law, letter, k)]
    if not any(own) or _OF_ALL.search(line):
        return any(own)
    claimed = [_names(k) for k in c.claim_links or ()]
    is_step = any(names and names == others for names, others in product(own, claimed))
    return not (is_step or _OF_ONE.search(line))


def _links(line: str, c: Candidate) -> tuple[Compare, ...]:
    return all_links(*mentioned_chains(line, c.texts))


def _lines(c: Candidate) -> Iterator[str]:
    """Yield what may grant something: the context, and what the problem does not ask for."""
    yield from (p.text for p in c.obligation.premises)
    yield from (s for s in _SENTENCE.split(c.problem) if not cue("tasks").search(s))
    yield from c.worded.conditions
