"""Ask, check, ask once more, else keep the step whole; nothing of the proof is ever lost."""

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.localize.decompose import Decomposition, decompose
from faithsieve.localize.reading import read
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.substep import ClaimStatus, FlagKind, Substep
from support.localize_replies import grouping, meaning, rewriting

PROOF = Proof.from_texts("Find x.", ["Let x = 1. So y = 2.", "Hence z = 3. Thus w = 4."])
QUOTED = LocalizeSettings()
REWRITTEN = LocalizeSettings(wording="rewritten")


async def run(
    *lines: Line, settings: LocalizeSettings = QUOTED, proof: Proof = PROOF
) -> tuple[Decomposition, ScriptedModel]:
    model = ScriptedModel(lines)
    result = await decompose(
        read(proof, settings), model=model, settings=settings, decoding=DecodingSettings()
    )
    model.assert_finished()
    return result, model


def flags(substep: Substep) -> set[FlagKind]:
    return {flag.kind for flag in substep.flags}


async def test_one_call_splits_the_whole_proof() -> None:
    result, model = await run(grouping(1, 2, 3, 4))
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert [s.text for s in result.substeps][:2] == ["Let x = 1.", "So y = 2."]
    assert result.places == ("[1]", "[2]", "[3]", "[4]")
    assert len(result.artifacts) == len(model.requests) == 1
    assert model.requests[0].stage == "localize.decompose"
    assert model.requests[0].decoding.temperature == 0.3


async def test_a_forgotten_step_is_asked_for_once_more_by_name() -> None:
    result, model = await run(grouping(1, 2), grouping(1, 3, 4))
    assert "step 2: no start among segments 3 to 4" in model.requests[1].messages[-1].content
    assert model.requests[1].stage == "localize.decompose_check"
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert flags(result.substeps[0]) == set()
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_RETRIED}


async def test_a_step_forgotten_twice_stays_whole_and_flagged() -> None:
    result, _ = await run(grouping(1, 2), grouping(1, 2))
    assert [s.text for s in result.substeps] == [
        "Let x = 1.",
        "So y = 2.",
        "Hence z = 3. Thus w = 4.",
    ]
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_FALLBACK}


async def test_an_unreadable_reply_keeps_every_step_whole() -> None:
    result, _ = await run("no json", "still none")
    assert [s.text for s in result.substeps] == [step.text for step in PROOF.steps]
    assert all(flags(s) == {FlagKind.DECOMPOSITION_FALLBACK} for s in result.substeps)
    assert "localize/decompose" in result.notes[0]


async def test_an_unreadable_retry_keeps_the_forgotten_step_whole() -> None:
    result, _ = await run(grouping(1, 2), "no json", "still none")
    assert flags(result.substeps[2]) == {FlagKind.DECOMPOSITION_FALLBACK}
    assert len(result.substeps) == 3


