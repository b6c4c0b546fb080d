"""What the command line says about the audit itself: how hard it is, and what counts as wrong."""

from collections.abc import Callable, Mapping
from typing import get_args

import click

from faithsieve.records.settings import AuditEffort, Convention, Rigour


def audit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--effort``, ``--convention`` and ``--rigour``."""
    effort = click.option(
        "--effort",
        type=click.Choice(get_args(AuditEffort)),
        help="How hard to audit: Lean where something is contested, where it is easy, everywhere.",
    )
    convention = click.option(
        "--convention",
        type=click.Choice(get_args(Convention)),
        help="Name the first error the proof rests on, or the first false claim of all.",
    )
    rigour = click.option(
        "--rigour", type=click.Choice(get_args(Rigour)), help="Which gaps count as errors."
    )
    return effort(convention(rigour(command)))


def audit_flags(options: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that these options name."""
    return {
        "effort": options["effort"],
        "fusion.convention": options["convention"],
        "rigour": options["rigour"],
    }
