"""A baseline of your own: ask twice, and answer only what both answers say."""

from faithsieve.baselines.direct import PROMPT, judge_directly
from faithsieve.methods import judged_by
from faithsieve.records.verdict import Verdict, VerdictKind


async def judge(proof, model, settings):
    """Judge a proof; everything asked through ``model`` is kept, counted and limited."""
    first, second = [await judge_directly(proof, model, settings, sample_index=i) for i in (0, 1)]
    if first.label == second.label:
        return first
    said = f"two answers: {first.label} and {second.label}"
    return Verdict(label=None, kind=VerdictKind.UNDECIDED, rationale=said)


method = judged_by(judge, (PROMPT,), "the direct question twice; undecided unless they agree")
