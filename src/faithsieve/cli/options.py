"""The options that several commands share, each described once.

A command names the options it takes, in the order of its help. Options that set a setting reach it
as one argument ``flags``, options about reading proofs as one argument ``reading``, all others by
their own name.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click

from faithsieve.configuration import Flags
from faithsieve.datasets import PARTS as SHAPE_PARTS
from faithsieve.datasets import Dataset
from faithsieve.documents.collection import load_proofs
from faithsieve.documents.reading import Document, ReadOptions, form_of, read_problem
from faithsieve.documents.steps import Split
from faithsieve.errors import InputError
from faithsieve.plugins import Parts
from faithsieve.records.settings import AuditEffort, Convention, Rigour

Command = Callable[..., Any]
PATH = click.Path(path_type=Path)
PROBLEM_BYTES = 1 << 20


class PartChoice(click.Choice[str]):
    """A choice among our own names and those that installed packages add; help lists ours."""

    def __init__(self, parts: Parts[Any]) -> None:
        super().__init__(list(parts.own))
        self._parts = parts

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take any known name; whether its package works is seen when it is used."""
        return str(click.Choice(self._parts.names()).convert(value, param, ctx))


SHAPE_CHOICE = PartChoice(SHAPE_PARTS)


class _Option(NamedTuple):
    help: str
    type: Any = None
    metavar: str | None = None
    flag: str = ""
    """The flag where it is not named like the argument."""
    setting: str = ""
    """The dotted name of the setting it sets, if it sets one."""
    is_flag: bool = False
    default: object = None

    def spelled(self, name: str) -> str:
        """Return the flag as a user types it."""
        return f"--{(self.flag or name).replace('_', '-')}"

    def added_to(self, command: Command, name: str, words: str | None) -> Command:
        keywords: dict[str, Any] = {"type": self.type, "metavar": self.metavar}
        # Said only of switches: else click takes the value of `--max-cost=-1` for an option.
        if self.is_flag:
            keywords["is_flag"] = True
        if self.default is not None:
            keywords |= {"default": self.default, "show_default": True}
        flag = self.spelled(name)
        return click.option(flag, name, help=words or self.help, **keywords)(command)


def _setting(
    setting: str, help: str, type: Any = None, metavar: str | None = None, is_flag: bool = False
) -> _Option:
    return _Option(help, type, metavar, setting=setting, is_flag=is_flag)


_OPTIONS = {
    "model": _setting("model.name", "Which model; see `faithsieve config show`.", None, "NAME"),
    "base_url": _setting("model.base_url", "An OpenAI-compatible endpoint.", None, "URL"),
    "profile": _setting("profile", "A named set of defaults: `paper`.", None, "NAME"),
    "effort": _setting(
        "effort",
        "How hard to audit: Lean where something is contested, where it is easy, everywhere.",
        click.Choice(get_args(AuditEffort)),
    ),
    "convention": _setting(
        "fusion.convention",
        "Name the first error the proof rests on, or the first false claim of all.",
        click.Choice(get_args(Convention)),
    ),
    "trust_gate": _setting(
        "verify.trust_gate",
        "Let Lean count without testing the model as a gate.",
        is_flag=True,
    ),
    "rigour": _setting("rigour", "Which gaps count as errors.", click.Choice(get_args(Rigour))),
    "concurrency": _setting("model.concurrency", "Requests at once.", int, "N"),
    "max_tokens": _setting("budget.max_tokens", "Stop cleanly at so many tokens.", int, "N"),
    "max_cost": _setting("budget.max_cost_usd", "Stop cleanly at so much money.", float, "USD"),
    "max_seconds": _setting("budget.max_seconds", "Stop cleanly after so long.", float, "S"),
    "max_lean_seconds": _setting(
        "budget.max_lean_seconds", "The same for Lean's work.", float, "S"
    ),
    "log_file": _setting("observe.log_file", "Append JSON lines about the run.", None, "FILE"),
    "force_label": _setting(
        "fusion.force_label", "Never answer undecided: nothing refuted means correct.", is_flag=True
    ),
    "split": _Option(
        "How a document is cut into steps.",
        click.Choice([split.value for split in Split]),
        default=Split.AUTO.value,
    ),
    "problem": _Option("The problem, where it is in its own file.", PATH, "FILE"),
    "format": _Option(
        "The dataset's shape; recognised by its fields when not given.", SHAPE_CHOICE
    ),
    "skip_bad": _Option("Leave bad rows out instead of stopping.", is_flag=True),
    "dataset_file": _Option("The run's dataset, if it moved.", PATH, "FILE", flag="dataset"),
    "store": _Option("The run's store, if it lies outside its folder.", None, "URL"),
    "ids": _Option("Only these problems; a file of ids with @FILE.", None, "ID,ID"),
    "json_to": _Option("Write the result as JSON; - for stdout.", None, "FILE", flag="json"),
    "force": _Option("Replace existing files.", is_flag=True),
}
AUDIT = ("effort", "convention", "rigour", "trust_gate")
BUDGET = ("max_tokens", "max_cost")
DOCUMENTS = ("split", "problem")
ROWS = ("format", "skip_bad")


class ReadingOptions(NamedTuple):
    """How the user wants proofs and dataset files to be read."""

    split: str = Split.AUTO.value
    problem: Path | None = None
    format: str | None = None
    skip_bad: bool = False

    def load(self, file: Path) -> Dataset:
        options = self.options()
        return load_proofs(file, format=self.format, skip_bad=self.skip_bad, options=options)

    def options(self) -> ReadOptions:
        """Return how documents are read, with the problem out of its own file.

        Raises:
            InputError: the problem's file cannot be read or is empty.
        """
        path = self.problem
        if path is None:
            return ReadOptions(Split(self.split))
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InputError(f"--problem {str(path)!r} cannot be read: {error.strerror}") from error
        if len(content) > PROBLEM_BYTES:
            raise InputError(f"--problem {str(path)!r}: more than {PROBLEM_BYTES:,} bytes")
        document = Document(str(path), path.stem, content, form_of(path.name, content))
        return ReadOptions(Split(self.split), read_problem(document))


def shared_options(*names: str, **helps: str) -> Callable[[Command], Command]:
    """Add options to a command.

    Args:
        names: The options, in the order of the help.
        helps: What the help says instead where a command means something else by an option.
    """
    settings = {name: _OPTIONS[name].setting for name in names if _OPTIONS[name].setting}
    spelled = {setting: _OPTIONS[name].spelled(name) for name, setting in settings.items()}
    about_reading = [name for name in names if name in ReadingOptions._fields]

    def add(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(*args: object, **given: Any) -> Any:
            if settings:
                values = {setting: given.pop(name) for name, setting in settings.items()}
                # A switch that is not there leaves its setting to the other sources.
                values = {k: None if v is False else v for k, v in values.items()}
                given["flags"] = Flags(values, spelled)
            if about_reading:
                given["reading"] = ReadingOptions(
                    **{name: given.pop(name) for name in about_reading}
                )
            return command(*args, **given)

        decorated: Command = gathered
        for name in reversed(names):
            decorated = _OPTIONS[name].added_to(decorated, name, helps.get(name))
        return decorated

    return add
