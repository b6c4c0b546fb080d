"""A command group that knows its commands by name and imports one only when it runs.

``faithsieve --help`` must answer at once, so the one-line help of each command stands here in the
table and the command's module, with everything it imports, is loaded only when it is called.
"""

from importlib import import_module
from typing import NamedTuple

import click


class LazyCommand(NamedTuple):
    target: str
    """``module:attribute`` of the click command, below ``faithsieve.cli``."""
    summary: str
    """The line shown in the group's help."""


class LazyGroup(click.Group):
    """A click group over a table of :class:`LazyCommand`."""

    def __init__(self, *args: object, table: dict[str, LazyCommand], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Keep the order of the table: the main job first; commands already imported follow."""
        return [*self.table, *(name for name in self.commands if name not in self.table)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = self.table.get(cmd_name)
        if entry is None:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = entry.target.partition(":")
        command = getattr(import_module(f"faithsieve.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the table without importing anything."""
        known = [(name, command.get_short_help_str(80)) for name, command in self.commands.items()]
        listed = [(name, entry.summary) for name, entry in self.table.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*known, *listed])
