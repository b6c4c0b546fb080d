"""Claims come with their place and their mood; only what is asserted may be refuted."""

import pytest

from faithsieve.symbolic.claims import ClaimReader, Mood, math_spans, pieces, plain_spans
from faithsieve.symbolic.expressions import Apply, Mul, Sym


def moods(text: str) -> list[Mood]:
    return [claim.mood for claim in ClaimReader([text]).read(1, text)]


def test_every_delimiter_is_found_with_its_place() -> None:
    text = r"a \( x \) b \[ y \] c $z$ d $$w$$"
    spans = math_spans(text)
    assert [text[s.start : s.end].strip() for s in spans] == ["x", "y", "z", "w"]
    assert [s.display for s in spans] == [False, True, False, True]


def test_an_unclosed_delimiter_hides_nothing_else() -> None:
    text = r"\( x = 1 and \[ y = 2 \] so $z = 3$"
    assert [text[s.start : s.end].strip() for s in math_spans(text)] == ["y = 2", "z = 3"]


def test_a_formula_torn_by_a_line_break_is_one() -> None:
    text = "$a + b +$ $c = 1$"
    (span,) = math_spans(text)
    assert text[span.start : span.end] == "a + b +$ $c = 1"


def test_pieces_are_cut_at_lines_words_arrows_and_commas() -> None:
    text = r"x = 1, \quad y = 2 \implies z = 3 \\ w = 4 \text{ and } v = 5"
    cut = pieces(text, 0, len(text))
    assert [text[p.start : p.end].strip() for p in cut] == [
        "x = 1",
        "y = 2",
        "z = 3",
        "w = 4",
        "v = 5",
    ]
    assert [p.joiner for p in cut] == ["", ",", "implies", "", "and"]


def test_commas_inside_brackets_do_not_cut() -> None:
    text = r"f(x, y) = \gcd(a, b)"
    assert len(pieces(text, 0, len(text))) == 1


def test_rows_of_a_matrix_stay_together() -> None:
    text = r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} = A"
    assert len(pieces(text, 0, len(text))) == 1


def test_an_aligned_line_continues_the_line_before() -> None:
    text = r"\[ \begin{aligned} a &= b + c \\ &= d \end{aligned} \]"
    first, second = ClaimReader([text]).read(1, text)
    assert second.continues
    assert second.chain.sides[0] == first.chain.sides[-1]


def test_plain_text_is_read_around_relation_signs() -> None:
    text = "Since x² = 4 we have, for the case x > 0, that x = 2; note d(x, y) ≤ 1."
    assert [text[s.start : s.end] for s in plain_spans(text)] == [
        "x² = 4",
        "x > 0",
        "x = 2",
        "d(x, y) ≤ 1",
    ]


def test_the_same_letter_is_read_alike_in_all_steps() -> None:
    texts = [r"Let $S(n) = n$.", r"So $S(n + 1) = 2$.", r"And $k(k + 1) = 6$."]
    reader = ClaimReader(texts)
    (applied,), (product,) = (reader.read(step, texts[step]) for step in (1, 2))
    assert isinstance(applied.chain.sides[0], Apply)
    assert isinstance(product.chain.sides[0], Mul)


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        (r"Hence \( x = 1 \).", Mood.ASSERTED),
        (r"So we get \( x = 1 \).", Mood.ASSERTED),
        (r"If \( x = 1 \), we are done.", Mood.SUPPOSED),
        (r"If \( x > 0 \) holds then \( x = 1 \).", None),
        (r"Suppose \( x = 1 \).", Mood.SUPPOSED),
        (r"Assume for contradiction that \( x = 1 \).", Mood.SUPPOSED),
        (r"Let \( x = 1 \).", Mood.DEFINED),
        (r"We obtain \( x = 1 \), where \( y = 2 \).", None),
        (r"Is \( x = 1 \)?", Mood.ASKED),
        (r"We get \( 0 = 1 \), which is a contradiction.", Mood.DENIED),
        (r"We get \( 0 = 1 \) (false).", Mood.DENIED),
        (r"It is not true that \( x = 1 \).", Mood.DENIED),
        (r"Check whether \( x = 1 \).", Mood.TESTED),
        (r"We need \( x = 1 \).", Mood.TESTED),
        (r"Test: \( 4 = 2 \cdot 2 \). This works.", Mood.ASSERTED),
        (r"Let \( x := 1 \).", Mood.DEFINED),
    ],
)
def test_the_words_around_a_claim_give_its_mood(text: str, mood: Mood | None) -> None:
    found = moods(text)
    if mood is None:
        assert found[-1] in (Mood.ASSERTED, Mood.DEFINED)
    else:
        assert found == [mood]


def test_what_the_problem_says_is_given() -> None:
    (claim,) = ClaimReader([]).read(0, r"Given that $ab = 2$.")
    assert claim.mood is Mood.GIVEN
    assert claim.step == 0


def test_the_next_step_may_affirm_a_test() -> None:
    reader = ClaimReader(["x"])
    text = r"Check it: \( 19 = 5 \cdot 4 \)"
    (tested,) = reader.read(1, text)
    (affirmed,) = reader.read(1, text, "This satisfies the condition.")
    assert tested.mood is Mood.TESTED
    assert affirmed.mood is Mood.ASSERTED


def test_bare_displayed_expressions_are_claims_without_relations() -> None:
    text = r"Consider \[ x + 1 \] and \( y + 1 \)."
    (claim,) = ClaimReader([text]).read(1, text)
    assert claim.chain.relations == ()
    assert Sym("x") in claim.chain.sides[0].terms  # type: ignore[union-attr]


@pytest.mark.parametrize("sign", ["-", "−", "–", "+", "·", "×", "⋅", "±", "*", "/"])
def test_a_letter_before_an_operator_is_not_an_article(sign: str) -> None:
    text = f"a {sign} b = 2"
    (span,) = plain_spans(text)
    assert text[span.start : span.end] == text
