"""Relations that a word can say as well: ``x > 0`` is "x is positive" (app. B.1)."""

from faithsieve.localize.links import Link, oriented

NUMBER_IN_WORD = {
    **dict.fromkeys(["positive", "negative", "non-negative", "nonzero"], "0"),
    "coprime": "1",
    "even": "2",
}
"""Class of decisive words → the number that its sign writes."""
NUMBER_SETS = {"ℤ": "integer", "ℝ": "real", "ℚ": "rational"}
"""Sign of a set → the class of decisive words that says the same."""
_WITH_ZERO = {("<", True): "positive", ("<", False): "negative", ("≤", True): "non-negative"}


def word_for(link: Link) -> str | None:
    """The class of decisive words that says what the link says, or None."""
    left, relation, right, _ = oriented(link)
    if relation == "∈":
        return NUMBER_SETS.get(right)
    if relation == "=" and "1" in (left, right) and "gcd(" in left + right:
        return "coprime"
    if relation == "∣" and left == "2":
        return "even"
    if relation == "=" and len(left) > 1 and left == right[::-1]:
        return "commutative"
    if "0" not in (left, right):
        return None
    return "nonzero" if relation == "≠" else _WITH_ZERO.get((relation, left == "0"))
