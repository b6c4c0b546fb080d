"""``faithsieve arith``: the cheap arithmetic checker on one claim or on every line (app. C.1)."""

import json
import sys
from collections.abc import Iterable, Iterator

import click

from faithsieve.errors import InputError
from faithsieve.records.evidence import Outcome
from faithsieve.records.symbolic import ArithmeticReport
from faithsieve.symbolic.numeric import check_arithmetic

_COLOURS = {Outcome.PASSED: "green", Outcome.REFUTED: "red", Outcome.INCONCLUSIVE: "yellow"}


def _claims(lines: Iterable[str], *, jsonl: bool) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        yield _json_string(text, number) if jsonl else text


def _json_string(text: str, number: int) -> str:
    try:
        claim = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"line {number} is not JSON: {text[:60]!r}; drop --jsonl") from error
    if not isinstance(claim, str):
        raise InputError(f'line {number} is not a JSON string: {text[:60]!r}; write "3+4=7"')
    return claim


def _check(claim: str, *, wide: bool) -> ArithmeticReport:
    """Check a claim; where only the wide grammar would decide it, say so in the reason."""
    report = check_arithmetic(claim, wide=wide)
    if wide or report.status is not Outcome.INCONCLUSIVE:
        return report
    if check_arithmetic(claim, wide=True).status is Outcome.INCONCLUSIVE:
        return report
    return report.changed(reason=f"{report.reason}; --wide decides it")


def _write(rows: Iterable[str], target: str) -> None:
    with click.open_file(target, "w", encoding="utf-8") as file:
        for row in rows:
            click.echo(row, file=file)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("claim")
@click.option("--jsonl", is_flag=True, help="With '-': each line is a JSON string.")
@click.option("--json", "json_target", metavar="FILE", help="Write rows here; '-' is the terminal.")
@click.option("--wide", is_flag=True, help="Decide functions, congruences and ≈ too.")
@click.option("--fail-on-error", is_flag=True, help="Exit with 1 when a claim is refuted.")
def arith(
    claim: str, jsonl: bool, json_target: str | None, wide: bool, fail_on_error: bool
) -> None:
    """Decide a numeric CLAIM exactly: passed, refuted or inconclusive with the reason.

    CLAIM is LaTeX, unicode or plain text: numerals, fractions, decimals, roots, powers and chains
    of = ≠ < ≤ > ≥; with --wide also factorials, binomials, gcd, logarithms, angles, percentages,
    congruences and approximations. Where only --wide decides, the reason says so. With '-' every
    line of standard input is a claim and every output line an object with claim, status, reason
    and failing_link.

    \b
    Examples:
      faithsieve arith '\\sqrt{5+2\\sqrt6} = \\sqrt2 + \\sqrt3'
      faithsieve arith - < claims.txt
    """
    if claim == "-":
        lines = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
        reports = (_check(text, wide=wide) for text in _claims(lines, jsonl=jsonl))
        refuted = _stream(reports, json_target or "-")
    else:
        report = _check(_json_string(claim, 1) if jsonl else claim, wide=wide)
        refuted = report.status is Outcome.REFUTED
        if json_target != "-":
            status = click.style(report.status.value, fg=_COLOURS[report.status], bold=True)
            click.echo(f"{status}: {report.reason}")
        if json_target:
            _write([report.model_dump_json()], json_target)
    if refuted and fail_on_error:
        sys.exit(1)


def _stream(reports: Iterable[ArithmeticReport], target: str) -> bool:
    """Print one row for each claim as it is checked; return whether any was refuted."""
    refuted = False

    def rows() -> Iterator[str]:
        nonlocal refuted
        for report in reports:
            refuted = refuted or report.status is Outcome.REFUTED
            yield report.model_dump_json()

    _write(rows(), target)
    return refuted
