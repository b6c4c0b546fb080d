from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.baselines import challenge_defense as court
from faithsieve.baselines.challenge_defense import (
    CandidateError,
    CandidateErrors,
    Piece,
    choose_candidates,
    judge_by_challenge,
    whole_pieces,
)
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings
from faithsieve.records.verdict import Verdict
from support.judges import judging, playing

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4.", "So x is even."])


async def judge(model: ScriptedModel, *, audits: int = 2) -> Verdict:
    sizes = BaselineSettings(audits_per_candidate=audits)
    return await judge_by_challenge(PROOF, model, Settings(baselines=sizes))


def with_parts(**lines: Line) -> ScriptedModel:
    return playing("baselines/challenge_", **lines)


def candidates(*steps: int) -> CandidateErrors:
    return CandidateErrors(
        candidates=tuple(CandidateError(step=step, objection="why?") for step in steps)
    )


async def test_each_candidate_has_challenger_defender_judge_and_twelve_audits() -> None:
    model = with_parts(candidates=candidates(1, 3))
    verdict = await judge(model, audits=BaselineSettings().audits_per_candidate)
    asked = Counter(request.prompt.id for request in model.requests)
    per_candidate = {court.CHALLENGER: 2, court.DEFENDER: 2, court.JUDGE: 2, court.AUDIT: 24}
    assert asked == per_candidate | dict.fromkeys(
        (
            court.DECOMPOSE,
            court.CANDIDATES,
            court.CONSISTENCY,
            court.CRITIQUE,
            court.REVISION,
            court.FINAL,
        ),
        1,
    )
    assert verdict.label == 2
    assert len(verdict.artifacts) == len(model.requests)
    limits = [request.decoding.max_output_tokens or 0 for request in model.requests]
    assert (min(limits), max(limits)) == (64, 3072)
    assert {request.decoding.temperature for request in model.requests} == {0.1}


async def test_audits_do_not_see_the_argument() -> None:
    model = judging()
    await judge(model)
    audits = [r.messages for r in model.requests if r.prompt.id == court.AUDIT]
    assert len(audits) == 2
    assert all("because" not in message.content for audit in audits for message in audit)


async def test_no_candidate_still_ends_in_a_label() -> None:
    model = with_parts(candidates=candidates())
    assert (await judge(model)).label == 2
    assert court.CHALLENGER not in {request.prompt.id for request in model.requests}


async def test_sides_and_audits_that_cannot_be_read_say_nothing() -> None:
    model = with_parts(challenger="?", audit="?", defender="?")
    assert (await judge(model)).label == 2
    shown = next(r for r in model.requests if r.prompt.id == court.CONSISTENCY)
    assert "Challenger: (no readable argument)" in shown.messages[-1].content
    assert "Audits: no readable answer 2" in shown.messages[-1].content


async def test_an_unreadable_decomposition_leaves_the_steps_whole() -> None:
    model = with_parts(decompose="?")
    await judge(model)
    shown = next(r for r in model.requests if r.prompt.id == court.CANDIDATES)
    assert "1.1: Divide by 2.\n2.1: So x = 4." in shown.messages[-1].content


PIECES = st.lists(
    st.builds(Piece, step=st.integers(1, 5), text=st.sampled_from(["", "  ", "x = 3", "so"]))
)


@given(PIECES)
def test_every_step_keeps_at_least_one_piece_in_proof_order(pieces: list[Piece]) -> None:
    whole = whole_pieces(PROOF, pieces)
    assert [piece.step for piece in whole] == sorted(piece.step for piece in whole)
    assert {piece.step for piece in whole} == {1, 2, 3}
    assert all(piece.text.strip() for piece in whole)


@given(st.lists(st.integers(1, 6)), st.integers(1, 4))
def test_candidates_are_distinct_steps_of_the_proof_within_the_limit(
    steps: list[int], limit: int
) -> None:
    chosen = choose_candidates(PROOF, candidates(*steps).candidates, limit=limit)
    numbers = [candidate.step for candidate in chosen]
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= limit
    assert set(numbers) <= {1, 2, 3}
