"""What the prompts of stage two teach about Lean is true."""

import re

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.prompts.library import load, render
from faithsieve.records.lean import FrozenStatement
from faithsieve.verify.statement import topics_of

INPUTS: dict[str, dict[str, object]] = {
    "verify/statement": {"problem": "p", "context": "h1: x + 1 = 3", "claims": "[1] x = 2"},
    "verify/proof": {"problem": "p", "context": "", "goals": "[1] (x : R)\n⊢ x = 2"},
}


def instructions(prompt_id: str, topics: tuple[str, ...] = ()) -> str:
    chosen: dict[str, object] = {"dialect": "core", "topics": topics, "is_single": True}
    prompt = load(prompt_id)
    inputs = {name: (INPUTS[prompt_id] | chosen)[name] for name in prompt.inputs}
    return render(prompt_id, **inputs).messages[0].content


# Fields of structures, named by the object that has them.
NO_LEMMAS = frozenset(
    {
        "f.map_mul",
        "f.map_one",
        "f.map_add",
        "f.map_smul",
        "H.mul_mem",
        "I.add_mem",
        "exact_mod_cast",
    }
)

TOPICS = (
    "counting", "functions", "complex", "sets", "algebra", "linear", "orders", "topology",
    "analysis", "convex",
)  # fmt: skip


def test_only_the_topics_that_a_problem_needs_are_shown() -> None:
    assert "IsSinCos" not in instructions("verify/statement")
    assert "IsSinCos" in instructions("verify/statement", TOPICS)
    assert topics_of("Find x with x + 1 = 3.") == ()
    assert topics_of("Show that the closure of a connected set is connected.") == (
        "sets",
        "topology",
    )
    assert topics_of("Solve $\\log_2 x = 3$.") == ("functions",)
    words = "how many sets, groups, matrices, suprema, complex \\log, compact, sequence, convex"
    assert topics_of(words) == TOPICS


LAWS = {"he": "IsExp", "hl": "IsLog", "hs": "IsSinCos", "hp": "IsRpow"}


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_lean_takes_every_example_and_knows_every_lemma(lean_pool: LeanPool) -> None:
    judge = ProofJudge(lean_pool)
    shown = {name: instructions(name, TOPICS) for name in INPUTS}
    examples = re.findall(r'"([^"]* : [^"]*)"', shown["verify/statement"])
    assert len(examples) >= 16
    for example in examples:
        assert isinstance(await judge.freeze(" ".join(example.split())), FrozenStatement), example
    lemmas = shown["verify/proof"].split("Lemmas with their explicit arguments:")[1]
    listed = lemmas.split("Instances of a universal")[0]
    names = set(re.findall(r"\b(?:\w+\.)*[a-z]\w*_\w+\b", listed)) - NO_LEMMAS
    assert len(names) >= 20
    truth = await judge.freeze(": True")
    assert isinstance(truth, FrozenStatement)
    for name in sorted(names):
        full = f"Finset.{name}" if name.startswith("sum_") or name == "mul_sum" else name
        full = re.sub(r"^h[elsp](?=\.)", lambda law: LAWS[law.group()], full)
        (judged,) = await judge.judge_first(truth, (f"have := @{full}\ntrivial",))
        # A lemma for every universe leaves one open, which only the kernel minds.
        assert judged.is_accepted or "metavariables" in judged.detail, (name, judged.detail)
