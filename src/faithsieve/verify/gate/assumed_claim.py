"""The claim itself among the hypotheses, in whatever form: a statement that assumes what it shows.

``X - T = 0`` for the claim ``X = T``, or ``∀ m, P m`` for the claim ``P n``, is the claim over
again. That a hypothesis is the claim, Lean shows: naming it proves the conclusion, or each follows
from the other with nothing else known (``lean_probes.py``). Whether a text grants it, reading says:
one of the relations in the texts, the claim's own apart, is the hypothesis, whatever its letters
are called.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from faithsieve.lean.signature import Binder
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import lean_formula as lean
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.english_claims import mentioned_chains, numerals_of, read_text
from faithsieve.verify.gate.candidate import Candidate, is_domain, letters_in
from faithsieve.verify.links import (
    all_links,
    common_name,
    formula_links,
    is_side_condition,
    moved_alike,
    same_meaning,
    same_sides,
    with_letters,
    written_alike,
)
from faithsieve.verify.statement_parts import LEADING_LETTERS, OPENED, conjunct_texts

_OF_ALL = re.compile(r"\b(?:all|any|each|every|general|whenever|always)\b|\\forall", re.IGNORECASE)
_DESCRIBED = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z](?::[^$]*)?(?:[$\s]*(?:,|and)[$\s]*[A-Za-z](?::[^$]*)?)*)(?:_n)?"
    r"[\s$\\)]+(?:is|be|are)\s+(?!defined|given)\(?[a-z]"
)
_OF_SETS = re.compile(r"\\(?:cap|cup|sub|sup|setminus)|[∩∪⊆⊂∖]")
_BOUND = re.compile(r"[¬(\s]*[∀∃]\s*\(?\s*([^\W\d][\w']*)")
_NAMED = re.compile(r"[A-Z][a-z]{3,}|(?<!\w)[a-z]{5,}")
_EXPONENT = re.compile(r"\^\s*\{?\d+")


class Suspect(NamedTuple):
    """A hypothesis, or one conjunct of it, that no relation of a text grants."""

    name: str
    """The hypothesis."""
    term: str
    """What Lean knows it by: ``h``, or ``h.2.1`` for a conjunct."""
    text: str
    formula: lean.Formula | None
    """None where it cannot be read."""

    @property
    def bound(self) -> tuple[str, ...]:
        """The letters of which it speaks for all."""
        if self.formula is not None:
            return tuple(v.name for v in open_claim(self.formula)[0])
        found = LEADING_LETTERS.match(self.text)
        return tuple(found[1].split()) if found else ()

    @property
    def links(self) -> tuple[lean.Compare, ...]:
        return () if self.formula is None else _links(open_claim(self.formula)[-1])


def ungranted_hypotheses(c: Candidate) -> Iterator[Suspect]:
    """Yield what is assumed and is no relation that a text grants."""
    assumed = [s for s in _assumptions(c) if not is_side_condition(s.text, c.parts.text)]
    # Bounds of a letter are often granted in words ("a number of four digits"); two pin it down.
    bounds = [s for s in assumed if s.formula is not None and is_domain(s.formula)]
    for suspect in assumed:
        carried = [link for other in assumed if other is not suspect for link in other.links]
        is_story = _tells_numbers(suspect, c) and not is_target(suspect, c)
        is_told = bounds == [suspect] or is_story or _is_named(suspect, c)
        is_law = suspect.formula is None and bool(suspect.bound) and "∑" not in suspect.text
        is_unread = is_law or _is_described(suspect, c)
        if not (is_told or is_unread or _is_granted(suspect, carried, c)):
            yield suspect


def unworded_hypotheses(c: Candidate) -> Iterator[Binder]:
    """Yield what is assumed in letters or words of its own, which nothing given speaks of.

    What is told in signs of sets may be stated element by element, in any letter.
    """
    given = " ".join(_given_sentences(c))
    spoken = letters_in(given).union(map(common_name, re.findall(r"\\[a-z]+", given)))
    variables = {v.name for v in c.parts.variables}
    for h in c.parts.hypotheses:
        first = _BOUND.match(h.type)
        words = [w.lower() for w in _NAMED.findall(h.type) if w not in variables]
        told = [given if w in c.parts.conclusion.lower() else given + c.problem for w in words]
        is_worded = not words or any(w[:4] in t.lower() for w, t in zip(words, told, strict=True))
        is_member = "∀" in h.type and ": Set" not in h.type and _OF_SETS.search(given)
        is_lettered = first is None or is_member or common_name(first[1]) in spoken
        if not (is_worded and is_lettered) and not h.names[0].startswith(OPENED):
            yield h


def has_own_letter(suspect: Suspect, c: Candidate) -> bool:
    """Return whether a hypothesis speaks of a letter that no text has: the author's own name."""
    named = {v.name for v in c.parts.variables if v.name in re.findall(r"[^\W\d]\w*", suspect.text)}
    return not {common_name(n) for n in named} <= frozenset().union(*map(letters_in, c.texts))


