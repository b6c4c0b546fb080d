"""``faithsieve``: one vocabulary for the command line; each command is one file beside this one."""

import sys

import click

from faithsieve.cli.lazy import LazyCommand, LazyGroup
from faithsieve.errors import (
    ANOTHER_MODEL,
    EXIT_UNFINISHED,
    EXIT_USER_ERROR,
    BudgetExceededError,
    FaithSieveError,
    PendingReplyError,
    ReplyFormatError,
    UserError,
)
from faithsieve.version import __version__

COMMANDS = {
    "check": LazyCommand("check:check", "One proof in, verdict and evidence out."),
    "lint": LazyCommand("lint:lint", "Symbolic checks only: no model, no tokens."),
    "eval": LazyCommand("eval:evaluate", "Run a method over a dataset; resumes by itself."),
    "ablate": LazyCommand("ablate:ablate_command", "Replay a run with one part removed."),
    "report": LazyCommand("report:report", "Tables and statistics of finished runs."),
    "compare": LazyCommand("report:compare", "Paired tests between two runs of the same rows."),
    "recheck": LazyCommand("recheck:recheck_command", "Compile every cited Lean proof again."),
    "audit": LazyCommand("audit:audit", "Human and automatic audits, with calibration tables."),
    "data": LazyCommand("data:data", "Validate, convert, split and build dataset files."),
    "batch": LazyCommand("batch:batch", "Offline batches in the OpenAI Batch file format."),
    "store": LazyCommand("store:store", "Check that a store is what was written."),
    "lean": LazyCommand("lean:lean", "Set up, check and serve the Lean backends."),
    "arith": LazyCommand("arith:arith", "The cheap arithmetic checker on claims."),
    "config": LazyCommand("config:config", "Show the settings and where each came from."),
    "serve": LazyCommand("serve:serve", "The web application and the HTTP API."),
    "mcp": LazyCommand("mcp:mcp", "FaithSieve as tools for agents (MCP)."),
    "doctor": LazyCommand("doctor:doctor", "What is installed, reachable and missing."),
    "demo": LazyCommand("demo:demo", "Check five bundled proofs on this machine."),
}

ANOTHER_PLACE = (
    "choose a place that you may write: FAITHSIEVE_HOME moves downloads and the store of checks, "
    "--out and --store the results of a command"
)


@click.group(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="faithsieve")
def cli() -> None:
    """Find the first wrong step of a mathematical proof, with evidence anyone can re-run.

    \b
    Example:
      faithsieve eval proofs.jsonl --method direct --model gpt-5.4 --out runs/first
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and turn errors into messages and exit codes."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; only a bug ends in a traceback."""
    try:
        return _run(arguments)
    except OSError as error:
        if error.filename is None:
            raise
        # A disk or a permission, not a bug: nobody is helped by a traceback.
        said = f"{error.filename}: {error.strerror}"
        click.echo(f"could not finish: {said}; {ANOTHER_PLACE}", err=True)
        return EXIT_UNFINISHED


def _run(arguments: list[str] | None) -> int:
    try:
        # Not click's own handling: it would answer Ctrl-C with 1, which means "an error was found".
        code = cli.main(args=arguments, prog_name="faithsieve", standalone_mode=False)
    except click.UsageError as error:
        if error.ctx is not None:
            click.echo(error.ctx.get_usage(), err=True)
        click.echo(f"error: {error.format_message()}", err=True)
        return EXIT_USER_ERROR
    except click.ClickException as error:
        click.echo(f"error: {error.format_message()}", err=True)
        return EXIT_USER_ERROR
    except UserError as error:
        click.echo(f"error: {error}", err=True)
        return EXIT_USER_ERROR
    except click.Abort:
        click.echo("stopped: interrupted; what was done is kept", err=True)
    except (PendingReplyError, BudgetExceededError) as stop:
        click.echo(f"stopped: {stop}", err=True)
    except ReplyFormatError as error:
        click.echo(f"could not finish: {error}; {ANOTHER_MODEL}", err=True)
    except FaithSieveError as error:
        click.echo(f"could not finish: {error}", err=True)
    else:
        return code if isinstance(code, int) else 0
    return EXIT_UNFINISHED


if __name__ == "__main__":
    main()
