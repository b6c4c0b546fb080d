import contextlib
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.datasets.escapes import repair_escapes
from faithsieve.documents import proof_files
from faithsieve.documents.proof_files import read_proof
from faithsieve.errors import InputError, UserError
from faithsieve.records.proof import LabelledProof


def read_text(text: str, *, row_id: str | None = None) -> LabelledProof:
    return read_proof("-", row_id=row_id, stdin=io.BytesIO(text.encode()))


def parts(proof: LabelledProof) -> tuple[str, list[str]]:
    return proof.proof.problem, [step.text for step in proof.proof.steps]


EVEN = ("Show that n² is even for even n.", ["Let n = 2k.", "Then n² = 4k².", "So it is even."])

SAME_PROOF = {
    "json": json.dumps({"problem": EVEN[0], "steps": EVEN[1]}),
    "indented json": json.dumps({"problem": EVEN[0], "steps": EVEN[1]}, indent=2),
    "step lines": """Show that n² is even for even n.

        Step 1: Let n = 2k.
        Step 2: Then n² = 4k².
        Step 3: So it is even.
        """.replace("        ", ""),
    "numbers": "Problem: Show that n² is even for even n.\n"
    "Proof:\n1. Let n = 2k.\n2. Then n² = 4k².\n3. So it is even.\n",
    "numbers with brackets and windows line ends": "Show that n² is even for even n.\r\n"
    "1) Let n = 2k.\r\n2) Then n² = 4k².\r\n3) So it is even.\r\n",
    "markdown headings": "# Problem\n\nShow that n² is even for even n.\n\n## Proof\n\n"
    "### Step 1\n\nLet n = 2k.\n\n### Step 2\nThen n² = 4k².\n\n### Step 3 -\nSo it is even.\n",
    "markdown bold": "**Problem 4.** Show that n² is even for even n.\n\n"
    "**Step 1:** Let n = 2k.\n\n**Step 2.** Then n² = 4k².\n\n**Step 3** So it is even.\n",
    "latex items": r"""\documentclass{article}
\begin{document}
\begin{problem}
Show that n² is even for even n. % a comment
\end{problem}
\begin{proof}
\begin{enumerate}
\item Let n = 2k.
\item[(b)] Then n² = 4k².
\item So it is even.
\end{enumerate}
\end{proof}
\end{document}
""",
    "latex step lines": r"""\textbf{Problem.} Show that n² is even for even n.

\textbf{Step 1.} Let n = 2k.

\paragraph{Step~2} Then n² = 4k².

\noindent\textbf{Step 3:} So it is even.
""",
    "latex section": r"""Show that n² is even for even n.
\section*{Solution}
\begin{enumerate}[label=(\arabic*)]
  \item Let n = 2k.
  \item Then n² = 4k².
  \item So it is even.
\end{enumerate}
""",
}


@pytest.mark.network
@pytest.mark.parametrize("text", SAME_PROOF.values(), ids=SAME_PROOF.keys())
def test_every_form_of_a_proof_reads_the_same(text: str) -> None:
    assert parts(read_text(text)) == EVEN


def test_a_file_gives_its_name_to_the_proof(tmp_path: Path) -> None:
    path = tmp_path / "even.squares.md"
    path.write_text(SAME_PROOF["numbers"])
    proof = read_proof(path)
    assert (proof.id, proof.gold, proof.source) == ("even", None, "markdown")


@pytest.mark.network
def test_a_tex_file_is_latex_even_without_a_command(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_text("Show it. % not read\n\nDone.\n")
    proof = read_proof(path)
    assert (parts(proof), proof.source) == (("Show it.", ["Done."]), "latex")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Show it.\nStep 1: a\nStep 3: b\n", "expected step 2, found 3"),
        ("Show it. Because it is so.\n", "only a problem was found, and no proof"),
        ("  \n", "is empty; expected a problem and its proof"),
        ('{"problem": "p",\n "steps": ["s"],\n}', "not JSON: .* line 3"),
        ('{"problem": "p"}', "field steps: the field is missing"),
        ('{"problem": "p", "steps": []}', "no steps; expected"),
        ('{"problem": "p", "steps": ["a"], "steps": ["b"]}', "twice"),
        ("[1]", "is not an object; expected"),
        ("[]", "has 0 proofs"),
        ("Show \0 it.\n1. a\n", "NUL"),
    ],
)
def test_an_error_names_the_line_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"standard input.*{message}"):
        read_text(text)


def test_a_label_in_a_known_shape_is_kept_and_a_bare_one_ignored() -> None:
    assert read_text('{"problem": "p", "steps": ["a"], "first_error_step": 1}').gold == 1
    assert read_text('{"problem": "p", "steps": ["a"], "label": 0}').gold is None


