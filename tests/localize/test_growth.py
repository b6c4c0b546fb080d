"""Stage one's code is linear in the text: no proof, however hostile, may freeze a run."""

import time
from collections.abc import Callable

import pytest

from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.quoting import Source, normalise
from faithsieve.localize.reading import read_reply
from faithsieve.localize.replies import ReadingReply
from faithsieve.localize.rewriting import compare_signs
from faithsieve.localize.segments import split_proof
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

SIZE = 2000
HOSTILE = (
    "$ ", "((", "{{", "}{", "\\\\", "^^", "[[", "\\[", "\\(", "|", "√(", "\\boxed{", "\\frac{",
    "\\begin{a}", "\\text {", "\\not ", "\n", "\n ", ", ", ". ", "x  | ", "1", "1,", "_{", "a",
    "case ", "suppose ", "so, ", "! ", "... ", "\u2028", "é", "⁻", "<", "e.g. ",
)  # fmt: skip


def cut(text: str) -> None:
    split_proof(Proof.from_texts("Show p.", [f"x{text}"]))


def show(text: str) -> None:
    prompt_context(Proof.from_texts(f"Show {text}", [f"x{text}"]), LocalizeSettings())


def read(text: str) -> None:
    """Read a text that stays in one piece, with every text that a reply can quote."""
    proof = Proof.from_texts(f"Show {text}", [f"x{text}"])
    segment = split_proof(proof)[0]._replace(text=f"x{text}")
    for kind in ("assume", "repeated", "split"):
        reply = ReadingReply.model_validate(
            {
                "goal": text[:1000],
                "scopes": [{"k": "case", "a": 1, "b": 1, "t": text[:1000], "g": "x"}],
                "u": [{"s": 1, "on": [0]}],
                "x": [{"s": 1, "k": kind, "f": ["x", text[:1000]], "g": ""}],
            }
        )
        found = read_reply(proof, [segment], reply)
        build_state_tree(proof, found.substeps, found.moves, found.spans, found.goal)


def quote(text: str) -> None:
    Source(f"x{text}").has(text)


def compare(text: str) -> None:
    compare_signs(text, f"{text}1")


def seconds(work: Callable[[str], None], text: str) -> float:
    """The lesser of two runs, in processor time."""
    taken = []
    for _ in range(2):
        normalise.cache_clear()
        began = time.process_time()
        work(text)
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.parametrize("work", [cut, show, read, quote, compare])
def test_four_times_the_text_takes_nowhere_near_sixteen_times_as_long(
    work: Callable[[str], None],
) -> None:
    slow = {}
    for unit in HOSTILE:
        short, long = (unit * (size // len(unit)) for size in (SIZE, 4 * SIZE))
        # The constant covers noise on a busy machine; what is quadratic exceeds it many times.
        before, after = seconds(work, short), seconds(work, long)
        if after > 10 * before + 0.1:
            slow[unit] = (before, after)
    assert slow == {}
