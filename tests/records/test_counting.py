from faithsieve.records.counting import counted


def test_one_is_no_plural() -> None:
    assert [counted(n, "proof") for n in (0, 1, 2, 1200)] == [
        "0 proofs",
        "1 proof",
        "2 proofs",
        "1,200 proofs",
    ]
