"""Probes for the kinds of numbers: narrower or wider ones than the text speaks of.

A statement about whole numbers proves less than the text claims, one about a field claims more. A
kind counts as changed only against words that say otherwise; where nothing is said, whether a proof
counts for the numbers meant is decided later (``verify/refutation.py``).
"""

import re
from collections.abc import Iterator

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.symbolic.expressions import Relation, Sym
from faithsieve.symbolic.lean_formula import Quantified
from faithsieve.verify.comparison import Comparison
from faithsieve.verify.english_claims import DomainKind, read_domains
from faithsieve.verify.links import common_name
from faithsieve.verify.refutation import says_whole
from faithsieve.verify.statement_parts import SCALARS, StatementParts, Variable


def _bound_variables(parts: StatementParts) -> tuple[Variable, ...]:
    """Variables of the quantifiers in front of the conclusion."""
    found: list[Variable] = []
    formula = parts.claim_formula
    while isinstance(formula, Quantified):
        kind = SCALARS.get(formula.type, formula.type)
        found += [Variable(name=name, type=kind) for name in formula.names]
        formula = formula.body
    return tuple(found)


def type_findings(c: Comparison) -> Iterator[ProbeFinding]:
    """Other kinds of numbers than the text speaks of."""
    domains = {common_name(d.letter): d.kind for t in c.texts for d in read_domains(t) if d.kind}
    whole_cue = says_whole(c.everything)
    real_cue = bool(_REAL_CUES.search(c.everything))
    for variable in (*c.parts.variables, *_bound_variables(c.parts)):
        kind = domains.get(common_name(variable.name))
        said_real = kind is DomainKind.REAL or (kind is None and not whole_cue and real_cue)
        is_whole = variable.type in ("Nat", "Int")
        if is_whole and said_real and not variable.is_function:
            yield c.finding(
                "narrowed_type",
                DriftCategory.WRONG_OBJECTS,
                f"{variable.name} : {variable.type}, but the text is not about whole numbers",
            )
        if variable.type == "Nat" and _may_be_negative(c, variable, kind):
            yield c.finding(
                "narrowed_type",
                DriftCategory.WRONG_OBJECTS,
                f"{variable.name} : Nat, but the text says integer and nothing of its sign",
            )


_REAL_CUES = re.compile(r"\breals?\b|ℝ|\\mathbb\s*\{?\s*R|irrational|sqrt|√|\d\.\d", re.IGNORECASE)
_SIGN_CUES = re.compile(
    r"positive|natural|non-?negative|number of|how many|count|digit|prime|factorial|induct|"
    r"\\mathbb\s*\{?\s*N|ℕ|whole|squared? number|gcd|divisors? of",
    re.IGNORECASE,
)


def _may_be_negative(c: Comparison, variable: Variable, kind: DomainKind | None) -> bool:
    """Whether the text says integer and nothing that keeps the letter from being negative."""
    if kind is not DomainKind.INTEGER or _SIGN_CUES.search(c.everything):
        return False
    name = common_name(variable.name)
    return not any(
        link.relation in (Relation.LT, Relation.LE)
        and isinstance(link.right, Sym)
        and link.right.name == name
        for link in c.granted
    )