def jsonl(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


ROWS = jsonl(
    {"id": "A1", "problem": "p", "steps": ["a"]},
    {"id": "B1", "problem": "p", "steps": []},
    {"id": "C1", "problem": "p", "steps": ["c"]},
)


@pytest.mark.parametrize("rows", [ROWS, json.dumps([*map(json.loads, ROWS.splitlines())])])
def test_a_row_is_picked_by_its_id_whatever_is_wrong_with_others(rows: str) -> None:
    assert parts(read_text(rows, row_id="C1")) == ("p", ["c"])
    with pytest.raises(InputError, match=r"standard input, line [12], field steps"):
        read_text(rows, row_id="B1")


@pytest.mark.parametrize(
    ("row_id", "message"),
    [(None, "has 3 proofs; choose one with --id"), ("D1", "none has the id 'D1'")],
)
def test_several_rows_need_a_choice_and_the_first_ids_are_told(
    row_id: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=rf"{message} \(the first ids: 'A1', 'C1'\)"):
        read_text(ROWS, row_id=row_id)


def test_lines_that_are_no_rows_do_not_hide_the_others() -> None:
    first, *rest = ROWS.splitlines()
    lines = "\n".join([first, '{"id": ', "3", *rest])
    assert read_text(lines, row_id="C1").id == "C1"


def test_rows_without_ids_are_numbered() -> None:
    rows = jsonl({"problem": "p", "steps": ["a"]}, {"problem": "q", "steps": ["b"]})
    assert parts(read_text(rows, row_id="stdin-2")) == ("q", ["b"])


def test_bytes_that_are_not_utf8_are_named_by_their_offset() -> None:
    with pytest.raises(InputError, match="not UTF-8 at byte 4"):
        read_proof("-", stdin=io.BytesIO(b"Show\xff"))


def test_a_proof_file_has_a_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_files, "MAX_PROOF_FILE_BYTES", 10)
    with pytest.raises(InputError, match="more than 10 bytes"):
        read_text("Show it.\n1. a\n")


def test_a_folder_is_no_proof(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a regular file"):
        read_proof(tmp_path)


words = st.text("abc xyz²", min_size=1, max_size=20).map(str.strip).filter(bool)


@given(words, st.lists(words, min_size=1, max_size=12))
def test_numbered_text_gives_back_what_was_written(problem: str, steps: list[str]) -> None:
    numbered = "".join(f"{i}. {step}\n" for i, step in enumerate(steps, start=1))
    named = "".join(f"Step {i}: {step}\n\n" for i, step in enumerate(steps, start=1))
    for text in (f"{problem}\n{numbered}", f"{problem}\n{named}"):
        assert parts(read_text(text)) == (problem, steps)


@given(st.text("#*_>\\{}()[]$.: \n\tstepproof123item`~%", max_size=200))
def test_any_text_gives_a_proof_or_a_user_error(text: str) -> None:
    with contextlib.suppress(UserError):
        assert read_text(text).proof.steps


# Linear time is milliseconds here, quadratic time is many minutes.
@pytest.mark.network
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    [
        "\n" * 200_000,
        "#" * 200_000,
        "\\(\n" * 100_000,
        "\\[\n" * 20_000,
        "\\begin{verbatim}" * 10_000,
        "* " * 100_000,
        "```\n" * 50_001,
        "%" * 200_000,
    ],
    ids=[
        "newlines",
        "hashes",
        "open mathematics",
        "open displays",
        "verbatim",
        "stars",
        "fences",
        "comments",
    ],
)
def test_hostile_text_is_read_in_linear_time(text: str) -> None:
    with pytest.raises(InputError):
        read_text(f"Show it.\n{text}")
    repair_escapes((text, "\text{x}"))


LOST = r"""{"problem": "Let $\nu$ be a measure and $\beta > 0$.",
"steps": ["Put $x = \frac{1}{2}$ and $\\left(\text{dim} V\right) = 3$."]}"""


def test_commands_that_json_read_as_control_characters_are_restored_and_told() -> None:
    found = read_text(LOST)
    assert parts(found) == (
        r"Let $\nu$ be a measure and $\beta > 0$.",
        [r"Put $x = \frac{1}{2}$ and $\left(\text{dim} V\right) = 3$."],
    )
    (note,) = found.notes
    assert all(rf"\{name} ×1" in note for name in ("nu", "beta", "frac", "text", "right"))


def test_a_backslash_that_json_refuses_is_told_how_to_write() -> None:
    with pytest.raises(InputError, match=r"a backslash is written \\\\"):
        read_text(r'{"problem": "Find \alpha.", "steps": ["It is 1."]}')
