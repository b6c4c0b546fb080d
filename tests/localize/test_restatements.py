"""Only what a proof has said before may be taken out of it."""

import pytest

from faithsieve.localize.restatements import KnownContent


def known(*texts: str) -> KnownContent:
    content = KnownContent()
    for text in texts:
        content.add(text)
    return content


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Recall that x = 3 is the only root of p.", True),
        ("As above, x = 3.", True),
        ("Recall that x = 4.", False),
        ("Recall that x > 3.", False),
        ("Every root of p is the only root.", False),
        ("The parabola opens downward.", False),
    ],
)
def test_only_what_was_said_before_is_a_restatement(text: str, expected: bool) -> None:
    said = known("Let x = 3, the only root of p.", "The curve is smooth.")
    assert said.is_repeated(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We now turn to the second part.", True),
        ("First, let's look at the roots.", True),
        ("To find x, we use the second equation.", True),
        ("The function f converges.", False),
        ("Let us assume that f converges.", False),
        ("We will use that f is smooth.", False),
        ("We now see that x = 5.", False),
        ("We start with every root.", False),
    ],
)
def test_an_announcement_claims_nothing(text: str, expected: bool) -> None:
    assert known("Let x = 3.").is_announced(text) is expected
