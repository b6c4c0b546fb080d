import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.documents.places import SourceMap, place_within, tokens_of
from faithsieve.records.proof import SourcePlace

WORDS = st.lists(
    st.sampled_from(["the", "a", "sum", "of", "odd", "3", "14", "$", "\\frac", "so"]), max_size=40
)


def at(line: int, column: int) -> SourcePlace:
    return SourcePlace(line=line, column=column)


@given(WORDS)
def test_a_text_is_found_at_its_own_place(words: list[str]) -> None:
    text = "\n".join(words)
    if len(words) > 1 and text.strip():
        places = SourceMap(text, text)
        first = tokens_of(text)[0].start
        assert places.place_of(first, len(text)) == at(1, 1)


@given(WORDS, WORDS)
def test_a_place_is_never_one_of_another_word(ours: list[str], theirs: list[str]) -> None:
    text, source = " ".join(ours), "\n".join(theirs)
    places = SourceMap(text, source)
    lines = source.split("\n")
    for token in tokens_of(text):
        place = places.place_of(token.start, token.start + len(token.text))
        if place is not None:
            assert lines[place.line - 1][place.column - 1 :].startswith(token.text)


def test_commands_labels_and_line_ends_in_between_do_no_harm() -> None:
    source = (
        "Intro words here.\n\\begin{proof}\\label{p}\nThe \\emph{sum} is\n  even by~\\ref{x}.\n"
    )
    text = "Intro words here.\n\nThe sum is even by 1."
    assert SourceMap(text, source).place_of(text.index("The"), len(text)) == at(3, 1)


def test_a_step_that_begins_with_an_expanded_macro_is_found_at_its_formula() -> None:
    source = "First words.\n\n$\\half{4}$ is two.\n"
    text = "First words.\n\n$\\frac{4}{2}$ is two."
    assert SourceMap(text, source).place_of(text.index("$"), len(text)) == at(3, 1)


def test_a_text_that_is_not_there_has_no_place() -> None:
    assert SourceMap("quite other words", "nothing of that kind\n").place_of(0, 17) is None


@pytest.mark.parametrize(
    ("claim", "place"), [("14 + 16 = 31", at(2, 5)), ("1 = 2", None), ("S", at(2, 1))]
)
def test_a_claim_is_found_inside_its_step_only(claim: str, place: SourcePlace | None) -> None:
    source = "14 + 16 = 31\nS = 14 + 16 = 31 so\n1 = 2"
    assert place_within(source, claim, at(2, 1), at(3, 1)) == place


@pytest.mark.timeout(60)
def test_hostile_repetition_is_aligned_in_bounded_time() -> None:
    SourceMap("the " * 30_000, "the a " * 30_000)
