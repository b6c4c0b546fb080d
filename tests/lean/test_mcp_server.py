"""What an agent is told about its Lean code: imports, rejections, and no answer."""

import pytest
from mcp import Client

from faithsieve.errors import InputError
from faithsieve.lean.mcp_server import lean_server, run_code, strip_imports
from faithsieve.records.lean import LeanReport, LeanStatus
from support.scripted_lean import ScriptedLean, lean_message, lean_report


def test_leading_imports_are_blanked_so_that_lines_keep_their_numbers() -> None:
    text, refused = strip_imports("-- first\nimport Lean\nimport Init\ntheorem t : True := trivial")
    assert refused is None
    assert text.split("\n")[3] == "theorem t : True := trivial"
    assert "import" not in text


NO_WORDS = lean_report(LeanStatus.ERROR, detail="Lean stopped before the end of the text")
WARNING = lean_message("warning", 1, "unused variable `x`")
LATE = lean_report(LeanStatus.TIMEOUT, WARNING, detail="stopped")


@pytest.mark.parametrize(
    ("code", "report", "severity", "why"),
    [
        ("import Absent\n", lean_report(), "error", "unknown module prefix 'Absent'"),
        ("def a := 1\nimport Lean\n", lean_report(), "error", "invalid 'import' command"),
        # The protocol knows errors only by messages.
        ("#exit", NO_WORDS, "error", "Lean stopped before the end"),
        ("theorem t : True := trivial", LATE, "warning", "unused variable"),
    ],
)
async def test_nothing_but_an_answer_without_errors_is_a_success(
    code: str, report: LeanReport, severity: str, why: str
) -> None:
    said = await run_code(code, lean=ScriptedLean([report]), timeout_s=5)
    assert (said.success, said.timed_out) == (False, report is LATE)
    assert [found.severity for found in said.diagnostics] == [severity]
    assert said.diagnostics[0].message.startswith(why)


async def test_no_answer_is_said_to_be_none() -> None:
    silent = ScriptedLean([lean_report(LeanStatus.INFRASTRUCTURE, WARNING, detail="stopped")])
    with pytest.raises(InputError, match="stopped"):
        await run_code("theorem t : True := trivial", lean=silent, timeout_s=5)


async def test_a_client_hears_the_diagnostics_or_why_there_are_none() -> None:
    answers = ScriptedLean([LATE, lean_report(LeanStatus.INFRASTRUCTURE, detail="stopped")])
    async with Client(lean_server(answers)) as client:
        said = await client.call_tool("lean_run_code", {"code": "theorem t : True := trivial"})
        assert "unused variable" in str(said.content)
        said = await client.call_tool("lean_run_code", {"code": "theorem t : True := trivial"})
    assert said.is_error
    assert "stopped" in str(said.content)
