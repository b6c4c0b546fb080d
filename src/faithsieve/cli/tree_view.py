"""Show a localization in the terminal: the tree of states, coloured by suspicion (paper §3).

Only splits and scopes indent; a chain of implications is a list. Proof text is untrusted, so it is
printed without markup and without control characters.
"""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from faithsieve.records.counting import counted
from faithsieve.records.edge_unit import EdgeUnit, GoalRelation, Pattern, StateId, UnitId
from faithsieve.records.localization import Localization, Suspicion
from faithsieve.records.state_tree import ROOT
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.wording import one_line
from faithsieve.web.tree_picture import mood_of

STYLES = {"calm": "green", "doubtful": "yellow", "suspicious": "bold red"}
_OPENS_SCOPE = (GoalRelation.LEMMA_SUBGOAL, GoalRelation.WITNESS_INSTANTIATION)


def show_localization(localization: Localization) -> RenderableType:
    """Render the tree, the window and the notes; units above the threshold are suspicious."""
    return Group(_tree(localization), *_summary(localization))


def _tree(localization: Localization) -> Tree:
    root = Tree(Text(f"goal: {one_line(localization.tree.goal)}", style="bold"))
    places: dict[StateId, Tree] = {ROOT: root}
    outside: dict[UnitId, Tree] = {}
    pairs = zip(localization.units, localization.suspicions, strict=True)
    for unit, suspicion in pairs:
        home = places[unit.parent] if unit.closes is None else outside[unit.closes]
        outside[unit.unit_id] = home
        node = home.add(_unit_line(unit, suspicion, localization))
        if len(unit.children) > 1:
            for position, child in enumerate(unit.children):
                places[child] = node.add(Text(_branch_label(unit, position), style="italic"))
        else:
            places[unit.children[0]] = node if unit.goal_relation in _OPENS_SCOPE else home
    return root


def _branch_label(unit: EdgeUnit, position: int) -> str:
    text = unit.branch_texts[position]
    is_goal = text == unit.after_goals[position]
    return f"branch {position + 1}: {'goal ' if is_goal else ''}{one_line(text)}"


def _unit_line(unit: EdgeUnit, suspicion: Suspicion, localization: Localization) -> Text:
    window = localization.window
    mark = "▶" if unit.unit_id == window.focus else ("•" if unit.unit_id in window.units else " ")
    style = STYLES[mood_of(suspicion.risk, localization.window.threshold)]
    line = Text(f"{mark} {unit.detailed_step_idx:5} ")
    line.append("  ? " if suspicion.is_default else f"{suspicion.risk:.2f}", style=style)
    line.append(f"  {one_line(unit.text)}")
    for remark in _remarks(unit):
        line.append(f"  [{remark}]", style="dim")
    if suspicion.reason and not suspicion.is_default:
        line.append(f"  {one_line(suspicion.reason)}", style=style)
    return line


def _remarks(unit: EdgeUnit) -> Iterator[str]:
    if unit.pattern is not Pattern.SIMPLE_IMPLICATION:
        yield unit.pattern.value.replace("_", " ")
    if unit.closes is not None:
        yield f"concludes {unit.closes}"
    if unit.status is not ClaimStatus.ASSERTED:
        yield unit.status.value
    yield from dict.fromkeys(flag.kind.value for flag in unit.risk_flags)


def _summary(localization: Localization) -> Iterator[Text]:
    window = localization.window
    chosen = [u.detailed_step_idx for u in localization.units if u.unit_id in window.units]
    reason = {
        "suspicion": f"earliest suspicious unit: {window.focus}",
        "sweep": "nothing is suspicious, so the window is a sweep",
        "every_unit": "every unit is looked at",
    }[window.reason]
    yield Text(f"{counted(len(localization.units), 'unit')}; {reason}")
    yield Text(f"audit window: {', '.join(chosen)}")
    for note in localization.notes:
        yield Text(f"note ({note.part}): {one_line(note.detail)}", style="dim")
