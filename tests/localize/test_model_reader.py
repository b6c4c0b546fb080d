"""Ask, check, ask once more, else keep what fits with flags; unread, a chain without scores."""

from typing import NamedTuple

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.questions import Questions
from faithsieve.localize.reading import Reading, chain_reply, read_reply
from faithsieve.localize.state_tree import Move
from faithsieve.localize.suspicion import UNLISTED_RISK
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import ErrorType, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, ScopeKind, Substep
from support.edge_units import grow
from support.localize_replies import reading, scope, scores, special, unit

# ---- units and scopes

PROOF = Proof.from_texts(
    "Let m be an integer. Show p.",
    ["m is odd or m is even.", "Suppose m is odd. So p.", "Suppose m is even. So p.", "Hence p."],
)
ODD = scope(ScopeKind.CASE, 2, 3, "m is odd")
EVEN = scope(ScopeKind.CASE, 4, 5, "m is even")
UNITS = (unit(1, 0), unit(2, 1), unit(3, 2), unit(4, 1), unit(5, 4), unit(6, 3, 5))
SUPPOSED = (special(1, "split"), special(2, "assume"), special(4, "assume"))
GOOD = reading(*UNITS, x=SUPPOSED, scopes=(ODD, EVEN), goal="Show p.")


class Understood(NamedTuple):
    reading: Reading
    notes: tuple[str, ...]
    artifacts: list[Digest]


async def understand(
    *lines: Line, settings: LocalizeSettings | None = None, proof: Proof = PROOF
) -> tuple[Understood, ScriptedModel]:
    chosen = settings or LocalizeSettings()
    model = ScriptedModel(lines)
    reader, questions = ModelReader(model, settings=chosen), Questions(model, DecodingSettings())
    found = await reader.units_and_scopes(prompt_context(proof, chosen), questions)
    model.assert_finished()
    notes = tuple(note.detail for note in questions.notes)
    return Understood(found, notes, questions.artifacts), model


def flags(item: Substep | EdgeUnit) -> set[FlagKind]:
    found = item.flags if isinstance(item, Substep) else item.risk_flags
    return {flag.kind for flag in found}


async def test_one_call_gives_units_and_scopes() -> None:
    found, model = await understand(GOOD)
    assert [s.label for s in found.reading.substeps] == ["1.1", "2.1", "2.2", "3.1", "3.2", "4.1"]
    assert [(s.first, s.last, s.text) for s in found.reading.spans] == [
        (2, 3, "m is odd"),
        (4, 5, "m is even"),
    ]
    assert len(found.artifacts) == len(model.requests) == 1
    assert model.requests[0].stage == "localize.state_tree"
    assert model.requests[0].decoding.temperature == 0.7
    assert not found.notes
    assert not found.reading.faults


async def test_a_fault_is_named_in_one_retry_and_the_mended_step_is_flagged() -> None:
    crossed = scope(ScopeKind.LEMMA, 2, 4, "m is odd"), scope(ScopeKind.CASE, 3, 5, "m is even")
    found, model = await understand(reading(*UNITS, scopes=crossed, x=SUPPOSED), GOOD)
    asked = model.requests[1].messages[-1].content
    assert "segment 3: this scope ends outside the scope that it begins in (case)" in asked
    assert '"k":"lemma"' in asked
    assert model.requests[1].stage == "localize.state_tree_check"
    assert FlagKind.STRUCTURE_RETRIED in flags(found.reading.substeps[1])
    assert FlagKind.SCOPE_CROSSED not in flags(found.reading.substeps[1])
    assert len(found.artifacts) == 2


async def test_a_retry_that_mends_nothing_leaves_the_first_reading_and_its_flags() -> None:
    first = reading(unit(1, 0), unit(2, 9), *UNITS[2:], x=SUPPOSED, scopes=(ODD, EVEN))
    found, _ = await understand(first, first)
    assert flags(found.reading.substeps[1]) == {FlagKind.USE_BEFORE_INTRODUCTION}


async def test_a_forgotten_step_is_asked_for_once_more_and_then_stays_whole() -> None:
    first = reading(unit(1, 0), unit(2, 1), unit(3, 2), unit(6, 3))
    found, model = await understand(first, GOOD)
    assert "segment 4: no unit starts in this step" in model.requests[1].messages[-1].content
    assert len(found.reading.substeps) == 6
    twice, _ = await understand(first, first)
    assert [
        s.text for s in twice.reading.substeps if FlagKind.DECOMPOSITION_FALLBACK in flags(s)
    ] == [PROOF.steps[2].text]


async def test_without_a_readable_reply_the_sentences_are_a_flagged_chain() -> None:
    found, _ = await understand("no", "still no")
    assert [found.reading.moves[n].on for n in range(1, 7)] == [(n,) for n in range(6)]
    assert found.reading.spans == ()
    assert all(flags(s) == {FlagKind.DECOMPOSITION_FALLBACK} for s in found.reading.substeps)
    assert len(found.notes) == 1


