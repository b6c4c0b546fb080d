"""``python -m faithsieve.cli.fetch_lean``: fetch and unpack the embedded Lean, for ``make demo``.

It imports few packages, those of the Makefile's ``FETCHER``, so that it runs while pip installs the
others. ``faithsieve lean setup`` does the same with a bar, and compiles.
"""

import sys

from faithsieve.configuration import lean_home
from faithsieve.errors import FaithSieveError
from faithsieve.lean.embedded_setup import SIZE_WORDS, set_up


def main() -> None:
    """Fetch it unless it is there; what went wrong is the message that the process ends with."""
    stages: set[str] = set()

    def tell(stage: str, share: float) -> None:
        if not stages:
            sys.stderr.write(f"meanwhile {SIZE_WORDS}\n")
        stages.add(stage)

    try:
        set_up(lean_home(), progress=tell)
    except (FaithSieveError, OSError) as error:
        sys.exit(f"could not set up the embedded Lean: {error}")


if __name__ == "__main__":
    main()
