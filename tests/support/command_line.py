"""``faithsieve`` as a user types it, in this process."""

from typing import NamedTuple

import click
from click.testing import CliRunner

from faithsieve.cli.main import run


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def faithsieve(*words: object, typed: str = "") -> Ended:
    """Give a command, and return its exit code and what it printed; only a bug of ours raises."""
    ended = CliRunner().invoke(_faithsieve, [*map(str, words)], input=typed, catch_exceptions=False)
    return Ended(ended.exit_code, ended.stdout, ended.stderr)


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def _faithsieve(ctx: click.Context, words: tuple[str, ...]) -> None:
    ctx.exit(run(list(words)))
