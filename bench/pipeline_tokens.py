"""Tokens of the whole pipeline by stage (paper app. F.8), four characters each.

``python -m bench pipeline_tokens [--data DIR]``: 60 proofs or a few more, evenly taken from every
``proofloc_*/dev.jsonl`` below DIR, by default ``../shared/datasets``, or proofs written here.
Replies come from ``bench/_rehearsal.py`` and are short: what is measured is how much the method
asks. The paper spent 124,971 tokens a proof with one model and 164,025 with another.
"""

import asyncio
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench._rehearsal import RehearsalJudge, rehearsal_model
from bench.localize import DATA, OWN, quartiles, rows_of
from faithsieve.llm.protocol import WatchedModel
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings, VerifySettings

LIMIT, PROOFS, CHARACTERS = 30_000, 60, 4
# The made-up model is no gate, and what its qualification costs is paid once, by no proof.
SETTINGS = Settings(verify=VerifySettings(trust_gate=True))


async def tokens_by_stage(proof: Proof) -> Counter[str]:
    """Check one proof and count prompts and replies."""
    tokens: Counter[str] = Counter()

    def count(request: ChatRequest, reply: ChatReply) -> None:
        texts = (*(message.content for message in request.messages), reply.text)
        tokens[request.stage] += sum(map(len, texts)) // CHARACTERS

    model = WatchedModel(rehearsal_model(remembers=False), count)
    await check_proof(proof, model=model, judge=RehearsalJudge(), settings=SETTINGS)
    return tokens


def run(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Count the tokens of every proof and report them by stage."""
    folder = Path(arguments[1]) if arguments[:1] == ["--data"] and len(arguments) > 1 else DATA
    rows = rows_of(folder)
    picked = rows[:: max(1, len(rows) // PROOFS)] or OWN
    yield f"{len(picked)} {f'of {len(rows)} development rows' if rows else 'proofs of our own'}"
    counted = [asyncio.run(tokens_by_stage(proof)) for proof in picked]
    totals = [one.total() for one in counted]
    share = statistics.median(totals) / LIMIT
    yield f"tokens a proof: {quartiles(totals)}; median {share:.2f} x the limit of {LIMIT}"
    for stage in sorted({stage for one in counted for stage in one}):
        yield f"  {stage}: {quartiles([one[stage] for one in counted])}"
