"""Stage one with a real model, resumable: units, tokens and flags on the development rows.

``python -m bench._localize_model --data DIR --store replies.sqlite --limit 20 [--model local]``
asks the model about rows of every ``proofloc_*`` file below DIR, keeps every answer in the store,
and goes on where it was stopped. With ``--recorded`` nothing is asked: every row whose replies are
all in the store goes through the code of stage one. With ``--count`` nothing is asked either: the
prompts of all rows are counted with the local model's tokenizer, with recorded replies where there
are any and the plain reader's where there are none.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench._local_tokenizer import LocalTokenizer
from bench._rehearsal import localize_reply
from bench.localize import PAPER, quartiles
from faithsieve.datasets import load_dataset
from faithsieve.errors import LLMError, ReplayMissError
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.cached import ReplayModel
from faithsieve.llm.local_server import LocalServer
from faithsieve.llm.local_weights import DEFAULT, installed_weights
from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.stage import localize
from faithsieve.places import model_home
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import (
    DecodingSettings,
    LocalizeSettings,
    LocalSettings,
    ModelSettings,
    Settings,
)
from faithsieve.records.substep import FlagKind
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_model, model_identity


class Row(NamedTuple):
    """What one proof gave and cost."""

    localization: Localization
    costs: CostLedger

    @property
    def tokens(self) -> int:
        """Prompt and reply tokens of all calls."""
        return sum(stage.usage.total for stage in self.costs.stages)


def spread(proofs: Sequence[Proof], limit: int, *, short: bool = False) -> list[int]:
    """Pick positions: the longest and oddest, the rest evenly through the shorter half.

    A small model writes for minutes on a long proof, and most of its replies there are cut. With
    ``short`` the rest are the shortest, for a machine on which even the shorter half takes hours.
    """
    by_length = sorted(range(len(proofs)), key=lambda i: -sum(len(s.text) for s in proofs[i].steps))
    odd = [i for i in range(len(proofs)) if not proofs[i].problem.isascii()]
    shorter = by_length[len(proofs) // 2 :]
    stride = max(1, len(shorter) // max(1, limit))
    rest = [*reversed(shorter)] if short else [*shorter[::stride], *shorter]
    wanted = [by_length[0], *odd[:1], by_length[-1], *rest]
    chosen = set(list(dict.fromkeys(wanted))[:limit])
    # The shortest first, so that a run that is stopped has seen as many as possible.
    return [position for position in reversed(by_length) if position in chosen]


def _settings(chosen: argparse.Namespace) -> Settings:
    def decoding(temperature: float, most: int) -> Decoding:
        return Decoding(temperature=temperature, max_output_tokens=min(most, chosen.most_output))

    return Settings(
        model=ModelSettings(name=chosen.model, concurrency=chosen.slots, timeout_s=3600.0),
        local=LocalSettings(
            slots=chosen.slots, threads=chosen.threads, context_tokens=chosen.context
        ),
        localize=LocalizeSettings(context_tokens=chosen.context),
        # A small model may list numbers for ever; the paper's provider default has no such limit.
        decoding=DecodingSettings(
            decompose=decoding(0.3, 700),
            decompose_check=decoding(0.2, 700),
            state_tree=decoding(0.7, 1500),
            state_tree_check=decoding(0.2, 1500),
            suspicion=decoding(0.1, 1600),
            strict_retry=decoding(0.0, 1600),
        ),
    )


async def _ask_rows(proofs: Sequence[Proof], settings: Settings, place: str) -> list[Row]:
    rows: list[Row] = []
    gate = asyncio.Semaphore(settings.local.slots)

    async def ask(position: int, proof: Proof) -> None:
        async with gate:
            began = time.monotonic()
            row = await _ask_row(proof, model, settings)
        if row is not None:
            rows.append(row)
            seconds = time.monotonic() - began
            print(f"{position}/{len(proofs)}: {_line(row, seconds)}", flush=True)

    with RunStore.open(place) as store:
        async with build_model(settings, store) as model:
            await asyncio.gather(*(ask(n, proof) for n, proof in enumerate(proofs, start=1)))
    return rows


async def _recorded_rows(proofs: Sequence[Proof], settings: Settings, place: str) -> list[Row]:
    with RunStore.open(place) as store:
        model = ReplayModel(store, model_identity(settings.model))
        found = [await _ask_row(proof, model, settings) for proof in proofs]
    return [row for row in found if row is not None]


def _reader(model: ChatModel, settings: Settings) -> ModelReader:
    return ModelReader(model, settings=settings.localize, decoding=settings.decoding)


async def _ask_row(proof: Proof, model: ChatModel, settings: Settings) -> Row | None:
    costs = CostLedger()
    try:
        reader = _reader(AccountedModel(model, costs), settings)
        found = await localize(proof, reader=reader, settings=settings.localize)
    except ReplayMissError:
        return None
    except LLMError as error:
        print(f"could not finish a proof: {error}", flush=True)
        return None
    return Row(found, costs)


def _line(row: Row, seconds: float) -> str:
    found = row.localization
    flags = [flag.kind for unit in found.units for flag in unit.risk_flags]
    return (
        f"{len(found.proof.steps)} steps, {len(found.units)} units, {row.tokens} tokens, "
        f"{sum(s.calls for s in row.costs.stages)} calls, {seconds:.0f} s, "
        f"{flags.count(FlagKind.DECOMPOSITION_FALLBACK)} fallbacks, {len(flags)} flags, "
        f"window {found.window.reason}"
    )


def _summary(rows: Sequence[Row]) -> Iterator[str]:
    units = [len(row.localization.units) for row in rows]
    yield f"{len(rows)} proofs; units a proof: {quartiles(units)}"
    yield PAPER
    yield f"prompt and reply tokens a proof: {quartiles([row.tokens for row in rows])}"
    risks = [s.risk for row in rows for s in row.localization.suspicions if not s.is_default]
    extreme = sum(risk <= 0.2 or risk >= 0.8 for risk in risks)
    yield f"risks in [0, 0.2] or [0.8, 1]: {extreme / max(1, len(risks)):.0%} (paper: over 80 %)"
    flags: dict[str, int] = {}
    for row in rows:
        for unit in row.localization.units:
            for flag in unit.risk_flags:
                flags[flag.kind.value] = flags.get(flag.kind.value, 0) + 1
    yield f"flags: {dict(sorted(flags.items(), key=lambda item: -item[1]))}"


# ---- counting tokens


class _Recorded:
    """Recorded replies where there are any, the plain reader's where there are none."""

    def __init__(self, replay: ChatModel) -> None:
        self._replay = replay
        self.replayed = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        try:
            reply = await self._replay.complete(request)
        except ReplayMissError:
            text = localize_reply(request).model_dump_json()
            return ChatReply(text=text, model="plain", finish_reason="stop")
        self.replayed += 1
        return reply


