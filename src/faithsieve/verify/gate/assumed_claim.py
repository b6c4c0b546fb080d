"""Hypotheses that no text grants: the first half of the probe for a claim assumed in another form.

``X - T = 0`` for the claim ``X = T``, or ``∀ m, P m`` for the claim ``P n``, is the claim over
again. Whether it is, Lean shows (``lean_probes.py``): the conclusion follows from that hypothesis
alone. Whether the text grants it, only reading can say, and words may grant anything ("in
arithmetic progression" is ``2 * b = a + c``). So a hypothesis counts as granted by nothing only
where every line was read in full and none of them says it; in doubt this module is silent.
"""

import re
from collections.abc import Iterator
from itertools import permutations

from faithsieve.lean.signature import Binder
from faithsieve.symbolic.expressions import (
    ZERO,
    Add,
    Apply,
    Mul,
    Neg,
    Num,
    Relation,
    Sym,
    applied,
    walk,
)
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Quantified,
    free_names,
)
from faithsieve.symbolic.lexicon import cue, word_list
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.english_claims import mentioned_chains, read_text
from faithsieve.verify.gate.candidate import Candidate, is_domain, letters_in
from faithsieve.verify.links import (
    all_links,
    common_name,
    formula_links,
    is_side_condition,
    matches_any,
    same_meaning,
    with_letters,
    written_alike,
)

_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z$\\])")
_FORMULA = re.compile(r"\$[^$]*\$")
_RELATION = re.compile(
    r"[=<>≤≥≠∣|]|\\(?:leq?|geq?|neq?|lt|gt|mid|equiv|in|to|colon|mapsto|circ)(?![a-z])"
)
_DIVISIBLE = re.compile(r"\$([^$]+)\$\s+(?:is|be)\s+(?:divisible by|a multiple of)\s+\$?(\d+)\$?")
_INDEXING = frozenset({Add, Apply, Neg, Sym})
_MOST_INSTANCES = 6


def ungranted_hypotheses(c: Candidate) -> tuple[Binder, ...]:
    """Return the hypotheses of which code can show that no text grants them."""
    if cue("cites").search(f"{c.obligation.source} {c.obligation.claim}"):
        return ()
    own = [h for h in _readable(c) if not _is_granted(h[1], c)]
    if not own or not all(is_read(text, c) for text in granting_lines(c)):
        return ()
    told = [fact for text in c.texts for fact in read_text(text, c.texts).granted]
    told += all_links(*(chain for x in granting_lines(c) for chain in mentioned_chains(x, c.texts)))
    target = (*(c.claim_links or ()), *c.conclusion_links)
    told = [fact for fact in told if not matches_any(fact, target)]
    return tuple(
        h
        for h, links in own
        if not any(_says(known, (*links, *_residues(links, c))) for known in told)
    )


def _residues(links: tuple[Compare, ...], c: Candidate) -> tuple[Compare, ...]:
    """Return what links with a letter of their own say: "n is even" may be ``n = 2 * k``."""
    told = {letter for known in c.mentioned for letter in free_names(known)}
    own = frozenset[str]().union(*map(free_names, links)) - told
    return tuple(found for link in links if (found := _residue(link, own)))


def _readable(c: Candidate) -> Iterator[tuple[Binder, tuple[Compare, ...]]]:
    """Yield hypotheses with their relations, except domains and side conditions."""
    for h, formula in zip(c.parts.hypotheses, c.parts.hypothesis_formulas, strict=True):
        if formula is None or is_domain(formula) or is_side_condition(h.type, c.parts.text):
            continue
        if links := _links(open_claim(formula)[-1]):
            yield h, links


def _links(formula: Formula) -> tuple[Compare, ...]:
    """Return the relations of a formula, and ``∃ k, t = 7 * k + 2`` as the residue it says."""
    match formula:
        case Quantified(quantifier="∃", names=(name,), body=Compare() as body):
            residue = _residue(body, frozenset({name}))
            return (residue,) if residue else ()
        case _:
            return formula_links(formula)


def _residue(link: Compare, free: frozenset[str]) -> Compare | None:
    """Read ``t = 7 * k + 2`` with a letter of no other use as ``t ≡ 2`` modulo 7."""
    if link.relation is not Relation.EQ:
        return None
    for side, term in ((link.left, link.right), (link.right, link.left)):
        terms = side.terms if isinstance(side, Add) else (side,)
        for at, piece in enumerate(terms):
            match piece:
                case Mul(factors=(Num() as modulus, Sym(name=name))) if name in free:
                    rest = Add((*terms[:at], *terms[at + 1 :], ZERO))
                    return Compare(Relation.CONGRUENT, term, rest, modulus)
    return None


