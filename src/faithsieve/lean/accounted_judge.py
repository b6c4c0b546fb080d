"""What one proof asked of Lean: how often, how long, and which proofs Lean accepted."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from faithsieve.lean.finite_models import FiniteModel, ModelFinder
from faithsieve.lean.lemma_search import LemmaFinder
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.digest import Digest
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    StatementProbe,
)

OnCheck = Callable[[str, str], None]
"""Told what was asked and what came of it."""


class AccountedJudge:
    """Passes questions on, counts them and collects accepted proofs; it changes no answer."""

    def __init__(
        self,
        inner: StatementJudge,
        *,
        on_check: OnCheck = lambda asked, said: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inner = inner
        self.checks = 0
        self.seconds = 0.0
        self.recorded_seconds = 0.0
        """Seconds of the proofs when they were checked; a stored answer counts as it did then."""
        self._on_check = on_check
        self._clock = clock
        self._accepted: dict[Digest, ProofJudgement] = {}

    @property
    def accepted(self) -> tuple[ProofJudgement, ...]:
        """Every accepted proof, in an order that does not depend on who was faster."""
        return tuple(self._accepted[digest] for digest in sorted(self._accepted))

    @property
    def toolchain(self) -> str:
        return self.inner.toolchain

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        with self._counted():
            said = await self.inner.freeze(text, timeout_s=timeout_s)
        refused = f"refused: {said.reason}" if isinstance(said, RefusedStatement) else "stated"
        self._on_check(text, refused)
        return said

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        with self._counted():
            judgements = await self.inner.judge_first(
                statement, bodies, polarity=polarity, timeout_s=timeout_s, heartbeats=heartbeats
            )
        self.recorded_seconds += sum(judgement.seconds for judgement in judgements)
        accepted = [judgement for judgement in judgements if judgement.is_accepted]
        self._accepted |= {judgement.digest: judgement for judgement in accepted}
        said = f"{polarity.value} proved" if accepted else f"{polarity.value} not proved"
        self._on_check(statement.text, said)
        return judgements

    async def probe(self, statement: FrozenStatement) -> StatementProbe:
        with self._counted():
            said = await self.inner.probe(statement)
        self._on_check(statement.text, "probed")
        return said

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        if not isinstance(self.inner, ModelFinder):
            return None
        return await self.inner.finite_model(statement, names)

    async def find_lemmas(self, statement: FrozenStatement) -> tuple[str, ...]:
        if not isinstance(self.inner, LemmaFinder):
            return ()
        with self._counted():
            return await self.inner.find_lemmas(statement)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        began = self._clock()
        try:
            yield
        finally:
            self.checks += 1
            self.seconds += max(0.0, self._clock() - began)
