"""Known snippets for any backend: what it accepts, rejects and admits not to know.

Each snippet is one way in which a Lean tool has been seen to be wrong, or a control that must go
through. A backend that gets one wrong is no source of evidence, unless the user insists; then the
results record which snippets it failed (:class:`BackendAdmission`). The snippets use core Lean
only. Every backend has loaded its header before a snippet, so an import is wrong anywhere in one.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Literal

from faithsieve.errors import ConfigError
from faithsieve.lean.judge_cases import JudgeCase, judge_cases
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.base import Record
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus, ProofVerdict

STANDARD_AXIOMS = frozenset({"propext", "Classical.choice", "Quot.sound"})


class Snippet(Record):
    """A text whose right answer is known."""

    name: str
    """What it tries."""
    text: str
    """The Lean text; the theorem asked about is ``target``."""
    expected: tuple[LeanStatus, ...]
    """The statuses that are right."""
    shows: Literal["", "sorry", "axiom", "goals"] = ""
    """What an ``ok`` must come with; empty for a clean one."""
    timeout_s: float = 60.0
    """How long it may take."""


LONG_FILE = "".join(
    f"theorem step_{n} (a b : Int) (h : a < b) : a + {n} < b + {n} := by omega\n"
    for n in range(8000)
)
"""More than any backend does in the seconds it gets, and nothing that a backend could choke on."""


def _read_snippets() -> tuple[Snippet, ...]:
    text = files("faithsieve.lean").joinpath("doctor_snippets.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["snippets"]
    for row in rows:
        if row.pop("is_long", False):
            row["text"] = LONG_FILE + row["text"]
    return tuple(Snippet.model_validate(row) for row in rows)


SNIPPETS = _read_snippets()


class DoctorRow(Record):
    """One snippet's outcome."""

    name: str
    """What was tried."""
    status: LeanStatus | ProofVerdict
    """What the backend said."""
    fault: str
    """What is wrong with that; empty when nothing is."""
    seconds: float
    """How long it took."""


class DoctorReport(Record):
    """A backend's outcome on all snippets."""

    backend: str
    """Which adapter."""
    toolchain: str
    """The Lean behind it."""
    rows: tuple[DoctorRow, ...]
    """One per snippet."""

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows if row.fault)

    @property
    def is_fit(self) -> bool:
        """Whether it may be a source of evidence."""
        return bool(self.rows) and not self.failed


class BackendAdmission(Record):
    """That a backend was taken as a source of evidence, and why; kept with what rests on it."""

    backend: str
    """Which adapter."""
    toolchain: str
    """The Lean behind it."""
    failed: tuple[str, ...]
    """Snippets it got wrong; evidence from it must be read with them in mind."""
    is_insisted: bool
    """Whether the user insisted although it failed some."""

    @property
    def summary(self) -> str:
        grounds = (
            f"used because you insist, although it gets wrong: {'; '.join(self.failed)}"
            if self.is_insisted
            else "gets every known snippet right"
        )
        return f"{self.backend} ({self.toolchain}) {grounds}"


async def diagnose_backend(
    lean: LeanChecker,
    snippets: tuple[Snippet, ...] = SNIPPETS,
    *,
    watch: Callable[[DoctorRow], None] = lambda row: None,
) -> DoctorReport:
    """Try the snippets one after the other; ``watch`` sees every row as it comes."""
    rows, backend, toolchain = [], "unknown", "unknown"
    for snippet in snippets:
        source = LeanSource(text=snippet.text, theorem="target")
        report = await lean.check(source, timeout_s=snippet.timeout_s)
        backend, toolchain = report.backend, report.toolchain
        fault, seconds = find_fault(snippet, report), report.elapsed_s
        row = DoctorRow(name=snippet.name, status=report.status, fault=fault, seconds=seconds)
        rows.append(row)
        watch(row)
    return DoctorReport(backend=backend, toolchain=toolchain, rows=tuple(rows))


class MathlibCase(JudgeCase):
    """A statement for Mathlib with a proof, and the verdict that is right."""

    expected: ProofVerdict


@cache
def mathlib_cases() -> tuple[MathlibCase, ...]:
    """Read the forty cases that tell whether a Lean with Mathlib works."""
    text = files("faithsieve.lean").joinpath("mathlib_cases.jsonl").read_text(encoding="utf-8")
    return tuple(MathlibCase.model_validate_json(line) for line in text.splitlines())


async def diagnose_judge(
    judge: ProofJudge,
    cases: tuple[MathlibCase, ...],
    *,
    watch: Callable[[DoctorRow], None] = lambda row: None,
) -> DoctorReport:
    """Judge the cases one after the other; ``watch`` sees every row as it comes."""
    rows: list[DoctorRow] = []
    async for said in judge_cases(cases, judge, timeout_s=60.0):
        expected = cases[len(rows)].expected
        why = f"{said.verdict.value} ({said.reason}: {said.detail[:160]})"
        fault = "" if said.verdict is expected else f"said {why}, not {expected.value}"
        row = DoctorRow(name=said.id, status=said.verdict, fault=fault, seconds=said.seconds)
        rows.append(row)
        watch(row)
    chain = judge.pool.toolchain
    return DoctorReport(backend=chain.backend, toolchain=chain.fingerprint, rows=tuple(rows))


def find_fault(snippet: Snippet, report: LeanReport) -> str:
    """What is wrong with a report; empty when it is right."""
    if report.status not in snippet.expected:
        wanted = " or ".join(snippet.expected)
        return f"said {report.status}, should say {wanted}{_because(report)}"
    unclean = report.has_sorry or not set(report.axioms) <= STANDARD_AXIOMS
    is_error = report.status is LeanStatus.ERROR
    match snippet.shows:
        case "sorry":
            return "" if report.has_sorry or is_error else "did not see the sorry"
        case "axiom":
            return "" if unclean or is_error else "did not show the axiom"
        case "goals":
            return "" if any("a = 1" in goal.text for goal in report.goals) else "shows no goal"
        case "":
            is_wrong = report.status is LeanStatus.OK and unclean
            return f"names {', '.join(report.axioms) or 'a sorry'}" if is_wrong else ""


def _because(report: LeanReport) -> str:
    errors = [message.text for message in report.messages if message.severity == "error"]
    why = report.detail or (errors[0] if errors else "")
    return f" ({' '.join(why.split())[:160]})" if why else ""


def admit(report: DoctorReport, *, insist: bool) -> BackendAdmission:
    """Let a backend be a source of evidence.

    Raises:
        ConfigError: it failed snippets and the user does not insist.
    """
    if not report.is_fit and not insist:
        worst = next((f": {row.name!r} {row.fault}" for row in report.rows if row.fault), "")
        raise ConfigError(
            f"the backend {report.backend!r} gets {len(report.failed)} of {len(report.rows)} known "
            f"snippets wrong{worst}; `faithsieve lean doctor` shows all of them. Repair it, choose "
            "another, or take it all the same with --insist"
        )
    return BackendAdmission(
        backend=report.backend,
        toolchain=report.toolchain,
        failed=report.failed,
        is_insisted=not report.is_fit,
    )
