"""Laws of the quarantine: never both sides, and never a change to what was not accepted."""

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.lean.soundness import Quarantine
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import QUARANTINED, Polarity, ProofJudgement, ProofVerdict


def judgement(about: str, polarity: Polarity, verdict: ProofVerdict) -> ProofJudgement:
    return ProofJudgement(
        verdict=verdict,
        polarity=polarity,
        statement_digest=digest_of(about),
        backend="scripted",
        toolchain="scripted-lean",
        digest=digest_of([about, polarity.value]),
    )


JUDGEMENTS = st.lists(
    st.builds(
        judgement,
        st.sampled_from(["one", "other"]),
        st.sampled_from(Polarity),
        st.sampled_from(ProofVerdict),
    )
)


@given(JUDGEMENTS)
def test_a_claim_and_its_refutation_are_never_both_let_through(said: list[ProofJudgement]) -> None:
    for about in {found.statement_digest for found in said}:
        passed = Quarantine().filter(said)
        proved = {f.polarity for f in passed if f.statement_digest == about and f.is_accepted}
        assert Polarity.CLAIM not in proved or len(proved) == 1


@given(JUDGEMENTS)
def test_only_an_acceptance_is_ever_held_back(said: list[ProofJudgement]) -> None:
    for before, after in zip(said, Quarantine().filter(said), strict=True):
        held = after.reason == QUARANTINED
        assert held or after == before
        assert not held or (before.is_accepted and not after.is_accepted)
        assert (after.digest, after.polarity) == (before.digest, before.polarity)


def test_once_in_quarantine_neither_side_gets_out() -> None:
    claim = judgement("one", Polarity.CLAIM, ProofVerdict.ACCEPT)
    against = judgement("one", Polarity.NEGATION, ProofVerdict.ACCEPT)
    quarantine = Quarantine()
    said = quarantine.filter([claim, against, claim, against])
    assert [found.is_accepted for found in said] == [True, False, False, False]
    assert quarantine.holds(digest_of("one"))
    assert not quarantine.holds(digest_of("other"))
