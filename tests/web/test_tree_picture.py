"""The picture has one box a state, none overlapping, in an order that a reader can walk."""

from itertools import combinations
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.localize.state_tree import Delta
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.proof import Proof
from faithsieve.web.tree_picture import BOX_HEIGHT, BOX_WIDTH, picture_tree, to_svg
from support.checked_proofs import rich_checked_proof
from support.edge_units import grow, make_substeps, make_suspicions


def localization(deltas: list[Delta]) -> Localization:
    texts = [f"fact {n}" for n in range(1, len(deltas) + 1)]
    tree = grow(texts, dict(enumerate(deltas, start=1)))
    return Localization(
        proof=Proof.from_texts("Show that p holds.", texts),
        substeps=make_substeps(texts),
        tree=tree,
        suspicions=make_suspicions([0.1 * (n % 10) for n in range(len(texts))]),
        window=AuditWindow(focus=None, units=(UnitId("edge_1"),), reason="sweep"),
    )


DELTAS = st.lists(
    st.one_of(
        st.just(Delta()),
        st.just(Delta("cases", texts=("odd", "even"))),
        st.integers(0, 8).map(lambda n: Delta(at=f"{n}.2")),
    ),
    min_size=1,
    max_size=12,
)


@given(DELTAS)
def test_boxes_never_overlap_and_parents_come_first(deltas: list[Delta]) -> None:
    given_tree = localization(deltas)
    picture = picture_tree(given_tree)
    assert len(picture.boxes) == len(given_tree.tree.states)
    assert [box.number for box in picture.boxes] == list(range(len(picture.boxes)))
    for box in picture.boxes[1:]:
        assert box.parent is not None
        assert box.parent < box.number
        assert box.level == picture.boxes[box.parent].level + 1
        assert 0 <= box.x <= picture.width - BOX_WIDTH
        assert 0 <= box.y <= picture.height - BOX_HEIGHT
    assert len(picture.lines) == len(picture.boxes) - 1
    for one, other in combinations(picture.boxes, 2):
        assert abs(one.x - other.x) >= BOX_WIDTH or abs(one.y - other.y) >= BOX_HEIGHT


def test_the_window_and_its_focus_are_marked() -> None:
    tree = rich_checked_proof().localization
    assert tree is not None
    boxes = picture_tree(tree).boxes
    assert {box.unit for box in boxes if box.is_audited} == {2, 4, 5}
    assert [box.unit for box in boxes if box.is_focus] == [5]
    assert {box.unit: box.mood for box in boxes}[5] == "suspicious"
    assert boxes[0].mood == ""
    assert [box.text for box in boxes if box.unit == 2] == ["$x = 2$", "$x = 3$"]
    calm = tree.window.model_copy(update={"threshold": 1.0})
    moods = {box.mood for box in picture_tree(tree.model_copy(update={"window": calm})).boxes}
    assert "suspicious" not in moods


SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_has_the_boxes_and_moods_of_the_page() -> None:
    tree = rich_checked_proof().localization
    assert tree is not None
    drawn = list(ElementTree.fromstring(to_svg(tree)).iter(f"{SVG}rect"))
    boxes = picture_tree(tree).boxes
    assert [(int(r.attrib["x"]), int(r.attrib["y"])) for r in drawn] == [(b.x, b.y) for b in boxes]
    red = [r.attrib["stroke"] == "#c62828" for r in drawn]
    assert red == [b.mood == "suspicious" for b in boxes]


async def test_hostile_text_cannot_break_out_of_the_file() -> None:
    said = ['x < 1 & y > 2 "quoted" </text><script>alert(1)</script>', "\x00\x1b[31m"]
    found = await localize(Proof.from_texts("Show <p>.", said), reader=PlainReader())
    assert not list(ElementTree.fromstring(to_svg(found)).iter(f"{SVG}script"))
