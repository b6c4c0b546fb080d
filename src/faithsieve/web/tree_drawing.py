"""Draw the tree of proof states for papers and slides: Mermaid, Graphviz DOT, and plain SVG.

The SVG needs no Graphviz: a tree has a simple layered layout, one row a depth, parents above the
middle of their children. All three colour an edge by its suspicion and mark the audit window.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from faithsieve.records.edge_unit import EdgeUnit, StateId
from faithsieve.records.localization import Localization
from faithsieve.records.state_tree import ROOT

CALM_BELOW = 0.3
"""Below this an edge is drawn calm, above the threshold of the audit window alarming."""

_COLOURS = {"calm": "#2e7d32", "doubtful": "#b26a00", "suspicious": "#c62828"}
_TEXT_WIDTH = 34
_BOX_WIDTH, _BOX_HEIGHT = 250, 54
_GAP_X, _GAP_Y = 26, 46


def mood_of(risk: float, threshold: float) -> str:
    """Name the colour class of a risk: ``calm``, ``doubtful`` or ``suspicious``.

    ``threshold`` is the window's: every view calls suspicious what the window does.
    """
    if risk > threshold:
        return "suspicious"
    return "doubtful" if risk >= CALM_BELOW else "calm"


class _Picture(NamedTuple):
    """What every drawing shows: one box a state, below the text of the unit that led there."""

    boxes: Mapping[StateId, tuple[str, ...]]
    parent: Mapping[StateId, StateId]
    mood: Mapping[StateId, str]
    audited: frozenset[StateId]


def _picture(localization: Localization) -> _Picture:
    boxes: dict[StateId, tuple[str, ...]] = {
        ROOT: ("problem", _short(localization.tree.goal, _TEXT_WIDTH))
    }
    parent: dict[StateId, StateId] = {}
    mood: dict[StateId, str] = {}
    audited: set[StateId] = set()
    window = set(localization.window.units)
    for unit, suspicion in zip(localization.units, localization.suspicions, strict=True):
        for position, child in enumerate(unit.children):
            boxes[child] = _box_lines(unit, position, suspicion.risk)
            parent[child] = unit.parent
            mood[child] = mood_of(suspicion.risk, localization.window.threshold)
            if unit.unit_id in window:
                audited.add(child)
    return _Picture(boxes, parent, mood, frozenset(audited))


def _box_lines(unit: EdgeUnit, position: int, risk: float) -> tuple[str, ...]:
    said = unit.branch_texts[position]
    head = f"{unit.detailed_step_idx} {unit.pattern.value.replace('_', ' ')} {risk:.2f}"
    return head, _short(said, _TEXT_WIDTH)


def _short(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"


# ---- Mermaid and DOT


def _mermaid_name(state: StateId) -> str:
    return "s" + state.replace(".", "_")


def _mermaid_text(text: str) -> str:
    """Write every character that Mermaid could read as syntax as its code."""
    return "".join(c if c.isalnum() or (c in " .,:=+-/…") else f"#{ord(c)};" for c in text)


def to_mermaid(localization: Localization) -> str:
    """Write the tree as a Mermaid flow chart."""
    picture = _picture(localization)
    lines = ["flowchart TD"]
    for state, texts in picture.boxes.items():
        shown = "<br/>".join(_mermaid_text(text) for text in texts)
        lines.append(f'  {_mermaid_name(state)}["{shown}"]')
    lines += [
        f"  {_mermaid_name(before)} --> {_mermaid_name(state)}"
        for state, before in picture.parent.items()
    ]
    for mood, colour in _COLOURS.items():
        lines.append(f"  classDef {mood} stroke:{colour},stroke-width:2px")
        members = [_mermaid_name(state) for state, its in picture.mood.items() if its == mood]
        if members:
            lines.append(f"  class {','.join(members)} {mood}")
    lines += [f"  style {_mermaid_name(state)} fill:#fff3e0" for state in sorted(picture.audited)]
    return "\n".join(lines) + "\n"


def _dot_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def to_dot(localization: Localization) -> str:
    """Write the tree in Graphviz's language."""
    picture = _picture(localization)
    lines = ["digraph proof_states {", "  node [shape=box, fontname=Helvetica];"]
    for state, texts in picture.boxes.items():
        label = "\\n".join(_dot_text(text) for text in texts)
        colour = _COLOURS.get(picture.mood.get(state, ""), "black")
        fill = ', style=filled, fillcolor="#fff3e0"' if state in picture.audited else ""
        lines.append(f'  "{state}" [label="{label}", color="{colour}"{fill}];')
    lines += [f'  "{before}" -> "{state}";' for state, before in picture.parent.items()]
    return "\n".join([*lines, "}"]) + "\n"


