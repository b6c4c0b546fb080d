"""Where FaithSieve keeps what it downloads: the embedded Lean and the local model.

``FAITHSIEVE_HOME`` moves it; nothing else reads that variable.
"""

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Return the folder for downloads, outside any project, without creating it."""
    chosen = os.environ.get("FAITHSIEVE_HOME")
    return Path(chosen).expanduser() if chosen else platformdirs.user_data_path("faithsieve")


def lean_home() -> Path:
    return home() / "lean"


def model_home() -> Path:
    return home() / "models"


def checks_store() -> Path:
    """Return the store of single checks; opening it makes its folder."""
    return home() / "checks.sqlite"
