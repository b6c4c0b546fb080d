"""One infrastructure fault at every check in turn: no label changes unless the deciding check fell.

The proof of a golden case is checked again and again with the real Lean; each time another request
to Lean, or another call of the model, ends in a fault.
"""

from pathlib import Path
from typing import Any

import pytest

from faithsieve.errors import FaithSieveError, LeanCrashError, LeanUnavailableError, ProviderError
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.evidence import Refuted
from faithsieve.records.verdict import VerdictKind
from support.golden import Script, build_settings, read_case

pytestmark = [pytest.mark.lean, pytest.mark.asyncio(loop_scope="session")]

CASE = read_case(Path(__file__).with_name("golden") / "lean_refutation.toml")
DECIDING = "edge_2/1"


class Fault:
    """Counts requests and fails the one with a given number."""

    def __init__(self, number: int | None, error: FaithSieveError) -> None:
        self._number = number
        self._error = error
        self.count = 0

    def pass_or_fail(self) -> None:
        self.count += 1
        if self.count - 1 == self._number:
            raise self._error


class FaultyJudge(ForwardedJudge):
    """A judge whose requests pass by a fault first."""

    def __init__(self, judge: StatementJudge, fault: Fault) -> None:
        super().__init__(judge.toolchain)
        self._judge = judge
        self._fault = fault

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        self._fault.pass_or_fail()
        return await getattr(self._judge, method)(about, *given, **options)


class FaultyModel:
    """A model whose calls pass by a fault first."""

    def __init__(self, model: ChatModel, fault: Fault) -> None:
        self._model = model
        self._fault = fault

    async def complete(self, request: ChatRequest) -> ChatReply:
        self._fault.pass_or_fail()
        return await self._model.complete(request)


NO_FAULT = Fault(None, LeanUnavailableError("never"))


async def check(
    judge: StatementJudge, *, lean: Fault = NO_FAULT, model: Fault = NO_FAULT
) -> CheckedProof:
    # Where the deciding check falls, the synthesis is asked; it has no reply of the case's own.
    said = '{"reason":"not settled","confidence":0.5,"label":"correct"}'
    replies = CASE.replies | {"synthesize/synthesis": (said,), "*": ("{}",)}
    return await check_proof(
        CASE.proof,
        model=FaultyModel(Script(replies, CASE.stated).model, model),
        judge=FaultyJudge(judge, lean),
        settings=build_settings(CASE.settings),
    )


def is_decided(checked: CheckedProof) -> bool:
    results = checked.verified.results if checked.verified else ()
    return any(isinstance(r, Refuted) and r.obligation_id == DECIDING for r in results)


@pytest.mark.parametrize("error", [LeanCrashError("crash"), LeanUnavailableError("gone")], ids=str)
async def test_a_fault_at_a_lean_check_that_does_not_decide_changes_no_label(
    error: LeanUnavailableError, lean_pool: LeanPool
) -> None:
    judge = ProofJudge(lean_pool)
    counting = Fault(None, error)
    whole = await check(judge, lean=counting)
    assert is_decided(whole)
    undecided = 0
    for number in range(counting.count):
        checked = await check(judge, lean=Fault(number, error))
        if is_decided(checked):
            assert checked.verdict.label == whole.verdict.label, f"request {number}"
        else:
            # Then the verdict says that something is missing; no other step is named.
            undecided += 1
            is_open = checked.verdict.kind is VerdictKind.UNDECIDED
            assert is_open or checked.verdict.without_lean, f"request {number}"
    assert 0 < undecided < counting.count


async def test_a_fault_of_the_provider_is_a_failure_and_never_another_label(
    lean_pool: LeanPool,
) -> None:
    judge = ProofJudge(lean_pool)
    error = ProviderError("503")
    counting = Fault(None, error)
    await check(judge, model=counting)
    for number in range(counting.count):
        with pytest.raises(ProviderError):
            await check(judge, model=Fault(number, error))
