"""Judges around a judge: two dialects as one, what one proof asked, a budget, a replay.

All questions to such a judge pass through its ``ask``. It decides when a question may be put and to
whom, and changes no answer.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Never

from faithsieve.errors import BudgetExceededError, ReplayMissError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.lean import (
    FiniteModel,
    FrozenStatement,
    Polarity,
    ProbeOrder,
    ProofJudgement,
    RefusedStatement,
    SoundnessLayer,
    StatementProbe,
)

BOTH = " | "
"""Stands between the fingerprints of two Leans that judge together."""
_NOT_READ = frozenset({SoundnessLayer.STATEMENT, SoundnessLayer.POLICY})


class ForwardedJudge:
    """A :class:`~faithsieve.lean.protocol.StatementJudge`; a subclass says how it asks."""

    def __init__(self, toolchain: str) -> None:
        self.toolchain = toolchain

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        """Put a question: a judge's method, a text or a frozen statement, further arguments."""
        raise NotImplementedError

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said: FrozenStatement | RefusedStatement
        said = await self.ask("freeze", text, timeout_s=timeout_s)
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
        limits = {"timeout_s": timeout_s, "heartbeats": heartbeats}
        said: tuple[ProofJudgement, ...]
        said = await self.ask("judge_first", statement, tuple(bodies), polarity=polarity, **limits)
        return said

    async def probe(self, statement: FrozenStatement, order: ProbeOrder) -> StatementProbe:
        said: StatementProbe = await self.ask("probe", statement, order)
        return said

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        said: FiniteModel | None = await self.ask("finite_model", statement, tuple(names))
        return said


def has_mathlib(judge: StatementJudge) -> bool:
    """Whether a judge takes the Mathlib dialect for what the core dialect cannot say."""
    return BOTH in judge.toolchain


class DialectJudge(ForwardedJudge):
    """Asks the core judge, and the Mathlib judge about statements that core Lean cannot read.

    Everything about a frozen statement is asked of the Lean that froze it: what was proved, in
    which dialect and by which Lean, stays together.
    """

    def __init__(self, core: StatementJudge, mathlib: StatementJudge) -> None:
        super().__init__(BOTH.join([core.toolchain, mathlib.toolchain]))
        self.core = core
        self.mathlib = mathlib

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said = await self.core.freeze(text, timeout_s=timeout_s)
        if isinstance(said, FrozenStatement) or said.layer not in _NOT_READ:
            return said
        other = await self.mathlib.freeze(text, timeout_s=timeout_s)
        # Both refuse: the core Lean's words are about the dialect that was asked for first.
        return other if isinstance(other, FrozenStatement) else said

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        judge = self.mathlib if about.dialect == "mathlib" else self.core
        return await getattr(judge, method)(about, *given, **options)


OnCheck = Callable[[str, str], None]
"""Told what was asked and what came of it."""


class AccountedJudge(ForwardedJudge):
    """What one proof asked of Lean: how often, how long, and which proofs Lean accepted."""

    def __init__(
        self,
        inner: StatementJudge,
        *,
        on_check: OnCheck = lambda asked, said: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(inner.toolchain)
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

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        if method == "finite_model":
            # The solver's work is none of Lean's.
            return await getattr(self.inner, method)(about, *given)
        began = self._clock()
        try:
            said = await getattr(self.inner, method)(about, *given, **options)
        finally:
            self.checks += 1
            self.seconds += max(0.0, self._clock() - began)
        if method == "judge_first":
            self._on_check(about.text, self._noted(said, options["polarity"]))
        elif isinstance(said, RefusedStatement):
            self._on_check(about, f"refused: {said.reason}")
        elif isinstance(said, FrozenStatement):
            self._on_check(about, "stated")
        elif isinstance(said, StatementProbe):
            self._on_check(about.text, "probed")
        return said

    def _noted(self, judgements: tuple[ProofJudgement, ...], polarity: Polarity) -> str:
        self.recorded_seconds += sum(judgement.seconds for judgement in judgements)
        accepted = {
            judgement.digest: judgement for judgement in judgements if judgement.is_accepted
        }
        self._accepted |= accepted
        return f"{polarity.value} proved" if accepted else f"{polarity.value} not proved"


class LeanBudget:
    """The seconds that Leans may work in a run."""

    def __init__(self, max_seconds: float | None) -> None:
        self.max_seconds = max_seconds
        self.spent = 0.0

    @property
    def objection(self) -> BudgetExceededError | None:
        """Why nothing more may be asked, once the limit is reached."""
        if self.max_seconds is None or self.spent < self.max_seconds:
            return None
        return BudgetExceededError(
            f"the limit of {self.max_seconds:g} Lean seconds is reached: {self.spent:.1f} are "
            "spent; raise it and run again to go on",
            limit="Lean seconds",
        )


class BudgetedJudge(ForwardedJudge):
    """Asks a judge until the budget is spent; the last question may pass the limit.

    It has as many questions under way as there are Leans, so that waiting for one does not count.
    """

    def __init__(
        self,
        inner: StatementJudge,
        budget: LeanBudget,
        *,
        leans: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(inner.toolchain)
        self._inner = inner
        self._budget = budget
        self._free = asyncio.Semaphore(leans)
        self._clock = clock

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        """Put a question and charge its seconds.

        Raises:
            BudgetExceededError: they are spent; Lean was not asked.
        """
        async with self._free:
            if (stop := self._budget.objection) is not None:
                raise stop
            began = self._clock()
            try:
                return await getattr(self._inner, method)(about, *given, **options)
            finally:
                self._budget.spent += max(0.0, self._clock() - began)


class ReplayedJudge(ForwardedJudge):
    """The inner judge of a replay: what reaches it was never recorded, and stays open.

    Not ``LeanUnavailableError``: that would make the claim inconclusive, and a replay would then
    tell a story that its run never saw.
    """

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Never:
        text = about.text if isinstance(about, FrozenStatement) else about
        key = digest_of([self.toolchain, method, str(options.get("polarity", "")), text, *given])
        raise ReplayMissError(prompt_id=f"lean/{method}", key=key)
