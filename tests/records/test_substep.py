from faithsieve.records.substep import NO_CLAIM, TAKEN_BACK, ClaimStatus, Substep


def test_a_substep_is_named_by_its_step_and_part() -> None:
    assert Substep(number=7, step=3, part=2, text="x = 1").label == "3.2"


def test_taking_back_and_claiming_nothing_are_different_things() -> None:
    assert not TAKEN_BACK & NO_CLAIM
    assert ClaimStatus.ASSERTED not in TAKEN_BACK | NO_CLAIM
