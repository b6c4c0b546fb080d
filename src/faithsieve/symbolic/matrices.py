"""Rule ``matrix-link``: equalities between matrices of numbers, computed entry by entry."""

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.evaluate import NoValueError, Point, matrix_at
from faithsieve.symbolic.expressions import Call, Expr, Matrix, Relation, children
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided

RULE = "matrix-link"


def is_matrix(node: Expr) -> bool:
    """Whether a side has a matrix as its value; a determinant is a number."""
    if isinstance(node, Call):
        return False
    return isinstance(node, Matrix) or any(is_matrix(child) for child in children(node))


def check(claim: Claim, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    """Decide an equality of matrices whose entries are numbers."""
    if relation is not Relation.EQ:
        return Undecided(Abstain.RELATION)
    try:
        equal = matrix_at(left, Point({})) == matrix_at(right, Point({}))
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if equal:
        return Supported(RULE)
    if claim.mood is not Mood.ASSERTED:
        return Undecided(Abstain.MOOD)
    return Slip(RULE, "is false: the two matrices differ", sides=(left, right))
