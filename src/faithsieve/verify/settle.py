"""Settle a Lean statement without a model: automation, counterexamples, finite structures.

The one function behind ``faithsieve lean settle`` and whoever else has a signature and no tokens.
*Refuted* means that Lean accepted a proof of the negation or of a counterexample; *proved*, that it
accepted a proof of the statement. A text that Lean does not read as a statement is *no statement*.
Everything else is *open*, and open says nothing.
"""

from typing import Literal, NamedTuple

from faithsieve.lean.finite_models import has_solver
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.base import Record
from faithsieve.records.evidence import Route
from faithsieve.records.lean import (
    FiniteModel,
    Polarity,
    ProofJudgement,
    RefusedStatement,
)
from faithsieve.verify.automation import Automation, first_accepted
from faithsieve.verify.counterexamples import counterexample_body, find_witnesses
from faithsieve.verify.statement_parts import StatementParts

PROOF_SECONDS = 60.0
OPEN = "no proof and no counterexample was found"
NO_SOLVER = "finite models were not tried, they need `pip install faithsieve[models]`"


class Settlement(Record):
    """The result of settling a statement by code alone."""

    outcome: Literal["proved", "refuted", "open", "no_statement"]
    """Whether Lean accepted a proof, a refutation, or neither, or does not read the text."""
    is_stated: bool = True
    """Whether Lean understood the statement."""
    route: Route | None = None
    """What found the proof or the counterexample."""
    goal: str = ""
    """The goal that was proved, as Lean prints it."""
    proof: str = ""
    """The accepted proof."""
    witness: str = ""
    """The counterexample in one line."""
    model: FiniteModel | None = None
    """The counterexample, where it is a finite structure."""
    reason: str = ""
    """Why the statement stays open, or what Lean says about the text."""


async def settle(statement: str, judge: StatementJudge) -> Settlement:
    """Prove a signature, refute it, leave it open, or say that it is none.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    frozen = await judge.freeze(statement)
    if isinstance(frozen, RefusedStatement):
        reason = f"{frozen.reason}: {frozen.detail}"[:600]
        # What Lean gave up on, or reads otherwise than it looks, is a statement: it stays open.
        if frozen.verdict == "inconclusive":
            return Settlement(outcome="open", is_stated=False, reason=reason)
        return Settlement(outcome="no_statement", is_stated=False, reason=reason)
    parts = StatementParts(frozen=frozen)
    for find in (point_counterexample, decided_counterexample):
        if found := await find(parts, judge):
            return _refuted(found)
    if proof := await Automation(judge).prove(parts):
        said = {"route": Route.AUTOMATION, "goal": proof.goal_text, "proof": proof.body}
        return Settlement(outcome="proved", **said)
    if found := await finite_counterexample(parts, judge):
        return _refuted(found)
    return Settlement(outcome="open", reason=OPEN if has_solver() else f"{OPEN}; {NO_SOLVER}")


class Counterexample(NamedTuple):
    """A counterexample to a statement, with Lean's proof."""

    text: str
    """The point or the tables, in one line; empty where Lean decided without naming one."""
    judgement: ProofJudgement
    model: FiniteModel | None = None


def _refuted(found: Counterexample) -> Settlement:
    return Settlement(
        outcome="refuted",
        route=Route.SEARCH,
        goal=found.judgement.goal_text,
        proof=found.judgement.body,
        witness=found.text,
        model=found.model,
    )


async def point_counterexample(
    parts: StatementParts, judge: StatementJudge
) -> Counterexample | None:
    """Find a point at which the hypotheses hold and the claim fails, as Lean confirms.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    for witness in find_witnesses(parts):
        body = counterexample_body(parts, witness)
        if accepted := await _accepted(parts, body, judge, Polarity.COUNTEREXAMPLE):
            return Counterexample(witness.text, accepted)
    return None


# Lean goes through all values of a finite type; its library knows matrices as functions only.
_DECIDED = "first | decide +kernel | (delta Matrix; decide +kernel)"
_DECIDE_SECONDS = 5.0
"""Four residues modulo 101 have a hundred million values."""


async def decided_counterexample(
    parts: StatementParts, judge: StatementJudge
) -> Counterexample | None:
    """Let Lean decide a statement about residues, finite sets of them, or other finite types.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    if not parts.is_finite:
        return None
    accepted = await _accepted(parts, _DECIDED, judge, Polarity.NEGATION, _DECIDE_SECONDS)
    return Counterexample("", accepted) if accepted else None


async def finite_counterexample(
    parts: StatementParts, judge: StatementJudge
) -> Counterexample | None:
    """Find a finite structure in which a statement about any type fails.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    if not parts.types:
        return None
    # Lean's own name of an anonymous instance is no name.
    names = ["" if "._" in binder.name else binder.name for binder in parts.frozen.binders]
    model = await judge.finite_model(parts.frozen, names)
    if model is None:
        return None
    accepted = await _accepted(parts, model.body, judge, Polarity.NEGATION)
    return Counterexample(model.text, accepted, model) if accepted else None


async def _accepted(
    parts: StatementParts,
    body: str,
    judge: StatementJudge,
    polarity: Polarity,
    timeout_s: float = PROOF_SECONDS,
) -> ProofJudgement | None:
    return await first_accepted(
        judge, parts.frozen, (body,), polarity=polarity, timeout_s=timeout_s
    )
