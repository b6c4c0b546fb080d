"""A decisive word is found again, or a word that says the same."""

import pytest

from faithsieve.localize.kept_words import word_changes


def words(step: str, *pieces: str) -> set[str]:
    return {str(found) for found in word_changes(step, pieces, "")}


@pytest.mark.parametrize(
    ("step", "pieces"),
    [
        ("Squares are 0 or 1 there.", ["All squares are 0 or 1 there."]),
        ("Each move changes the sign.", ["A move changes the sign."]),
        ("For nonnegative $x$ it holds.", ["For all nonnegative $x$ it holds."]),
        ("It has no zero elsewhere.", ["It has no zero at any other point."]),
        ("This forces u to vanish.", ["If so, u vanishes."]),
        ("It holds if and only if u.", ["It holds exactly when u."]),
        ("Count in two ways.", ["Count in two different ways."]),
        ("The residue there is u.", ["The residue at i is u."]),
        ("So n = 2k for some k.", ["Write n = 2k."]),
        ("u = 1 or v = 2.", ["u = 1 and v = 2 are the cases."]),
    ],
)
def test_honest_words_pass(step: str, pieces: list[str]) -> None:
    assert words(step, *pieces) == set()


@pytest.mark.parametrize(
    ("step", "pieces", "expected"),
    [
        ("u holds for all v.", ["u holds for v."], "word_lost: all"),
        ("u holds at a point.", ["u holds at every point."], "word_added: all"),
        ("u is even or v is odd.", ["u is even and v is odd."], "word_lost: or"),
        ("It is u or v, but not both.", ["It is u or v."], "word_lost: not"),
        ("It is a normal subgroup.", ["It is a subgroup."], "word_lost: normal"),
        ("By this there is a root.", ["By this a root."], "word_lost: exists"),
    ],
)
def test_lost_and_added_words_are_named(step: str, pieces: list[str], expected: str) -> None:
    assert expected in words(step, *pieces)
