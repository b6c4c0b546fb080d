"""One retry mends a faulty tree; what it does not mend stays visible."""

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.decompose import decompose
from faithsieve.localize.grow_tree import GrownTree, grow_tree
from faithsieve.localize.reading import read
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.substep import FlagKind
from support.localize_replies import chain, deltas, edge, grouping, special

PROOF = Proof.from_texts("Find x. Show p.", ["m is odd or m is even.", "So y = 2.", "Hence z = 3."])


async def run(
    *lines: Line, settings: LocalizeSettings | None = None, proof: Proof = PROOF
) -> tuple[GrownTree, ScriptedModel]:
    chosen = settings or LocalizeSettings()
    decoding = DecodingSettings()
    reading = read(proof, chosen)
    every = grouping(*(segment.number for segment in reading.segments))
    parts = await decompose(
        reading, model=ScriptedModel([every]), settings=chosen, decoding=decoding
    )
    model = ScriptedModel(lines)
    grown = await grow_tree(reading, parts, model=model, settings=chosen, decoding=decoding)
    model.assert_finished()
    return grown, model


def flags(unit: EdgeUnit) -> set[FlagKind]:
    return {flag.kind for flag in unit.risk_flags}


async def test_deltas_become_a_tree_in_one_call() -> None:
    grown, model = await run(chain(3))
    assert [unit.parent for unit in grown.tree.units] == ["0", "1", "2"]
    assert grown.tree.goal == "Show p."
    assert model.requests[0].decoding.temperature == 0.7
    assert "1 [1]\n2 [2]\n3 [3]" in model.requests[0].messages[-1].content


async def test_a_named_goal_replaces_the_default() -> None:
    grown, _ = await run(deltas(edge(1, 0), edge(2, 1), edge(3, 2), goal="Find x."))
    assert grown.tree.goal == "Find x."


async def test_a_goal_in_other_words_is_not_taken() -> None:
    grown, _ = await run(deltas(edge(1, 0), edge(2, 1), edge(3, 2), goal="find m"))
    assert grown.tree.goal == "Show p."
    assert grown.notes == (
        "goal 'find m' is not in the text; the problem's last sentence stands in",
    )


async def test_a_fault_is_named_in_one_retry_and_the_mended_unit_is_flagged() -> None:
    first = deltas(edge(1, 0, pattern="cases"), edge(2, 1), edge(3, 2))
    second = deltas(edge(1, 0, pattern="cases"), x=(special(1, "m is odd", "m is even"),))
    grown, model = await run(first, second)
    asked = model.requests[1].messages[-1].content
    assert "unit 1: branch_count a case split with 0 cases" in asked
    assert model.requests[1].stage == "localize.state_tree_check"
    assert FlagKind.STRUCTURE_RETRIED in flags(grown.tree.units[0])
    assert FlagKind.BRANCH_COUNT not in flags(grown.tree.units[0])
    assert len(grown.artifacts) == 2


async def test_a_retry_that_mends_nothing_leaves_the_first_tree_and_its_flags() -> None:
    first = deltas(edge(1, 0), edge(2, 9), edge(3, 2))
    grown, _ = await run(first, deltas(edge(2, 8)))
    assert flags(grown.tree.units[1]) == {FlagKind.USE_BEFORE_INTRODUCTION}


async def test_missing_repeated_and_unknown_units_are_seen() -> None:
    first = deltas(edge(1, 0), edge(1, 0), edge(7, 1), edge(3, 1))
    grown, model = await run(first, deltas())
    assert FlagKind.DELTA_DUPLICATE in flags(grown.tree.units[0])
    assert FlagKind.DELTA_MISSING in flags(grown.tree.units[1])
    assert grown.notes == ("an edge names unit 7, which was not asked for",)
    assert "unit 2: delta_missing" in model.requests[1].messages[-1].content


async def test_without_a_readable_reply_the_units_are_a_flagged_chain() -> None:
    grown, _ = await run("no", "no", "no", "no")
    assert all(FlagKind.DELTA_MISSING in flags(unit) for unit in grown.tree.units)
    assert [unit.parent for unit in grown.tree.units] == ["0", "1", "2"]
    assert len(grown.notes) == 2


async def test_a_long_proof_is_asked_in_portions_that_know_what_came_before() -> None:
    proof = Proof.from_texts("Show p.", [f"Then x = {n}." for n in range(1, 7)])
    settings = LocalizeSettings(units_per_call=4)
    one = deltas(*(edge(n, n - 1) for n in (1, 2, 3, 4)))
    two = deltas(edge(5, 4), edge(6, 1))
    grown, model = await run(one, two, settings=settings, proof=proof)
    assert "Task B for units 5 to 6;" in model.requests[1].messages[-1].content
    assert "1 [1] (implication)" in model.requests[1].messages[-1].content
    assert grown.tree.units[5].uses == ("h1",)


async def test_the_same_replies_give_the_same_tree() -> None:
    replies = deltas(edge(1, 0, pattern="cases"), edge(2, 1), edge(3, 2),
                     x=(special(1, "m is odd", "m is even"),))  # fmt: skip
    assert (await run(replies))[0].tree == (await run(replies))[0].tree
