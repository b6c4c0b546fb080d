"""Settle a Lean statement without a model: automation, counterexamples, finite structures.

The one function behind ``faithsieve lean settle`` and whoever else has a signature and no tokens.
*Refuted* means that Lean accepted a proof of the negation or of a counterexample; *proved*, that it
accepted a proof of the statement. Everything else is *open*, and open says nothing.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from faithsieve.lean.finite_models import has_solver
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.signature import Signature
from faithsieve.records.base import Record
from faithsieve.records.evidence import Route
from faithsieve.records.lean import (
    FiniteModel,
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
)
from faithsieve.verify.automation import Automation, accepted_proof
from faithsieve.verify.counterexamples import (
    counterexample_body,
    counterexample_in_every_field,
    find_witnesses,
)
from faithsieve.verify.standard_examples import standard_examples
from faithsieve.verify.statement_parts import StatementParts, parse_signature

PROOF_SECONDS = 60.0
EXAMPLE_HEARTBEATS = 20_000
"""For one choice of objects, in Lean's thousands: many are tried, and most are wrong."""
OPEN = "no proof and no counterexample was found"
NO_SOLVER = "finite models were not tried, they need `pip install faithsieve[models]`"


class Settlement(Record):
    """What code alone found out about a statement."""

    outcome: Literal["proved", "refuted", "open"]
    """Whether Lean accepted a proof, a refutation, or neither."""
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
    """Why the statement stays open."""


async def settle(
    statement: str, judge: StatementJudge, *, timeout_s: float = PROOF_SECONDS
) -> Settlement:
    """Prove a signature, refute it, or leave it open.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    frozen = await judge.freeze(statement)
    if isinstance(frozen, RefusedStatement):
        reason = f"{frozen.reason}: {frozen.detail}"[:600]
        return Settlement(outcome="open", is_stated=False, reason=reason)
    parts = parse_signature(statement)
    if parts is None:
        return Settlement(outcome="open", reason="the signature could not be taken apart")
    return (
        await _by_witness(frozen, parts, judge, timeout_s)
        or await _by_automation(frozen, parts, judge)
        or await _by_finite_model(frozen, parts, judge, timeout_s)
        or await _by_standard_example(frozen, parts, judge, timeout_s)
        or Settlement(outcome="open", reason=OPEN if has_solver() else f"{OPEN}; {NO_SOLVER}")
    )


async def _by_witness(
    frozen: FrozenStatement, parts: StatementParts, judge: StatementJudge, timeout_s: float
) -> Settlement | None:
    for witness in find_witnesses(parts):
        body = counterexample_body(parts, witness)
        polarity = Polarity.COUNTEREXAMPLE
        accepted = await _accepted(frozen, (body,), polarity, judge, timeout_s)
        if accepted is not None:
            found = _settled("refuted", accepted, Route.SEARCH)
            return found.changed(witness=witness.text)
    return None


async def _by_automation(
    frozen: FrozenStatement, parts: StatementParts, judge: StatementJudge
) -> Settlement | None:
    proof = await Automation(judge).prove(frozen, parts)
    return _settled("proved", proof, Route.AUTOMATION) if proof is not None else None


async def _by_finite_model(
    frozen: FrozenStatement, parts: StatementParts, judge: StatementJudge, timeout_s: float
) -> Settlement | None:
    found = await finite_counterexample(frozen, parts, judge, timeout_s=timeout_s)
    if found is None:
        return None
    model, accepted = found
    settled = _settled("refuted", accepted, Route.SEARCH)
    return settled.changed(witness=model.text, model=model)


async def finite_counterexample(
    frozen: FrozenStatement,
    parts: StatementParts,
    judge: StatementJudge,
    *,
    timeout_s: float = PROOF_SECONDS,
) -> tuple[FiniteModel, ProofJudgement] | None:
    """A finite structure in which the statement fails, with Lean's proof of it.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    model = await judge.finite_model(frozen, variable_names(parts.signature))
    if model is None:
        return None
    accepted = await _accepted(frozen, (model.body,), Polarity.NEGATION, judge, timeout_s)
    return (model, accepted) if accepted is not None else None


async def _by_standard_example(
    frozen: FrozenStatement, parts: StatementParts, judge: StatementJudge, timeout_s: float
) -> Settlement | None:
    found = await standard_counterexample(frozen, parts, judge, timeout_s=timeout_s)
    if found is None:
        return None
    settled = _settled("refuted", found.judgement, Route.SEARCH)
    return settled.changed(witness=found.text)


class StandardCounterexample(NamedTuple):
    """A well-known object that refutes a statement, with Lean's proof."""

    text: str
    judgement: ProofJudgement
    stated: FrozenStatement
    """What was proved: of an ordered field, that there is a counterexample in every one."""
    parts: StatementParts


async def standard_counterexample(
    frozen: FrozenStatement,
    parts: StatementParts,
    judge: StatementJudge,
    *,
    timeout_s: float = PROOF_SECONDS,
) -> StandardCounterexample | None:
    """Try infinite objects that everybody knows, such as a sequence of alternating signs.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    examples = tuple(standard_examples(parts)) if frozen.dialect == "core" else ()
    if not examples:
        return None
    stated: FrozenStatement | RefusedStatement = frozen
    polarity = Polarity.COUNTEREXAMPLE
    if any("OrderedField" in binder.type for binder in parts.signature.binders):
        text = counterexample_in_every_field(parts)
        parts_of_text = parse_signature(text) if text is not None else None
        if text is None or parts_of_text is None:
            return None
        parts, stated, polarity = parts_of_text, await judge.freeze(text), Polarity.CLAIM
    if isinstance(stated, RefusedStatement):
        return None
    bodies = [example.body for example in examples]
    judged = await judge.judge_first(
        stated, bodies, polarity=polarity, timeout_s=timeout_s, heartbeats=EXAMPLE_HEARTBEATS
    )
    accepted = accepted_proof(judged, stated, polarity)
    if accepted is None:
        return None
    text = next(example.text for example in examples if example.body == accepted.body)
    return StandardCounterexample(text, accepted, stated, parts)


def variable_names(signature: Signature) -> tuple[str, ...]:
    """The names of all binders, empty for anonymous instances."""
    return tuple(name for binder in signature.binders for name in (binder.names or ("",)))


async def _accepted(
    frozen: FrozenStatement,
    bodies: Sequence[str],
    polarity: Polarity,
    judge: StatementJudge,
    timeout_s: float,
) -> ProofJudgement | None:
    judged = await judge.judge_first(frozen, bodies, polarity=polarity, timeout_s=timeout_s)
    return accepted_proof(judged, frozen, polarity)


def _settled(
    outcome: Literal["proved", "refuted"], judgement: ProofJudgement, route: Route
) -> Settlement:
    return Settlement(outcome=outcome, route=route, goal=judgement.goal_text, proof=judgement.body)
