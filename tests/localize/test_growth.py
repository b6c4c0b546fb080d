"""Stage one's code is linear in the text: no proof, however hostile, may freeze a run."""

import time
from collections.abc import Callable

import pytest

from faithsieve.localize.decomposition import finish_decomposition, group_segments
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.quoting import Source, normalise
from faithsieve.localize.replies import GroupingReply, MarkLine
from faithsieve.localize.rewriting import compare_signs
from faithsieve.localize.segments import split_proof
from faithsieve.localize.state_tree import Delta, build_state_tree
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


def decompose(text: str) -> None:
    """Check a text that stays in one piece, with every mark a reply can give."""
    segments = split_proof(Proof.from_texts("Show p.", [f"x{text}"]))[:1]
    for mark in ("withdrawn", "announced", "repeated"):
        reply = GroupingReply.model_validate(
            {
                "marks": (MarkLine.model_validate({"at": 1, "k": mark}),),
                "scopes": (),
                "starts": (1,),
            }
        )
        whole = segments[0]._replace(text=f"x{text}")
        finish_decomposition(group_segments([whole], reply).drafts * 2, "Find x.")


def build(text: str) -> None:
    proof = Proof.from_texts(f"Show {text}", [f"x{text}"])
    grouping = group_segments(
        [split_proof(proof)[0]._replace(text=f"x{text}")],
        GroupingReply(marks=(), scopes=(), starts=(1,)),
    )
    substeps = finish_decomposition(grouping.drafts, "Find x.").substeps
    build_state_tree(proof, substeps, {1: Delta("cases", on=(0,), texts=(text[:1000], "x"))})


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


@pytest.mark.parametrize("work", [cut, show, decompose, build, quote, compare])
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
