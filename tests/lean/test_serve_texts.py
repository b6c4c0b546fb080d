"""What served protocols do with imports and the sentinel."""

import pytest

from faithsieve.lean.scripted import ScriptedLean
from faithsieve.lean.sentinel import fresh_sentinel
from faithsieve.lean.serve.texts import serve_text, take_imports
from faithsieve.records.lean import LeanStatus
from support.lean_replies import knowing_lean, lean_report, unanswering_lean


def test_leading_imports_are_blanked_so_that_lines_keep_their_numbers() -> None:
    text, refused = take_imports(
        "import Lean\nimport Init\n\ntheorem t : True := trivial", skip_comments=True
    )
    assert refused is None
    assert text.split("\n")[3] == "theorem t : True := trivial"
    assert "import" not in text


def test_an_unknown_module_is_refused_in_leans_words() -> None:
    _, refused = take_imports("import Mathlib\n", skip_comments=True)
    assert refused is not None
    assert refused.text.startswith("unknown module prefix 'Mathlib'")


@pytest.mark.parametrize(("skip", "is_refused"), [(True, False), (False, True)])
def test_a_comment_before_the_imports_is_fine_for_lean_and_a_trap_in_kimina(
    skip: bool, is_refused: bool
) -> None:
    _, refused = take_imports("-- first\nimport Lean\n", skip_comments=skip)
    assert (refused is not None) is is_refused


async def test_the_sentinel_is_answered_from_the_checkers_report() -> None:
    sentinel = fresh_sentinel("target")
    served = await serve_text(
        "theorem target : True := trivial" + sentinel.command, lean=knowing_lean(), timeout_s=5
    )
    reading = sentinel.read(served.messages)
    assert reading is not None
    assert reading.axioms == ("propext",)


@pytest.mark.parametrize("word", ["slow", "crash"])
async def test_no_answer_carries_no_sentinel(word: str) -> None:
    sentinel = fresh_sentinel("target")
    served = await serve_text(
        f"theorem target : {word}" + sentinel.command, lean=knowing_lean(), timeout_s=5
    )
    assert served.failure
    assert served.timed_out is (word == "slow")
    assert sentinel.read(served.messages) is None


@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
async def test_a_message_does_not_turn_no_answer_into_one(status: LeanStatus) -> None:
    sentinel = fresh_sentinel("target")
    text = "theorem target : True := trivial" + sentinel.command
    served = await serve_text(text, lean=unanswering_lean(status), timeout_s=5)
    assert served.failure == "stopped"
    assert served.timed_out is (status is LeanStatus.TIMEOUT)
    assert [message.text for message in served.messages] == ["unused variable `x`"]
    assert sentinel.read(served.messages) is None


async def test_a_rejection_without_a_message_is_served_as_an_error() -> None:
    """Lean stopped before the end of the text, say; the protocols know errors only by messages."""
    rejected = lean_report(LeanStatus.ERROR, detail="Lean stopped before the end of the text")
    served = await serve_text("#exit", lean=ScriptedLean([rejected]), timeout_s=5)
    assert served.has_errors
