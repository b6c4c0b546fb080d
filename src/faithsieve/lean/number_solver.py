"""Z3 as a program: whether numbers can satisfy formulas (``pip install faithsieve[models]``).

The share of work is counted in Z3's own steps, so that a busy machine gives the same answer; the
clock is for the case that it does not stop when told to.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

_STEPS = 1_000_000
_SECONDS = 2


def solver_path() -> Path | None:
    """Where Z3's program is, if it is installed."""
    path = Path(sys.executable).with_name("z3")
    return path if path.exists() else None


async def solve_script(script: str) -> str:
    """Return ``sat`` or ``unsat`` for SMT-LIB text; anything else says nothing."""
    path = solver_path()
    if path is None:
        return ""
    command = (str(path), "-in", f"-T:{_SECONDS}", f"rlimit={_STEPS}")
    return (await run_program(command, script, _SECONDS + 1)).strip()


async def run_program(command: Sequence[str], task: str, seconds: float) -> str:
    """Give a program its task; nothing comes back from one that died or took too long."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        answer, _ = await asyncio.wait_for(process.communicate(task.encode()), seconds)
    except TimeoutError:
        return ""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return answer.decode() if process.returncode == 0 else ""
