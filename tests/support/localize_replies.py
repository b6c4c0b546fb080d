"""Replies of stage one, short to write."""

from collections.abc import Mapping

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.replies import (
    DoubtLine,
    MeaningLine,
    MeaningReply,
    ReadingReply,
    RewriteLine,
    RewriteReply,
    ScopeLine,
    SpecialLine,
    UnitLine,
    UnitWord,
)
from faithsieve.localize.stage import localize
from faithsieve.records.localization import ErrorType, Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ScopeKind


async def localize_by(
    model: ChatModel, proof: Proof, settings: LocalizeSettings | None = None
) -> Localization:
    chosen = settings or LocalizeSettings()
    return await localize(proof, reader=ModelReader(model, settings=chosen), settings=chosen)


def rewriting(*lines: tuple[int, str]) -> RewriteReply:
    return RewriteReply(substeps=tuple(RewriteLine(i=step, t=text) for step, text in lines))


def meaning(*lines: tuple[int, str]) -> MeaningReply:
    return MeaningReply(
        steps=tuple(
            MeaningLine.model_validate({"i": step, "k": opinion, "y": "because"})
            for step, opinion in lines
        )
    )


def unit(start: int, *on: int) -> UnitLine:
    return UnitLine(s=start, on=on)


def special(start: int, kind: UnitWord, *facts: str, goal: str = "") -> SpecialLine:
    """A unit that is not one plain claim."""
    return SpecialLine(s=start, k=kind, f=facts, g=goal)


def scope(kind: ScopeKind, first: int, last: int, text: str = "", goal: str = "") -> ScopeLine:
    return ScopeLine(k=kind, a=first, b=last, t=text, g=goal)


def reading(
    *units: UnitLine,
    x: tuple[SpecialLine, ...] = (),
    scopes: tuple[ScopeLine, ...] = (),
    goal: str = "",
    d: tuple[DoubtLine, ...] = (),
) -> ReadingReply:
    return ReadingReply(u=units, x=x, scopes=scopes, goal=goal, d=d)


def chain(count: int, risks: Mapping[int, float] | None = None) -> ReadingReply:
    """Every segment a unit that rests on the one before."""
    units = (unit(n, n - 1) for n in range(1, count + 1))
    return reading(*units, d=doubts(risks or {}))


def doubts(risks: Mapping[int, float]) -> tuple[DoubtLine, ...]:
    """A doubt about each of these segments."""
    types = (ErrorType.ARITHMETIC,)
    return tuple(DoubtLine(s=n, y="wrong sum", t=types, r=risk) for n, risk in risks.items())
