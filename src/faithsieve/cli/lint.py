"""``faithsieve lint``: the zero-token checks over proof files, printed like a linter's findings."""

import json
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import click

from faithsieve.cli.options import DOCUMENTS, ReadingOptions, shared_options
from faithsieve.cli.output import write_json, write_text
from faithsieve.cli.sarif import LocatedFinding, sarif_log
from faithsieve.documents.collection import Collected, read_collection
from faithsieve.documents.places import place_within
from faithsieve.documents.proof_files import read_proof
from faithsieve.documents.reading import ReadOptions
from faithsieve.errors import EXIT_UNFINISHED, InputError, UserError
from faithsieve.records.proof import LabelledProof, SourcePlace
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.records.wording import counted, one_line
from faithsieve.symbolic.lint import lint_proof
from faithsieve.version import __version__

_COLOURS = {
    FindingClass.REFUTED: "red",
    FindingClass.NOTE: "blue",
}
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

    def place_of(self, finding: LintFinding) -> SourcePlace | None:
        """Return where the step of a finding begins in its file, or None if unknown."""
        origin = self.proof.origin if self.proof else None
        return origin.place_of(finding.step) if origin else None


def _proofs(
    files: tuple[str, ...], row_id: str | None, reading: ReadOptions
) -> Iterator[Collected]:
    if row_id is None:
        yield from read_collection(files, reading, keep_ids=True)
        return
    for file in files:
        try:
            yield Collected(file, read_proof(file, row_id=row_id, options=reading))
        except UserError as error:
            yield Collected(file, error)


def _lint_all(found: Iterable[Collected], timeout_s: float) -> Iterator[_Linted]:
    for file, proof in found:
        if isinstance(proof, UserError):
            yield _Linted(file, None, LintReport(complete=False), str(proof))
        else:
            yield _Linted(file, proof, lint_proof(proof.proof, timeout_s=timeout_s))


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
        "length": finding.length,
        "rule": finding.rule,
        "class": finding.finding_class.value,
        "claim": finding.claim,
        "left": finding.left_value,
        "right": finding.right_value,
        "counterexample": finding.counterexample,
        "message": finding.message,
    }


def _print_findings(linted: _Linted, *, named: bool) -> None:
    if linted.error is not None:
        click.echo(f"not read: {linted.error}", err=True)
        return
    name = f"{linted.file}#{linted.id}" if named else linted.file
    for kind in FindingClass:
        for finding in linted.report.findings:
            if finding.finding_class is kind:
                _print_finding(_pointer(name, linted, finding), finding)
    if not linted.report.complete:
        click.echo(f"{name}: stopped at the time limit", err=True)


def _pointer(name: str, linted: _Linted, finding: LintFinding) -> str:
    """Format a finding's place as ``file:line:column``, or by its step if that is unknown."""
    if linted.place_of(finding) is None:
        return f"{name}: step {finding.step}, column {finding.column}"
    place = _place_of(linted, finding, _text_of(linted.file))
    assert place is not None
    return f"{linted.file}:{place.line}:{place.column}: step {finding.step}"


def _print_finding(pointer: str, finding: LintFinding) -> None:
    colour = _COLOURS[finding.finding_class]
    label = click.style(f"{finding.finding_class.value} [{finding.rule}]", fg=colour)
    click.echo(f"{pointer}: {label} {one_line(finding.claim, _SHOWN_CLAIM)}")
    click.echo(f"    {one_line(finding.message, 2 * _SHOWN_CLAIM)}")


def _place_of(linted: _Linted, finding: LintFinding, content: str) -> SourcePlace | None:
    """Return the place of the claim, or else of its step; in JSON, if no escapes hide it."""
    step = linted.place_of(finding)
    if step is not None and linted.proof is not None and linted.proof.origin is not None:
        end = linted.proof.origin.place_of(finding.step + 1)
        return (place_within(content, finding.claim, step, end) if content else None) or step
    at = content.find(finding.claim)
    if at < 0:
        return None
    line = content.count("\n", 0, at) + 1
    return SourcePlace(line=line, column=at - content.rfind("\n", 0, at))


