"""Statements, and what stage two works with, for tests that show only a signature."""

from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.obligation import Obligation
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts, parse_signature
from support.local_evidence import report
from support.statement_judge import ScriptedJudge, frozen_by

FIELD = "{R : Type} [OrderedField R] "


def parts_of(text: str) -> StatementParts:
    """Parse a signature that must be one."""
    parts = parse_signature(text)
    assert parts is not None, text
    return parts


async def make_candidate(
    text: str,
    obligation: Obligation,
    problem: str = "Solve it.",
    judge: StatementJudge | None = None,
) -> Candidate:
    """A frozen statement beside the obligation that it should express."""
    frozen = await frozen_by(judge or ScriptedJudge(), text)
    return Candidate(obligation, problem, frozen, parts_of(text))


async def make_gated(
    text: str, judge: StatementJudge | None = None, **gate: object
) -> GatedStatement:
    """A statement that passed the gate, with some fields of the report changed."""
    frozen = await frozen_by(judge or ScriptedJudge(), text)
    return GatedStatement(frozen=frozen, parts=parts_of(text), report=report().changed(**gate))


def make_tools(
    model: ScriptedModel | None = None,
    judge: StatementJudge | None = None,
    problem: str = "Find x with x + 1 = 3.",
    **settings: object,
) -> EvaluationTools:
    """What stage two works with, by the usual settings but for those named."""
    return EvaluationTools(
        problem=problem,
        model=model or ScriptedModel([]),
        judge=judge or ScriptedJudge(),
        settings=VerifySettings.model_validate(settings),
        decoding=DecodingSettings(),
    )
