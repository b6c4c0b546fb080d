"""Every unit gets a score or a visible default; bad scores are a format error."""

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.deltas import Delta
from faithsieve.localize.reading import read
from faithsieve.localize.suspicion import Scan, scan, show_unit
from faithsieve.records.localization import ErrorType
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.substep import ClaimStatus
from support.edge_units import grow
from support.localize_replies import scores

TEXTS = ["x = 1.", "So y = 2.", "Hence z = 3."]
TREE = grow(TEXTS)


async def run(*lines: Line, settings: LocalizeSettings | None = None) -> tuple[Scan, ScriptedModel]:
    chosen = settings or LocalizeSettings()
    model = ScriptedModel(lines)
    reading = read(Proof.from_texts("Show p.", TEXTS), chosen)
    found = await scan(
        reading,
        TREE,
        ("[1]", "[2]", "[3]"),
        model=model,
        settings=chosen,
        decoding=DecodingSettings(),
    )
    model.assert_finished()
    return found, model


async def test_one_call_scores_every_unit() -> None:
    found, model = await run(scores({1: 0.1, 2: 0.9, 3: 0.2}, 2))
    assert [s.risk for s in found.suspicions] == [0.1, 0.9, 0.2]
    doubted = found.suspicions[1]
    assert (doubted.likely_wrong, doubted.should_formalise) == (True, True)
    assert doubted.error_types == (ErrorType.ARITHMETIC,)
    assert doubted.reason == "wrong sum"
    assert not found.suspicions[0].likely_wrong
    assert model.requests[0].decoding.max_output_tokens == 1600


async def test_a_unit_left_out_gets_the_default_and_says_so() -> None:
    found, _ = await run(scores({1: 0.1, 3: 0.2}), settings=LocalizeSettings(unscored_risk=0.4))
    assert found.suspicions[1].risk == 0.4
    assert found.suspicions[1].is_default
    assert found.suspicions[1].should_formalise


async def test_a_unit_that_does_not_exist_is_dropped_with_a_note() -> None:
    found, _ = await run(scores({1: 0.1, 2: 0.1, 3: 0.1, 8: 1.0}, 9))
    assert len(found.suspicions) == 3
    assert found.notes == (
        "a score names unit 8, which was not asked for",
        "a score names unit 9, which was not asked for",
    )


async def test_a_doubt_about_a_unit_that_is_scored_sound_is_not_believed() -> None:
    found, _ = await run(scores({1: 0.05, 2: 0.3, 3: 0.1}, 1, 2))
    assert [s.likely_wrong for s in found.suspicions] == [False, True, False]
    assert found.notes == ("a doubt about unit 1 contradicts its score 0.05",)


async def test_of_two_scores_for_one_unit_the_higher_counts() -> None:
    reply = '{"d":[],"s":[{"n":1,"r":0.9},{"n":1,"r":0.1},{"n":2,"r":0},{"n":3,"r":1}]}'
    found, _ = await run(reply)
    assert [s.risk for s in found.suspicions] == [0.9, 0.0, 1.0]


@pytest.mark.parametrize("bad", ["1.7", "-0.1", "NaN", "1e999", "Infinity", '"high"', "true"])
async def test_a_score_outside_its_range_makes_the_reply_unreadable(bad: str) -> None:
    reply = f'{{"d":[],"s":[{{"n":1,"r":{bad}}}]}}'
    found, _ = await run(reply, reply)
    assert all(s.is_default for s in found.suspicions)
    (note,) = found.notes
    assert note.startswith("units 1 to 3 have no scores from their portion: ")
    assert found.artifacts == ()


async def test_a_format_error_is_asked_again_once() -> None:
    found, model = await run('{"d":[],"s":[{"n":1,"r":7}]}', scores({1: 0.1, 2: 0.1, 3: 0.1}))
    assert len(model.requests) == 2
    assert [s.risk for s in found.suspicions] == [0.1, 0.1, 0.1]


async def run_long(*lines: Line) -> Scan:
    """Ten units in two portions that share units 5 and 6."""
    texts = [f"Then x = {n}." for n in range(1, 11)]
    settings = LocalizeSettings(units_per_call=6, overlap=2)
    model = ScriptedModel(lines)
    found = await scan(
        read(Proof.from_texts("Show p.", texts), settings),
        grow(texts),
        [f"[{n}]" for n in range(1, 11)],
        model=model,
        settings=settings,
        decoding=DecodingSettings(),
    )
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


def test_a_unit_is_shown_with_what_makes_it_special() -> None:
    deltas = {
        1: Delta("cases", on=(0,), texts=("m is odd", "m is even")),
        2: Delta(on=(1,), at="1.2"),
    }
    texts = ["m is odd or m is even.", "So y = 2.", "It suffices to show q."]
    tree = grow(
        texts, deltas | {3: Delta(on=(2,), goal="q")}, statuses={2: ClaimStatus.PROVISIONAL}
    )
    assert show_unit(tree.units[0], "[1]") == "1 [1] case_split_2; from problem; branch_unvisited"
    assert show_unit(tree.units[1], "[2]") == ("2 [2] from h1.2; provisional; in case m is even")
    assert show_unit(tree.units[2], "[3]") == "3 [3] goal: q; in case m is even"
