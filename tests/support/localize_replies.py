"""Replies of stage one, short to write."""

from collections.abc import Mapping

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.replies import (
    DeltaReply,
    DoubtLine,
    EdgeLine,
    GroupingReply,
    MeaningLine,
    MeaningReply,
    PatternWord,
    RetriedDeltas,
    RewriteLine,
    RewriteReply,
    ScanReply,
    ScoreLine,
    SpecialLine,
)
from faithsieve.localize.stage import localize
from faithsieve.records.localization import ErrorType, Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus


async def localize_by(
    model: ChatModel, proof: Proof, settings: LocalizeSettings | None = None
) -> Localization:
    chosen = settings or LocalizeSettings()
    return await localize(proof, reader=ModelReader(model, settings=chosen), settings=chosen)


def grouping(*starts: int) -> GroupingReply:
    """Substeps that start at these segments."""
    return GroupingReply(marks=(), scopes=(), starts=starts)


def rewriting(
    *lines: tuple[int, str], status: ClaimStatus = ClaimStatus.ASSERTED, scope: str = ""
) -> RewriteReply:
    return RewriteReply(
        substeps=tuple(RewriteLine(i=step, k=status, sc=scope, t=text) for step, text in lines)
    )


def meaning(*lines: tuple[int, str]) -> MeaningReply:
    return MeaningReply(
        steps=tuple(
            MeaningLine.model_validate({"i": step, "k": opinion, "y": "because"})
            for step, opinion in lines
        )
    )


def edge(number: int, *on: int, pattern: PatternWord = "implication") -> EdgeLine:
    return EdgeLine(n=number, on=on, p=pattern)


def special(
    number: int, *texts: str, at: str = "", end: tuple[int, ...] = (), goal: str = ""
) -> SpecialLine:
    """The unusual part of an edge."""
    return SpecialLine(n=number, tx=texts, at=at, end=end, goal=goal)


def deltas(*edges: EdgeLine, x: tuple[SpecialLine, ...] = (), goal: str = "") -> DeltaReply:
    return DeltaReply(e=edges, goal=goal, x=x)


def retried(*edges: EdgeLine, x: tuple[SpecialLine, ...] = ()) -> RetriedDeltas:
    return RetriedDeltas(e=edges, x=x)


def chain(count: int) -> DeltaReply:
    """Every unit an implication from the one before."""
    return deltas(*(edge(n, n - 1) for n in range(1, count + 1)))


def scores(risks: Mapping[int, float], *doubted: int) -> ScanReply:
    """Scores, and a doubt for each named unit."""
    return ScanReply(
        d=tuple(DoubtLine(n=n, t=(ErrorType.ARITHMETIC,), y="wrong sum") for n in doubted),
        s=tuple(ScoreLine(n=n, r=risk) for n, risk in risks.items()),
    )
