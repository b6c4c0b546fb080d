"""FaithSieve: find the first wrong step of a natural-language proof, with evidence to re-run.

Importing this package does no input or output; public names load when they are first used.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
