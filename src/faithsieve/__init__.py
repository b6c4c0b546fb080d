"""FaithSieve: find the first wrong step of a natural-language proof, with evidence to re-run.

Importing this package does no input or output; public names load when they are first used.
"""

from typing import TYPE_CHECKING

from faithsieve.version import __version__

if TYPE_CHECKING:
    from faithsieve.api import acheck, check


__all__ = ["__version__", "acheck", "check"]


def __getattr__(name: str) -> object:
    """Load a public name; the model and Lean layers take a moment to import."""
    if name in ("acheck", "check"):
        from faithsieve import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
