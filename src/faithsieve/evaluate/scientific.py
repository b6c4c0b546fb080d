"""Statistics and plotting libraries, imported only by the commands that need them.

They cost most of a second and some hundred megabytes, so they are an extra: a user who only judges
proofs never pays for them, and one who asks for a test without them is told what to install.
"""

from importlib import import_module
from types import ModuleType

from faithsieve.errors import MissingToolError

INSTALL = "pip install 'faithsieve[report]'"


def scientific(module: str, *, needed_for: str) -> ModuleType:
    """Import a library of the ``report`` extra.

    Raises:
        MissingToolError: it is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        raise MissingToolError(
            f"the package {package}", needed_for=needed_for, fix=INSTALL
        ) from error
