"""A frozen statement beside the texts it should agree with, both read as far as code can."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.obligation import Obligation, Premise
from faithsieve.symbolic.expressions import Num, Relation, Sym, applied, calls
from faithsieve.symbolic.lean_formula import Compare, Formula, conjuncts, free_names, terms_of
from faithsieve.verify.english_claims import (
    ReadText,
    mentioned_chains,
    read_text,
)
from faithsieve.verify.gate.claim_words import WordedClaim, stated_core, take_apart
from faithsieve.verify.gate.indices import as_applications, with_identity, with_sums
from faithsieve.verify.links import (
    all_links,
    chain_links,
    common_name,
    formula_links,
    same_sides,
)
from faithsieve.verify.statement_parts import StatementParts, parse_signature

_CONGRUENCES = frozenset({Relation.CONGRUENT, Relation.NOT_CONGRUENT})
_ORDERS = frozenset({Relation.LT, Relation.LE, Relation.GT, Relation.GE, Relation.NE})
_DIVISIBLE = re.compile(r"\$([^$]+)\$\s+(?:is|be)\s+(?:divisible by|a multiple of)\s+\$?(\d+)\$?")
_RENAMED = frozenset("abcdfghijklmnpqrstuvwxyz")
_WHOLE = frozenset({"Nat", "Int", "ℕ", "ℤ"})


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
        """The statement without the names of its binders."""
        kinds = [v.type for v in self.parts.variables] + [h.type for h in self.parts.hypotheses]
        return " , ".join([*kinds, self.parts.conclusion])

    @cached_property
    def worded(self) -> WordedClaim:
        return take_apart(self.obligation.claim)

    @cached_property
    def claim_text(self) -> str:
        """The claim without quantifiers and condition; existence stays unless Lean has it."""
        stated = {name for sign, name in self.parts.quantifiers if sign == "∃"}
        is_shared = self.worded.letters("∃") <= stated
        return self.worded.core if is_shared else self.obligation.claim

    @cached_property
    def claim(self) -> ReadText:
        return read_text(self.claim_text, self.texts)

    @cached_property
    def mentioned(self) -> tuple[Compare, ...]:
        """Every relation that problem, context, step or claim mention, in whatever mood."""
        step = (self.obligation.source, self.obligation.claim)
        return (*self.premises, *self._links_in(self.problem, *step))

    @cached_property
    def premises(self) -> tuple[Compare, ...]:
        """Relations of the context and of a condition of the claim, not those to be proved."""
        premises = (p.text for p in self.obligation.premises)
        told = self._links_in(*premises, *self.worded.conditions)
        given = read_text(self.problem, self.texts, is_problem=True).chains
        return (*told, *all_links(*given))

    def _links_in(self, *texts: str) -> tuple[Compare, ...]:
        told = (_DIVISIBLE.sub(r"$\2\\mid \1$", text) for text in texts)
        return tuple(k for text in told for k in all_links(*mentioned_chains(text, self.texts)))

    @cached_property
    def claim_links(self) -> tuple[Compare, ...] | None:
        """The relations claimed; None when the claim is not fully read."""
        is_read = self.claim.is_full and self.claim.is_usable and self.claim.chains
        if not is_read:
            return None
        links = chain_links(*self.claim.chains)
        if any(k.relation in _CONGRUENCES and k.modulus is None for k in links):
            return None
        terms = [t for k in links for t in terms_of(k)]
        stated = [t for k in self.conclusion_links for t in terms_of(k)]
        is_renamed = stated and not calls(*terms) <= calls(*stated)
        is_worded = any(free_names(k) & self._functions for k in links)
        if is_renamed or is_worded or not applied(*terms) <= self._functions:
            # A function that the statement writes out or calls by a letter, or one that is "odd".
            return None
        own = [k for k in links if not any(same_sides(k, known) for known in self.premises)]
        return tuple(own) or links

    @property
    def _functions(self) -> frozenset[str]:
        return frozenset(map(common_name, self.parts.functions))

    @cached_property
    def conclusion_links(self) -> tuple[Compare, ...]:
        """The relations of the conclusion, opened; none when it has other structure."""
        claim, shared = self.parts.claim_formula, self.worded.letters("∃")
        return formula_links(stated_core(claim, shared)) if claim else ()

    def finding(
        self, name: str, category: DriftCategory, detail: str, proof: Digest | None = None
    ) -> ProbeFinding:
        """What a probe found, with Lean's proof of it or else the statement."""
        artifact = proof or self.frozen.type_digest
        return ProbeFinding(name=name, category=category, detail=detail, artifact=artifact)

    def in_lean_notation(self) -> "Candidate":
        """Write the texts as Lean does: arguments for indices, 1 for the identity of a group."""
        one_place = [v.name for v in self.parts.variables if v.type.count("→") == 1]
        is_group = any("Group" in name or "Monoid" in name for name, _ in self.parts.instances)
        identity = is_group and all(v.name != "e" for v in self.parts.variables)

        def written(text: str) -> str:
            # In a program an arrow, in a proof "less than minus".
            text = as_applications(text.replace("<-", "< -"), one_place)
            text = with_sums(text) if "∑" in self.lean_text else text
            return with_identity(text) if identity else text

        told = self.obligation
        if self.everything == written(self.everything):
            return self
        changed = {
            "claim": written(told.claim),
            "statement": written(told.statement),
            "source": written(told.source),
            "premises": tuple(
                Premise(name=p.name, text=written(p.text), is_assumption=p.is_assumption)
                for p in told.premises
            ),
        }
        obligation = Obligation.model_validate({**dict(told), **changed})
        return replace(self, obligation=obligation, problem=written(self.problem))

    def in_letters_of_text(self) -> Iterator["Candidate"]:
        """Yield itself with letters that no text has renamed to those that only the claim has.

        Only for comparing: the frozen statement keeps its letters.
        """
        bound = {name for _, name in self.parts.quantifiers} | self.parts.functions
        own = {n for n in bound if n.isascii()}.difference(*map(letters_in, self.texts))
        missing = (letters_in(self.obligation.claim) & _RENAMED) - {common_name(n) for n in bound}
        if len(own) != len(missing) or not 0 < len(own) < 4:
            return
        for chosen in permutations(sorted(missing)):
            names = dict(zip(sorted(own), chosen, strict=True))
            letter = re.compile(rf"(?<![\w'.])({'|'.join(map(re.escape, names))})(?![\w'])")
            text = letter.sub(lambda found, names=names: names[found[0]], self.parts.text)  # type: ignore[misc]
            if parts := parse_signature(text):
                yield replace(self, parts=parts)


def letters_in(text: str) -> frozenset[str]:
    """Return the letters of a text's formulas, in their common spelling."""
    marked = " ".join(re.findall(r"\$[^$]*\$", text))
    found = re.findall(r"\\[A-Za-z]+|(?<![A-Za-z])[A-Za-z](?![A-Za-z])|[α-ω]", marked or text)
    # In marked formulas "nx" is a product of letters; without marks it may be a word.
    runs = re.findall(r"(?<![A-Za-z\\])[A-Za-z]{2,3}(?![A-Za-z])", marked)
    letters = [*found, *"".join(runs)]
    return frozenset(common_name(letter) for letter in letters if not letter.startswith("\\"))


def is_domain(formula: Formula) -> bool:
    """Return whether a hypothesis only bounds letters by numbers or keeps them from one."""
    return all(
        isinstance(part, Compare)
        and part.relation in _ORDERS
        and {type(part.left), type(part.right)} <= {Sym, Num}
        for part in conjuncts(formula)
    )
