"""Claims about numbers in the notations of real proofs, written before they were tried."""

from pathlib import Path

from faithsieve.records.evidence import Outcome
from faithsieve.symbolic.numeric import check_arithmetic

CLAIMS = Path(__file__).with_name("arithmetic_claims.txt")


def labelled() -> list[tuple[Outcome, str]]:
    lines = CLAIMS.read_text(encoding="utf-8").splitlines()
    return [(Outcome(truth), claim) for truth, claim in (line.split("\t") for line in lines)]


def test_nothing_is_decided_wrongly() -> None:
    for truth, claim in labelled():
        answer = check_arithmetic(claim).status
        assert answer in (truth, Outcome.INCONCLUSIVE), claim


def test_nearly_every_decidable_claim_is_decided() -> None:
    decidable = [claim for truth, claim in labelled() if truth is not Outcome.INCONCLUSIVE]
    decided = [c for c in decidable if check_arithmetic(c).status is not Outcome.INCONCLUSIVE]
    assert len(decidable) >= 200
    assert len(decided) / len(decidable) >= 0.95
