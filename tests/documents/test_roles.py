import pytest

from faithsieve.documents.roles import Role, continues_proof, role_of_heading, role_of_name, run_in


@pytest.mark.parametrize(
    ("text", "role", "rest"),
    [
        ("Proof. Let", Role.PROOF, "Let"),
        ("**Problem 3 (Euclid).** Show", Role.PROBLEM, "Show"),
        ("Solution to 2b: Let", Role.PROOF, "Let"),
        ("Exercise 4.2. Find", Role.PROBLEM, "Find"),
        ("Definition: even", Role.CONTEXT, "even"),
        ("Q3. What is", Role.PROBLEM, "What is"),
        ("A: First", Role.PROOF, "First"),
        ("Sol. We", Role.PROOF, "We"),
    ],
)
def test_a_heading_in_front_of_a_text_says_what_it_is(text: str, role: Role, rest: str) -> None:
    found = run_in(text)
    assert found is not None
    assert (found[0], text[found[1] :]) == (role, rest)


@pytest.mark.parametrize(
    "text",
    [
        "Proofs are long",
        "A line. Then",
        "a: b",
        "Solving it",
        "The proof. Let",
        "Problem solving is fun",
    ],
)
def test_a_sentence_is_no_heading(text: str) -> None:
    assert run_in(text) is None


def test_names_of_environments_are_read_by_their_title() -> None:
    assert role_of_name("thm") is Role.PROBLEM
    assert role_of_name("satz", {"satz": "Theorem"}) is Role.PROBLEM
    assert role_of_name("solution*") is Role.PROOF
    assert role_of_name("post-answer") is Role.PROOF
    assert role_of_name("tcolorbox") is Role.NONE


def test_headings() -> None:
    assert role_of_heading("Proof of the theorem") is Role.PROOF
    assert role_of_heading("Introduction") is Role.NONE
    assert continues_proof("Case 2")
    assert not continues_proof("References")
