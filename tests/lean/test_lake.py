"""The slow reference: one Lean process per snippet, its JSON lines and its ways of failing."""

import sys

import pytest

from faithsieve.lean.external_backend import MATHLIB
from faithsieve.lean.lake import LakeLean, read_json_lines
from faithsieve.records.lean import LeanSource, LeanStatus

# `lean --json` in a few lines: prints what the file asks for, signs it unless told not to.
FAKE = r"""
import json, re, sys, time
text = open(sys.argv[1], encoding="utf-8").read()
def say(severity, line, data):
    print(json.dumps({"severity": severity, "pos": {"line": line, "column": 2}, "data": data,
                      "fileName": sys.argv[1], "keepFullRange": False, "caption": ""}))
at = 1 + text[:text.index("theorem")].count("\n")
if "hang" in text: time.sleep(60)
if "missing olean" in text:
    print("error: no such file or directory", file=sys.stderr); sys.exit(1)
if "named error" in text: say("error", at, "Unknown identifier `x`")
if "noise" in text: print("PANIC at somewhere")
if "exit early" not in text:
    nonce = re.search(r"sentinel (\w+)", text)[1]
    for part in ("axioms [propext]", "kind theorem", "type True"):
        say("warning", at + 2, f"FS_{nonce} {part}")
"""


def lean() -> LakeLean:
    return LakeLean(header=MATHLIB, toolchain="fake", command=(sys.executable, "-c", FAKE))


def source(comment: str) -> LeanSource:
    text = f"theorem target : True := trivial -- {comment}"
    return LeanSource(text=text, theorem="target", dialect="mathlib")


@pytest.mark.network
class TestAgainstAProcess:
    @pytest.mark.parametrize(
        ("comment", "status"),
        [
            ("plain", LeanStatus.OK),
            ("noise", LeanStatus.OK),
            ("named error", LeanStatus.ERROR),
            ("exit early", LeanStatus.INFRASTRUCTURE),
            ("missing olean, exit early", LeanStatus.INFRASTRUCTURE),
        ],
    )
    async def test_the_status_needs_more_than_an_exit_code(
        self, comment: str, status: LeanStatus
    ) -> None:
        assert (await lean().check(source(comment), timeout_s=30)).status is status

    async def test_lines_are_counted_from_the_snippet(self) -> None:
        report = await lean().check(source("named error"), timeout_s=30)
        assert (report.messages[0].line, report.messages[0].column) == (1, 2)

    async def test_a_hanging_lean_is_a_timeout(self) -> None:
        assert (await lean().check(source("hang"), timeout_s=1)).status is LeanStatus.TIMEOUT

    async def test_a_missing_lake_is_infrastructure(self) -> None:
        absent = LakeLean(header=MATHLIB, toolchain="none", command=("/no/lake",))
        report = await absent.check(source("plain"), timeout_s=5)
        assert report.status is LeanStatus.INFRASTRUCTURE
        assert "/no/lake" in report.detail


def test_a_torn_line_is_infrastructure() -> None:
    answer = read_json_lines(b'{"severity": "warn', tail="", lines_before=0)
    assert answer.status is LeanStatus.INFRASTRUCTURE