# ---- SVG


def place_states(localization: Localization) -> dict[StateId, tuple[float, int]]:
    """Give every state of the drawing a column and a row, the root first."""
    return _layout(_picture(localization))


def _children(picture: _Picture) -> dict[StateId, list[StateId]]:
    children: dict[StateId, list[StateId]] = {state: [] for state in picture.boxes}
    for state, before in picture.parent.items():
        children[before].append(state)
    return children


def _layout(picture: _Picture) -> dict[StateId, tuple[float, int]]:
    """Give every box a column and a row: leaves side by side, parents above the middle.

    States come parents first, so one pass finds rows and one pass backwards finds columns.
    """
    children = _children(picture)
    rows = {ROOT: 0}
    for state, before in picture.parent.items():
        rows[state] = rows[before] + 1
    columns: dict[StateId, float] = {}
    leaves = _leaves_in_order(children)
    columns |= {leaf: float(position) for position, leaf in enumerate(leaves)}
    for state in reversed(list(picture.boxes)):
        if state not in columns:
            below = [columns[child] for child in children[state]]
            columns[state] = (min(below) + max(below)) / 2
    return {state: (columns[state], rows[state]) for state in picture.boxes}


def _leaves_in_order(children: Mapping[StateId, Sequence[StateId]]) -> list[StateId]:
    leaves: list[StateId] = []
    stack = [ROOT]
    while stack:
        state = stack.pop()
        if not children[state]:
            leaves.append(state)
        stack.extend(reversed(children[state]))
    return leaves


def to_svg(localization: Localization) -> str:
    """Draw the tree as a stand-alone SVG without scripts or outside references."""
    picture = _picture(localization)
    places = _layout(picture)
    width = (max(column for column, _ in places.values()) + 1) * (_BOX_WIDTH + _GAP_X) + _GAP_X
    height = (max(row for _, row in places.values()) + 1) * (_BOX_HEIGHT + _GAP_Y) + _GAP_Y
    corners = {
        state: (_GAP_X + column * (_BOX_WIDTH + _GAP_X), _GAP_Y / 2 + row * (_BOX_HEIGHT + _GAP_Y))
        for state, (column, row) in places.items()
    }
    lines = [_svg_line(corners[before], corners[state]) for state, before in picture.parent.items()]
    boxes = [_svg_box(picture, state, corners[state]) for state in picture.boxes]
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="12">'
    )
    return "\n".join([opening, *lines, *boxes, "</svg>"]) + "\n"


def _svg_line(above: tuple[float, float], below: tuple[float, float]) -> str:
    x1, y1 = above[0] + _BOX_WIDTH / 2, above[1] + _BOX_HEIGHT
    x2, y2 = below[0] + _BOX_WIDTH / 2, below[1]
    return f'<path d="M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}" stroke="#777" fill="none"/>'


def _svg_box(picture: _Picture, state: StateId, corner: tuple[float, float]) -> str:
    x, y = corner
    colour = _COLOURS.get(picture.mood.get(state, ""), "#333")
    fill = "#fff3e0" if state in picture.audited else "#ffffff"
    texts = "".join(
        f'<text x="{x + 8:.1f}" y="{y + 21 + 19 * row:.1f}">{escape(_printable(text))}</text>'
        for row, text in enumerate(picture.boxes[state])
    )
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_BOX_WIDTH}" height="{_BOX_HEIGHT}" rx="6" '
        f'fill="{fill}" stroke="{colour}" stroke-width="2"/>{texts}'
    )


def _printable(text: str) -> str:
    """Control characters and lone surrogates are not allowed in XML."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
