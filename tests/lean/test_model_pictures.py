"""Pictures of models: tables, orders and sets, as text and as escaped HTML."""

from faithsieve.lean.model_pictures import hasse, model_html, model_lines
from faithsieve.records.lean import ModelPart

TABLE = ModelPart(name="mul", sizes=(2, 2), values=("0", "1", "1", "0"), kind="table")
CHAIN = ModelPart(name="le", sizes=(3, 3), values=tuple("111011001"), kind="relation")
NO_ORDER = ModelPart(name="r", sizes=(2, 2), values=tuple("1100"), kind="relation")


def test_an_operation_is_a_cayley_table() -> None:
    assert model_lines((TABLE,)) == [
        "mul:",
        "    │ 0 1",
        "  ──┼────",
        "  0 │ 0 1",
        "  1 │ 1 0",
    ]


def test_an_order_is_shown_by_its_neighbours() -> None:
    assert hasse(CHAIN) == ((0, 1), (1, 2))
    assert hasse(NO_ORDER) is None
    assert model_lines((CHAIN,))[0].startswith("le: 0 < 1, 1 < 2")
    assert "×" in model_lines((NO_ORDER,))[3]


def test_sets_families_types_and_functions_have_a_line_each() -> None:
    parts = (
        ModelPart(name="X", values=("2",), kind="type"),
        ModelPart(name="s", sizes=(2,), values=("1", "0"), kind="set"),
        ModelPart(name="T", sizes=(2,), values=("3", "0"), kind="family"),
        ModelPart(name="f", sizes=(2,), values=("1", "1"), kind="table"),
        ModelPart(name="a", values=("1",)),
    )
    assert model_lines(parts) == [
        "X = {0, 1}",
        "s = {0}",
        "T: {}, {0, 1}",
        "f: 0 ↦ 1, 1 ↦ 1",
        "a = 1",
    ]


def test_html_has_a_table_and_an_order_by_its_neighbours_and_escapes_names() -> None:
    odd = ModelPart(name="<b>", sizes=(1, 1), values=("0",), kind="table")
    page = model_html((odd, CHAIN))
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert page.count("<table>") == 1
    assert "le: 0 &lt; 1, 1 &lt; 2" in page
