"""The tree of proof states as a picture: boxes and lines on the evidence page, or one SVG file.

A tree has a simple layered layout, one row a depth, parents above the middle of their children.
Boxes of the page are elements rather than SVG text, so that their mathematics is typeset and a
screen reader can walk the tree (paper §3.1).
"""

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from faithsieve.records.edge_unit import EdgeUnit, StateId
from faithsieve.records.localization import Localization
from faithsieve.records.state_tree import ROOT
from faithsieve.web.mathematics import excerpt

CALM_BELOW = 0.3
"""Below this an edge is drawn calm, above the threshold of the audit window alarming."""
BOX_WIDTH, BOX_HEIGHT = 232, 106
_GAP_X, _GAP_Y, _MARGIN = 22, 36, 20
_TEXT_LENGTH = 96
_COLOURS = {"": "#333", "calm": "#2e7d32", "doubtful": "#b26a00", "suspicious": "#c62828"}
_LINE_LENGTH, _LINES, _LINE_HEIGHT = 34, 4, 19


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
    makers = {child: unit for unit in localization.units for child in unit.children}
    children: dict[StateId, list[StateId]] = {state: [] for state in (ROOT, *makers)}
    for state, unit in makers.items():
        children[unit.parent].append(state)
    order = _reading_order(children)
    places = _layout(order, children, makers)
    numbers = {state: number for number, state in enumerate(order)}
    boxes = tuple(_box(localization, state, places[state], makers, numbers) for state in order)
    return TreePicture(
        width=max(box.x for box in boxes) + BOX_WIDTH + _MARGIN,
        height=max(box.y for box in boxes) + BOX_HEIGHT + _MARGIN,
        boxes=boxes,
    )


def _reading_order(children: Mapping[StateId, Sequence[StateId]]) -> list[StateId]:
    """List the states depth first: each branch to its end, then the next one."""
    order: list[StateId] = []
    stack = [ROOT]
    while stack:
        state = stack.pop()
        order.append(state)
        stack.extend(reversed(children[state]))
    return order


def _layout(
    order: Sequence[StateId],
    children: Mapping[StateId, Sequence[StateId]],
    makers: Mapping[StateId, EdgeUnit],
) -> dict[StateId, tuple[float, int]]:
    """Assign every state a column and a row: leaves side by side, parents above the middle."""
    rows = {ROOT: 0}
    for state in order[1:]:
        rows[state] = rows[makers[state].parent] + 1
    leaves = [state for state in order if not children[state]]
    columns = {leaf: float(position) for position, leaf in enumerate(leaves)}
    for state in reversed(order):
        if children[state]:
            below = [columns[child] for child in children[state]]
            columns[state] = (min(below) + max(below)) / 2
    return {state: (columns[state], rows[state]) for state in order}


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


def to_svg(localization: Localization) -> str:
    """Draw the tree as a stand-alone SVG without scripts or outside references."""
    picture = picture_tree(localization)
    lines = [f'<path d="{path}" stroke="#777" fill="none"/>' for path, _ in picture.lines]
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" '
        f'height="{picture.height}" font-family="Helvetica, Arial, sans-serif" font-size="12">'
    )
    return "\n".join([opening, *lines, *map(_svg_box, picture.boxes), "</svg>"]) + "\n"


def _svg_box(box: TreeBox) -> str:
    risk = "" if box.risk is None else f" {box.risk:.2f}"
    # Control characters and lone surrogates are not allowed in XML.
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in box.text)
    shown = [f"{box.head}{risk}", *wrap(text, _LINE_LENGTH)][: _LINES + 1]
    texts = "".join(
        f'<text x="{box.x + 8}" y="{box.y + 21 + _LINE_HEIGHT * row}">{escape(line)}</text>'
        for row, line in enumerate(shown)
    )
    fill = "#fff3e0" if box.is_audited else "#ffffff"
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6" '
        f'fill="{fill}" stroke="{_COLOURS[box.mood]}" stroke-width="2"/>{texts}'
    )
