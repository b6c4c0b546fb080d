"""Where the boxes and lines of the proof-state tree stand on the page (paper §3.1).

The layout is the one of :mod:`faithsieve.web.tree_drawing`. Boxes are page elements rather than
SVG text, so that their mathematics is typeset and a screen reader can walk the tree.
"""

from collections.abc import Mapping
from typing import NamedTuple

from faithsieve.records.edge_unit import EdgeUnit, StateId
from faithsieve.records.localization import Localization
from faithsieve.records.state_tree import ROOT
from faithsieve.web.mathematics import excerpt
from faithsieve.web.tree_drawing import mood_of, place_states

BOX_WIDTH, BOX_HEIGHT = 232, 106
_GAP_X, _GAP_Y, _MARGIN = 22, 36, 20
_TEXT_LENGTH = 96


class TreeBox(NamedTuple):
    """One state, with the unit that leads to it."""

    number: int
    """Position among the boxes, counted from 0 for the problem."""
    parent: int | None
    """The box above."""
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


class TreePicture(NamedTuple):
    width: int
    height: int
    boxes: tuple[TreeBox, ...]
    """In reading order, parents before children."""

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """One path a box with a parent, and the mood of the box."""
        return tuple(
            (_line(self.boxes[box.parent], box), box.mood)
            for box in self.boxes
            if box.parent is not None
        )


def picture_tree(localization: Localization) -> TreePicture:
    places = place_states(localization)
    makers = {child: unit for unit in localization.units for child in unit.children}
    order = _reading_order(places, makers)
    numbers = {state: number for number, state in enumerate(order)}
    boxes = tuple(_box(localization, state, places[state], makers, numbers) for state in order)
    return TreePicture(
        width=max(box.x for box in boxes) + BOX_WIDTH + _MARGIN,
        height=max(box.y for box in boxes) + BOX_HEIGHT + _MARGIN,
        boxes=boxes,
    )


def _reading_order(
    places: Mapping[StateId, tuple[float, int]], makers: Mapping[StateId, EdgeUnit]
) -> list[StateId]:
    """A branch to its end, then the next one: how a reader walks the tree."""
    children: dict[StateId, list[StateId]] = {state: [] for state in places}
    for state, unit in makers.items():
        children[unit.parent].append(state)
    order: list[StateId] = []
    stack = [ROOT]
    while stack:
        state = stack.pop()
        order.append(state)
        stack.extend(sorted(children[state], key=lambda child: -places[child][0]))
    return order


def _box(
    localization: Localization,
    state: StateId,
    place: tuple[float, int],
    makers: Mapping[StateId, EdgeUnit],
    numbers: Mapping[StateId, int],
) -> TreeBox:
    column, row = place
    x = round(_MARGIN + column * (BOX_WIDTH + _GAP_X))
    y = _MARGIN + row * (BOX_HEIGHT + _GAP_Y)
    if state not in makers:
        goal = excerpt(localization.tree.goal, _TEXT_LENGTH)
        return TreeBox(0, None, 1, 0, x, y, "Problem", goal, "", None, False, False)
    unit = makers[state]
    risk = localization.suspicion_of(unit.unit_id).risk
    window = localization.window
    return TreeBox(
        number=numbers[state],
        parent=numbers[unit.parent],
        level=row + 1,
        unit=unit.edge_index,
        x=x,
        y=y,
        head=unit.detailed_step_idx,
        text=excerpt(unit.branch_texts[unit.children.index(state)], _TEXT_LENGTH),
        mood=mood_of(risk, window.threshold),
        risk=risk,
        is_audited=unit.unit_id in window.units,
        is_focus=unit.unit_id == window.focus,
    )


def _line(above: TreeBox, below: TreeBox) -> str:
    x1, y1 = above.x + BOX_WIDTH // 2, above.y + BOX_HEIGHT
    x2, y2 = below.x + BOX_WIDTH // 2, below.y
    middle = (y1 + y2) // 2
    return f"M{x1} {y1} C{x1} {middle} {x2} {middle} {x2} {y2}"
