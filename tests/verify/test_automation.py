"""Proofs that need no model: what counts as one, and where automation looks for them."""

import pytest

from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.verify.automation import Automation, accepted_proof, is_evidence
from faithsieve.verify.statement_parts import StatementParts, parse_signature
from support.statement_judge import MathlibJudge, ScriptedJudge, frozen_by

CLAIM = "(x y : Real) : x + y = y + x"


def parts_of(text: str) -> StatementParts:
    parts = parse_signature(text)
    assert parts is not None
    return parts


async def test_evidence_is_about_this_statement_and_this_goal() -> None:
    judge = ScriptedJudge(lambda *_: True)
    frozen, other = await frozen_by(judge, CLAIM), await frozen_by(judge, "(d : Real) : d = d")
    judged = await judge.judge_first(frozen, ("grind",))
    assert is_evidence(judged[-1], frozen, Polarity.CLAIM)
    assert accepted_proof(judged, frozen, Polarity.CLAIM) == judged[-1]
    assert accepted_proof(judged, other, Polarity.CLAIM) is None
    assert accepted_proof(judged, frozen, Polarity.CONTRADICTION) is None
    assert accepted_proof((), frozen, Polarity.CLAIM) is None


async def test_a_proof_of_another_statement_is_not_found() -> None:
    judge = ScriptedJudge(lambda *_: True, wrong_digest=True)
    frozen = await frozen_by(judge, CLAIM)
    assert await Automation(judge).prove(frozen, parts_of(CLAIM)) is None
    assert await Automation(judge).contradict(frozen, parts_of(CLAIM)) is None


class Finder(MathlibJudge):
    """A judge whose library holds one lemma."""

    async def find_lemmas(self, statement: FrozenStatement) -> tuple[str, ...]:
        return ("exact Real.add_comm x y",)


@pytest.mark.parametrize("body", ["exact Real.add_comm x y", "another"])
async def test_a_found_lemma_counts_only_when_its_proof_is_accepted(body: str) -> None:
    judge = Finder(lambda statement, polarity, tried: tried == body)
    found = await Automation(judge).prove(await frozen_by(judge, CLAIM), parts_of(CLAIM))
    assert (found is not None) is (body == "exact Real.add_comm x y")
