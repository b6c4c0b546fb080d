"""How long nothing takes: importing the package and asking for help."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

RUNS, IMPORT_LIMIT_S, HELP_LIMIT_S = 10, 0.3, 0.5


def run() -> Iterator[str]:
    """Medians of whole processes; the import's without the interpreter's own start."""
    bare = median_seconds([sys.executable, "-c", "pass"])
    imported = median_seconds([sys.executable, "-c", "import faithsieve"])
    command = Path(sys.executable).with_name("faithsieve")
    helped = median_seconds([str(command), "--help"])
    cost = max(0.0, imported - bare)
    yield f"import faithsieve: {cost:.3f} s, {cost / IMPORT_LIMIT_S:.2f} x the limit"
    yield f"with the interpreter: {imported:.3f} s, {imported / IMPORT_LIMIT_S:.2f} x the limit"
    yield f"faithsieve --help: {helped:.3f} s, {helped / HELP_LIMIT_S:.2f} x the limit"


def median_seconds(command: list[str]) -> float:
    """The median time of a command, after one run that warms the disk's cache."""
    times = []
    for _ in range(RUNS + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])
