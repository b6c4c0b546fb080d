"""A scripted model that plays every part of every baseline, seeing only what a judge sees."""

import re

from faithsieve.baselines.challenge_defense import (
    Argument,
    Audit,
    AuditVote,
    CandidateError,
    CandidateErrors,
    Critique,
    Piece,
    Pieces,
    Ruling,
)
from faithsieve.baselines.opinions import Opinion
from faithsieve.baselines.reviewer_panel import RoleSummary
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.prompts.library import load
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatRequest


def judging(label: str = "step 2") -> ScriptedModel:
    """A model that holds one opinion of every proof, in whatever part it is asked to play."""

    def play(request: ChatRequest) -> Record | str:
        match load(request.prompt.id).reply:
            case None:
                return label
            case "Opinion":
                return Opinion(reason="so it seems", label=label)
            case other:
                return _part(str(other), label)

    return ScriptedModel(play)


def playing(prefix: str, **lines: Line) -> ScriptedModel:
    """The same, except for the parts whose prompts are named after the prefix."""
    usual = judging()

    async def play(request: ChatRequest) -> Line:
        part = request.prompt.id.removeprefix(prefix)
        return lines[part] if part in lines else await usual.complete(request)

    return ScriptedModel(play)


def _part(reply: str, label: str) -> Record:
    numbers = re.findall(r"[0-9]+", label)
    step = int(numbers[0]) if numbers else 1
    parts: dict[str, Record] = {
        "RoleSummary": RoleSummary(summary="they agree"),
        "Pieces": Pieces(pieces=(Piece(step=1, text="one inference"),)),
        "CandidateErrors": CandidateErrors(
            candidates=(CandidateError(step=step, objection="is it so?"),)
        ),
        "Argument": Argument(argument="because"),
        "Ruling": Ruling(reason="recomputed", is_error=bool(numbers), confidence=0.9),
        "Audit": Audit(reason="recomputed", vote=AuditVote.ERROR),
        "Critique": Critique(critique="nothing to object to"),
    }
    return parts[reply]
