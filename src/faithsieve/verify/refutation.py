"""What a proved refutation says about the claim, and where it says nothing.

For a frozen ``∀ x, H x → C x`` code builds ``∀ x, H x → ¬ C x`` (contradicted) and
``∃ x, H x ∧ ¬ C x`` (not entailed). A theorem about every ordered field holds for the reals, but a
counterexample in some field, ``Rat`` say, need not be one there: ``ℚ`` has no root of 2. It carries
over only when hypotheses and claim are free of quantifiers, because then the same rational numbers
satisfy the same relations among the reals. Which numbers or structures the text means is not asked
here: the gate's checker compared them.
"""

import re

from faithsieve.records.evidence import RefutationForm
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.symbolic.expressions import Root, applied, symbols, walk
from faithsieve.verify.formulas import Compare, Formula, Holds, Quantified, subformulas
from faithsieve.verify.statement_parts import WHOLE, StatementParts

_LAWS = re.compile(r"\bIs(?:Exp|Log|SinCos|Rpow)\b")


def refutation_form(
    polarity: Polarity, frozen: FrozenStatement, parts: StatementParts, *, is_rational: bool = False
) -> RefutationForm | None:
    """The form of a proved refutation, or None when it refutes nothing.

    Args:
        polarity: Which goal was proved.
        frozen: The statement, which ``parts`` holds taken apart.
        is_rational: Whether the counterexample is known to consist of rational numbers.
    """
    if polarity is Polarity.CLAIM:
        return None
    if polarity is Polarity.CONTRADICTION:
        # H → ¬ False is true whatever H says.
        return None if frozen.concludes_false else RefutationForm.CONTRADICTED
    counts = counterexample_transfers_to_reals(parts, is_rational=is_rational)
    return RefutationForm.NOT_ENTAILED if counts else None


def counterexample_transfers_to_reals(parts: StatementParts, *, is_rational: bool = False) -> bool:
    """Whether a counterexample is one for the reals, for which ordered fields stand.

    One in some ordered field satisfies the same relations in a field that contains it and in which
    the same sentences hold as in the reals. One in any other field need not: there only rational
    numbers count.
    """
    if not parts.ordered_fields:
        return True
    if not is_rational and len(parts.ordered_fields) < len(parts.fields):
        return False
    if any(variable.type.count("→") > 1 for variable in parts.variables):
        # A function on a field is a quantifier in disguise unless it is only ever evaluated.
        return False
    formulas = (*parts.hypothesis_formulas, parts.claim_formula)
    return all(_is_transferable(formula, parts) for formula in formulas)


def means_known_functions(parts: StatementParts) -> bool:
    """Whether functions with certain laws stand for known ones, such as the sine.

    What fails for others with the same laws (a sine that is 0 everywhere) may hold for these.
    """
    return any(_LAWS.search(hypothesis.type) for hypothesis in parts.hypotheses)


def is_about_structures(parts: StatementParts) -> bool:
    """Whether a statement is about any structure of some kind beside the reals."""
    return bool(parts.types - parts.ordered_fields)


def _is_transferable(formula: Formula | None, parts: StatementParts) -> bool:
    """Whether rational numbers that satisfy a formula satisfy it as real numbers."""
    match formula:
        case None | Quantified():
            return False
        case Compare(left=left, right=right):
            return not any(isinstance(node, Root) for node in walk(left, right))
        case Holds(args=args):
            # Even, Odd and Prime hide quantifiers; over whole numbers these are decided there.
            whole = {v.name for v in parts.variables if v.type in WHOLE}
            return symbols(*args) <= whole and not applied(*args)
        case _:
            return all(_is_transferable(part, parts) for part in subformulas(formula))
