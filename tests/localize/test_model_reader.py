"""Ask, check, ask once more, else keep what fits with flags; unread, a chain without scores."""

from typing import NamedTuple

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.questions import Questions
from faithsieve.localize.reader import ReadProof
from faithsieve.localize.reading import Reading
from faithsieve.localize.suspicion import UNLISTED_RISK
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import ErrorType
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.substep import FlagKind, ScopeKind, Substep
from support.localize_replies import chain, doubts, reading, scope, special, unit

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
    assert "segment 5: a scope that reaches to here crosses another one (case 3-5)" in asked
    assert '"k":"lemma"' in asked
    assert model.requests[1].stage == "localize.state_tree_check"
    assert FlagKind.STRUCTURE_RETRIED in flags(found.reading.substeps[1])
    assert FlagKind.SCOPE_CROSSED not in flags(found.reading.substeps[1])
    assert len(found.artifacts) == 2


async def test_a_retry_that_leaves_out_doubts_keeps_those_of_the_first_reading() -> None:
    first = reading(unit(1, 0), unit(2, 9), *UNITS[2:], x=SUPPOSED, scopes=(ODD, EVEN))
    found, _ = await understand(first.changed(d=doubts({3: 0.7})), GOOD)
    assert [(n, line.r) for n, line in found.reading.doubts.items()] == [(3, 0.7)]


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

THREE = Proof.from_texts("Show p.", ["x = 1.", "So y = 2.", "Hence z = 3."])
LONG = Proof.from_texts("Show p.", [f"Then x = {n}." for n in range(1, 15)])
"""Two portions, of twelve segments and of two."""
FIRST = reading(*(unit(n, n - 1) for n in range(1, 13)))
SECOND = reading(unit(13, 12), unit(14, 13), d=doubts({13: 0.8, 14: 0.8}))


async def scan(*lines: Line, proof: Proof = THREE, **settings: float) -> ReadProof:
    chosen = LocalizeSettings.model_validate(settings)
    model = ScriptedModel(lines)
    found = await ModelReader(model, settings=chosen).read(proof)
    model.assert_finished()
    return found


def has_scores(found: ReadProof) -> list[bool]:
    """Whether each unit has a score of its own; the flag and the record must agree."""
    scored = [not suspicion.is_default for suspicion in found.suspicions]
    assert scored == [FlagKind.UNSCORED not in flags(unit) for unit in found.tree.units]
    return scored


async def test_the_call_that_reads_the_units_scores_them() -> None:
    found = await scan(chain(3, {1: 0.1, 2: 0.9, 3: 0.2}))
    assert [s.risk for s in found.suspicions] == [0.1, 0.9, 0.2]
    doubted = found.suspicions[1]
    assert doubted.should_formalise
    assert doubted.error_types == (ErrorType.ARITHMETIC,)
    assert doubted.reason == "wrong sum"
    assert len(found.artifacts) == 1


async def test_a_unit_that_a_reply_does_not_list_is_sound_to_it() -> None:
    found = await scan(chain(3, {1: 0.1, 3: 0.2}))
    assert [s.risk for s in found.suspicions] == [0.1, UNLISTED_RISK, 0.2]
    assert has_scores(found) == [True] * 3
    assert not found.suspicions[1].should_formalise


async def test_a_doubt_below_the_bound_has_a_risk_and_wants_no_precise_check() -> None:
    found = await scan(chain(3, {1: 0.29, 2: 0.3}))
    assert [s.risk for s in found.suspicions[:2]] == [0.29, 0.3]
    assert [s.should_formalise for s in found.suspicions] == [False, True, False]
    assert [s.reason for s in found.suspicions] == ["", "wrong sum", ""]


@pytest.mark.parametrize("bad", ["1.7", "-0.1", "NaN", "1e999", "Infinity", '"high"', "true"])
async def test_a_score_outside_its_range_makes_the_reply_unreadable(bad: str) -> None:
    reply = chain(3).model_dump_json().replace('"d":[]', f'"d":[{{"s":1,"y":"","t":[],"r":{bad}}}]')
    found = await scan(reply, reply, unscored_risk=0.4)
    assert has_scores(found) == [False] * 3
    assert [s.risk for s in found.suspicions] == [0.4] * 3
    assert [unit.uses for unit in found.tree.units] == [("problem",), ("h1",), ("h2",)]
    assert (len(found.notes), found.artifacts) == (1, ())


async def test_a_long_proof_is_scanned_in_portions() -> None:
    found = await scan(FIRST, SECOND, proof=LONG, units_per_call=4)
    assert [s.risk for s in found.suspicions] == [UNLISTED_RISK] * 12 + [0.8] * 2


async def test_one_unreadable_portion_costs_only_its_own_units_their_scores() -> None:
    # A doubt of another portion is no score of a unit that nobody has read.
    second = SECOND.changed(d=(*SECOND.d, *doubts({2: 1.0})))
    found = await scan("no", "still no", second, proof=LONG, units_per_call=4)
    assert has_scores(found) == [False] * 12 + [True] * 2
    assert found.suspicions[1].risk == LocalizeSettings().unscored_risk
    assert (len(found.artifacts), len(found.notes)) == (1, 1)


async def test_an_unreadable_last_portion_keeps_what_came_before() -> None:
    found = await scan(FIRST, "no", "still no", proof=LONG, units_per_call=4)
    assert has_scores(found) == [True] * 12 + [False] * 2
    assert (len(found.artifacts), len(found.notes)) == (1, 1)


async def test_a_unit_that_makes_no_claim_is_not_scored() -> None:
    reply = chain(3, {2: 0.9}).changed(u=(unit(1, 0), unit(2, 1), unit(3, 1)))
    found = await scan(reply.changed(x=(special(2, "announced"),)))
    silent = found.suspicions[1]
    assert (silent.risk, silent.should_formalise, silent.is_default) == (0.0, False, True)
    assert FlagKind.UNSCORED not in flags(found.tree.units[1])
    assert found.notes == ()
