"""The picture has one box a state, none overlapping, in an order that a reader can walk."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.scopes import Span, nest
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.proof import Proof
from faithsieve.records.substep import ScopeKind
from faithsieve.web.tree_picture import BOX_HEIGHT, BOX_WIDTH, picture_tree
from support.checked_proofs import rich_checked_proof
from support.edge_units import grow, make_substeps, make_suspicions


def localization(spans: list[Span]) -> Localization:
    texts = [f"fact {n}" for n in range(1, COUNT + 1)]
    tree = grow(texts, spans=nest(spans)[0])
    return Localization(
        proof=Proof.from_texts("Show that p holds.", texts),
        substeps=make_substeps(texts),
        tree=tree,
        suspicions=make_suspicions([0.1 * (n % 10) for n in range(len(texts))]),
        window=AuditWindow(focus=None, units=(UnitId("edge_1"),), reason="sweep"),
    )


COUNT = 8
SPANS = st.lists(
    st.tuples(st.sampled_from(ScopeKind), st.integers(1, COUNT), st.integers(0, 4)).map(
        lambda each: Span(each[0], each[1], min(COUNT, each[1] + each[2]), "x = 1")
    ),
    max_size=6,
)


@given(SPANS)
def test_boxes_never_overlap_and_parents_come_first(spans: list[Span]) -> None:
    given_tree = localization(spans)
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


@given(SPANS)
def test_a_frame_holds_the_boxes_of_its_scope_and_no_others(spans: list[Span]) -> None:
    given_tree = localization(spans)
    picture = picture_tree(given_tree)
    for scope, frame in zip(given_tree.tree.scopes, picture.scopes, strict=True):
        first, last = (int(unit.removeprefix("edge_")) for unit in (scope.first, scope.last))
        for box in picture.boxes:
            is_inside = (
                frame.x < box.x
                and box.x + BOX_WIDTH < frame.x + frame.width
                and frame.y < box.y
                and box.y + BOX_HEIGHT < frame.y + frame.height
            )
            assert is_inside == (first <= box.unit <= last)
        assert frame.x + frame.width <= picture.width
        assert frame.y + frame.height <= picture.height
    for one, other in combinations(picture.scopes, 2):
        apart = one.y + one.height < other.y
        inside = (
            one.x < other.x
            and one.y < other.y
            and other.x + other.width < one.x + one.width
            and other.y + other.height < one.y + one.height
        )
        assert apart or inside


def test_the_window_and_its_focus_are_marked() -> None:
    tree = rich_checked_proof().localization
    assert tree is not None
    boxes = picture_tree(tree).boxes
    assert {box.unit for box in boxes if box.is_audited} == {2, 4, 5}
    assert [box.unit for box in boxes if box.is_focus] == [5]
    assert {box.unit: box.mood for box in boxes}[5] == "suspicious"
    assert boxes[0].mood == ""
    assert [scope.label for scope in picture_tree(tree).scopes] == [
        "case: $x = 2$",
        "case: $x = 3$",
    ]
    calm = tree.window.model_copy(update={"threshold": 1.0})
    moods = {box.mood for box in picture_tree(tree.model_copy(update={"window": calm})).boxes}
    assert "suspicious" not in moods
