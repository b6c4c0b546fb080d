from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.settings import FusionRule
from faithsieve.records.verdict import Coverage, CoverageGap, StepGap
from faithsieve.records.wording import counted, coverage_words, plain_words, share_of


def test_every_rule_and_every_reason_has_words_of_its_own() -> None:
    for code in (*FusionRule, *InconclusiveReason):
        assert "_" not in plain_words(code)
        assert plain_words(code) != code.value.replace("_", " ")


def test_coverage_says_how_much_is_checked_and_why_the_rest_is_not() -> None:
    coverage = Coverage(
        supported=(1,),
        partly=(2,),
        gaps=(
            StepGap(index=3, reason=CoverageGap.GATE),
            StepGap(index=4, reason=CoverageGap.NO_CLAIM),
        ),
        cut_by="tokens",
    )
    assert coverage_words(coverage, steps=4) == (
        "machine-checked: 1 of 4 steps, 1 in part, 1 without a statement that surely says the same,"
        " 1 without a claim; the audit ended at its limit of tokens"
    )


def test_one_is_no_plural() -> None:
    assert [counted(n, "proof") for n in (0, 1, 2, 1200)] == [
        "0 proofs",
        "1 proof",
        "2 proofs",
        "1,200 proofs",
    ]


def test_some_of_many_take_the_verb_of_their_number() -> None:
    assert share_of(1, 3, "step") == "1 of 3 steps is"
    assert share_of(0, 1, "step") == "0 of 1 step is"
