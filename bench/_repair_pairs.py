"""Hand-written pairs of a step and its decomposition, half faithful, half changed in a named way.

``kind`` names the change. The code part of the repair-prevention check is answerable for
``number``, ``relation`` and ``word``; ``scope`` it should see as well; ``meaning`` needs a reader.
"""

from typing import NamedTuple


class Pair(NamedTuple):
    """A step and what a decomposition made of it."""

    kind: str
    step: str
    pieces: tuple[str, ...]
    scopes: str = ""


def _faithful(step: str, *pieces: str, scopes: str = "") -> Pair:
    return Pair("faithful", step, pieces, scopes)


FAITHFUL = (
    _faithful(
        r"Adding the two equations gives \(6x = 48\), so \(x = 8\).",
        r"Adding the two equations gives \(6x = 48\).",
        r"From \(6x = 48\) it follows that \(x = 8\).",
    ),
    _faithful(
        "Since n is odd, n^2 is odd, hence n^2 + 1 is even.",
        "Since n is odd, n^2 is odd.",
        "Hence n^2 + 1 is even.",
    ),
    _faithful(
        r"We compute \[ f(4) = 4^2 - 3 = 13. \] Thus the remainder is 13.",
        r"f(4) = 4^2 - 3.",
        r"4^2 - 3 = 13.",
        "Thus the remainder is 13.",
    ),
    _faithful(
        r"The discriminant is \(b^2 - 4ac = 9 - 8 = 1 > 0\), so there are two real roots.",
        r"The discriminant is \(b^2 - 4ac = 9 - 8\).",
        r"\(9 - 8 = 1\).",
        r"\(1 > 0\), so there are two real roots.",
    ),
    _faithful(
        r"Dividing by \(\frac12\) gives \(y \le 10\) for every admissible y.",
        r"We divide by \(\frac{1}{2}\).",
        r"This gives \(y \leq 10\) for all admissible y.",
    ),
    _faithful(
        "Suppose p divides ab. Because p is prime, p divides a or p divides b.",
        "Suppose p divides ab.",
        "Because p is prime, p divides a or p divides b.",
    ),
    _faithful(
        "Case 1: m is even. Then m = 2k and m^2 = 4k^2 is divisible by 4.",
        "Case 1: m is even.",
        "In Case 1, m = 2k.",
        "In Case 1, m^2 = 4k^2.",
        "In Case 1, 4k^2 is divisible by 4.",
    ),
    _faithful(
        "The only solution is (2, 3), because every other pair violates x + y = 5.",
        "Every other pair violates x + y = 5.",
        "Therefore the only solution is (2, 3).",
    ),
    _faithful(
        "To make the argument easier to follow, we now turn to the second sum. It equals 45.",
        "The second sum equals 45.",
    ),
    _faithful(
        r"Let \(a_1 = 3\) and \(a_{n+1} = 2a_n + 1\). Then \(a_2 = 7\) and \(a_3 = 15\).",
        r"\(a_1 = 3\) and \(a_{n+1} = 2 a_n + 1\).",
        r"\(a_2 = 7\).",
        r"\(a_3 = 15\).",
    ),
    _faithful(
        "There exists an integer k with n = 3k, so n^2 = 9k^2.",
        "There exists an integer k with n = 3k.",
        "So n^2 = 9k^2.",
    ),
    _faithful(
        "The set U is open, since it is a union of open sets, and it contains x.",
        "U is open, since it is a union of open sets.",
        "U contains x.",
    ),
    _faithful(
        r"Hence \(x^2 - 5x + 6 = (x-2)(x-3) = 0\), which means \(x = 2\) or \(x = 3\).",
        r"Hence \(x^2 - 5x + 6 = (x - 2)(x - 3)\).",
        r"So \((x-2)(x-3) = 0\).",
        r"This means \(x = 2\) or \(x = 3\).",
    ),
    _faithful(
        "Assume for contradiction that √2 = a/b with coprime integers a and b.",
        "Assume for contradiction that √2 = a/b.",
        "Assume that a and b are coprime integers.",
    ),
    _faithful(
        "By the induction hypothesis S(k) = k(k+1)/2, therefore S(k+1) = (k+1)(k+2)/2.",
        "By the induction hypothesis S(k) = k(k+1)/2.",
        "Therefore S(k+1) = (k+1)(k+2)/2.",
        scopes="induction step",
    ),
    _faithful(
        "At least 3 of the numbers are positive, and at most 4 of them exceed 10.",
        "At least 3 of the numbers are positive.",
        "At most 4 of them exceed 10.",
    ),
    _faithful(
        "The function f is strictly increasing on [0, 1], so it is injective there.",
        "f is strictly increasing on [0, 1].",
        "So f is injective on [0, 1].",
    ),
    _faithful(
        "Substituting t = 2 into 3t + 4 yields 10; this is not a multiple of 4.",
        "Substitute t = 2 into 3t + 4.",
        "The result is 10.",
        "10 is not a multiple of 4.",
    ),
    _faithful(
        r"We get \(2^{10} = 1024\) and \(10^2 = 100\), thus the sum is \(1124\).",
        r"\(2^{10} = 1024\).",
        r"\(10^2 = 100\).",
        r"Thus the sum is \(1124\).",
    ),
    _faithful(
        "Without loss of generality let a ≤ b ≤ c. Then 3a ≤ a + b + c = 30.",
        "Without loss of generality let a ≤ b and b ≤ c.",
        "Then 3a ≤ a + b + c.",
        "a + b + c = 30.",
    ),
    _faithful(
        "If x > 0 then ln x is defined, and its derivative is 1/x.",
        "If x > 0 then ln x is defined.",
        "If x > 0, the derivative of ln x is 1/x.",
    ),
    _faithful(
        "Every vector v in V is a combination of v1, …, vn because these span V.",
        "v1, …, vn span V.",
        "Because v1, …, vn span V, every vector v in V is a combination of v1, …, vn.",
    ),
    _faithful(
        "It is impossible that both a and b are even, as gcd(a, b) = 1.",
        "gcd(a, b) = 1.",
        "Hence it is impossible that both a and b are even.",
    ),
    _faithful(
        r"Squaring both sides gives \[ x + 3 = x^2 - 6x + 9 \implies x^2 - 7x + 6 = 0. \]",
        r"Squaring both sides gives \(x + 3 = x^2 - 6x + 9\).",
        r"This implies \(x^2 - 7x + 6 = 0\).",
    ),
    _faithful(
        "The largest such n is 12, because n = 13 already gives 169 > 150.",
        "n = 13 already gives 169.",
        "169 > 150.",
        "Therefore the largest such n is 12.",
    ),
    _faithful(
        "We need exactly five red balls. There are C(8,5) = 56 ways to choose them.",
        "We need exactly five red balls.",
        "There are C(8,5) ways to choose them.",
        "C(8,5) = 56.",
    ),
    _faithful(
        "Let ε > 0. Choose N with 1/N < ε; then |a_n| < ε for all n ≥ N.",
        "Let ε > 0.",
        "Choose N with 1/N < ε.",
        "Then |a_n| < ε for all n ≥ N.",
    ),
    _faithful(
        "Conversely, if A is closed then its complement is open, so B ⊆ A.",
        "Conversely, if A is closed then its complement is open.",
        "Conversely, if A is closed, B ⊆ A.",
    ),
    _faithful(
        "The product of the roots equals −6 and their sum equals 1, so the roots are 3 and −2.",
        "The product of the roots equals −6.",
        "Their sum equals 1.",
        "So the roots are 3 and −2.",
    ),
    _faithful(
        "Because 1,000 = 10^3, the last three digits are 000.",
        "1000 = 10^3.",
        "Because 1000 = 10³, the last three digits are 000.",
    ),
    _faithful(
        "This x cannot be negative. It must therefore be at least 0.",
        "x cannot be negative.",
        "Therefore x must be at least 0.",
    ),
    _faithful(
        r"因此 \(x = 4\)，所以 \(x^2 = 16\)。",
        r"因此 \(x = 4\)。",
        r"所以 \(x^2 = 16\)。",
    ),
    _faithful(
        "G is finite, so the order of g divides |G| = 12 by Lagrange's theorem.",
        "G is finite.",
        "|G| = 12.",
        "By Lagrange's theorem, since G is finite, the order of g divides |G|.",
    ),
    _faithful(
        "Thus n ≡ 1 (mod 4) or n ≡ 3 (mod 4), and in both cases n is odd.",
        "Thus n ≡ 1 (mod 4) or n ≡ 3 (mod 4).",
        "In both cases n is odd.",
    ),
)  # fmt: skip


