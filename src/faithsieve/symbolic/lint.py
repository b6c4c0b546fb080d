"""All zero-token checks over one proof: slips, supported and undecided claims.

Reads every step, decides every link it can, and reports the slips in reading order. Whether a slip
is *refuted*, *suspicious* or only a *note* is graded at the end, when the whole proof is known.
"""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import Abstention, LintFinding, LintReport, SupportedLink
from faithsieve.symbolic import equations, numeric
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.accounts import NUMBER_RULES, AccountKeeper, Graded
from faithsieve.symbolic.claims import Claim, ClaimReader, single_letters
from faithsieve.symbolic.context import (
    Abstain,
    Link,
    LinkVerdict,
    ProofContext,
    Slip,
    Supported,
    inline,
    is_closed,
    links_of,
)
from faithsieve.symbolic.lean_terms import lean_form
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import TooLargeError


class LintSettings(Record):
    """Limits of the zero-token checks."""

    timeout_s: float = Field(default=5.0, gt=0)
    """Processor seconds one proof may take; what was found until then is kept."""


class _Linter:
    def __init__(self, proof: Proof, settings: LintSettings) -> None:
        # Processor time, so that what is found does not depend on what else the machine does.
        self._deadline = time.thread_time() + settings.timeout_s
        texts = self._texts = [proof.problem, *(step.text for step in proof.steps)]
        self._commutes = not any(map(cue("noncommutative").search, texts))
        self._context = ProofContext(
            complex_numbers=any(map(cue("complex").search, texts)),
            given_functions=single_letters(texts[:1]),
        )
        self._reader = ClaimReader(texts)
        self._claims: list[Claim] = []
        self._slips: list[tuple[Link, Slip]] = []
        self._supported: list[SupportedLink] = []
        self._reasons: Counter[str] = Counter()

    def run(self) -> LintReport:
        for number, text in enumerate(self._texts):
            following = "".join(self._texts[number + 1 : number + 2]) if number else ""
            for claim in self._reader.read(number, text, following):
                if time.thread_time() > self._deadline:
                    return self._report(complete=False)
                self._visit(claim)
        return self._report(complete=True)

    def _report(self, *, complete: bool) -> LintReport:
        keeper = AccountKeeper(self._texts, self._claims)
        chains = [claim.chain for claim in self._claims if claim.chain.relations]
        findings = [_finding(link, keeper.grade(link, slip)) for link, slip in self._slips]
        return LintReport(
            findings=tuple(findings),
            supported=tuple(self._supported),
            abstentions=tuple(
                Abstention(reason=reason, count=count)
                for reason, count in self._reasons.most_common()
            ),
            sides_read=sum(len(chain.read_sides) for chain in chains),
            sides_seen=sum(len(chain.sides) for chain in chains),
            complete=complete,
        )

    def _visit(self, claim: Claim) -> None:
        refuted = set()
        if self._claims and (found := equations.check_restated(self._claims[-1], claim)):
            self._slips.append(found)
        self._claims.append(claim)
        for link in links_of(claim) if claim.step > 0 else ():
            match self._decide(link):
                case Abstain() as reason:
                    self._reasons[reason.value] += 1
                case Supported(rule=rule):
                    step, (start, end) = claim.step, link.span
                    text = claim.text[start:end]
                    self._supported.append(
                        SupportedLink(step=step, column=start + 1, rule=rule, claim=text)
                    )
                case Slip() as slip:
                    self._slips.append((link, slip))
                    refuted.add(link.at)
                case verdict:
                    assert_never(verdict)
        self._context.learn(claim, frozenset(refuted))

    def _decide(self, link: Link) -> LinkVerdict:
        if definitions := self._context.definitions:
            left, right = (inline(side, definitions) for side in (link.left, link.right))
            link = replace(link, left=left, right=right)
        is_number = is_closed(link.left) and is_closed(link.right)
        if link.claim.chain.modulus is not None or is_number:
            return numeric.check_link(link)
        if not self._commutes:
            return Abstain.NONCOMMUTATIVE
        if self._context.complex_numbers and _uses_imaginary_unit(link):
            return Abstain.COMPLEX
        try:
            return equations.check(self._context, link)
        except TooLargeError:
            return Abstain.LIMIT


def _finding(link: Link, graded: Graded) -> LintFinding:
    claim, slip, (start, end) = link.claim, graded.slip, link.span
    shown = _words(slip.witness) if slip.witness else None
    name = f"step{claim.step}_column{start + 1}"
    # Only an account knows all premises of such a slip.
    is_open = graded.account is None and slip.rule in equations.NEED_ACCOUNTS
    differs = f" at {shown}" if shown and slip.rule == equations.IDENTITY_RULE else ""
    return LintFinding(
        step=claim.step,
        column=start + 1,
        end_column=end + 1,
        rule=slip.rule,
        finding_class=graded.finding_class,
        locates=slip.rule not in NUMBER_RULES,
        claim=claim.text[start:end],
        left=link.sides[0],
        relation=link.relation.value,
        right=link.sides[1],
        counterexample=shown,
        message=f"{slip.message}{differs}",
        account=graded.account,
        doubt=graded.doubt,
        lean=None if is_open else lean_form(name, slip.stated, slip.premises, slip.witness),
    )


def _words(point: Mapping[str, Fraction]) -> str:
    """``x = 2, y = 1/3``."""
    pairs = [f"{name} = {value}" for name, value in sorted(point.items())]
    return ", ".join(pairs).translate(str.maketrans("", "", "{}\\"))


def _uses_imaginary_unit(link: Link) -> bool:
    """Whether i occurs beside anything but sums, products and powers."""
    polynomial = ex.Num | ex.Sym | ex.Neg | ex.Add | ex.Mul | ex.Pow
    parts = ex.walk(link.left, link.right)
    return "i" in link.letters and not all(isinstance(part, polynomial) for part in parts)


def lint_proof(proof: Proof, *, settings: LintSettings | None = None) -> LintReport:
    """Check everything in a proof that code can decide, without any model.

    Args:
        proof: The problem and its numbered steps.
        settings: Limits; the defaults suit proofs of ordinary length.
    """
    return _lint(proof, settings or LintSettings())


# The method, its ablations and the audits of one command lint the same proofs.
@lru_cache(maxsize=1024)
def _lint(proof: Proof, settings: LintSettings) -> LintReport:
    return _Linter(proof, settings).run()
