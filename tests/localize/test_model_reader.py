"""Ask, check, ask once more, else keep the step whole, the chain plain and the score open."""

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.decomposition import Decomposition
from faithsieve.localize.model_reader import BuiltTree, ModelReader, Scan
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.state_tree import Delta
from faithsieve.localize.suspicion import UNLISTED_RISK
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import ErrorType
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, Substep
from support.edge_units import grow
from support.localize_replies import chain, edge, grouping, retried, scores, special
from support.localize_replies import deltas as delta_reply

# ---- substeps

PROOF = Proof.from_texts("Find x.", ["Let x = 1. So y = 2.", "Hence z = 3. Thus w = 4."])
QUOTED = LocalizeSettings()


async def decompose(
    *lines: Line, settings: LocalizeSettings = QUOTED, proof: Proof = PROOF
) -> tuple[Decomposition, ScriptedModel]:
    model = ScriptedModel(lines)
    reader = ModelReader(model, settings=settings)
    result = await reader.decompose(prompt_context(proof, settings))
    model.assert_finished()
    return result, model


def flags(item: Substep | EdgeUnit) -> set[FlagKind]:
    found = item.flags if isinstance(item, Substep) else item.risk_flags
    return {flag.kind for flag in found}


async def test_one_call_splits_the_whole_proof() -> None:
    result, model = await decompose(grouping(1, 2, 3, 4))
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert [s.text for s in result.substeps][:2] == ["Let x = 1.", "So y = 2."]
    assert result.places == ("[1]", "[2]", "[3]", "[4]")
    assert len(result.artifacts) == len(model.requests) == 1
    assert model.requests[0].stage == "localize.decompose"
    assert model.requests[0].decoding.temperature == 0.3


async def test_a_forgotten_step_is_asked_for_once_more_by_name() -> None:
    result, model = await decompose(grouping(1, 2), grouping(1, 3, 4))
    assert "step 2: no start among segments 3 to 4" in model.requests[1].messages[-1].content
    assert model.requests[1].stage == "localize.decompose_check"
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert flags(result.substeps[0]) == set()
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_RETRIED}


async def test_a_step_forgotten_twice_stays_whole_and_flagged() -> None:
    result, _ = await decompose(grouping(1, 2), grouping(1, 2))
    assert [s.text for s in result.substeps] == [
        "Let x = 1.",
        "So y = 2.",
        "Hence z = 3. Thus w = 4.",
    ]
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_FALLBACK}


async def test_an_unreadable_reply_keeps_every_step_whole() -> None:
    result, _ = await decompose("no json", "still none")
    assert [s.text for s in result.substeps] == [step.text for step in PROOF.steps]
    assert all(flags(s) == {FlagKind.DECOMPOSITION_FALLBACK} for s in result.substeps)
    assert "localize/decompose" in result.notes[0]


async def test_an_unreadable_retry_keeps_the_forgotten_step_whole() -> None:
    result, _ = await decompose(grouping(1, 2), "no json", "still none")
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_FALLBACK}
    assert len(result.substeps) == 3


async def test_a_proof_too_long_for_one_call_is_asked_step_by_step() -> None:
    steps = [f"Then x = {n}. " + "We add words to it. " * 80 + f"So y = {n}." for n in range(40)]
    proof = Proof.from_texts("Find x.", steps)
    settings = LocalizeSettings(context_tokens=6000)
    context = prompt_context(proof, settings)
    assert len(context.portions) > 1
    model = ScriptedModel(lambda request: grouping(*range(1, len(context.segments) + 1)))
    result = await ModelReader(model, settings=settings).decompose(context)
    assert len(model.requests) == len(context.portions)
    kept = "".join(s.text for s in result.substeps)
    assert sorted("".join(kept.split())) == sorted("".join("".join(steps).split()))
    prefixes = {request.messages[0] for request in model.requests}
    assert len(prefixes) == 1


# ---- the tree

SPLIT = Proof.from_texts("Find x. Show p.", ["m is odd or m is even.", "So y = 2.", "Hence z = 3."])


async def build(
    *lines: Line, settings: LocalizeSettings | None = None, proof: Proof = SPLIT
) -> tuple[BuiltTree, ScriptedModel]:
    chosen = settings or LocalizeSettings()
    context = prompt_context(proof, chosen)
    every = grouping(*(segment.number for segment in context.segments))
    parts = await ModelReader(ScriptedModel([every]), settings=chosen).decompose(context)
    model = ScriptedModel(lines)
    built = await ModelReader(model, settings=chosen).state_tree(context, parts)
    model.assert_finished()
    return built, model


async def test_deltas_become_a_tree_in_one_call() -> None:
    built, model = await build(chain(3))
    assert [unit.parent for unit in built.tree.units] == ["0", "1", "2"]
    assert built.tree.goal == "Show p."
    assert model.requests[0].decoding.temperature == 0.7
    assert "1 [1]\n2 [2]\n3 [3]" in model.requests[0].messages[-1].content


