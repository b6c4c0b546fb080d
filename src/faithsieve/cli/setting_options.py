"""The options that set settings: which flag sets which setting, said once for every command."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import click

from faithsieve.records.settings import AuditEffort, Convention, Rigour

Command = Callable[..., Any]


class _Option(NamedTuple):
    setting: str
    """The setting's dotted name."""
    help: str
    type: Any = None
    metavar: str | None = None
    is_flag: bool = False


_OPTIONS = {
    "model": _Option("model.name", "Which model; see `faithsieve config show`.", metavar="NAME"),
    "base_url": _Option("model.base_url", "An OpenAI-compatible endpoint.", metavar="URL"),
    "profile": _Option("profile", "A named set of defaults; `local` needs no key.", metavar="NAME"),
    "effort": _Option(
        "effort",
        "How hard to audit: Lean where something is contested, where it is easy, everywhere.",
        click.Choice(get_args(AuditEffort)),
    ),
    "convention": _Option(
        "fusion.convention",
        "Name the first error the proof rests on, or the first false claim of all.",
        click.Choice(get_args(Convention)),
    ),
    "rigour": _Option("rigour", "Which gaps count as errors.", click.Choice(get_args(Rigour))),
    "concurrency": _Option("model.concurrency", "Requests at once.", int, "N"),
    "max_tokens": _Option("budget.max_tokens", "Stop cleanly at so many tokens.", int, "N"),
    "max_cost": _Option("budget.max_cost_usd", "Stop cleanly at so much money.", float, "USD"),
    "max_seconds": _Option("budget.max_seconds", "Stop cleanly after so long.", float, "S"),
    "max_lean_seconds": _Option("budget.max_lean_seconds", "The same for Lean's work.", float, "S"),
    "log_file": _Option("observe.log_file", "Append JSON lines about the run.", None, "FILE"),
    "force_label": _Option(
        "fusion.force_label",
        "Never answer undecided: nothing refuted means correct.",
        is_flag=True,
    ),
}
AUDIT = ("effort", "convention", "rigour")
BUDGET = ("max_tokens", "max_cost")


def setting_options(*names: str, **helps: str) -> Callable[[Command], Command]:
    """Add options to a command, which gets their settings as one argument ``flags``.

    Args:
        names: The options, in the order of the help.
        helps: What the help says instead where a command means something else by an option.
    """

    def add(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(*args: object, **given: Any) -> Any:
            values = {_OPTIONS[name].setting: given.pop(name) for name in names}
            # A switch that is not there leaves its setting to the other sources.
            flags = {name: None if value is False else value for name, value in values.items()}
            return command(*args, flags=flags, **given)

        decorated = gathered
        for name in reversed(names):
            described = _OPTIONS[name]._replace(help=helps.get(name, _OPTIONS[name].help))
            keywords = described._asdict()
            del keywords["setting"]
            decorated = click.option(f"--{name.replace('_', '-')}", **keywords)(decorated)
        return decorated

    return add