def _is_granted(links: tuple[Compare, ...], c: Candidate) -> bool:
    """Return whether a relation is known, or is mentioned and is not the target itself."""
    target = (*(c.claim_links or ()), *c.conclusion_links)
    others = [m for m in c.mentioned if not matches_any(m, target)]
    alike = [m for m in c.mentioned if not any(written_alike(m, t) for t in target)]
    links = (*links, *_residues(links, c))
    return any(
        any(_says(known, (link,)) for known in (*c.premises, *others))
        or any(written_alike(link, m) for m in alike)
        for link in links
    )


def _same_kind(known: Compare, link: Compare) -> bool:
    """Return whether two relations about sequences or functions may be one, indices apart."""
    functions, is_function = applied(link.left, link.right), applied(known.left, known.right)
    names = free_names(known) | is_function
    if not any(name.startswith(f) for name in names for f in functions):
        return False
    if is_function and len(free_names(known)) != len(free_names(link)):
        return False
    return known.relation is link.relation and _make(known) == _make(link)


def _make(link: Compare) -> frozenset[object]:
    found = {n.value if isinstance(n, Num) else type(n) for n in walk(link.left, link.right)}
    return frozenset(found - {0, 1} - _INDEXING)


def _says(known: Compare, links: tuple[Compare, ...]) -> bool:
    """Return whether a relation is one of some links, whatever their letters are called."""
    for link in links:
        if applied(link.left, link.right) and _same_kind(known, link):
            return True
        mine, theirs = sorted(free_names(link)), sorted(free_names(known))
        if len(mine) > len(theirs) or len(theirs) > 4:
            if same_meaning(link, known):
                return True
            continue
        for chosen in permutations(theirs, len(mine)):
            renamed = with_letters(link, dict(zip(mine, chosen, strict=True)))
            if isinstance(renamed, Compare) and same_meaning(renamed, known):
                return True
    return False


def granting_lines(c: Candidate) -> Iterator[str]:
    """Yield what may grant something: the context, the problem's givens, conditions of its task."""
    names = {common_name(v.name) for v in c.parts.variables}
    claimed = letters_in(c.obligation.claim)
    for line in _lines(c):
        told = letters_in(line)
        # Where the statement keeps the letters of the text, a line about others is not about it.
        if not (told and claimed and claimed <= names and not told & names):
            yield line


def _lines(c: Candidate) -> Iterator[str]:
    yield from (_DIVISIBLE.sub(r"$\2\\mid \1$", p.text) for p in c.obligation.premises)
    for sentence in _SENTENCE.split(_DIVISIBLE.sub(r"$\2\\mid \1$", c.problem)):
        is_bare_task = cue("tasks").search(sentence) and not cue("conditions").search(
            cue("plain_quantifier").sub(" ", sentence)
        )
        if sentence.strip() and not is_bare_task:
            yield sentence


def is_read(line: str, c: Candidate) -> bool:
    """Return whether a line has nothing left that could grant a hypothesis in words."""
    words = set(re.findall(r"[a-z]+", _FORMULA.sub(" ", line).lower()))
    is_plain = words <= word_list("grants_nothing") if "$" in line else False
    read = read_text(line, c.texts)
    # "f is even" reads like a number's property.
    about = {common_name(domain.letter) for domain in read.domains}
    if {common_name(name) for name in c.parts.functions} & about:
        return False
    relations = [f for f in _FORMULA.findall(line) if _RELATION.search(f)]
    chains = mentioned_chains(line, c.texts)
    is_known = len(relations) <= len(chains) and all(ch.first_refusal() is None for ch in chains)
    return (is_plain and is_known) or (read.is_full and read.is_usable)


def instance_bodies(c: Candidate, hypothesis: Binder, formula: Formula) -> tuple[str, ...]:
    """Write proofs of the conclusion from one hypothesis: itself, or at the statement's letters."""
    name, claim = hypothesis.names[0], c.parts.claim_formula
    if not isinstance(formula, Quantified):
        return (f"exact {name}", "grind", "omega")
    bound = open_claim(formula)[0]
    inner = [v.name for v in open_claim(claim)[0]] if claim is not None else []
    letters = [v.name for v in c.parts.variables if not v.is_function and _occurs(v.name, c)]
    chosen = list(permutations([*inner, *letters], len(bound)))[:_MOST_INSTANCES]
    points = [f"{name} {' '.join(names)}" for names in chosen]
    begin = f"intro {' '.join(inner)}\n" if inner else ""
    direct = [f"{begin}exact {point}" for point in points]
    rest = [f"{begin}have at_point := {point}\nclear {name}\ngrind" for point in points]
    return (*direct, *rest)


def applications(c: Candidate, hypothesis: Binder, formula: Formula) -> tuple[str, ...]:
    """Write proofs that only apply a rule, its conditions taken from the other hypotheses."""
    conditions = " (by assumption)" * len(open_claim(formula)[1])
    direct = instance_bodies(c, hypothesis, formula)
    return tuple(f"{body}{conditions}" for body in direct if body.startswith("exact "))


def _occurs(name: str, c: Candidate) -> bool:
    return bool(re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", c.parts.conclusion))
