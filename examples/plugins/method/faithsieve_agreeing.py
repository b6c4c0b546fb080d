"""A baseline of your own: ask twice, and believe a step only if both answers name it."""

from faithsieve.baselines.direct import PROMPT, judge_directly
from faithsieve.baselines.labels import verdict_of_label
from faithsieve.methods import judged_by


async def judge(proof, model, settings):
    """Judge a proof; everything asked through ``model`` is kept, counted and limited."""
    first, second = [await judge_directly(proof, model, settings, sample_index=i) for i in (0, 1)]
    label = first.label if first.label == second.label else "correct"
    said = f"two answers: {first.label} and {second.label}"
    return verdict_of_label(label, rationale=said, artifacts=first.artifacts + second.artifacts)


method = judged_by(judge, (PROMPT,), "the direct question twice; a step counts if both name it")