async def test_rewritten_substeps_that_are_quotations_need_no_second_opinion() -> None:
    lines = ((1, "Let x = 1."), (1, "So y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
    result, _ = await run(rewriting(*lines), settings=REWRITTEN)
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert result.places == tuple(text for _, text in lines)


async def test_other_words_are_settled_by_a_model_and_only_those() -> None:
    lines = ((1, "x = 1."), (1, "It follows that y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
    result, model = await run(rewriting(*lines), meaning((1, "faithful")), settings=REWRITTEN)
    asked = model.requests[1].messages[-1].content
    assert "step 1: Let x = 1. So y = 2." in asked
    assert "step 2:" not in asked
    assert all(flags(s) == set() for s in result.substeps)


async def test_a_repair_is_named_retried_and_then_refused() -> None:
    good = ((2, "Hence z = 3."), (2, "Thus w = 4."))
    repaired = rewriting((1, "Let x = 1."), (1, "So y = 5."), *good)
    again = rewriting((1, "Let x = 1."), (1, "So y = 6."))
    result, model = await run(repaired, again, settings=REWRITTEN)
    assert "y = 2 became y = 5" in model.requests[1].messages[-1].content
    assert result.substeps[0].text == PROOF.steps[0].text
    assert flags(result.substeps[0]) == {FlagKind.DECOMPOSITION_FALLBACK}
    assert "y = 6" in result.substeps[0].flags[0].detail
    assert [s.text for s in result.substeps[1:]] == ["Hence z = 3.", "Thus w = 4."]


async def test_a_second_wording_that_passes_is_taken_and_flagged() -> None:
    good = ((2, "Hence z = 3."), (2, "Thus w = 4."))
    result, _ = await run(
        rewriting((1, "x = 1."), *good),
        rewriting((1, "Let x = 1."), (1, "So y = 2.")),
        settings=REWRITTEN,
    )
    assert [s.label for s in result.substeps] == ["1.1", "1.2", "2.1", "2.2"]
    assert flags(result.substeps[0]) == {FlagKind.DECOMPOSITION_RETRIED}


async def test_a_meaning_the_model_objects_to_is_a_fault() -> None:
    lines = ((1, "x = 1."), (1, "y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
    result, _ = await run(
        rewriting(*lines),
        meaning((1, "split")),
        rewriting((1, "x = 1."), (1, "y = 2.")),
        meaning((1, "split")),
        settings=REWRITTEN,
    )
    assert flags(result.substeps[0]) == {FlagKind.DECOMPOSITION_FALLBACK}
    assert "split" in result.substeps[0].flags[0].detail


async def test_a_meaning_nobody_checked_is_not_faithful() -> None:
    lines = ((1, "x = 1."), (1, "y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
    result, _ = await run(
        rewriting(*lines),
        meaning(),
        rewriting((1, "x = 1."), (1, "y = 2.")),
        "no json",
        "still none",
        settings=REWRITTEN,
    )
    assert flags(result.substeps[0]) == {FlagKind.DECOMPOSITION_FALLBACK}


async def test_a_step_nobody_asked_for_is_noted() -> None:
    lines = ((1, "Let x = 1."), (1, "So y = 2."), (2, "Hence z = 3."), (2, "Thus w = 4."))
    result, _ = await run(rewriting(*lines, (9, "More.")), settings=REWRITTEN)
    assert result.notes == ("a substep of step 9 was not asked for",)


async def test_unreadable_rewriting_keeps_every_step_whole() -> None:
    result, _ = await run("a", "b", "c", "d", settings=REWRITTEN)
    assert [s.text for s in result.substeps] == [step.text for step in PROOF.steps]


async def test_rewritten_substeps_carry_status_and_scope() -> None:
    proof = Proof.from_texts("p", ["Suppose m is odd."])
    result, _ = await run(
        rewriting((1, "Suppose m is odd."), status=ClaimStatus.ASSUMED, scope="m is odd"),
        settings=REWRITTEN,
        proof=proof,
    )
    (substep,) = result.substeps
    assert substep.status is ClaimStatus.ASSUMED
    assert [scope.label for scope in substep.scopes] == ["m is odd"]


async def test_a_proof_too_long_for_one_call_is_asked_step_by_step() -> None:
    steps = [f"Then x = {n}. " + "We add words to it. " * 80 + f"So y = {n}." for n in range(40)]
    proof = Proof.from_texts("Find x.", steps)
    settings = LocalizeSettings(context_tokens=6000)
    reading = read(proof, settings)
    assert len(reading.portions) > 1
    model = ScriptedModel(lambda request: grouping(*range(1, len(reading.segments) + 1)))
    result = await decompose(reading, model=model, settings=settings, decoding=DecodingSettings())
    assert len(model.requests) == len(reading.portions)
    kept = "".join(s.text for s in result.substeps) + "".join(r.text for r in result.removed)
    assert sorted("".join(kept.split())) == sorted("".join("".join(steps).split()))
    prefixes = {request.messages[0] for request in model.requests}
    assert len(prefixes) == 1