def _tells_numbers(suspect: Suspect, c: Candidate) -> bool:
    """Return whether a hypothesis has numbers of the text that the claim has not: its story."""
    told = " ".join((c.problem, *(p.text for p in c.obligation.premises)))
    given = numerals_of(_EXPONENT.sub(" ", told))
    claimed = numerals_of(f"{c.obligation.claim} {c.parts.conclusion}") | {0, 1, 2}
    is_plain = not suspect.bound and not set("→↔∨") & set(suspect.text)
    return is_plain and bool((numerals_of(suspect.text) & given) - claimed)


def _is_named(suspect: Suspect, c: Candidate) -> bool:
    """Return whether a hypothesis is a property by its word, which texts have: "an odd prime"."""
    words = re.findall(r"^([A-Z]\w+) \w+$", suspect.text)
    return any(w.lower() in c.everything.lower() and w not in c.parts.conclusion for w in words)


def _assumptions(c: Candidate) -> Iterator[Suspect]:
    for h in c.parts.hypotheses:
        if c.worded.conditions and h.names[0].startswith(OPENED):
            continue
        pieces = conjunct_texts(h.type)
        for at, text in enumerate(pieces):
            term = h.names[0] + ".2" * at + ("" if at == len(pieces) - 1 else ".1")
            text = _with_own_witness(text, h.names[0], c)
            yield Suspect(
                h.names[0], term, text, lean.try_formula(text, functions=c.parts.functions)
            )


def _with_own_witness(text: str, name: str, c: Candidate) -> str:
    """Bind a letter that nothing else speaks of: ``n = 2 * k`` says that there is such a k."""
    others = [h.type for h in c.parts.hypotheses if h.names[0] != name]
    spoken = frozenset().union(*map(letters_in, c.texts))
    for v in c.parts.variables:
        letter = re.compile(rf"(?<![\w'.]){re.escape(v.name)}(?![\w'])")
        used = any(map(letter.search, (*others, c.parts.conclusion)))
        if letter.search(text) and not used and common_name(v.name) not in spoken:
            return f"∃ own_{v.name} : {v.type}, {letter.sub(f'own_{v.name}', text)}"
    return text


def described_laws(c: Candidate) -> frozenset[str]:
    """Return the hypotheses that words may grant which say what a function is like."""
    return frozenset(s.name for s in _assumptions(c) if _is_described(s, c))


def _is_described(suspect: Suspect, c: Candidate) -> bool:
    """Return whether words say what a law's function is like: "f is injective"."""
    subjects = " ".join(_DESCRIBED.findall(" ".join(_given_sentences(c))))
    described = c.parts.functions.intersection(re.findall(r"\b[A-Za-z]\b", subjects))
    return "→" in suspect.text and any(f"{name} " in suspect.text for name in described)


def _given_sentences(c: Candidate) -> Iterator[str]:
    """Yield the sentences of problem and context that ask for nothing."""
    for text in (c.problem, *(p.text for p in c.obligation.premises)):
        sentences = re.split(r"(?<=[.!?;])\s+", text)
        yield from (s for s in sentences if not cue("tasks").search(s))


def assumes_commutativity(c: Candidate) -> bool:
    """Return whether a structure commutes of which no text but the task says so."""
    is_said = re.search(r"abelian|commut|field", " ".join(_given_sentences(c)), re.IGNORECASE)
    return not is_said and any(name.startswith("Comm") for name, _ in c.parts.instances)


def _is_granted(suspect: Suspect, carried: Sequence[lean.Compare], c: Candidate) -> bool:
    """Return whether one of a hypothesis's relations is known, or written but not as the target.

    What the text says grants one hypothesis: beside the one that is written like it, any other form
    of it is the author's conclusion.
    """
    target = (*(c.claim_links or ()), *c.conclusion_links, *_links_of_claim(c))
    links = (*suspect.links, *_residues(suspect.links, c))
    told = _relations(suspect, c)
    facts = [fact for text in c.texts for fact in read_text(text, c.texts).properties]
    others = [link for link in (*told, *facts) if not _says(link, target)]
    known = [link for link in c.premises if not suspect.bound or link in told]
    if is_target(suspect, c, as_written=True) and not any(
        moved_alike(link, k) for link, k in product(links, (*known, *others))
    ):
        # Another relation may say as much; this one is written like the target.
        return False
    free = [k for k in (*known, *others) if not any(written_alike(k, other) for other in carried)]
    return any(_says(link, links) for link in free) or any(
        same(link, mention)
        for link in links
        for mention in (*known, *told)
        for same in (written_alike, same_sides)
        if mention in known or not any(same(mention, t) for t in target)
    )


