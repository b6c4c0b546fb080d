"""FaithSieve: find the first wrong step of a natural-language proof, with evidence to re-run.

Importing this package does no input or output; public names load when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from faithsieve.version import __version__

if TYPE_CHECKING:
    from faithsieve.api import acheck, check
    from faithsieve.configuration import load_settings
    from faithsieve.records.settings import Settings


__all__ = ["Settings", "__version__", "acheck", "check", "load_settings"]


_HOMES = {
    "acheck": "faithsieve.api",
    "check": "faithsieve.api",
    "load_settings": "faithsieve.configuration",
    "Settings": "faithsieve.records.settings",
}


def __getattr__(name: str) -> object:
    """Load a public name; the model and Lean layers take a moment to import."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
