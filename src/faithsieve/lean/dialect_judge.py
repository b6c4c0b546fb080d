"""Two judges as one: the core dialect first, Mathlib for what it cannot say.

A statement is frozen by the first Lean that reads it, and from then on everything about it is asked
of that Lean alone: what was proved, in which dialect and by which Lean, stays together.
"""

from collections.abc import Sequence
from functools import cached_property

from faithsieve.lean.finite_models import FiniteModel, ModelFinder
from faithsieve.lean.lemma_search import LemmaFinder
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    SoundnessLayer,
    StatementProbe,
)

BOTH = " | "
"""Stands between the fingerprints of two Leans that judge together."""


def has_mathlib(judge: StatementJudge) -> bool:
    """Whether a judge takes the Mathlib dialect for what the core dialect cannot say."""
    return BOTH in judge.toolchain


_NOT_READ = frozenset({SoundnessLayer.STATEMENT, SoundnessLayer.POLICY})


class DialectJudge:
    """Asks the core judge, and the Mathlib judge about statements that core Lean cannot read."""

    def __init__(self, core: StatementJudge, mathlib: StatementJudge) -> None:
        self.core = core
        self.mathlib = mathlib

    @cached_property
    def toolchain(self) -> str:
        return BOTH.join([self.core.toolchain, self.mathlib.toolchain])

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said = await self.core.freeze(text, timeout_s=timeout_s)
        if isinstance(said, FrozenStatement) or said.layer not in _NOT_READ:
            return said
        other = await self.mathlib.freeze(text, timeout_s=timeout_s)
        # Both refuse: the core Lean's words are about the dialect that was asked for first.
        return other if isinstance(other, FrozenStatement) else said

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        return await self._of(statement).judge_first(
            statement, bodies, polarity=polarity, timeout_s=timeout_s, heartbeats=heartbeats
        )

    async def probe(self, statement: FrozenStatement) -> StatementProbe:
        return await self._of(statement).probe(statement)

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        judge = self._of(statement)
        return (
            await judge.finite_model(statement, names) if isinstance(judge, ModelFinder) else None
        )

    async def find_lemmas(self, statement: FrozenStatement) -> tuple[str, ...]:
        judge = self._of(statement)
        return await judge.find_lemmas(statement) if isinstance(judge, LemmaFinder) else ()

    def _of(self, statement: FrozenStatement) -> StatementJudge:
        return self.mathlib if statement.dialect == "mathlib" else self.core
