from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.settings import FusionRule
from faithsieve.records.wording import plain_words


def test_every_rule_and_every_reason_has_words_of_its_own() -> None:
    for code in (*FusionRule, *InconclusiveReason):
        assert "_" not in plain_words(code)
        assert plain_words(code) != code.value.replace("_", " ")


def test_an_unknown_code_is_shown_without_underscores() -> None:
    assert plain_words("new_thing") == "new thing"
