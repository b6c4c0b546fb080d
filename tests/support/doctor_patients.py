"""Backends as the doctor sees them: what is tried on each quickly, and a Lean that hides errors."""

import pytest

from faithsieve.errors import ConfigError
from faithsieve.lean.doctor import SNIPPETS, admit, diagnose_backend
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus

# These end or taint the worker; `faithsieve lean doctor` and the pool's tests try them.
COSTLY = ("time", "import", "deep", "compiler")
QUICK = tuple(s for s in SNIPPETS if not any(word in s.name for word in COSTLY))


class HidingErrors:
    """A Lean that drops every error and says that all is well."""

    def __init__(self, lean: LeanChecker) -> None:
        self._lean = lean

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        report = await self._lean.check(source, timeout_s=timeout_s)
        kept = [message for message in report.messages if message.severity != "error"]
        said = report.model_dump() | {"messages": kept, "status": LeanStatus.OK}
        return LeanReport.model_validate(said)


async def assert_admitted(lean: LeanChecker) -> None:
    report = await diagnose_backend(lean, QUICK)
    faults = [(row.name, row.fault) for row in report.rows if row.fault]
    assert not faults, faults
    assert not admit(report, insist=False).failed


async def assert_refused(lean: LeanChecker) -> None:
    """A false claim must be among the reasons, and the refusal says what the backend said."""
    report = await diagnose_backend(lean, QUICK)
    assert "rejects a false claim" in report.failed
    with pytest.raises(ConfigError, match=r"snippets wrong: .* should say"):
        admit(report, insist=False)
