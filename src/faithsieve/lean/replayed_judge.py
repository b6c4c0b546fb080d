"""A judge without a Lean behind it: stands inside a kept judge when nothing new may be asked."""

from collections.abc import Sequence
from typing import Never

from faithsieve.errors import ReplayMissError
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import FrozenStatement, Polarity


class ReplayedJudge:
    """A judge that knows nothing; what its ledger cannot answer stays open.

    Not ``LeanUnavailableError``: that would make the claim inconclusive, and a replay would then
    tell a story that its run never saw.
    """

    def __init__(self, toolchain: str) -> None:
        """Take the fingerprint of the Lean whose answers are replayed."""
        self.toolchain = toolchain

    async def freeze(self, text: str, *, timeout_s: float = 30.0) -> Never:
        """Refuse.

        Raises:
            ReplayMissError: always.
        """
        raise self._miss("freeze", text)

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
    ) -> Never:
        """Refuse.

        Raises:
            ReplayMissError: always.
        """
        raise self._miss("judge", statement.text, polarity.value, *bodies)

    async def probe(self, statement: FrozenStatement) -> Never:
        """Refuse.

        Raises:
            ReplayMissError: always.
        """
        raise self._miss("probe", statement.text)

    def _miss(self, asked: str, *about: str) -> ReplayMissError:
        return ReplayMissError(prompt_id=f"lean/{asked}", key=digest_of([self.toolchain, *about]))
