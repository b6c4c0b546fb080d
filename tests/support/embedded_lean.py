"""One embedded Lean for every test that needs one: starting it costs more than most of them."""

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from faithsieve.errors import MissingToolError
from faithsieve.lean.embedded_setup import EmbeddedInstall, locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, prelude_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.places import lean_home

# Read once at import: the sealed fixture hides the user's environment from the tests themselves.
LEAN_FOLDER = lean_home()


def find_lean() -> EmbeddedInstall:
    """The installed Lean; without one a loud skip here and an error in CI."""
    try:
        return locate_install(LEAN_FOLDER)
    except MissingToolError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lean_pool() -> AsyncIterator[LeanPool]:
    """A pool of one worker with the prelude."""
    toolchain = EmbeddedToolchain(install=find_lean(), prelude=prelude_texts())
    async with LeanPool(toolchain) as pool:
        await pool.warm_up()
        yield pool
