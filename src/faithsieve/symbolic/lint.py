"""All zero-token checks over one proof: slips, supported and undecided claims.

Reads every step, decides every link it can, and reports the slips in reading order. Whether a slip
is *refuted*, *suspicious* or only a *note* is graded at the end, when the whole proof is known.
"""

import re
import time
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, assert_never

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import (
    Abstention,
    FindingClass,
    LintFinding,
    LintReport,
    SupportedLink,
)
from faithsieve.symbolic import derivations, identities, numeric
from faithsieve.symbolic.accounts import NUMBER_RULES, AccountKeeper, Graded
from faithsieve.symbolic.claims import Claim, ClaimReader
from faithsieve.symbolic.context import (
    Abstain,
    LinkVerdict,
    ProofContext,
    Slip,
    Supported,
    Undecided,
    inline,
    is_closed,
)
from faithsieve.symbolic.expressions import (
    Add,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Refusal,
    Relation,
    Span,
    Sym,
    symbols,
    walk,
)
from faithsieve.symbolic.lean_terms import lean_form
from faithsieve.symbolic.lexicon import cue

_COMPLEX = cue("complex")

_NONCOMMUTATIVE = cue("noncommutative")


class LintSettings(Record):
    """Limits of the zero-token checks."""

    timeout_s: float = Field(default=5.0, gt=0)
    """Processor seconds one proof may take; what was found until then is kept."""


class _Linter:
    def __init__(self, proof: Proof, settings: LintSettings) -> None:
        # Processor time, so that what is found does not depend on what else the machine does.
        self._deadline = time.thread_time() + settings.timeout_s
        texts = self._texts = [proof.problem, *(step.text for step in proof.steps)]
        self._complex = any(_COMPLEX.search(text) for text in texts)
        self._commutes = not any(_NONCOMMUTATIVE.search(text) for text in texts)
        self._context = ProofContext(
            complex_numbers=self._complex,
            given_functions=frozenset(
                re.findall(r"(?<![A-Za-z\\])([A-Za-z])(?![A-Za-z])", texts[0])
            ),
        )
        self._bare: Claim | None = None
        self._reader = ClaimReader(texts)
        self._claims: list[Claim] = []
        self._slips: list[_PlacedSlip] = []
        self._supported: list[SupportedLink] = []
        self._reasons: Counter[str] = Counter()
        self._seen = self._read = 0
        self._complete = True

    def run(self) -> LintReport:
        for number, text in enumerate(self._texts):
            following = "".join(self._texts[number + 1 : number + 2]) if number else ""
            for claim in self._reader.read(number, text, following):
                if time.thread_time() > self._deadline:
                    self._complete = False
                    return self._report()
                self._visit(claim)
        return self._report()

    def _report(self) -> LintReport:
        keeper = AccountKeeper(self._texts, self._claims)
        graded = [(slip, keeper.grade(slip.claim, slip.at, slip.slip)) for slip in self._slips]
        return LintReport(
            findings=tuple(
                _finding(slip, grade) for slip, grade in graded if _is_shown(slip, grade)
            ),
            supported=tuple(self._supported),
            abstentions=tuple(
                Abstention(reason=reason, count=count)
                for reason, count in self._reasons.most_common()
            ),
            sides_read=self._read,
            sides_seen=self._seen,
            complete=self._complete,
        )

    def _visit(self, claim: Claim) -> None:
        if claim.chain.relations:
            self._seen += len(claim.chain.sides)
            self._read += sum(not isinstance(side, Refusal) for side in claim.chain.sides)
        refuted = set()
        self._claims.append(claim)
        self._compare_displays(claim)
        if claim.step > 0:
            for at, left, relation, right in claim.chain.links():
                verdict = self._decide(claim, at, left, relation, right)
                self._record(claim, at, relation, verdict)
                if isinstance(verdict, Slip):
                    refuted.add(at)
        self._context.learn(claim, frozenset(refuted))

    def _compare_displays(self, claim: Claim) -> None:
        if self._bare is not None:
            verdict = identities.check_restated(self._context, self._bare, claim)
            if isinstance(verdict, Slip):
                span = claim.chain.side_spans[0]
                sides = self._bare.side_text(0), Relation.EQ.value, claim.side_text(0)
                self._slips.append(_PlacedSlip(claim, 0, span, sides, verdict))
        self._bare = claim if identities.is_displayed(claim) else None

    def _decide(
        self, claim: Claim, at: int, left: Expr, relation: Relation, right: Expr
    ) -> LinkVerdict:
        if self._context.definitions:
            left, right = (inline(side, self._context.definitions) for side in (left, right))
        if claim.chain.modulus is not None or (is_closed(left) and is_closed(right)):
            return numeric.check_link(claim, at, left, relation, right)
        if not self._commutes:
            return Undecided(Abstain.NONCOMMUTATIVE)
        if relation is Relation.EQ:
            return self._decide_equality(claim, at, left, right)
        return Undecided(Abstain.RELATION)

    def _decide_equality(self, claim: Claim, at: int, left: Expr, right: Expr) -> LinkVerdict:
        if self._complex and _uses_imaginary_unit(left, right):
            return Undecided(Abstain.COMPLEX)
        equation = self._context.equation(claim, at, left, right)
        if equation is None:
            return Undecided(Abstain.LIMIT)
        verdict = identities.check(self._context, equation)
        is_last = at + 1 == len(claim.chain.relations)
        if verdict == Undecided(Abstain.CONSTRAINT) and is_last:
            return derivations.check(self._context, equation)
        return verdict

    def _record(self, claim: Claim, at: int, relation: Relation, verdict: LinkVerdict) -> None:
        left, right = claim.chain.side_spans[at], claim.chain.side_spans[at + 1]
        span = Span(min(left.start, right.start), right.end)
        match verdict:
            case Undecided(reason=reason):
                self._reasons[reason.value] += 1
            case Supported(rule=rule):
                text = claim.text[span.start : span.end]
                self._supported.append(
                    SupportedLink(step=claim.step, column=span.start + 1, rule=rule, claim=text)
                )
            case Slip():
                sides = claim.side_text(at), relation.value, claim.side_text(at + 1)
                self._slips.append(_PlacedSlip(claim, at, span, sides, verdict))
            case _:
                assert_never(verdict)


