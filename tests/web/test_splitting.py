"""The preview reads what people paste and upload, and says why it cannot read a picture."""

import base64
import json

import pytest

from faithsieve.errors import InputError
from faithsieve.web.splitting import SplitRequest, split_text

TEXT = "Find $x$ with $3x = 15$.\n\n1. Divide by 3.\n2. So $x = 6$."


def texts(request: SplitRequest) -> tuple[str, list[str]]:
    found = split_text(request)
    return found.problem.text, [step.text for step in found.steps]


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        (SplitRequest(text=TEXT), "Find $x$ with $3x = 15$."),
        (SplitRequest(text="Divide by 3.\n\nSo $x = 6$.", problem="Find $x$."), "Find $x$."),
    ],
)
def test_a_pasted_text_is_cut_with_and_without_its_problem(
    request_: SplitRequest, problem: str
) -> None:
    assert texts(request_) == (problem, ["Divide by 3.", "So $x = 6$."])
    shown = split_text(request_).steps[1].shown
    assert [piece.formula for piece in shown] == ["", "x = 6", ""]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("proof.png", b"\x89PNG....", "photo"),
        ("IMG_1.HEIC", b"....", "photo"),
        ("proof", b"\xff\xd8\xff\xe0", "photo"),
        ("proof.pdf", b"%PDF-1.7", "PDF"),
        ("proof.txt", b"\n%PDF-1.7", "PDF"),
    ],
)
def test_a_photo_or_pdf_is_refused_with_the_reason_and_the_way_out(
    name: str, content: bytes, words: str
) -> None:
    request = SplitRequest(content=base64.b64encode(content).decode(), name=name)
    with pytest.raises(InputError, match=rf"{words}.*paste"):
        split_text(request)


@pytest.mark.parametrize(
    "request_", [SplitRequest(), SplitRequest(content="!"), SplitRequest(text="x")]
)
def test_what_is_no_proof_is_refused_in_words(request_: SplitRequest) -> None:
    with pytest.raises(InputError):
        split_text(request_)


def test_of_several_proofs_the_first_is_shown_and_the_others_are_named() -> None:
    rows = [{"id": f"r{n}", "problem": "P.", "steps": [f"s{n}"]} for n in range(2)]
    found = split_text(SplitRequest(text=json.dumps(rows), name="a.json"))
    assert [step.text for step in found.steps] == ["s0"]
    assert "2 proofs" in found.notes[-1]
