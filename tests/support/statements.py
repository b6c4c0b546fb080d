"""Statements, and what stage two works with, for tests that show only a signature."""

from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts
from support.frozen_statements import parts_without_lean
from support.local_evidence import report
from support.statement_judge import ScriptedJudge, frozen_by


def parts_of(text: str) -> StatementParts:
    """A signature, taken apart as Lean's driver does."""
    said = {"text": text, "type_digest": digest_of(text), "type_text": text, "toolchain": "none"}
    said |= {"environment": "library", **parts_without_lean(text)}
    return StatementParts(frozen=FrozenStatement.model_validate(said))


async def make_gated(
    text: str, judge: StatementJudge | None = None, **gate: object
) -> GatedStatement:
    """A statement that passed the gate, with some fields of the report changed."""
    frozen = await frozen_by(judge or ScriptedJudge(), text)
    return GatedStatement(frozen=frozen, report=report().changed(**gate))


def make_tools(
    model: ScriptedModel | None = None,
    judge: StatementJudge | None = None,
    problem: str = "Find x with x + 1 = 3.",
    **settings: object,
) -> EvaluationTools:
    """What stage two works with, by the usual settings but for those named, its gate trusted."""
    settings = {"trust_gate": True, **settings}
    return EvaluationTools(
        problem=problem,
        model=model or ScriptedModel([]),
        judge=judge or ScriptedJudge(),
        settings=VerifySettings.model_validate(settings),
        decoding=DecodingSettings(),
    )
