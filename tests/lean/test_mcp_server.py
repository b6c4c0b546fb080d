"""What the MCP server does with imports and with no answer."""

import pytest
from mcp import Client

from faithsieve.lean.mcp_server import lsp_server, serve_text, strip_imports
from faithsieve.records.lean import LeanStatus
from support.scripted_lean import ScriptedLean, lean_report, unanswering_lean


def test_leading_imports_are_blanked_so_that_lines_keep_their_numbers() -> None:
    text, refused = strip_imports("-- first\nimport Lean\nimport Init\ntheorem t : True := trivial")
    assert refused is None
    assert text.split("\n")[3] == "theorem t : True := trivial"
    assert "import" not in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import Absent\n", "unknown module prefix 'Absent'"),
        ("def a := 1\nimport Lean\n", "invalid 'import' command"),
    ],
)
def test_an_unknown_module_and_a_late_import_are_refused(text: str, why: str) -> None:
    _, refused = strip_imports(text)
    assert refused is not None
    assert refused.text.startswith(why)


@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
async def test_a_message_does_not_turn_no_answer_into_one(status: LeanStatus) -> None:
    text = "theorem target : True := trivial"
    served = await serve_text(text, lean=unanswering_lean(status), timeout_s=5)
    assert served.failure == "stopped"
    assert served.timed_out is (status is LeanStatus.TIMEOUT)
    assert [message.text for message in served.messages] == ["unused variable `x`"]


async def test_a_client_hears_why_there_is_no_answer() -> None:
    async with Client(lsp_server(unanswering_lean(LeanStatus.INFRASTRUCTURE))) as client:
        said = await client.call_tool("lean_run_code", {"code": "theorem t : True := trivial"})
    assert said.is_error
    assert "stopped" in str(said.content)


async def test_a_rejection_without_a_message_is_served_as_an_error() -> None:
    """Lean stopped before the end of the text, say; the protocols know errors only by messages."""
    rejected = lean_report(LeanStatus.ERROR, detail="Lean stopped before the end of the text")
    served = await serve_text("#exit", lean=ScriptedLean([rejected]), timeout_s=5)
    assert [message.severity for message in served.messages] == ["error"]
