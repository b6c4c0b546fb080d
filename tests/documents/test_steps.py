import pytest

from faithsieve.documents.blocks import Block, plain_blocks
from faithsieve.documents.roles import Role
from faithsieve.documents.steps import FoundProof, Split, document_text, find_proofs, sentence_spans
from faithsieve.errors import InputError


def read(text: str, split: Split = Split.AUTO, problem: str | None = None) -> list[FoundProof]:
    return list(find_proofs(plain_blocks(text), split=split, name="it", problem=problem))


def texts(found: FoundProof) -> list[str]:
    return [step.text for step in found.steps]


TWO = "Problem. Show it.\n\nProof. First this. Then that.\n\nAnd so on."


@pytest.mark.parametrize(
    ("split", "steps"),
    [
        (Split.AUTO, ["First this. Then that.", "And so on."]),
        (Split.PARAGRAPHS, ["First this. Then that.", "And so on."]),
        (Split.SENTENCES, ["First this.", "Then that.", "And so on."]),
    ],
)
def test_the_split_is_the_one_asked_for(split: Split, steps: list[str]) -> None:
    (found,) = read(TWO, split)
    assert (found.problem, texts(found)) == ("Show it.", steps)


def test_numbers_that_are_not_there_are_an_error_where_they_were_asked_for() -> None:
    with pytest.raises(InputError, match="no numbered steps were found"):
        read(TWO, Split.NUMBERED)


def test_every_step_knows_where_it_stands_in_the_text() -> None:
    blocks = plain_blocks(TWO)
    (found,) = find_proofs(blocks, split=Split.AUTO, name="it")
    whole = document_text(blocks)
    assert [whole[step.start : step.end] for step in found.steps] == texts(found)


@pytest.mark.parametrize(
    ("text", "problem", "steps"),
    [
        (
            "Show it.\n\nWe have\n\n\\[x = 1,\\]\n\nwhich is odd.\n\nDone.",
            "Show it.",
            ["We have\n\n\\[x = 1,\\]\n\nwhich is odd.", "Done."],
        ),
        (
            "Show it.\n\nOne thing holds. So does another.",
            "Show it.",
            ["One thing holds.", "So does another."],
        ),
        ("# Proof that 2 + 2 = 4\n\nCount.\n\nAgain.", "2 + 2 = 4", ["Count.", "Again."]),
        (
            "Theorem. A holds.\n\nProof. We begin.\n\nClaim: B holds.\n\nSo A holds.",
            "A holds.",
            ["We begin.", "Claim: B holds.", "So A holds."],
        ),
        (
            "Problem. Show it.\n\nProof.\n\n(i) One thing.\n(ii) Another.\n(iii) So it is.",
            "Show it.",
            ["One thing.", "Another.", "So it is."],
        ),
    ],
    ids=[
        "a formula stays with its sentence",
        "a paragraph alone is cut into sentences",
        "a heading may say what is shown",
        "a claim inside a proof stays there",
        "roman numbers of a proof are steps",
    ],
)
def test_problem_and_steps_are_told_apart(text: str, problem: str, steps: list[str]) -> None:
    (found,) = read(text)
    assert (found.problem, texts(found)) == (problem, steps)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "1. First\n   1. a part\n   2. a part\n\n   more.\n2. Second.\n",
            ["First\n   1. a part\n   2. a part\n\nmore.", "Second."],
        ),
        (
            "Step 1: Cases:\n1. even\n2. odd\nStep 2: Done, as Step 1\nsaid.\n",
            ["Cases:\n1. even\n2. odd", "Done, as Step 1\nsaid."],
        ),
        ("Step 1: Go.\nStep 2: Done.\nStep 1 gave this.\n", ["Go.", "Done.\nStep 1 gave this."]),
        ("   1. a\n   2. b\n", ["a", "b"]),
        ("1. It is\n(7) by induction.\n2. Done.", ["It is\n(7) by induction.", "Done."]),
    ],
    ids=["inner lists", "step names win", "a sentence is no heading", "indented", "a formula's"],
)
def test_steps_may_hold_lines_that_look_like_steps(text: str, steps: list[str]) -> None:
    (found,) = read(f"Show it.\n{text}")
    assert (found.problem, texts(found)) == ("Show it.", steps)


def test_numbers_in_a_code_block_or_before_the_proof_are_no_steps() -> None:
    (found,) = read("Show it.\n```\n1. code\n```\n1. Go.\n2. Done.\n")
    assert (found.problem, texts(found)) == ("Show it.\n```\n1. code\n```", ["Go.", "Done."])
    (found,) = read("Given:\n1. a > 0\n2. b > 0\n\nProof.\n1. So ab > 0.\n")
    assert (found.problem, texts(found)) == ("Given:\n1. a > 0\n2. b > 0", ["So ab > 0."])


