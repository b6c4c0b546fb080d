"""``faithsieve config``: show every setting and where it came from, without its secrets.

People paste this output into bug reports, so values that may carry a key are masked: those of
request headers, passwords and queries in addresses, and whatever looks like a key by itself.
"""

import json
import re
from operator import attrgetter

import click
from pydantic import TypeAdapter

from faithsieve.configuration import resolve

MASK = "********"
_VARIABLE_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_PASSWORD = re.compile(r"(?<=://)[^/@\s]+(?=@)")
_QUERY = re.compile(r"(?<=[?&])([^=&#\s]+)=[^&#\s]*")
_KEY = re.compile(r"\b(?:sk|pk|gsk|xai|hf|ghp)[-_][\w-]{16,}|(?<=Bearer )\S+", re.IGNORECASE)


@click.group()
def config() -> None:
    """Show the settings and where each came from."""


@config.command()
@click.option("--profile", help="Start from this profile: paper or default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def show(profile: str | None, as_json: bool) -> None:
    """Print every setting, its value and its origin.

    \b
    Example:
      FAITHSIEVE_MODEL__CONCURRENCY=4 faithsieve config show
    """
    found = resolve({"profile": profile})
    dump = TypeAdapter[object](object).dump_python
    rows = [
        (name, mask_secrets(name, dump(attrgetter(name)(found.settings), mode="json")), origin)
        for name, origin in found.origins.items()
    ]
    if as_json:
        table = {name: {"value": value, "origin": origin} for name, value, origin in rows}
        click.echo(json.dumps(table, indent=2))
        return
    width = max(len(name) for name, _, _ in rows)
    for name, value, origin in rows:
        click.echo(f"{name:{width}}  {json.dumps(value)}  ({origin})")


def mask_secrets(name: str, value: object) -> object:
    """Replace the parts of a setting's value that may be secret."""
    if isinstance(value, list):
        return [mask_secrets(name, entry) for entry in value]
    if not isinstance(value, str):
        return value
    if name == "model.headers":
        header, colon, _ = value.partition(":")
        return f"{header}: {MASK}" if colon else MASK
    if name == "model.api_key_env" and not _VARIABLE_NAME.fullmatch(value):
        # Somebody gave the key where the name of its variable belongs.
        return MASK
    value = _QUERY.sub(rf"\1={MASK}", _PASSWORD.sub(MASK, value))
    return _KEY.sub(MASK, value)