def is_target(suspect: Suspect, c: Candidate, *, as_written: bool = False) -> bool:
    """Return whether a hypothesis is a relation of the conclusion.

    An equation says as much as its solution, so that ``x = 3`` has to be written like it.
    """
    target = [*c.conclusion_links, *_links_of_claim(c)]
    same = moved_alike if as_written else same_meaning
    if not as_written:
        target = [
            k for k in target if not (_is_value(k.left, k.right) or _is_value(k.right, k.left))
        ]
    return any(same(link, t) for link in suspect.links for t in target)


def _is_value(letter: ex.Expr, value: ex.Expr) -> bool:
    return isinstance(letter, ex.Sym) and not ex.symbols(value) and not ex.applied(value)


def _links_of_claim(c: Candidate) -> tuple[lean.Compare, ...]:
    """Return the relations of the conclusion as they are written, under whatever conditions."""
    return () if c.parts.claim_formula is None else _links(open_claim(c.parts.claim_formula)[-1])


def _relations(suspect: Suspect, c: Candidate) -> list[lean.Compare]:
    """Return what the texts mention; what they say of a whole number of the claim grants no law.

    The hypothesis of an induction speaks of the letter that the claim has one further on, and what
    holds for whole numbers need not hold for others.
    """
    if not suspect.bound:
        return list(c.mentioned)
    is_wider = re.search(r": ℚ", suspect.text) and not re.search(r": [ℕℤ]", suspect.text)
    counted = {v.name for v in c.parts.variables if v.type in ("Nat", "Int")}
    fixed = letters_in(c.obligation.claim) & counted
    premises = [p.text for p in c.obligation.premises]
    own = [t for t in (c.obligation.source, c.obligation.claim) if _OF_ALL.search(t)]
    told = [
        link
        for text in (*premises, *own)
        for link in all_links(*mentioned_chains(text, c.texts))
        if (_OF_ALL.search(text) or not lean.free_names(link) & fixed)
        and not (is_wider and cue("whole_numbers").search(text))
    ]
    return [*told, *all_links(*read_text(c.problem, c.texts, is_problem=True).chains)]


def _residues(links: tuple[lean.Compare, ...], c: Candidate) -> tuple[lean.Compare, ...]:
    """Return what links with a letter of their own say: "n is even" may be ``n = 2 * k``."""
    told = {letter for known in c.mentioned for letter in lean.free_names(known)}
    own = frozenset[str]().union(*map(lean.free_names, links)) - told
    return tuple(found for link in links if (found := _residue(link, own)))


def _links(formula: lean.Formula) -> tuple[lean.Compare, ...]:
    """Return the relations of a formula; ``∃ k, t = 7 * k + 2`` is also the residue it says."""
    match formula:
        case lean.Quantified(quantifier="∃", names=names, body=body):
            inner = _links(body)
            found = (_residue(link, frozenset(names)) for link in inner)
            return tuple(residue for residue in found if residue) or inner
        case _:
            return formula_links(formula)


def _residue(link: lean.Compare, free: frozenset[str]) -> lean.Compare | None:
    """Read ``t = 7 * k + 2`` with a letter of no other use as ``t ≡ 2`` modulo 7."""
    if link.relation is not ex.Relation.EQ:
        return None
    for side, term in ((link.left, link.right), (link.right, link.left)):
        terms = side.terms if isinstance(side, ex.Add) else (side,)
        for at, piece in enumerate(terms):
            match piece:
                case ex.Mul(factors=(ex.Num() as modulus, ex.Sym(name=name))) if name in free:
                    rest = ex.Add((*terms[:at], *terms[at + 1 :], ex.ZERO))
                    return lean.Compare(ex.Relation.CONGRUENT, term, rest, modulus)
    return None


def _says(known: lean.Compare, links: tuple[lean.Compare, ...]) -> bool:
    """Return whether a relation is one of some links, whatever their letters are called."""
    for link in links:
        mine, theirs = sorted(lean.free_names(link)), sorted(lean.free_names(known))
        if len(mine) > len(theirs) or len(theirs) > 4:
            if same_meaning(link, known):
                return True
            continue
        for chosen in permutations(theirs, len(mine)):
            renamed = with_letters(link, dict(zip(mine, chosen, strict=True)))
            if same_meaning(renamed, known):
                return True
    return False