def test_words_before_the_first_step_go_into_it_and_are_noted() -> None:
    (found,) = read("P.\nProof. Let n be odd.\n1. One\n2. Two")
    assert found.steps[0].text == "Let n be odd.\nOne"
    assert "taken into step 1" in found.notes[0]


def test_letters_of_a_problem_are_no_steps() -> None:
    (found,) = read("Let n be odd.\n\n(a) Show this.\n\nThis is so. That is so.\n\nHence it is.")
    assert texts(found)[0].startswith("(a) Show this")


def test_several_problems_are_several_proofs() -> None:
    found = read("Problem 1. Show A.\n\nProof. a is so.\n\nProblem 2. Show B.\n\nProof. b is so.")
    assert [(one.problem, texts(one)) for one in found] == [
        ("Show A.", ["a is so."]),
        ("Show B.", ["b is so."]),
    ]
    # A second answer is about the same question.
    found = read("Question: Why?\n\nProof 1. So.\n\nProof 2. Or so.")
    assert [one.problem for one in found] == ["Why?", "Why?"]


def test_a_problem_from_elsewhere_makes_all_of_the_document_proof() -> None:
    (found,) = read("First.\n\nSecond.", problem="Show it.")
    assert (found.problem, texts(found)) == ("Show it.", ["First.", "Second."])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Show it.", "only a problem was found"),
        ("Proof. So it is.", "no problem stands before"),
        ("1. One\n2. Two", "no problem stands before"),
        ("Show it.\n1. a\n1. b\n", "expected step 2, found 1"),
        ("Show it.\n1. a\n\n2. b\n\n4. c\n", "expected step 3, found 4"),
        ("Show it.\n\n2. a\n", "expected step 1, found 2"),
        ("P.\nStep 1: a\nStep 2:\nStep 3: That.", "step 2 is empty"),
    ],
)
def test_a_missing_part_is_named_with_the_next_step(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


def test_a_list_with_much_around_it_is_part_of_the_proof_and_not_its_steps() -> None:
    blocks = [
        Block("Show it.", role=Role.PROBLEM, group=1),
        *(Block(f"Paragraph {n}.", role=Role.PROOF, group=2) for n in range(3)),
        Block("one", "item", 1, 1, Role.PROOF, 2),
        Block("two", "item", 1, 2, Role.PROOF, 2),
        Block("So.", role=Role.PROOF, group=2),
    ]
    (found,) = find_proofs(blocks, split=Split.AUTO, name="it")
    assert len(found.steps) == 6


def test_a_known_statement_is_told_to_the_proof_of_the_next() -> None:
    blocks = [
        Block("A.", role=Role.PROBLEM, group=1, label="Lemma 1"),
        Block("Because.", role=Role.PROOF, group=2),
        Block("B.", role=Role.PROBLEM, group=3, label="Theorem 2"),
        Block("By Lemma 1.", role=Role.PROOF, group=4),
    ]
    _, second = find_proofs(blocks, split=Split.AUTO, name="it")
    assert second.problem == "Lemma 1 (shown before): A.\n\nB."


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One is odd. Two is even.", ["One is odd.", "Two is even."]),
        ("We use Eq. (2) and Fig. 3. Then stop.", ["We use Eq. (2) and Fig. 3.", "Then stop."]),
        ("No. We check.", ["No.", "We check."]),
        ("See e.g. Euler. Done!", ["See e.g. Euler.", "Done!"]),
        ("Let $x = 1.5$. Then $y. Z$ is.", ["Let $x = 1.5$.", "Then $y. Z$ is."]),
        (r"We get \[x = 1.\] Hence so.", [r"We get \[x = 1.\]", "Hence so."]),
        ("It is 3.14 exactly", ["It is 3.14 exactly"]),
        ("He said “Stop.” Then left.", ["He said “Stop.”", "Then left."]),
        ("   ", []),
    ],
)
def test_sentences_end_where_a_reader_hears_it(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_a_table_belongs_to_the_paragraph_before_it() -> None:
    blocks = [Block("Show it."), Block("See these values."), Block("1 | 2", "table"), Block("So.")]
    (found,) = find_proofs(blocks, split=Split.AUTO, name="it")
    assert texts(found) == ["See these values.\n\n1 | 2", "So."]
