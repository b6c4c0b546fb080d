"""``python -m faithsieve.cli.fetch_lean``: fetch and unpack the embedded Lean, for ``make demo``.

It imports few packages, those of the Makefile's ``FETCHER``, so that it runs while pip installs the
others. ``faithsieve lean setup`` does the same with a bar, and compiles.
"""

import sys

from faithsieve.configuration import lean_home
from faithsieve.errors import FaithSieveError
from faithsieve.lean.embedded_setup import set_up


def main() -> None:
    """Fetch it unless it is there; what went wrong is the message that the process ends with."""
    try:
        set_up(lean_home())
    except (FaithSieveError, OSError) as error:
        sys.exit(f"could not set up the embedded Lean: {error}")


if __name__ == "__main__":
    main()