@lru_cache(maxsize=8)
def _text_of(file: str) -> str:
    path = Path(file)
    is_text = path.is_file() and path.suffix.lower() not in (".zip", ".docx")
    return path.read_text(encoding="utf-8", errors="replace") if is_text else ""


def _located(results: list[_Linted]) -> Iterator[LocatedFinding]:
    for linted in results:
        for finding in linted.report.findings:
            place = _place_of(linted, finding, _text_of(linted.file))
            yield LocatedFinding(linted.file, place, linted.id or linted.file, finding)


def _summary(results: list[_Linted]) -> str:
    proofs = [linted for linted in results if linted.proof is not None]
    findings = [finding for linted in proofs for finding in linted.report.findings]
    refuted = sum(finding.finding_class is FindingClass.REFUTED for finding in findings)
    counts = f"{refuted} refuted, {counted(len(findings) - refuted, 'note')}"
    flagged = sum(bool(linted.report.findings) for linted in proofs)
    decided = sum(linted.report.decided for linted in proofs)
    return (
        f"{counted(len(proofs), 'proof')}, {flagged} with findings ({counts}); "
        f"{counted(decided, 'relation')} between numbers computed"
    )


@click.command()
@click.argument("files", metavar="PROOF...", nargs=-1, required=True)
@click.option("--id", "row_id", metavar="ID", help="Only this row of a JSONL file.")
@shared_options(*DOCUMENTS, "json_to", json_to="One JSON object a proof; - for stdout.")
@click.option("--sarif", "sarif_to", metavar="FILE", help="SARIF 2.1.0; - for stdout.")
@click.option("--timeout", type=float, default=5.0, show_default=True, help="Seconds a proof.")
@click.option(
    "--fail-on",
    type=click.Choice(["refuted", "note"]),
    help="Exit with 1 when there is a finding of this class or a graver one.",
)
def lint(
    files: tuple[str, ...],
    row_id: str | None,
    timeout: float,
    fail_on: str | None,
    reading: ReadingOptions,
    **to: str | None,
) -> None:
    """Check the arithmetic of proofs by code alone: no model, no tokens, milliseconds.

    PROOF is JSON, JSONL, LaTeX, Markdown, HTML, Word, a notebook, Typst or text, a folder or zip
    archive of them, a CSV table, or - for standard input. Each finding is file:line:column with
    its step, or the step alone where the file has no lines. "refuted" is a false relation between
    numbers, computed exactly, with the values of both sides; a "note" is an equation between
    polynomials that does not hold for all values, which is no error by itself.

    \b
    Examples:
      faithsieve lint proof.md
      faithsieve lint proofs.jsonl --json findings.jsonl --fail-on refuted
    """
    results = list(_lint_all(_proofs(files, row_id, reading.options()), timeout))
    if "-" not in to.values():
        for linted in results:
            _print_findings(linted, named=len(results) > len(files))
    _write_reports(results, **to)
    click.echo(_summary(results), err=True)
    if fail_on is not None and any(_is_grave(linted.report, fail_on) for linted in results):
        sys.exit(1)
    unread = [linted for linted in results if linted.error is not None]
    if fail_on is not None and unread and len(unread) < len(results):
        # Nobody looked at these, so the check has not passed.
        sys.exit(EXIT_UNFINISHED)
    if len(unread) == len(results):
        raise InputError(f"{', '.join(files)}: no proof could be read")


def _is_grave(report: LintReport, fail_on: str) -> bool:
    kinds = {finding.finding_class for finding in report.findings}
    return FindingClass.REFUTED in kinds or fail_on in kinds


def _write_reports(results: list[_Linted], json_to: str | None, sarif_to: str | None) -> None:
    if json_to:
        rows = (json.dumps(_row(linted), ensure_ascii=False) for linted in results)
        write_text(json_to, "".join(f"{row}\n" for row in rows))
    if sarif_to:
        write_json(sarif_to, sarif_log(_located(results), version=__version__))