async def test_a_named_goal_replaces_the_default() -> None:
    built, _ = await build(delta_reply(edge(1, 0), edge(2, 1), edge(3, 2), goal="Find x."))
    assert built.tree.goal == "Find x."


async def test_a_goal_in_other_words_is_not_taken() -> None:
    built, _ = await build(delta_reply(edge(1, 0), edge(2, 1), edge(3, 2), goal="find m"))
    assert built.tree.goal == "Show p."
    assert built.notes == (
        "goal 'find m' is not in the text; the problem's last sentence stands in",
    )


async def test_a_fault_is_named_in_one_retry_and_the_mended_unit_is_flagged() -> None:
    first = delta_reply(edge(1, 0, pattern="cases"), edge(2, 1), edge(3, 2))
    second = retried(edge(1, 0, pattern="cases"), x=(special(1, "m is odd", "m is even"),))
    built, model = await build(first, second)
    asked = model.requests[1].messages[-1].content
    said = "unit 1: on [0], p cases, at '', end []; `tx` does not give what the pattern needs"
    assert f"{said} (a case split with 0 cases)" in asked
    assert "2 [2]" not in asked.partition("Some units")[2]
    assert model.requests[1].stage == "localize.state_tree_check"
    assert FlagKind.STRUCTURE_RETRIED in flags(built.tree.units[0])
    assert FlagKind.BRANCH_COUNT not in flags(built.tree.units[0])
    assert len(built.artifacts) == 2


async def test_a_retry_that_mends_nothing_leaves_the_first_tree_and_its_flags() -> None:
    first = delta_reply(edge(1, 0), edge(2, 9), edge(3, 2))
    built, _ = await build(first, retried(edge(2, 8)))
    assert flags(built.tree.units[1]) == {FlagKind.USE_BEFORE_INTRODUCTION}


async def test_missing_repeated_and_unknown_units_are_seen() -> None:
    first = delta_reply(edge(1, 0), edge(1, 0), edge(7, 1), edge(3, 1))
    built, model = await build(first, retried())
    assert FlagKind.DELTA_DUPLICATE in flags(built.tree.units[0])
    assert FlagKind.DELTA_MISSING in flags(built.tree.units[1])
    assert built.notes == ("an edge names unit 7, which was not asked for",)
    assert "unit 2: `e` has no line for it" in model.requests[1].messages[-1].content


async def test_without_a_readable_reply_the_units_are_a_flagged_chain() -> None:
    built, _ = await build("no", "no", "no", "no")
    assert all(FlagKind.DELTA_MISSING in flags(unit) for unit in built.tree.units)
    assert [unit.parent for unit in built.tree.units] == ["0", "1", "2"]
    assert len(built.notes) == 2


async def test_a_long_proof_is_asked_in_portions_that_know_what_came_before() -> None:
    proof = Proof.from_texts("Show p.", [f"Then x = {n}." for n in range(1, 7)])
    settings = LocalizeSettings(units_per_call=4)
    one = delta_reply(*(edge(n, n - 1) for n in (1, 2, 3, 4)))
    two = delta_reply(edge(5, 4), edge(6, 1))
    built, model = await build(one, two, settings=settings, proof=proof)
    assert "Task B for units 5 to 6;" in model.requests[1].messages[-1].content
    assert "1 [1] (implication)" in model.requests[1].messages[-1].content
    assert built.tree.units[5].uses == ("h1",)


# ---- the scan

TEXTS = ["x = 1.", "So y = 2.", "Hence z = 3."]
TREE = grow(TEXTS)


async def scan(
    *lines: Line, settings: LocalizeSettings | None = None
) -> tuple[Scan, ScriptedModel]:
    model = ScriptedModel(lines)
    found = await scan_with(model, TREE, settings or LocalizeSettings())
    model.assert_finished()
    return found, model


async def scan_with(model: ScriptedModel, tree: StateTree, settings: LocalizeSettings) -> Scan:
    proof = Proof.from_texts("Show p.", [unit.text for unit in tree.units])
    places = tuple(f"[{unit.edge_index}]" for unit in tree.units)
    reader = ModelReader(model, settings=settings)
    return await reader.suspicions(prompt_context(proof, settings), Decomposition((), places), tree)


async def test_one_call_scores_every_unit() -> None:
    found, model = await scan(scores({1: 0.1, 2: 0.9, 3: 0.2}, 2))
    assert [s.risk for s in found.suspicions] == [0.1, 0.9, 0.2]
    doubted = found.suspicions[1]
    assert doubted.should_formalise
    assert doubted.error_types == (ErrorType.ARITHMETIC,)
    assert doubted.reason == "wrong sum"
    assert not found.suspicions[0].should_formalise
    assert model.requests[0].decoding.max_output_tokens == 1600


