"""Show a localization in the terminal: the tree of states, coloured by suspicion (paper §3).

A scope is an indented block, with what it leaves behind at its end. Proof text is untrusted, so it
is printed without markup and without control characters.
"""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from faithsieve.records.edge_unit import EdgeUnit, Pattern
from faithsieve.records.localization import Localization, Suspicion
from faithsieve.records.state_tree import ProofScope
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.wording import counted, one_line
from faithsieve.web.tree_picture import mood_of

STYLES = {"calm": "green", "doubtful": "yellow", "suspicious": "bold red"}


def show_localization(localization: Localization) -> RenderableType:
    """Render the tree, the window and the notes; units above the threshold are suspicious."""
    return Group(_tree(localization), *_summary(localization))


def _tree(localization: Localization) -> Tree:
    """List the units in order; a scope opens a branch and closes it again."""
    root = Tree(Text(f"goal: {one_line(localization.tree.goal)}", style="bold"))
    scopes = localization.tree.scopes
    open_: list[tuple[ProofScope, Tree]] = []
    for unit, suspicion in zip(localization.units, localization.suspicions, strict=True):
        for scope in (scope for scope in scopes if scope.first == unit.unit_id):
            home = open_[-1][1] if open_ else root
            open_.append((scope, home.add(Text(_scope_line(scope), style="italic"))))
        (open_[-1][1] if open_ else root).add(_unit_line(unit, suspicion, localization))
        while open_ and open_[-1][0].last == unit.unit_id:
            scope, branch = open_.pop()
            left_behind = (
                localization.tree.condition(scope.discharged) if scope.discharged else None
            )
            if left_behind is not None and left_behind.introduced_by == scope.last:
                left = left_behind.text
                branch.add(Text(f"leaves: {one_line(left)}", style="dim"))
    return root


def _scope_line(scope: ProofScope) -> str:
    return f"{scope.kind.value}: {one_line(scope.label)}" if scope.label else scope.kind.value


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
