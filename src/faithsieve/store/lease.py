"""Who asks a pending call: a lease with an owner and an expiry, kept alive by a heartbeat.

Several processes may share a store. The one that begins a call holds its lease and renews it while
it lives; the others wait for the stored reply instead of paying for the same question. A lease
whose owner died is free: at once where the owner ran on this machine and its process is gone,
after ``LEASE_S`` without a heartbeat anywhere else.
"""

import os
import platform
import time
from pathlib import Path
from typing import NamedTuple, Self
from uuid import uuid4

import psutil
from sqlalchemy import Connection, text

from faithsieve.store.rows import Row

LEASE_S = 45.0
"""How long a call stays with a process that gives no sign of life."""

HEARTBEAT_S = 10.0
"""How often a process renews its leases."""

_OPEN_STORES: set[str] = set()
"""Owners in this process; another store of the same process may have been closed or lost."""


class Owner(NamedTuple):
    """One open store of one process."""

    machine: str
    """The machine and its process namespace, within which a process number means something."""
    pid: int
    started: float
    """When the process began; numbers are used again."""
    store: str

    @classmethod
    def new(cls) -> Self:
        """Make the owner of a store that this process opens."""
        pid = os.getpid()
        owner = cls(_machine(), pid, psutil.Process(pid).create_time(), uuid4().hex[:12])
        _OPEN_STORES.add(owner.text)
        return owner

    @classmethod
    def parse(cls, text: str) -> Self:
        machine, pid, started, store = text.rsplit("|", 3)
        return cls(machine, int(pid), float(started), store)

    @property
    def text(self) -> str:
        return f"{self.machine}|{self.pid}|{self.started:.2f}|{self.store}"

    def release(self) -> None:
        """Mark the store as closed, which frees the calls it left pending."""
        _OPEN_STORES.discard(self.text)

    def is_gone(self) -> bool:
        """Return whether the owner has certainly ended; False if this machine cannot know."""
        if self.machine != _machine():
            return False
        if self.pid == os.getpid():
            return self.text not in _OPEN_STORES
        try:
            return abs(psutil.Process(self.pid).create_time() - self.started) > 1.0
        except psutil.NoSuchProcess:
            return True


def _machine() -> str:
    namespace = Path("/proc/self/ns/pid")
    inode = str(namespace.readlink()) if namespace.is_symlink() else ""
    return f"{platform.node()[:80]} {inode}".strip()


def is_held(connection: Connection, row: Row) -> bool:
    """Return whether a living process works on a pending call."""
    if row["owner"] is None or row["leased_until"] is None:
        return False
    left = row["leased_until"] - clock(connection)
    if left > LEASE_S and connection.dialect.name == "sqlite":
        return False  # longer than any lease: the machine has been started again since
    return left > 0 and not Owner.parse(row["owner"]).is_gone()


def clock(connection: Connection) -> float:
    """Return the clock of leases in seconds: the database server's, if there is one.

    Processes that share a file run on one machine. The time since it started is the same for all
    of them and does not jump when somebody sets the clock.
    """
    if connection.dialect.name != "postgresql":
        since_start = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
        return time.clock_gettime(since_start)
    now = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
    return float(now)