async def test_a_unit_that_a_reply_does_not_list_is_sound_to_it() -> None:
    found, _ = await scan(scores({1: 0.1, 3: 0.2}))
    assert [s.risk for s in found.suspicions] == [0.1, UNLISTED_RISK, 0.2]
    assert not found.suspicions[1].is_default
    assert not found.suspicions[1].should_formalise


async def test_a_doubt_without_a_score_gets_the_default_and_a_note() -> None:
    found, _ = await scan(scores({1: 0.1}, 2), settings=LocalizeSettings(unscored_risk=0.4))
    assert [s.risk for s in found.suspicions] == [0.1, 0.4, UNLISTED_RISK]
    assert found.suspicions[1].is_default
    assert found.notes == ("a doubt about unit 2 has no score: 'wrong sum'",)


async def test_a_unit_that_does_not_exist_is_dropped_with_a_note() -> None:
    found, _ = await scan(scores({1: 0.1, 2: 0.1, 3: 0.1, 8: 1.0}, 9))
    assert len(found.suspicions) == 3
    assert found.notes == (
        "a score names unit 8, which was not asked for",
        "a score names unit 9, which was not asked for",
    )


async def test_a_doubt_about_a_unit_that_is_scored_sound_is_not_believed() -> None:
    found, _ = await scan(scores({1: 0.05, 2: 0.3, 3: 0.1}, 1, 2))
    assert [s.should_formalise for s in found.suspicions] == [False, True, False]
    assert found.notes == ("a doubt about unit 1 contradicts its score 0.05",)


async def test_of_two_scores_for_one_unit_the_higher_counts() -> None:
    reply = '{"d":[],"s":[{"n":1,"r":0.9},{"n":1,"r":0.1},{"n":2,"r":0},{"n":3,"r":1}]}'
    found, _ = await scan(reply)
    assert [s.risk for s in found.suspicions] == [0.9, 0.0, 1.0]


@pytest.mark.parametrize("bad", ["1.7", "-0.1", "NaN", "1e999", "Infinity", '"high"', "true"])
async def test_a_score_outside_its_range_makes_the_reply_unreadable(bad: str) -> None:
    reply = f'{{"d":[],"s":[{{"n":1,"r":{bad}}}]}}'
    found, _ = await scan(reply, reply)
    assert all(s.is_default for s in found.suspicions)
    (note,) = found.notes
    assert note.startswith("units 1 to 3 have no scores from their portion: ")
    assert found.artifacts == ()


async def run_long(*lines: Line) -> Scan:
    """Ten units in two portions that share units 5 and 6."""
    texts = [f"Then x = {n}." for n in range(1, 11)]
    settings = LocalizeSettings(units_per_call=6, overlap=2)
    model = ScriptedModel(lines)
    found = await scan_with(model, grow(texts), settings)
    model.assert_finished()
    return found


async def test_a_long_proof_is_scanned_in_overlapping_portions() -> None:
    first = scores({n: 0.1 for n in range(1, 7)})
    # Unit 2 is not shown in the second portion, so a score for it there means nothing.
    second = scores({n: 0.8 for n in range(5, 11)} | {2: 1.0})
    found = await run_long(first, second)
    assert [s.risk for s in found.suspicions] == [0.1] * 4 + [0.8] * 6


async def test_one_unreadable_portion_costs_only_its_own_units_their_scores() -> None:
    found = await run_long("no", "still no", scores({n: 0.8 for n in range(5, 11)} | {2: 1.0}))
    assert [s.is_default for s in found.suspicions] == [True] * 4 + [False] * 6
    assert [s.risk for s in found.suspicions[4:]] == [0.8] * 6
    assert len(found.artifacts) == 1
    assert found.notes[0].startswith("units 1 to 6 have no scores from their portion: ")
    assert found.notes[1:] == ("a score names unit 2, which was not asked for",)


async def test_an_unreadable_last_portion_keeps_what_came_before() -> None:
    found = await run_long(scores({n: 0.1 for n in range(1, 7)}), "no", "still no")
    assert [s.is_default for s in found.suspicions] == [False] * 6 + [True] * 4
    assert len(found.artifacts) == len(found.notes) == 1


async def test_a_unit_that_makes_no_claim_is_neither_shown_nor_scored() -> None:
    model = ScriptedModel([scores({1: 0.1, 3: 0.2})])
    deltas = {3: Delta(on=(1,))}
    tree = grow(TEXTS, deltas, statuses={2: ClaimStatus.ANNOUNCED})
    found = await scan_with(model, tree, LocalizeSettings())
    asked = model.requests[0].messages[-1].content
    assert "\n2 [2]" not in asked
    assert "\n3 [3]" in asked
    silent = found.suspicions[1]
    assert (silent.risk, silent.should_formalise, silent.is_default) == (0.0, False, True)
    assert found.notes == ()
