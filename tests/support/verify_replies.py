"""Replies of a model in stage two, by the prompt that asks."""

from collections.abc import Callable

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatRequest
from faithsieve.records.faithfulness import DriftCategory, SlotRole
from faithsieve.records.verification import ReviewVerdict, TranslationDifficulty
from faithsieve.verify.gate.semantic_check import AspectReply, GateReply, SlotReply
from faithsieve.verify.prover import ProofReply
from faithsieve.verify.review import ReviewReply, UnitReviewReply
from faithsieve.verify.statement import StatementReply

FULL = AspectReply(step=1, object=1, direction=1, role=1, surface=1)


def statements(*texts: str, equation: str = "", obstacle: str = "") -> StatementReply:
    return StatementReply(statements=texts, equation=equation, obstacle=obstacle)


def bodies(*texts: str) -> ProofReply:
    return ProofReply(bodies=texts)


def faithful(hypotheses: int = 1) -> GateReply:
    """A judgement that every slot is kept."""
    premises = tuple(
        SlotReply(r=SlotRole.PREMISE, t=f"premise {i}", l=(f"h{i}",), m=1)
        for i in range(1, hypotheses + 1)
    )
    claim = SlotReply(r=SlotRole.CONCLUSION, t="the claim", l=("c1",), m=1)
    return GateReply(
        slots=(*premises, claim), sources=(), aspects=FULL, stands=True, falls=True,
        drift=(), missing=(), example="", revision="", reason="the same",
    )  # fmt: skip


def drifted(category: DriftCategory = DriftCategory.WRONG_OBJECTS) -> GateReply:
    """A judgement that the conclusion is another one."""
    slots = (
        SlotReply(r=SlotRole.PREMISE, t="a premise", l=("h1",), m=1),
        SlotReply(r=SlotRole.CONCLUSION, t="the claim", l=("c1",), m=0.25),
    )
    return faithful().changed(
        slots=slots, stands=False, falls=False, aspects=FULL.changed(step=0.5, object=0.5),
        drift=(category,), revision="state the claim", reason="another claim",
    )  # fmt: skip


def opinions(*said: ReviewVerdict) -> ReviewReply:
    """An opinion of each unit, in order; all are called easy to state, but not worth a check."""
    return ReviewReply(
        reviews=tuple(
            UnitReviewReply(
                u=f"edge_{number}",
                v=verdict,
                s=0.1 if verdict is ReviewVerdict.CORRECT else 0.9,
                e="",
                d=TranslationDifficulty.EASY,
                y="",
            )
            for number, verdict in enumerate(said, start=1)
        )
    )


def review(unit: str = "edge_1", suspicion: float = 0.2) -> ReviewReply:
    return ReviewReply(
        reviews=(
            UnitReviewReply(
                u=unit,
                v=ReviewVerdict.UNCERTAIN,
                s=suspicion,
                e="",
                d=TranslationDifficulty.EASY,
                y="",
            ),
        )
    )


def playing(
    *,
    statement: Line | Callable[[ChatRequest], Line] = "{}",
    gate: Line = "{}",
    proof: Line = "{}",
    reviewed: Line | None = None,
) -> ScriptedModel:
    """A model with one answer a prompt, however often it is asked."""

    def play(request: ChatRequest) -> Line:
        match request.prompt.id:
            case "verify/statement":
                return statement(request) if callable(statement) else statement
            case "verify/semantic_check":
                return gate
            case "verify/proof":
                return proof
            case _:
                return reviewed if reviewed is not None else review()

    return ScriptedModel(play)


def asked(model: ScriptedModel, prompt: str) -> int:
    return sum(request.prompt.id == prompt for request in model.requests)
