"""The tree of proof states as a picture: boxes and lines on the evidence page.

Units stand one below the other; a scope is a frame that opens above its first unit and closes below
its last, and the line to a unit comes from the state that it goes on from. Boxes of the page are
elements rather than SVG text, so that their mathematics is typeset and a screen reader can walk the
tree (paper §3.1).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.records.edge_unit import UnitId
from faithsieve.records.localization import Localization
from faithsieve.records.state_tree import ROOT, ProofScope
from faithsieve.web.mathematics import excerpt

CALM_BELOW = 0.3
"""Below this an edge is drawn calm, above the threshold of the audit window alarming."""
BOX_WIDTH, BOX_HEIGHT = 232, 106
_GAP_Y, _MARGIN = 24, 20
_INDENT, _HEADING, _PADDING = 32, 28, 12
_TEXT_LENGTH = 96
_LABEL_LENGTH = 34


def mood_of(risk: float, threshold: float) -> str:
    """Return the colour class of a risk: ``calm``, ``doubtful`` or ``suspicious``.

    ``threshold`` is the window's: every view calls suspicious what the window does.
    """
    if risk > threshold:
        return "suspicious"
    return "doubtful" if risk >= CALM_BELOW else "calm"


class TreeBox(NamedTuple):
    """One state, with the unit that leads to it."""

    number: int
    """Position among the boxes, counted from 0 for the problem."""
    parent: int | None
    level: int
    unit: int
    """The number of the unit, or 0 for the problem."""
    x: int
    y: int
    head: str
    """The substep, or what the box stands for."""
    text: str
    """What it says, cut to the size of the box."""
    mood: str
    """``calm``, ``doubtful`` or ``suspicious``; empty for the problem."""
    risk: float | None
    is_audited: bool
    is_focus: bool


class ScopeBox(NamedTuple):
    """A scope: a frame around the boxes of its units, from where it opens to where it closes."""

    x: int
    y: int
    width: int
    height: int
    label: str
    """Its kind and what it assumes, cut to the width."""


class TreePicture(NamedTuple):
    width: int
    height: int
    boxes: tuple[TreeBox, ...]
    """In reading order, parents before children."""
    scopes: tuple[ScopeBox, ...] = ()
    """The outer before the inner."""

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """One path a box with a parent, and the mood of the box."""
        return tuple(
            (_line(self.boxes[box.parent], box), box.mood)
            for box in self.boxes
            if box.parent is not None
        )


def picture_tree(localization: Localization) -> TreePicture:
    """Lay the units out one below the other, those of a scope inside its frame."""
    tree = localization.tree
    depths = [0, *(len(unit.branch_scope) for unit in tree.units)]
    deepest = max(depths)
    places = {unit.unit_id: unit.edge_index for unit in tree.units}
    opens = Counter(places.get(scope.first) for scope in tree.scopes)
    closes = Counter(places.get(scope.last) for scope in tree.scopes)
    tops: list[int] = []
    y = _MARGIN
    for number in range(len(tree.units) + 1):
        y += opens[number] * _HEADING
        tops.append(y)
        y += BOX_HEIGHT + _GAP_Y + closes[number] * _PADDING
    boxes = _boxes(localization, depths, tops)
    return TreePicture(
        width=2 * _MARGIN + deepest * (_INDENT + _PADDING) + BOX_WIDTH,
        height=y - _GAP_Y + _MARGIN,
        boxes=boxes,
        scopes=tuple(_frames(tree.scopes, places, tops, deepest)),
    )


def _frames(
    scopes: Sequence[ProofScope], places: Mapping[UnitId, int], tops: Sequence[int], deepest: int
) -> Iterator[ScopeBox]:
    depths = _depths(scopes)
    for scope, depth in zip(scopes, depths, strict=True):
        first, last = places.get(scope.first, 0), places.get(scope.last, 0)
        inner = [o for o, d in zip(scopes, depths, strict=True) if d > depth]
        # Headings of inner scopes stand below this one's, their lower edges above.
        above = 1 + sum(other.first == scope.first for other in inner)
        below = 1 + sum(other.last == scope.last for other in inner)
        x = _MARGIN + depth * _INDENT - _PADDING
        y = tops[first] - above * _HEADING + _PADDING // 2
        bottom = tops[last] + BOX_HEIGHT + below * _PADDING - _PADDING // 2
        right = _MARGIN + deepest * _INDENT + BOX_WIDTH + (deepest - depth + 1) * _PADDING
        words = f"{scope.kind.value}: {scope.label}" if scope.label else scope.kind.value
        yield ScopeBox(x, y, right - x, bottom - y, excerpt(words, _LABEL_LENGTH))


def _depths(scopes: Sequence[ProofScope]) -> list[int]:
    depths: list[int] = []
    for scope in scopes:
        depths.append(1 if scope.parent is None else depths[scope.parent] + 1)
    return depths


def _boxes(
    localization: Localization, depths: Sequence[int], tops: Sequence[int]
) -> tuple[TreeBox, ...]:
    goal = excerpt(localization.tree.goal, _TEXT_LENGTH)
    numbers = {ROOT: 0} | {state: u.edge_index for u in localization.units for state in u.children}
    boxes = [TreeBox(0, None, 1, 0, _MARGIN, tops[0], "Problem", goal, "", None, False, False)]
    window = localization.window
    for unit, suspicion in zip(localization.units, localization.suspicions, strict=True):
        number, parent = unit.edge_index, boxes[numbers.get(unit.parent, 0)]
        boxes.append(
            TreeBox(
                number=number,
                parent=parent.number,
                level=parent.level + 1,
                unit=number,
                x=_MARGIN + depths[number] * _INDENT,
                y=tops[number],
                head=unit.detailed_step_idx,
                text=excerpt(unit.text, _TEXT_LENGTH),
                mood=mood_of(suspicion.risk, window.threshold),
                risk=suspicion.risk,
                is_audited=unit.unit_id in window.units,
                is_focus=unit.unit_id == window.focus,
            )
        )
    return tuple(boxes)


def _line(above: TreeBox, below: TreeBox) -> str:
    """Draw down the left side of what stands between, and into the box."""
    x = above.x + _INDENT // 4
    if above.x == below.x:
        return f"M{x} {above.y + BOX_HEIGHT} V{below.y}"
    return f"M{x} {above.y + BOX_HEIGHT} V{below.y + BOX_HEIGHT // 2} H{below.x}"
