"""What the command line says about the audit itself: how hard it is."""

from collections.abc import Callable, Mapping

import click


def audit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--effort``."""
    return click.option(
        "--effort",
        type=click.Choice(["quick", "standard", "thorough"]),
        help="How hard to audit: Lean where something is contested, where it is easy, everywhere.",
    )(command)


def audit_flags(options: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that these options name."""
    return {"effort": options["effort"]}