async def test_an_unreadable_retry_keeps_the_first_reading() -> None:
    first = reading(unit(1, 0), unit(2, 9), *UNITS[2:])
    found, _ = await understand(first, "no", "still no")
    assert FlagKind.USE_BEFORE_INTRODUCTION in flags(found.reading.substeps[1])
    assert len(found.notes) == 1


async def test_a_long_proof_is_asked_in_portions_that_know_which_scopes_are_open() -> None:
    proof = Proof.from_texts(
        "Show p.", ["Suppose x = 0.", *(f"Then x = {n}." for n in range(1, 14))]
    )
    settings = LocalizeSettings(units_per_call=4)
    supposed = scope(ScopeKind.ARBITRARY, 1, 12, "x = 0")
    one = reading(
        *(unit(n, n - 1) for n in range(1, 13)), x=(special(1, "assume"),), scopes=(supposed,)
    )
    two = reading(unit(13, 1), unit(14, 13), scopes=(scope(ScopeKind.ARBITRARY, 1, 13, "x = 0"),))
    found, model = await understand(one, two, settings=settings, proof=proof)
    assert "arbitrary from [1]: x = 0" in model.requests[1].messages[-1].content
    assert [(s.first, s.last) for s in found.reading.spans] == [(1, 13)]
    assert found.reading.moves[13].on == (1,)


# ---- the scan

TEXTS = ["x = 1.", "So y = 2.", "Hence z = 3."]
TREE = grow(TEXTS)


class Scan(NamedTuple):
    suspicions: tuple[Suspicion, ...]
    notes: tuple[str, ...]
    artifacts: list[Digest]


async def scan(
    *lines: Line, settings: LocalizeSettings | None = None
) -> tuple[Scan, ScriptedModel]:
    model = ScriptedModel(lines)
    found = await scan_with(model, TREE, settings or LocalizeSettings())
    model.assert_finished()
    return found, model


async def scan_with(model: ScriptedModel, tree: StateTree, settings: LocalizeSettings) -> Scan:
    proof = Proof.from_texts("Show p.", [unit.text for unit in tree.units])
    reader, questions = ModelReader(model, settings=settings), Questions(model, DecodingSettings())
    context = prompt_context(proof, settings)
    plain = read_reply(proof, context.segments, chain_reply(context.segments))
    found = await reader.suspicions(context, plain, tree, questions)
    return Scan(found, tuple(note.detail for note in questions.notes), questions.artifacts)


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
    assert found.notes[1:] == ("units 1 to 3 have no scores from their portion",)
    assert found.artifacts == []


async def run_long(*lines: Line) -> Scan:
    """Ten units in two portions, six and four."""
    texts = [f"Then x = {n}." for n in range(1, 11)]
    settings = LocalizeSettings(units_per_call=6)
    model = ScriptedModel(lines)
    found = await scan_with(model, grow(texts), settings)
    model.assert_finished()
    return found


async def test_a_long_proof_is_scanned_in_portions() -> None:
    first = scores({n: 0.1 for n in range(1, 7)})
    # Unit 2 is not shown in the second portion, so a score for it there means nothing.
    second = scores({n: 0.8 for n in range(7, 11)} | {2: 1.0})
    found = await run_long(first, second)
    assert [s.risk for s in found.suspicions] == [0.1] * 6 + [0.8] * 4


async def test_one_unreadable_portion_costs_only_its_own_units_their_scores() -> None:
    found = await run_long("no", "still no", scores({n: 0.8 for n in range(7, 11)} | {2: 1.0}))
    assert [s.is_default for s in found.suspicions] == [True] * 6 + [False] * 4
    assert [s.risk for s in found.suspicions[6:]] == [0.8] * 4
    assert len(found.artifacts) == 1
    assert found.notes[1:] == (
        "units 1 to 6 have no scores from their portion",
        "a score names unit 2, which was not asked for",
    )


async def test_an_unreadable_last_portion_keeps_what_came_before() -> None:
    found = await run_long(scores({n: 0.1 for n in range(1, 7)}), "no", "still no")
    assert [s.is_default for s in found.suspicions] == [False] * 6 + [True] * 4
    assert (len(found.artifacts), len(found.notes)) == (1, 2)


async def test_a_unit_that_makes_no_claim_is_neither_shown_nor_scored() -> None:
    model = ScriptedModel([scores({1: 0.1, 3: 0.2})])
    tree = grow(TEXTS, {3: Move(on=(1,))}, statuses={2: ClaimStatus.ANNOUNCED})
    found = await scan_with(model, tree, LocalizeSettings())
    asked = model.requests[0].messages[-1].content
    assert "\n2 [2]" not in asked
    assert "\n3 [3]" in asked
    silent = found.suspicions[1]
    assert (silent.risk, silent.should_formalise, silent.is_default) == (0.0, False, True)
    assert found.notes == ()