class _Counted:
    """Counts every prompt and reply with a tokenizer, and how much of a prompt is shared."""

    def __init__(self, inner: ChatModel, count: LocalTokenizer) -> None:
        self._inner = inner
        self._count = count
        self.total = self.prompt = self.shared = 0
        self._seen: list[str] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        reply = await self._inner.complete(request)
        text = "\n".join(message.content for message in request.messages)
        common = max((_common_length(text, before) for before in self._seen), default=0)
        # The instructions are the same for every proof, so they are shared from the first call on.
        common = max(common, len(request.messages[0].content))
        self._seen.append(text)
        texts = [text, text[:common], reply.text]
        prompt, shared, said = await asyncio.to_thread(self._count.count_tokens, texts)
        self.prompt += prompt
        self.shared += min(prompt, shared)
        self.total += prompt + said
        return reply


def _common_length(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


async def _count_rows(sets: dict[str, list[Proof]], settings: Settings, place: str) -> list[str]:
    weights = installed_weights(DEFAULT, model_home())
    server = LocalServer(
        weights, alias=DEFAULT, settings=LocalSettings(slots=1, context_tokens=512)
    )
    lines = []
    with RunStore.open(place) as store:
        async with server as endpoint:
            for name, proofs in sets.items():
                replay = ReplayModel(store, model_identity(settings.model))
                lines += await _count_set(name, proofs, replay, LocalTokenizer(endpoint), settings)
    return lines


async def _count_set(
    name: str,
    proofs: Sequence[Proof],
    replay: ChatModel,
    tokenizer: LocalTokenizer,
    settings: Settings,
) -> list[str]:
    counted, recorded = [], 0
    for proof in proofs:
        inner = _Recorded(replay)
        counter = _Counted(inner, tokenizer)
        reader = _reader(counter, settings)
        await localize(proof, reader=reader, settings=settings.localize)
        counted.append(counter)
        recorded += inner.replayed > 0
    share = sum(c.shared for c in counted) / sum(c.prompt for c in counted)
    return [
        f"{name}: {len(proofs)} proofs, {recorded} with recorded replies",
        f"  prompt and reply tokens a proof: {quartiles([c.total for c in counted])}",
        f"  share of prompt tokens that a prefix cache can serve: {share:.0%}",
    ]


def main() -> None:
    """Ask or count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with proofloc_* folders")
    parser.add_argument("--store", required=True, help="where replies are kept")
    parser.add_argument("--model", default="local")
    parser.add_argument("--limit", type=int, default=10, help="proofs of each file")
    parser.add_argument("--short", action="store_true", help="the shortest instead of a spread")
    parser.add_argument("--threads", type=int, default=2, help="processor threads")
    parser.add_argument("--slots", type=int, default=1, help="proofs under way at once")
    parser.add_argument("--context", type=int, default=8000, help="tokens of the model's context")
    parser.add_argument("--most-output", type=int, default=1600, help="tokens a reply may have")
    parser.add_argument("--recorded", action="store_true", help="recorded rows only, ask nothing")
    parser.add_argument("--count", action="store_true", help="count tokens, ask nothing")
    chosen = parser.parse_args()
    settings = _settings(chosen)
    sets = {
        path.parent.name: [row.proof for row in load_dataset(path).proofs]
        for path in sorted(chosen.data.glob("proofloc_*/*.jsonl"))
    }
    if chosen.count:
        print("\n".join(asyncio.run(_count_rows(sets, settings, chosen.store))))
        return
    if chosen.recorded:
        every = [proof for proofs in sets.values() for proof in proofs]
        print("\n".join(_summary(asyncio.run(_recorded_rows(every, settings, chosen.store)))))
        return
    picked = [
        proofs[i]
        for proofs in sets.values()
        for i in spread(proofs, chosen.limit, short=chosen.short)
    ]
    picked.sort(key=lambda proof: sum(len(step.text) for step in proof.steps))
    rows = asyncio.run(_ask_rows(picked, settings, chosen.store))
    if rows:
        print("\n".join(_summary(rows)))


if __name__ == "__main__":
    main()
