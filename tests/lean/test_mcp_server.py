"""What the MCP server does with imports and files."""

from pathlib import Path

import pytest
from mcp import Client

from faithsieve.errors import InputError
from faithsieve.lean.mcp_server import (
    goals_before,
    lsp_server,
    read_project_file,
    serve_text,
    strip_imports,
)
from faithsieve.records.lean import LeanStatus
from support.scripted_lean import ScriptedLean, knowing_lean, lean_report, unanswering_lean


def test_leading_imports_are_blanked_so_that_lines_keep_their_numbers() -> None:
    text, refused = strip_imports("-- first\nimport Lean\nimport Init\ntheorem t : True := trivial")
    assert refused is None
    assert text.split("\n")[3] == "theorem t : True := trivial"
    assert "import" not in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import Mathlib\n", "unknown module prefix 'Mathlib'"),
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


async def test_a_rejection_without_a_message_is_served_as_an_error() -> None:
    """Lean stopped before the end of the text, say; the protocols know errors only by messages."""
    rejected = lean_report(LeanStatus.ERROR, detail="Lean stopped before the end of the text")
    served = await serve_text("#exit", lean=ScriptedLean([rejected]), timeout_s=5)
    assert [message.severity for message in served.messages] == ["error"]


def test_files_of_the_served_folder_are_read_and_others_are_not(tmp_path: Path) -> None:
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "A.lean").write_text("def a := 1\n", encoding="utf-8")
    (tmp_path / "secret.lean").write_text("def s := 1\n", encoding="utf-8")
    assert read_project_file(tmp_path / "served", "A.lean") == "def a := 1\n"
    for outside in ("../secret.lean", str(tmp_path / "secret.lean"), "missing.lean"):
        with pytest.raises(InputError):
            read_project_file(tmp_path / "served", outside)


async def test_goals_that_lean_did_not_reach_are_not_no_goals() -> None:
    text = "theorem t : 1 = 2 := by\n  simp\n"
    assert await goals_before(text, 2, lean=knowing_lean(), timeout_s=5) == ("⊢ 1 = 2",)
    late = unanswering_lean(LeanStatus.TIMEOUT)
    assert await goals_before(text, 2, lean=late, timeout_s=5) is None
    dead = unanswering_lean(LeanStatus.INFRASTRUCTURE)
    with pytest.raises(InputError):
        await goals_before(text, 2, lean=dead, timeout_s=5)


async def test_a_client_hears_why_its_file_was_refused(tmp_path: Path) -> None:
    async with Client(lsp_server(knowing_lean(), tmp_path)) as client:
        said = await client.call_tool("lean_goal", {"file_path": "../secret.lean", "line": 1})
    assert said.is_error
    assert "'../secret.lean' is outside the served folder" in str(said.content)
