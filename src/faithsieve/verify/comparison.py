"""A frozen statement beside the texts it should agree with, read once for all probes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.symbolic.expressions import Chain
from faithsieve.symbolic.lean_formula import Formula
from faithsieve.verify.english_claims import ReadText, TextReader, read_property, split_alternatives
from faithsieve.verify.links import (
    Link,
    chain_links,
    formula_links,
    link_of,
    matches_any,
    opened,
    same_sides,
    share_modulus,
    spanning_link,
)
from faithsieve.verify.statement_parts import StatementParts


@dataclass(frozen=True)
class Comparison:
    """A statement and the texts it should agree with."""

    obligation: Obligation
    problem: str
    frozen: FrozenStatement
    parts: StatementParts
    written: StatementParts
    """The same before leading quantifiers and conditions were moved among the binders."""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Everything the statement may draw on."""
        obligation = self.obligation
        premises = [p.text for p in obligation.premises]
        return (self.problem, *premises, obligation.source, obligation.statement, obligation.claim)

    @cached_property
    def everything(self) -> str:
        """All texts in one."""
        return "\n".join(self.texts)

    @cached_property
    def lean_text(self) -> str:
        """The statement without the names of hypotheses."""
        hypotheses = " , ".join(h.type for h in self.parts.hypotheses)
        return f"{hypotheses} , {self.parts.conclusion}"

    @cached_property
    def reader(self) -> TextReader:
        """A reader that knows the letters of all texts."""
        return TextReader(list(self.texts))

    @cached_property
    def claim_text(self) -> str:
        """The claim without a condition in front and a quantifier behind."""
        text = self.obligation.claim
        bare = re.sub(r"^\s*If\s+.*?,\s*then\s+", "", text, flags=re.DOTALL | re.IGNORECASE)
        return _TRAILING_QUANTIFIER.sub("", bare)

    @cached_property
    def claim(self) -> ReadText:
        """The claim as far as it can be read."""
        if self.obligation.kind is not ObligationKind.CASE_SPLIT:
            return self.reader.read(self.claim_text)
        cases = [self.reader.read(case) for case in split_alternatives(self.claim_text)]
        return ReadText(
            text=self.claim_text,
            chains=tuple(chain for case in cases for chain in case.chains),
            is_disjunction=len(cases) > 1 or cases[0].is_disjunction,
            domains=(),
            is_full=all(case.is_full and case.chains for case in cases),
            is_usable=all(case.is_usable for case in cases),
        )

    @cached_property
    def granted(self) -> tuple[Link, ...]:
        """Every relation that problem, context or step mention, in whatever mood."""
        texts = [self.problem, *(p.text for p in self.obligation.premises)]
        texts += [self.obligation.source, self._condition]
        told = [link for text in texts for link in links_in(self.reader, text)]
        # A condition may stand in the claim itself; what is concluded may not be assumed.
        stated = self.conclusion_links or ()
        claimed = links_in(self.reader, self.obligation.claim)
        return (*told, *(link for link in claimed if not matches_any(link, stated)))

    @cached_property
    def context(self) -> tuple[Link, ...]:
        """Relations of problem and premises."""
        texts = [self.problem, *(p.text for p in self.obligation.premises), self._condition]
        return tuple(link for text in texts for link in links_in(self.reader, text))

    @cached_property
    def premises(self) -> tuple[Link, ...]:
        """Relations that may be assumed: the context without what the problem asks to prove."""
        texts = [*(p.text for p in self.obligation.premises), self._condition]
        told = [link for text in texts for link in links_in(self.reader, text)]
        chains = self.reader.given_chains(self.problem)
        return (*told, *(link for chain in chains for link in _chain_relations(chain)))

    @property
    def _condition(self) -> str:
        found = re.match(r"^\s*If\s+(.*?),\s*then\s+", self.obligation.claim, re.DOTALL | re.I)
        return found.group(1) if found else ""

    @cached_property
    def claim_links(self) -> tuple[Link, ...] | None:
        """The relations claimed; None when the claim is not fully read."""
        told = read_property(self.claim_text)
        if told is not None:
            return (link_of(told),)
        read = self.claim
        if not (read.is_full and read.is_usable and read.chains):
            return None
        links = share_modulus(link for chain in read.chains for link in chain_links(chain))
        own = tuple(
            link for link in links if not any(same_sides(link, known) for known in self.context)
        )
        return own or links

    @cached_property
    def core(self) -> Formula | None:
        """The conclusion without leading quantifiers and conditions."""
        return opened(self.parts.claim_formula)[1] if self.parts.claim_formula else None

    @cached_property
    def conclusion_links(self) -> tuple[Link, ...] | None:
        """The relations of the conclusion; None when it has other structure."""
        return formula_links(self.core) if self.core is not None else None

    def finding(self, name: str, category: DriftCategory, detail: str) -> ProbeFinding:
        """A finding about this statement."""
        return ProbeFinding(
            name=name, category=category, detail=detail, artifact=self.frozen.type_digest
        )


_TRAILING_QUANTIFIER = re.compile(
    r"\s*,?\s*for (?:all|every|any|each)\s+(?:(?:real|positive|negative|rational|natural|integer|"
    r"nonzero|whole)s?\s+)*(?:numbers?\s+|values? of\s+)?\$?[A-Za-z](?:\s*(?:,|and)\s*[A-Za-z])*\$?"
    r"\s*\.?\s*$",
    re.IGNORECASE,
)


def links_in(reader: TextReader, text: str) -> tuple[Link, ...]:
    """Every relation that a text mentions, in whatever mood."""
    return _links_around(reader.texts, text) if text.strip() else ()


# Every statement of an obligation is held against the same few texts.
@lru_cache(maxsize=4096)
def _links_around(around: tuple[str, ...], text: str) -> tuple[Link, ...]:
    told = read_property(text)
    stated = link_of(told) if told else None
    chains = TextReader(around).every_chain(text)
    read = share_modulus(link for chain in chains for link in _chain_relations(chain))
    return (*([stated] if stated else []), *read)


def _chain_relations(chain: Chain) -> Iterator[Link]:
    """The links of a chain, and the equation of its ends."""
    yield from chain_links(chain)
    spanning = spanning_link(chain)
    if spanning is not None:
        yield spanning
