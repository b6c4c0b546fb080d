"""``faithsieve config``: show every setting and where it came from."""

import json
import os
from pathlib import Path

import click

from faithsieve.configuration import resolve


@click.group()
def config() -> None:
    """Show the settings and where each came from."""


@config.command()
@click.option("--profile", help="Start from this profile: paper, default, local or fast.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def show(profile: str | None, as_json: bool) -> None:
    """Print every setting, its value and its origin.

    \b
    Example:
      FAITHSIEVE_MODEL__CONCURRENCY=4 faithsieve config show
    """
    found = resolve({"profile": profile}, environment=os.environ, folder=Path.cwd())
    values = found.settings.model_dump(mode="json")
    rows = [(name, _look_up(values, name), origin) for name, origin in found.origins.items()]
    if as_json:
        table = {name: {"value": value, "origin": origin} for name, value, origin in rows}
        click.echo(json.dumps(table, indent=2))
        return
    width = max(len(name) for name, _, _ in rows)
    for name, value, origin in rows:
        click.echo(f"{name:{width}}  {json.dumps(value)}  ({origin})")


def _look_up(values: object, name: str) -> object:
    for part in name.split("."):
        assert isinstance(values, dict)
        values = values[part]
    return values
