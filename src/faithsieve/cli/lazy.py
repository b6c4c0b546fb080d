"""A command group that knows its commands by name and imports one only when it runs.

``faithsieve --help`` must answer at once, so the one-line help of each command stands here in the
table and the command's module, with everything it imports, is loaded only when it is called.
"""

from difflib import get_close_matches
from importlib import import_module
from typing import NamedTuple

import click

from faithsieve.errors import MissingToolError


def require_extra(extra: str, *modules: str, needed_for: str) -> None:
    """Check that what an extra brings can be imported.

    Raises:
        MissingToolError: it cannot; the message has the line that installs it.
    """
    try:
        for module in modules:
            import_module(module)
    except ModuleNotFoundError as error:
        fix = f"pip install 'faithsieve[{extra}]'"
        tool = f"the package {error.name or extra!r}"
        raise MissingToolError(tool, needed_for=needed_for, fix=fix) from error


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command where there is none of that name."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            advice = f"did you mean {near[0]!r}?" if near else "`--help` lists all commands"
            raise click.UsageError(f"there is no command {args[0]!r}; {advice}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the table without importing anything."""
        known = [(name, command.get_short_help_str(80)) for name, command in self.commands.items()]
        listed = [(name, entry.summary) for name, entry in self.table.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*known, *listed])
