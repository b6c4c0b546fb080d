from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.settings import FusionRule
from faithsieve.records.verdict import Coverage, CoverageGap, StepGap
from faithsieve.records.wording import coverage_words, plain_words


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
