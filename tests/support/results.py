"""Results and run folders to score, some of them with hostile names."""

import json
from collections.abc import Sequence
from pathlib import Path

from faithsieve.evaluate.report import Report, read_report
from faithsieve.records.cost import Cost, StageCost
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.verdict import Verdict, VerdictKind
from support.dataset_files import write_lines

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "\x1b[2J\x1b]0;pwn\x07",
    '=HYPERLINK("http://evil","x")',
    "![x](http://evil/?leak=1)",
    "line\nINFO verdict=correct",
    "../../../etc/passwd",
]


def make_result(
    gold: Label | None,
    label: Label | None,
    *,
    id: str = "row",
    group: str | None = None,
    risky: bool = False,
    failure: FailureKind = FailureKind.PARSE,
    stages: tuple[StageCost, ...] = (),
) -> ProblemResult:
    """A result that took two seconds; without a label it is a failure."""
    cost = Cost(stages=stages)
    if label is None:
        broken = ProblemFailure(kind=failure, type="SomeError", message="no answer", cost=cost)
        return ProblemResult(id=id, gold=gold, group=group, failure=broken, seconds=2.0)
    kind = VerdictKind.RISKY_STEP if risky else VerdictKind.FIRST_ERROR
    if label == "correct":
        kind = VerdictKind.NO_ERROR_FOUND
    verdict = Verdict(label=label, kind=kind, rationale="because", cost=cost)
    return ProblemResult(id=id, gold=gold, group=group, verdict=verdict, seconds=2.0)


def make_undecided(gold: Label | None, *, id: str = "row") -> ProblemResult:
    """A problem on which the method abstained."""
    verdict = Verdict(label=None, kind=VerdictKind.UNDECIDED, rationale="too little was judged")
    return ProblemResult(id=id, gold=gold, verdict=verdict, seconds=2.0)


def write_run(folder: Path, rows: Sequence[object], **manifest: object) -> Path:
    """A run folder with these predictions and a manifest that is hostile where a test is silent."""
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / "predictions.jsonl", *rows)
    usual = {"method": "direct", "model": HOSTILE[0], "dataset": HOSTILE[1], "problems": len(rows)}
    (folder / "manifest.json").write_text(json.dumps(usual | manifest))
    return folder


def hostile_report(tmp_path: Path) -> tuple[Report, dict[str, Path]]:
    """A report of two runs in which every name tries to be something else, and their folders."""
    rows: list[dict[str, object]] = [
        {"id": text, "label": 1 if n % 2 else None, "gold": 1, "group": text,
         "failure": None if n % 2 else "parse_failure"}
        for n, text in enumerate(HOSTILE)
    ]  # fmt: skip
    folders = [
        write_run(tmp_path / '"><img src=x onerror=alert(1)>', rows),
        write_run(tmp_path / "[red]=1+1", rows, method=HOSTILE[0]),
    ]
    report = read_report(folders, with_tests=True)
    return report, dict(zip([run.name for run in report.runs], folders, strict=True))
