"""How tests start the stand-in for the local model's process."""

import sys
from pathlib import Path


def fake_command(behaviour: str = "ok") -> tuple[str, ...]:
    """The command line of the stand-in, behaving well or in one of its bad ways."""
    return (sys.executable, "-u", str(Path(__file__).with_name("fake_llama.py")), behaviour)