class _PlacedSlip(NamedTuple):
    """A slip with the claim it is about, its place and its two sides as written."""

    claim: Claim
    at: int
    span: Span
    sides: tuple[str, str, str]
    slip: Slip


def _is_shown(placed: _PlacedSlip, graded: Graded) -> bool:
    return graded.finding_class is FindingClass.REFUTED or not placed.slip.only_if_accounted


def _finding(placed: _PlacedSlip, graded: Graded) -> LintFinding:
    claim, span, slip = placed.claim, placed.span, placed.slip
    left, relation, right = placed.sides
    name = f"step{claim.step}_column{span.start + 1}"
    stated = graded.stated or slip.stated
    # With premises, only a point at which they hold is a counterexample.
    point = stated.witness if stated and stated.premises else slip.counterexample
    shown = _words(point) if point else None
    differs = f" at {shown}" if shown and slip.rule == identities.RULE else ""
    return LintFinding(
        step=claim.step,
        column=span.start + 1,
        end_column=span.end + 1,
        rule=slip.rule,
        finding_class=graded.finding_class,
        locates=slip.rule not in NUMBER_RULES,
        claim=claim.text[span.start : span.end],
        left=left,
        relation=relation,
        right=right,
        counterexample=shown,
        message=f"{slip.message}{differs}",
        account=graded.account,
        doubt=graded.doubt,
        lean=lean_form(name, stated) if stated else None,
    )


def _words(point: Mapping[str, Fraction]) -> str:
    """``x = 2, y = 1/3``."""
    pairs = [f"{name} = {value}" for name, value in sorted(point.items())]
    return ", ".join(pairs).translate(str.maketrans("", "", "{}\\"))


def _uses_imaginary_unit(left: Expr, right: Expr) -> bool:
    """Whether i occurs beside anything but sums, products and powers, or in a condition."""
    polynomial = (Num, Sym, Neg, Add, Mul, Pow)
    is_polynomial = all(isinstance(part, polynomial) for part in walk(left, right))
    return "i" in symbols(left, right) and not is_polynomial


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
