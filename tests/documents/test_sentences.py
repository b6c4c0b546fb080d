import pytest

from faithsieve.documents.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One is odd. Two is even.", ["One is odd.", "Two is even."]),
        ("We use Eq. (2) and Fig. 3. Then stop.", ["We use Eq. (2) and Fig. 3.", "Then stop."]),
        ("No. We check.", ["No.", "We check."]),
        ("See e.g. Euler. Done!", ["See e.g. Euler.", "Done!"]),
        ("Let $x = 1.5$. Then $y. Z$ is.", ["Let $x = 1.5$.", "Then $y. Z$ is."]),
        (r"We get \[x = 1.\] Hence so.", [r"We get \[x = 1.\]", "Hence so."]),
        ("It is 3.14 exactly", ["It is 3.14 exactly"]),
        ("He said “Stop.” Then left.", ["He said “Stop.”", "Then left."]),
        ("   ", []),
    ],
)
def test_sentences_end_where_a_reader_hears_it(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences
