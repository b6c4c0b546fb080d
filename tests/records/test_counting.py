from faithsieve.records.counting import counted, share_of


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
