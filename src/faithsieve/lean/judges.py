"""Judges around a judge: two Leans as one, what one proof asked, a budget, a replay.

All questions to such a judge pass through its ``ask``. It decides when a question may be put and to
whom, and changes no answer.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Never

from faithsieve.errors import BudgetExceededError, ReplayMissError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.work_time import Purpose, metered, named_purpose
from faithsieve.records.cost import LeanCost
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
from faithsieve.turns import TurnSlots

HEARTBEATS_PER_SECOND = 9_000
"""Thousands of heartbeats in a second of the embedded Lean: the median over searches, which lie
between 5,500 and 17,000. Budgets are written in seconds and counted in heartbeats."""
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
        budget: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        limits = {"timeout_s": timeout_s, "heartbeats": heartbeats, "budget": budget}
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


class TwoLeansJudge(ForwardedJudge):
    """Asks the embedded Lean, and one with Mathlib about statements that the first cannot read.

    Everything about a frozen statement is asked of the Lean that froze it: what was proved, and by
    which Lean, stays together.
    """

    def __init__(self, embedded: StatementJudge, mathlib: StatementJudge) -> None:
        super().__init__(BOTH.join([embedded.toolchain, mathlib.toolchain]))
        self.embedded = embedded
        self.mathlib = mathlib

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said = await self.embedded.freeze(text, timeout_s=timeout_s)
        if isinstance(said, FrozenStatement) or said.layer not in _NOT_READ:
            return said
        other = await self.mathlib.freeze(text, timeout_s=timeout_s)
        return other if isinstance(other, FrozenStatement) else said

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        judge = self.mathlib if about.environment == "mathlib" else self.embedded
        return await getattr(judge, method)(about, *given, **options)


OnCheck = Callable[[str, str], None]
"""Told what was asked and what came of it."""


class AccountedJudge(ForwardedJudge):
    """What one proof asked of Lean: how often, how long it worked, and what it accepted."""

    def __init__(
        self,
        inner: StatementJudge,
        *,
        on_check: OnCheck = lambda asked, said: None,
    ) -> None:
        super().__init__(inner.toolchain)
        self.inner = inner
        self.recorded_seconds = 0.0
        """Seconds of the proofs when they were checked; a stored answer counts as it did then."""
        self.spent = 0
        """Thousands of heartbeats that bodies took, which no machine's speed changes."""
        self._on_check = on_check
        self._checks: Counter[Purpose] = Counter()
        self._seconds: defaultdict[Purpose, float] = defaultdict(float)
        self._accepted: dict[Digest, ProofJudgement] = {}

    @property
    def checks(self) -> int:
        """Questions asked, also those that a store answered."""
        return sum(self._checks.values())

    @property
    def seconds(self) -> float:
        """Seconds that Lean worked; neither the queue nor a stored answer counts."""
        return sum(self._seconds.values())

    @property
    def costs(self) -> tuple[LeanCost, ...]:
        """Checks and seconds by purpose."""
        return tuple(
            LeanCost(purpose=purpose, checks=self._checks[purpose], seconds=self._seconds[purpose])
            for purpose in Purpose
            if self._checks[purpose]
        )

    @property
    def accepted(self) -> tuple[ProofJudgement, ...]:
        """Every accepted proof, in an order that does not depend on who was faster."""
        return tuple(self._accepted[digest] for digest in sorted(self._accepted))

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        purpose = named_purpose() or _purpose(method, options)
        with metered() as meter:
            try:
                said = await getattr(self.inner, method)(about, *given, **options)
            finally:
                self._checks[purpose] += method != "finite_model"
                self._seconds[purpose] += meter.seconds
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
        self.spent += sum(map(spent_on, judgements))
        accepted = {
            judgement.digest: judgement for judgement in judgements if judgement.is_accepted
        }
        self._accepted |= accepted
        return f"{polarity.value} proved" if accepted else f"{polarity.value} not proved"


def spent_on(judgement: ProofJudgement) -> int:
    """Return the thousands of heartbeats of a body, by its seconds where Lean did not count."""
    return judgement.heartbeats or round(judgement.seconds * HEARTBEATS_PER_SECOND)


def _purpose(method: str, options: dict[str, Any]) -> Purpose:
    match method:
        case "freeze":
            return Purpose.FREEZE
        case "probe":
            return Purpose.PROBE
        case "judge_first" if options["polarity"] is Polarity.CLAIM:
            return Purpose.PROVE
        case _:
            return Purpose.REFUTE


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

    It has as many questions under way as there are Leans: one that waited would not know of what
    is spent before its turn.
    """

    def __init__(self, inner: StatementJudge, budget: LeanBudget, *, leans: int) -> None:
        super().__init__(inner.toolchain)
        self._inner = inner
        self._budget = budget
        self._free = TurnSlots(leans)

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        """Put a question and charge its seconds.

        Raises:
            BudgetExceededError: they are spent; Lean was not asked.
        """
        async with self._free:
            if (stop := self._budget.objection) is not None:
                raise stop
            with metered() as meter:
                try:
                    return await getattr(self._inner, method)(about, *given, **options)
                finally:
                    self._budget.spent += meter.seconds


class ReplayedJudge(ForwardedJudge):
    """The inner judge of a replay: what reaches it was never recorded, and stays open.

    Not ``LeanUnavailableError``: that would make the claim inconclusive, and a replay would then
    tell a story that its run never saw.
    """

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Never:
        text = about.text if isinstance(about, FrozenStatement) else about
        key = digest_of([self.toolchain, method, str(options.get("polarity", "")), text, *given])
        raise ReplayMissError(prompt_id=f"lean/{method}", key=key)
