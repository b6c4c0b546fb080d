"""Tokens of the whole pipeline by stage, counted with the local model's tokenizer (paper app. F.8).

``python -m bench pipeline_tokens [--data DIR]``: 60 proofs or a few more, evenly taken from every
``proofloc_*/dev.jsonl`` below DIR, by default ``../shared/datasets``, or proofs written here.
Replies come from ``bench/_plain_pipeline.py``: valid, of ordinary length, right about nothing. The
paper spent 124,971 tokens a proof with one model and 164,025 with another.
"""

import asyncio
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench._local_tokenizer import LocalTokenizer
from bench._plain_pipeline import NEVER, PlainJudge, PlainPipeline, Rates
from bench.localize import DATA, OWN, quartiles, rows_of
from faithsieve.configuration import model_home
from faithsieve.errors import FaithSieveError
from faithsieve.llm.local_model import QWEN_CODER, serving
from faithsieve.llm.protocol import ChatModel
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalSettings, Settings, VerifySettings

LIMIT, PROOFS = 30_000, 60
# The plain model is no gate, and what its qualification costs is paid once, by no proof.
SETTINGS = Settings(verify=VerifySettings(trust_gate=True))


class CountingModel:
    """Remembers every prompt and reply of one proof, to be counted afterwards."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self.said: list[tuple[str, str, str]] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask, and note stage, prompt and reply."""
        reply = await self._inner.complete(request)
        prompt = "\n".join(message.content for message in request.messages)
        self.said.append((request.stage, prompt, reply.text))
        return reply


class StageTokens:
    """Tokens and calls of one proof by stage."""

    def __init__(self, model: CountingModel, tokenizer: LocalTokenizer) -> None:
        stages = [stage for stage, _, _ in model.said]
        counts = tokenizer.count_tokens([text for _, *both in model.said for text in both])
        self.calls = Counter(stages)
        self.prompts: Counter[str] = Counter()
        self.replies: Counter[str] = Counter()
        for stage, prompt, reply in zip(stages, counts[::2], counts[1::2], strict=True):
            self.prompts[stage] += prompt
            self.replies[stage] += reply

    @property
    def total(self) -> int:
        """Prompt and reply tokens of all stages."""
        return self.prompts.total() + self.replies.total()


async def _counted(proof: Proof, rates: Rates, tokenizer: LocalTokenizer) -> StageTokens:
    model = CountingModel(PlainPipeline(rates))
    await check_proof(proof, model=model, judge=PlainJudge(rates), settings=SETTINGS)
    return StageTokens(model, tokenizer)


async def _count_all(proofs: Sequence[Proof]) -> list[str]:
    weights, small = QWEN_CODER.path_in(model_home()), LocalSettings(context_tokens=512)
    lines: list[str] = []
    async with serving(weights, alias=QWEN_CODER.name, settings=small) as endpoint:
        tokenizer = LocalTokenizer(endpoint)
        for name, rates in (("ordinary luck", Rates()), ("nothing is ever proved", NEVER)):
            counted = [await _counted(proof, rates, tokenizer) for proof in proofs]
            lines += _report(name, counted)
    return lines


def _report(name: str, counted: Sequence[StageTokens]) -> Iterator[str]:
    totals = [one.total for one in counted]
    share = statistics.median(totals) / LIMIT
    yield f"{name}, tokens a proof: {quartiles(totals)}; median {share:.2f} x the limit of {LIMIT}"
    stages = sorted({stage for one in counted for stage in one.calls})
    for stage in stages:
        tokens = [one.prompts[stage] + one.replies[stage] for one in counted]
        ordered = sorted(tokens)
        calls = statistics.mean(one.calls[stage] for one in counted)
        reply = sum(one.replies[stage] for one in counted) / max(1, sum(tokens))
        yield (
            f"  {stage}: median {statistics.median(tokens):g}, 90th percentile "
            f"{ordered[int(0.9 * len(ordered))]:g}, {calls:.1f} calls, {reply:.0%} in replies"
        )


def run(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Count the tokens of every proof and report them by stage."""
    folder = Path(arguments[1]) if arguments[:1] == ["--data"] and len(arguments) > 1 else DATA
    rows = rows_of(folder)
    picked = rows[:: max(1, len(rows) // PROOFS)] or OWN
    yield f"{len(picked)} {f'of {len(rows)} development rows' if rows else 'proofs of our own'}"
    try:
        yield from asyncio.run(_count_all(picked))
    except FaithSieveError as error:
        yield f"cannot count: {error}"
