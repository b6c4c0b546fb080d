"""What a proved refutation says about the claim, and where it says nothing.

For a frozen ``∀ x, H x → C x`` code builds ``∀ x, H x → ¬ C x`` (contradicted) and
``∃ x, H x ∧ ¬ C x`` (not entailed). A theorem about every ordered field holds for the reals, but a
counterexample in some field, ``Rat`` say, need not be one there: ``ℚ`` has no root of 2. It carries
over only when hypotheses and claim are free of quantifiers, because then the same rational numbers
satisfy the same relations among the reals. A theorem about ``ℚ`` or whole numbers says nothing
about the reals that the text means.
"""

import re

from faithsieve.records.evidence import RefutationForm
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.symbolic.expressions import Root, applied, symbols, walk
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Quantified, subformulas
from faithsieve.symbolic.lexicon import by_word, cue
from faithsieve.verify.statement_parts import StatementParts

_RATIONALS = re.compile(r"\bRat\b|ℚ")


def refutation_form(
    polarity: Polarity,
    frozen: FrozenStatement,
    parts: StatementParts,
    *,
    source: str = "",
    is_rational: bool = False,
) -> RefutationForm | None:
    """The form of a proved refutation, or None when it refutes nothing.

    Args:
        polarity: Which goal was proved.
        frozen: The statement, which ``parts`` holds taken apart.
        source: Problem and step; where they do not say *rational*, ``ℚ`` stands for the reals.
        is_rational: Whether the counterexample is known to consist of rational numbers.
    """
    if polarity is Polarity.CLAIM:
        return None
    if polarity is Polarity.CONTRADICTION:
        # H → ¬ False is true whatever H says.
        counts = not frozen.concludes_false and holds_as_meant(parts, source)
        return RefutationForm.CONTRADICTED if counts else None
    counts = counterexample_transfers_to_reals(parts, source, is_rational=is_rational)
    return RefutationForm.NOT_ENTAILED if counts else None


def counterexample_transfers_to_reals(
    parts: StatementParts, source: str = "", *, is_rational: bool = False
) -> bool:
    """Whether a counterexample is one for the numbers or structures the text means.

    One in some ordered field satisfies the same relations in a field that contains it and in which
    the same sentences hold as in the reals. One in any other field or ring need not: where these
    stand for the reals, only rational numbers count.
    """
    is_generic = "Type" in parts.text and not is_about_any_structure(parts, source)
    is_over_rationals = _RATIONALS.search(parts.text) and not cue("rational_numbers").search(source)
    if not (parts.ordered_fields or is_over_rationals or is_generic):
        return True
    if not is_rational and len(parts.ordered_fields) < len(parts.fields):
        return False
    if any(variable.type.count("→") > 1 for variable in parts.variables):
        # A function on a field is a quantifier in disguise unless it is only ever evaluated.
        return False
    formulas = (*parts.hypothesis_formulas, parts.claim_formula)
    return all(_is_transferable(formula, parts) for formula in formulas)


def holds_as_meant(parts: StatementParts, source: str) -> bool:
    """Whether a proof of the claim, or of its denial, is one for the numbers the text means.

    Over a generic field it always is. Letters that stand for whole or rational numbers must do so
    in the text too: that ``x ^ 2 = 2`` implies ``x = 7`` is a theorem about ``x : ℚ``.
    """
    bound = [v.type for v in parts.variables] + re.findall("[∀∃]([^,]*),", parts.text)
    is_whole = any(v.type in ("Nat", "Int") for v in parts.variables)
    is_rational = any(_RATIONALS.search(kind) for kind in bound)
    return not (
        (is_whole and not cue("whole_numbers").search(source))
        or (is_rational and not cue("rational_numbers").search(source))
    )


# What a statement quantifies over may be refuted by any one structure, but only where the text
# speaks of all of them too: a claim about one particular ring is often stated over every ring.
_PLAIN_STRUCTURES = by_word("plain_structures")
_STRUCTURES = _PLAIN_STRUCTURES | by_word("structures")
_LAWS = re.compile(r"\bIs(?:Exp|Log|SinCos|Rpow)\b")


def means_known_functions(parts: StatementParts) -> bool:
    """Whether functions with certain laws stand for known ones, such as the sine.

    What fails for others with the same laws (a sine that is 0 everywhere) may hold for these.
    """
    return any(_LAWS.search(hypothesis.type) for hypothesis in parts.hypotheses)


def is_about_any_structure(parts: StatementParts, source: str) -> bool:
    """Whether the text means every structure of each kind that the statement quantifies over.

    Every type must be of a kind that the text names, and the text must name no particular one.
    Numbers in the text are no obstacle where the statement has whole numbers or an ordered field of
    its own for them, or where the structure is a group, an order or a topology.
    """
    fields = parts.ordered_fields
    classes = [(head, name) for head, name in parts.instances if name not in fields]
    types = {n for b in parts.signature.binders if b.type == "Type" for n in b.names}
    named = [_STRUCTURES.get(head) for head, _ in classes]
    if fields and cue("convex").search(source):
        named = ["convex" if name == "linear_spaces" else name for name in named]
    if types - fields - {name for _, name in classes}:
        is_metric = "IsMetric" in parts.signature.binders_text
        named.append("metric_spaces" if is_metric else "plain_sets")
    if not named or any(name is None or not cue(name).search(source) for name in named):
        return False
    plain = all(name in _PLAIN_STRUCTURES.values() for name in named)
    has_numbers = bool(fields) or any(v.type in ("Nat", "Int") for v in parts.variables)
    is_apart = plain or has_numbers or not cue("numbers_named").search(source)
    return is_apart and not cue("particular_structure").search(source)


def _is_transferable(formula: Formula | None, parts: StatementParts) -> bool:
    """Whether rational numbers that satisfy a formula satisfy it as real numbers."""
    match formula:
        case None | Quantified():
            return False
        case Compare(left=left, right=right):
            return not any(isinstance(node, Root) for node in walk(left, right))
        case Holds(args=args):
            # Even, Odd and Prime hide quantifiers; over whole numbers these are decided there.
            whole = {v.name for v in parts.variables if v.type in ("Nat", "Int")}
            return symbols(*args) <= whole and not applied(*args)
        case _:
            return all(_is_transferable(part, parts) for part in subformulas(formula))