CHANGED = (
    # a number
    Pair("number", "Dividing 3x = 15 by 3 gives x = 6.", ("3x = 15.", "Divide by 3.", "x = 5.")),
    Pair("number", "The sum of the first ten integers is 45.",
         ("The sum of the first ten integers is 55.",)),
    Pair("number", "There are 13 such pairs, and 3 of them are out of range.",
         ("There are 12 such pairs.", "3 of them are out of range.")),
    Pair("number", r"Thus \(f(2) = 11\), and the answer is 22.",
         (r"\(f(2) = 11\).", r"The answer is 21.")),
    Pair("number", "Seven of the nine cards are red.", ("Six of the nine cards are red.",)),
    Pair("number", "We divide both sides by a.", ("Since a is not 0, we may divide by a.",)),
    Pair("number", "The probability is 0.25.", ("The probability is 0.2.",)),
    Pair("number", "Rounding 3.162 gives 3.", ("The value is rounded to 3.",)),
    # an equation or inequality
    Pair("relation", r"We obtain \(x \ge 3\) for the first root.",
         (r"We obtain \(x > 3\) for the first root.",)),
    Pair("relation", r"Hence \(a + b = c - 1\).", (r"Hence \(a + b = c + 1\).",)),
    Pair("relation", "From x^2 = 4 we get x = 2.", ("x^2 = 4.", "x = 2 or x = -2.")),
    Pair("relation", r"So \(2n \neq 1\) for any n.", (r"So \(2n = 1\) for any n.",)),
    Pair("relation", "We have A ⊂ B and B ⊆ C.", ("We have A ⊆ B.", "We have B ⊆ C.")),
    Pair("relation", r"Then \[ (x+4)^2 = x^2 + 16. \]", (r"\((x+4)^2 = x^2 + 8x + 16\).",)),
    Pair("relation", "Since a < b, we have -a < -b.", ("Since a < b, we have -a > -b.",)),
    Pair("relation", r"Thus \(y = 3\) and \(z = y + 1\).", (r"Thus \(y = 3\).",)),
    Pair("relation", r"The identity \(\sin 2x = 2 \sin x\) gives the claim.",
         (r"The identity \(\sin 2x = 2 \sin x \cos x\) gives the claim.",)),
    Pair("relation", "Therefore f(x + y) = f(x) f(y).", ("Therefore f(xy) = f(x) f(y).",)),
    Pair("relation", r"Then \(k \mid n + 1\).", (r"Then \(k \mid n\).",)),
    Pair("relation", "x∈U and y∉U.", ("x∈U.", "y∈U.")),
    # a decisive word
    Pair("word", "The only solution is x = 1.", ("A solution is x = 1.",)),
    Pair("word", "x = 1 is a solution.", ("x = 1 is the only solution.",)),
    Pair("word", "Some of these sets are closed.", ("All of these sets are closed.",)),
    Pair("word", "Every bounded sequence has a limit.", ("A bounded sequence has a limit.",)),
    Pair("word", "There exists a unique such map.", ("There exists such a map.",)),
    Pair("word", "The least such n is 4.", ("Such an n is 4.",)),
    Pair("word", "This condition is sufficient.", ("This condition holds.",)),
    Pair("word", "The two roots must be equal.", ("The two roots are equal.",)),
    Pair("word", "n is not divisible by 3, and m is not divisible by 5.",
         ("n is not divisible by 3.", "m is divisible by 5.")),
    Pair("word", "If f is continuous then the limit is f(a).", ("The limit is f(a).",)),
    Pair("word", "A is compact if and only if it is closed and bounded.",
         ("A is compact because it is closed and bounded.",)),
    Pair("word", "There are at least 4 such primes.", ("There are 4 such primes.",)),
    Pair("word", "f is increasing.", ("f is strictly increasing.",)),
    Pair("word", "Let k be a number with n = 2k.", ("Let k be a positive integer with n = 2k.",)),
    Pair("word", "The value is approximately 3.", ("The value is 3.",)),
    Pair("word", "The root may be negative.", ("The root is negative.",)),
    Pair("word", "This map is valid for all x.", ("This map works for all x.",)),
    # a scope
    Pair("scope", "In the case m odd, m^2 leaves remainder 1.", ("m^2 leaves remainder 1.",)),
    Pair("scope", "For the base case, the sum is 1.", ("The sum is 1.",)),
    Pair("scope", "Assume for contradiction that the set is finite. List its elements.",
         ("The set is finite.", "List its elements.")),
    # the meaning alone
    Pair("meaning", "The series converges.", ("The series converges absolutely.",)),
    Pair("meaning", "By inspection, x = 3 is a root.",
         ("Testing the divisors of the constant term.", "By inspection, x = 3 is a root.")),
    Pair("meaning", "Since G is abelian, H is normal.", ("G is abelian.", "H is normal.")),
    Pair("meaning", "The limit of a_n is L.",
         ("The sequence a_n has the limit L along a subsequence.",)),
    Pair("meaning", "Clearly the triangle is isosceles.",
         ("By symmetry of the construction, the triangle is isosceles.",)),
)  # fmt: skip

PAIRS = FAITHFUL + CHANGED
