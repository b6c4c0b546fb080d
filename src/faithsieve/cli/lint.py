"""``faithsieve lint``: the zero-token checks over proof files, printed like a linter's findings."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from faithsieve.cli.data import write_text
from faithsieve.documents.proof_files import STDIN, read_proof, read_proofs
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.symbolic.lint import LintSettings, lint_proof
from faithsieve.symbolic.sarif import LocatedFinding, sarif_log
from faithsieve.version import __version__

_COLOURS = {FindingClass.LOCATES: "red", FindingClass.CAPS: "yellow"}
_SHOWN_CLAIM = 100


class _Linted(NamedTuple):
    """One proof of one file, or the error that stands in its place."""

    file: str
    proof: LabelledProof | None
    report: LintReport
    error: str | None = None

    @property
    def id(self) -> str | None:
        return self.proof.id if self.proof else None


def _proofs(file: str, row_id: str | None) -> Iterator[LabelledProof | InputError]:
    if row_id is not None:
        yield read_proof(file, row_id=row_id)
    else:
        yield from read_proofs(file)


def _lint_files(
    files: tuple[str, ...], row_id: str | None, settings: LintSettings
) -> Iterator[_Linted]:
    for file in files:
        for proof in _proofs(file, row_id):
            if isinstance(proof, InputError):
                yield _Linted(file, None, LintReport(complete=False), str(proof))
            else:
                yield _Linted(file, proof, lint_proof(proof.proof, settings=settings))


def _row(linted: _Linted) -> dict[str, object]:
    row: dict[str, object] = {
        "id": linted.id,
        "findings": [_finding_row(finding) for finding in linted.report.findings],
    }
    if linted.error is not None:
        row["error"] = linted.error
    elif not linted.report.complete:
        row["error"] = "stopped at the time limit; findings are those made until then"
    return row


def _finding_row(finding: LintFinding) -> dict[str, object]:
    return {
        "step": finding.step,
        "column": finding.column,
        "rule": finding.rule,
        "class": finding.finding_class.value,
        "claim": finding.claim,
        "counterexample": finding.counterexample,
        "message": finding.message,
        "lean": finding.lean.negation if finding.lean else None,
    }


def _one_line(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= _SHOWN_CLAIM else shown[: _SHOWN_CLAIM - 1] + "…"


def _print_findings(linted: _Linted, *, named: bool) -> None:
    if linted.error is not None:
        click.echo(f"{linted.file}: {linted.error}", err=True)
        return
    place = f"{linted.file}#{linted.id}" if named else linted.file
    for finding in linted.report.findings:
        colour = _COLOURS[finding.finding_class]
        label = click.style(f"{finding.finding_class.value} [{finding.rule}]", fg=colour)
        click.echo(f"{place}:{finding.step}:{finding.column}: {label} {_one_line(finding.claim)}")
        click.echo(f"    {_one_line(finding.message)}")
    if not linted.report.complete:
        click.echo(f"{place}: stopped at the time limit", err=True)


def _line_of(content: str, claim: str) -> int:
    """The line of the claim in the file's text; 1 when JSON escapes hide it."""
    at = content.find(claim)
    return content.count("\n", 0, at) + 1 if at >= 0 else 1


def _located(results: list[_Linted]) -> Iterator[LocatedFinding]:
    contents: dict[str, str] = {}
    for linted in results:
        if linted.file not in contents and linted.file != STDIN:
            contents[linted.file] = Path(linted.file).read_text(encoding="utf-8", errors="replace")
        for finding in linted.report.findings:
            line = _line_of(contents.get(linted.file, ""), finding.claim)
            yield LocatedFinding(linted.file, line, linted.id or linted.file, finding)


def _annotated(linted: _Linted) -> Iterator[str]:
    """The proof in Markdown with each finding quoted under its step."""
    assert linted.proof is not None
    yield f"# {linted.proof.id}\n\n{linted.proof.proof.problem}\n"
    for step in linted.proof.proof.steps:
        yield f"**Step {step.index}.** {step.text}\n"
        for finding in linted.report.findings:
            if finding.step == step.index:
                mark = "✗" if finding.finding_class is FindingClass.LOCATES else "⚠"
                yield f"> {mark} **{finding.rule}** `{finding.claim}`: {finding.message}\n"


def _summary(results: list[_Linted]) -> str:
    proofs = [linted for linted in results if linted.proof is not None]
    flagged = sum(bool(linted.report.findings) for linted in proofs)
    findings = sum(len(linted.report.findings) for linted in proofs)
    read = sum(linted.report.sides_read for linted in proofs)
    seen = sum(linted.report.sides_seen for linted in proofs)
    supported = sum(len(linted.report.supported) for linted in proofs)
    return (
        f"{len(proofs)} proofs, {flagged} with findings ({findings} in all); "
        f"{read} of {seen} relation sides read, {supported} links confirmed"
    )


@click.command()
@click.argument("files", metavar="PROOF...", nargs=-1, required=True)
@click.option("--id", "row_id", metavar="ID", help="Only this row of a JSONL file.")
@click.option(
    "--json", "json_target", metavar="FILE", help="One JSON object a proof; - for stdout."
)
@click.option("--sarif", "sarif_target", metavar="FILE", help="SARIF 2.1.0; - for stdout.")
@click.option(
    "--annotate", metavar="FILE", help="The proofs in Markdown with findings; - for stdout."
)
@click.option("--timeout", type=float, default=5.0, show_default=True, help="Seconds a proof.")
@click.option("--fail-on-error", is_flag=True, help="Exit with 1 when anything was refuted.")
def lint(
    files: tuple[str, ...],
    row_id: str | None,
    json_target: str | None,
    sarif_target: str | None,
    annotate: str | None,
    timeout: float,
    fail_on_error: bool,
) -> None:
    """Check the mathematics of proofs by code alone: no model, no tokens, milliseconds.

    PROOF is JSON, JSONL, Markdown, text or LaTeX with a problem and numbered steps; - is standard
    input. Each finding is file:step:column. Findings that "locate" name the slip itself; those that
    "cap" are symptoms: the first error is there or earlier.

    \b
    Examples:
      faithsieve lint proof.md
      faithsieve lint proofs.jsonl --json findings.jsonl --fail-on-error
    """
    settings = LintSettings(timeout_s=timeout) if timeout > 0 else LintSettings()
    results = list(_lint_files(files, row_id, settings))
    quiet = "-" in (json_target, sarif_target, annotate)
    if not quiet:
        for linted in results:
            _print_findings(linted, named=len(results) > len(files))
    _write_reports(results, json_target, sarif_target, annotate)
    click.echo(_summary(results), err=True)
    if fail_on_error and any(linted.report.findings for linted in results):
        sys.exit(1)
    if all(linted.error is not None for linted in results):
        raise InputError(f"{', '.join(files)}: no proof could be read")


def _write_reports(
    results: list[_Linted], json_target: str | None, sarif_target: str | None, annotate: str | None
) -> None:
    if json_target:
        rows = (json.dumps(_row(linted), ensure_ascii=False) for linted in results)
        write_text(json_target, "".join(f"{row}\n" for row in rows))
    if sarif_target:
        log = sarif_log(_located(results), version=__version__)
        write_text(sarif_target, json.dumps(log, ensure_ascii=False, indent=2) + "\n")
    if annotate:
        pages = (part for linted in results if linted.proof for part in _annotated(linted))
        write_text(annotate, "\n".join(pages))
