"""The code part of the check flags what changes a claim and leaves honest rewording alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.changes import Change
from faithsieve.localize.repair_prevention import find_changes, is_verbatim
from faithsieve.localize.segments import split_text


def changes(step: str, *pieces: str, scopes: str = "") -> set[Change]:
    return {finding.change for finding in find_changes(step, pieces, scopes=scopes)}


@given(st.text(min_size=1).filter(str.strip))
def test_the_authors_own_characters_are_never_a_change(text: str) -> None:
    assert find_changes(text, split_text(text)) == ()


@pytest.mark.parametrize("pieces", [(), ("",), (" ", "\n")])
def test_a_step_without_substeps_is_uncovered(pieces: tuple[str, ...]) -> None:
    assert changes("x = 1.", *pieces) == {Change.UNCOVERED}


@pytest.mark.parametrize(
    ("step", "pieces", "expected"),
    [
        ("Dividing by 3 gives x = 6.", ["Divide by 3.", "x = 5."], Change.NUMBER_LOST),
        ("Dividing by 3 gives x = 6.", ["Divide by 3.", "x = 5."], Change.NUMBER_ADDED),
        ("Dividing by 3 gives x = 6.", ["Divide by 3.", "x = 5."], Change.RELATION_CHANGED),
        ("So y = 3 and z = y.", ["So y = 3."], Change.RELATION_LOST),
        ("x ≥ y here, and x ≥ y there.", ["x ≥ y here.", "x > y there."], Change.RELATION_CHANGED),
        ("The only root is a.", ["A root is a."], Change.WORD_LOST),
        ("A root is a.", ["The only root is a."], Change.WORD_ADDED),
        ("a is not b and c is not d.", ["a is not b.", "c is d."], Change.WORD_LOST),
        ("Case 1 gives y.", ["This gives y."], Change.SCOPE_LOST),
        ("If f is smooth, g exists.", ["f is smooth.", "g exists if so."],
         Change.ASSUMPTION_ASSERTED),
        ("First the sum is taken, then the limit is found.",
         ["then the limit is found", "First the sum is taken"], Change.OUT_OF_ORDER),
        ("The divisors of 8 are 1, 2, 4.", ["The divisors of 8 are 1, 2, 4, 8."],
         Change.NUMBER_ADDED),
        (r"$(AB)^{-1} = A^{-1}B^{-1}$ holds.", [r"$(AB)^{-1} = B^{-1}A^{-1}$ holds."],
         Change.RELATION_CHANGED),
        ("The map is injective, so stop.", ["The map is bijective, so stop."], Change.WORD_LOST),
        ("Both u and v are even.", ["The number u is even."], Change.WORD_LOST),
        ("There are twenty-four of the 25.", ["There are twenty-five of the 25."],
         Change.NUMBER_LOST),
        (r"It is $\begin{pmatrix} 1 & 5 \end{pmatrix}$.",
         [r"It becomes $\begin{pmatrix} 1 & -5 \end{pmatrix}$."], Change.NUMBER_LOST),
        ("First u > 1, and in the end u > 1.", ["First u > 1.", "In the end u ≥ 1."],
         Change.RELATION_CHANGED),
        (r"So \(2(u + 1) = v\).", [r"So \(2u + 1 = v\)."], Change.RELATION_CHANGED),
        ("So u is a valid root.", ["So u is not a valid root."], Change.WORD_ADDED),
        (r"So \(u \equiv 1 \pmod 4\) with 3 and 4.", [r"So \(u \equiv 1 \pmod 3\) with 3 and 4."],
         Change.RELATION_CHANGED),
        (r"Let \(S = \{u : u > 0\}\).", [r"Let \(S = \{u : u \ge 0\}\)."],
         Change.RELATION_CHANGED),
        ("Hence $n! = 6$.", ["Hence $n = 6$."], Change.RELATION_CHANGED),
    ],
)  # fmt: skip
def test_a_change_is_named(step: str, pieces: list[str], expected: Change) -> None:
    assert expected in changes(step, *pieces)


@pytest.mark.parametrize(
    ("step", "pieces", "scopes"),
    [
        ("Every set is open, so U is open.", ["Each set is open.", "So U is open."], ""),
        (r"\(6x = 48\), so \(x = 8\).", ["6x = 48.", "x = 8."], ""),
        ("It cannot be even.", ["It is not even."], ""),
        ("It has a root.", ["There is some root of it."], ""),
        ("Case 1 gives y.", ["This gives y."], "Case 1"),
        ("For n = 2 it holds.", ["It holds."], "n = 2"),
        ("If u < 0 then it fails.", ["Case $u<0$: it fails."], ""),
        ("In either case v lies in B.", ["So v lies in B."], ""),
        ("There are $2^4 = 16$ words.", ["The number of words is $2^4$.", "This equals $16$."], ""),
        (r"As \(u \ne 0\), divide.", [r"\(u\) is not zero.", "Divide."], ""),
        (r"$7^2 \equiv 4 \equiv -1 \pmod 5$.", [r"$7^2\equiv4\pmod{5}$.", "4 ≡ -1 (mod 5)."], ""),
        ("u is at least 3 and divides v.", [r"\(u \ge 3\).", r"\(u \mid v\)."], ""),
        ("Both u and v are even.", ["The number u is even.", "The number v is even."], ""),
        ("The tangents meet.", ["The two tangents meet."], ""),
        ("If u is odd, stop.", ["Case 1: u is odd. Stop."], ""),
        ("We get u = 1, i.e. v = 2.", ["u = 1.", "Equivalently, v = 2."], ""),
        ("So u = v and v < w.", ["So u = v.", "u < w."], ""),
        ("Hence u = 2 or u = 3.", ["Hence u ∈ {2, 3}."], ""),
        (r"Let \(u \in [0, 1]\).", [r"Let \(0 \le u \le 1\)."], ""),
        ("There are C(5,2) = 10 pairs.", [r"There are \(\binom{5}{2} = 10\) pairs."], ""),
        ("dim ker T = 0, so stop.", ["dim(ker T) = 0.", "So stop."], ""),
        (r"It is \(\sum_{n=0}^\infty u_n = 2\).", [r"It is \(\sum_{n=0}^{\infty} u_n = 2\)."], ""),
        (
            r"$u \ge 1$; $v = 0$ iff $w$.",
            [r"$u \ge 1$.", r"$v = 0$ iff $w$, and $u = 1$ may hold."],
            "",
        ),
        ("The residues are 1, 3, 7.", [r"The residues are $1,3,7$."], ""),
    ],
)
def test_honest_rewording_passes(step: str, pieces: list[str], scopes: str) -> None:
    assert find_changes(step, pieces, scopes=scopes) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "(a, ",
        "x = y_{N}, ",
        r"\begin{pmatrix} 1 ",
        r"\frac{",
        "⟨ equals ",
        " mod ",
        " ",
        "{a : ",
        "|",
        "$",
        "5, ",
    ],
)
def test_a_hostile_size_ends(piece: str) -> None:
    """Within the time limit of a test; the texts differ, so that nothing is left out."""
    count = 50_000 // len(piece)
    text = "".join(piece.replace("N", str(n)) for n in range(count))
    told = "".join(piece.replace("N", str(n + 7)) for n in range(count))
    assert find_changes(f"We have 91. {text}", [f"So {told}", "z"])


def test_a_finding_says_what_changed() -> None:
    found = find_changes("Hence x = 6.", ["Hence x = 5."])
    assert "relation_changed: x = 6 became x = 5" in [str(finding) for finding in found]


def test_verbatim_ignores_white_space_and_marks_between_pieces() -> None:
    assert is_verbatim("A, so B.", ["A.", "so B"])
    assert not is_verbatim("A, so B.", ["A.", "so C"])


@pytest.mark.parametrize(
    ("step", "piece"),
    [
        ("So x = 1.5 here.", "So x = 15 here."),
        ("The ratio is 1:2.", "The ratio is 12."),
        (r"Let \(f(x,y) = 0\).", r"Let \(f(xy) = 0\)."),
        ("Let p, q be primes.", "Let pq be primes."),
        (r"\(x = 1 \implies y = 2\)", r"\(x = 1 \iff y = 2\)"),
        (r"Thus \(AB = 5\).", r"Thus \(ab = 5\)."),
    ],
)
def test_a_mark_or_a_letter_inside_mathematics_is_content(step: str, piece: str) -> None:
    assert not is_verbatim(step, [piece])


@pytest.mark.parametrize(
    ("step", "pieces"),
    [
        ("So x = 1.5 here.", ["So x = 15 here."]),
        (r"Thus \(AB = 5\).", [r"Thus \(ab = 5\)."]),
        (r"\((p-1)! \equiv -1 \pmod p\)", [r"\((p-1)! = -1\)"]),
        (r"\(AB = CD\)", [r"\(AB\) is greater than \(CD\)"]),
        ("So the group must be abelian.", ["So the group cannot be abelian."]),
        ("$a$ and $b$ are relatively prime.", ["$a$ and $b$ are prime."]),
        ("It holds for a point of the set.", ["It holds for every point of the set."]),
        (
            r"\(\det A = 6\) and \(\dim A = 5\).",
            ["The determinant of A is 5.", "The dimension of A is 6."],
        ),
        ("$[K:F] = 2(n+1)$ holds.", ["Here $[K:F] = 2n+1$ holds."]),
        ("$x$ has real roots.", ["$x$ has three real roots."]),
        ("Multiply both sides by 3.", ["Divide both sides by 3."]),
        ("The third term is large.", ["The fourth term is large."]),
        ("f is continuous on $[a,b]$.", ["f is continuous on $(a,b)$."]),
        (r"$A \cup B$ is open.", [r"$A \cap B$ is open."]),
        ("Here $n|m$ holds.", ["So $m|n$ holds."]),
        (r"Here \(U \subsetneq V\).", [r"So \(U \subseteq V\)."]),
        ("Case 1: x is odd.", ["Case 2: x is odd."]),
    ],
)
def test_changes_that_an_earlier_check_let_pass_are_found(step: str, pieces: list[str]) -> None:
    assert find_changes(step, pieces)


@pytest.mark.parametrize(
    ("step", "pieces"),
    [
        ("Multiply both sides by 2 to get x.", ["Multiplying by 2 gives x."]),
        ("$m = n$, as desired.", ["$m = n$, as required."]),
        ("There are 8 in all.", ["There are 8 in total."]),
        (r"As \(n \to \infty\), \(1/n \to 0\).", [r"So \(\lim_{n \to \infty} 1/n = 0\)."]),
        (r"The answer is $x = \boxed$.", [r"So the answer is $x = \boxed$."]),
    ],
)
def test_rewordings_that_an_earlier_check_flagged_pass(step: str, pieces: list[str]) -> None:
    assert find_changes(step, pieces) == ()


def test_findings_have_one_order() -> None:
    found = find_changes("A root is a.", ["The only positive integer root must be a."])
    added = [item.detail for item in found if item.change is Change.WORD_ADDED]
    assert added == sorted(added)
    assert len(added) > 2
