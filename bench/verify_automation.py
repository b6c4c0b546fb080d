"""Zero-token results on own obligations: how many true ones pass, how many false ones fall.

Each obligation goes through the whole proof loop without a model (search, automation, the field
rule, the vacuity check), at the budget of the standard effort. A true one that is refuted or a
false one that passes is named. The table says what settles what: which tactic closed a goal, and
after how many heartbeats of the search. It is what the order of ``lean/attempts.py`` rests on.
"""

import asyncio
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.judges import HEARTBEATS_PER_SECOND
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.faithfulness import AspectScores
from faithsieve.records.lean import RefusedStatement
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.gate.faithfulness import SlotJudgement, score_faithfulness
from faithsieve.verify.prover import Disproved, ProofSearch, Proved, Settled
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement import GatedStatement
from faithsieve.wiring import embedded_toolchain

OBLIGATIONS = Path(__file__).parent.parent / "tests" / "lean"
SETTINGS = VerifySettings(proof_rounds=0)


def run() -> Iterator[str]:
    """Print both lists."""
    yield from asyncio.run(_measure())


def rows(name: str) -> list[dict[str, str]]:
    """Read the obligations of one list."""
    text = (OBLIGATIONS / f"obligations_{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


async def _measure() -> list[str]:
    lines: list[str] = []
    async with LeanPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool)
        await pool.warm_up()
        await judge.check_canaries()
        for name, suspicion in (("provable", 0.0), ("false", 0.9)):
            timed = [await _timed(judge, row["signature"], suspicion) for row in rows(name)]
            lines += _summary(name, [row["id"] for row in rows(name)], timed)
    return lines


# These statements are their own claims, so there is nothing to have drifted.
_FAITHFUL = score_faithfulness(
    SlotJudgement(
        matches=(),
        aspects=AspectScores(
            step_relation=1, object_witness=1, directionality=1, role_alignment=1, syntax_surface=1
        ),
    )
)


class Timed(NamedTuple):
    """What became of one obligation."""

    settled: Settled | str
    seconds: float
    heartbeats: int = 0


async def _timed(judge: ProofJudge, signature: str, suspicion: float) -> Timed:
    started = time.perf_counter()
    try:
        settled, spent = await _settle(judge, signature, suspicion)
    except LeanUnavailableError as error:
        settled, spent = f"no answer: {error}", 0
    return Timed(settled, time.perf_counter() - started, spent)


async def _settle(judge: ProofJudge, signature: str, suspicion: float) -> tuple[Settled | str, int]:
    frozen = await judge.freeze(signature)
    if isinstance(frozen, RefusedStatement):
        return "refused", 0
    search = ProofSearch(
        GatedStatement(frozen=frozen, report=_FAITHFUL),
        EvaluationTools("", ScriptedModel([]), judge, SETTINGS, DecodingSettings()),
        suspicion=suspicion,
    )
    return await search.run(), search.judge.spent


def _closing(body: str) -> str:
    """The tactic that a body ends with; of alternatives below each other, what stands above."""
    lines = [line for line in body.splitlines() if not line.lstrip().startswith("|")]
    return lines[-1].split()[0]


def _table(timed: list[Timed]) -> Iterator[str]:
    """What settles what, the most frequent first."""
    spent: dict[str, list[int]] = {}
    for settled, _, heartbeats in timed:
        if isinstance(settled, Proved | Disproved):
            tactic = _closing(settled.judgement.body)
            name = f"{settled.judgement.polarity.value} by {settled.route.value}, {tactic}"
            spent.setdefault(name, []).append(heartbeats)
    for name, each in sorted(spent.items(), key=lambda item: -len(item[1])):
        seconds = statistics.median(each) / HEARTBEATS_PER_SECOND
        yield f"   {name}: {len(each)}, median {seconds:.2f} s of heartbeats, most {max(each):,}"
    open_ones = [one for one in timed if not isinstance(one.settled, Proved | Disproved)]
    lost, whole = sum(one.heartbeats for one in open_ones), sum(one.heartbeats for one in timed)
    yield f"   without a result: {len(open_ones)}, {lost / max(1, whole):.0%} of all heartbeats"


def _summary(name: str, ids: list[str], timed: list[Timed]) -> Iterator[str]:
    wanted = Proved if name == "provable" else Disproved
    opposite = Disproved if name == "provable" else Proved
    right = [seconds for settled, seconds, _ in timed if isinstance(settled, wanted)]
    word = "passed" if name == "provable" else "refuted"
    yield (
        f"{name}: {len(right)} of {len(timed)} {word} with zero tokens "
        f"({len(right) / len(timed):.0%}), median {statistics.median(right):.2f} s"
    )
    forms = Counter(s.form.value for s, _, _ in timed if isinstance(s, Disproved))
    if forms:
        yield f"   forms: {', '.join(f'{count} {form}' for form, count in forms.most_common())}"
    wrong = [i for i, (s, _, _) in zip(ids, timed, strict=True) if isinstance(s, opposite)]
    yield f"   wrong: {', '.join(wrong) or 'none'}"
    left = [
        i for i, (s, _, _) in zip(ids, timed, strict=True) if not isinstance(s, Proved | Disproved)
    ]
    if left:
        yield f"   open: {', '.join(left)}"
    yield from _table(timed)
