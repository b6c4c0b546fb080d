"""Lean proofs that a proposed point is what search says it is.

Search only proposes (``verify/counterexamples.py``). Here a point becomes a proof body for the goal
that the judge builds, or, for points with roots, a statement of its own about every field that has
them; whether it proves anything is Lean's business.
"""

from faithsieve.verify.counterexamples import Witness
from faithsieve.verify.statement_parts import StatementParts

_TACTIC = "first | decide | omega | grind | (simp; done) | norm_num | decide +kernel"
_UNIVERSAL_TACTIC = (
    "intros; first | omega | grind | (simp_all; done) | (dsimp only at *; grind) | nlinarith"
)


def counterexample_body(parts: StatementParts, witness: Witness) -> str:
    """A proof of ``∃ x, H x ∧ ¬ C x`` for the point, over ``Rat`` where the type is a field."""
    texts = dict(witness.values)
    pieces: list[str] = []
    for binder in parts.signature.binders:
        if binder.kind == "instance":
            pieces.append("inferInstance")
        elif binder.type == "Type":
            pieces += ["Rat"] * len(binder.names)
        elif binder.is_proposition:
            pieces += [f"by {_tactic(binder.type)}"] * len(binder.names)
        else:
            # A name without a value is a condition that only Lean can read, ``hn : Squarefree n``.
            unread = f"by {_tactic(binder.type)}"
            pieces += [texts.get(name, unread) for name in binder.names]
    denial = _denial(parts, witness)
    return f"exact ⟨{', '.join([*pieces, f'by {denial}'])}⟩" if pieces else denial


def _tactic(claim: str) -> str:
    return _UNIVERSAL_TACTIC if claim.lstrip().startswith("∀") else _TACTIC


def _denial(parts: StatementParts, witness: Witness) -> str:
    if not witness.instances:
        return _TACTIC
    if parts.conclusion.lstrip().startswith("¬"):
        return f"(intro claimed; exact claimed ⟨{', '.join(witness.instances)}, by {_TACTIC}⟩)"
    values = " ".join(f"({value})" for value in witness.instances)
    return f"(intro claimed; have at_point := claimed {values}; revert at_point; {_TACTIC})"


def root_model_statement(parts: StatementParts) -> str | None:
    """That the hypotheses have a solution in every field with roots, and so among the reals."""
    if len(parts.fields) != 1 or not parts.hypotheses or not parts.variables:
        return None
    (field_name,) = parts.fields
    if any(variable.type != field_name for variable in parts.variables):
        return None
    names = " ".join(variable.name for variable in parts.variables)
    claims = " ∧ ".join(f"({hypothesis.type})" for hypothesis in parts.hypotheses)
    binders = f"{{{field_name} : Type}} [EuclideanField {field_name}]"
    return f"{binders} : ∃ {names} : {field_name}, {claims}"


def root_model_body(parts: StatementParts, model: Witness) -> str:
    """A proof of that statement by the values of a model."""
    values = [value for _, value in model.values]
    return f"exact ⟨{', '.join([*values, *['by grind'] * len(parts.hypotheses)])}⟩"


def contradiction_body(parts: StatementParts, witness: Witness) -> str | None:
    """A proof of ``H x → ¬ C x`` by an instance of a universal claim, whatever ``x`` is."""
    free = {v.name for v in parts.variables}
    return _denial(parts, witness) if witness.instances and not free else None


def counterexample_in_every_field(parts: StatementParts) -> str | None:
    """That the claim fails somewhere in every such field, and so among the reals.

    A counterexample over ``Rat`` is none for the reals where the claim has quantifiers over the
    field; this statement is one, whatever the claim looks like.
    """
    if len(parts.fields) != 1:
        return None
    (field_name,) = parts.fields
    kept: list[str] = []
    there_are: list[str] = []
    for binder in parts.signature.binders:
        if binder.type == "Type" and field_name in binder.names:
            kept.append(f"{{{field_name} : Type}}")
            there_are += [f"({name} : Type)" for name in binder.names if name != field_name]
        elif binder.kind != "instance":
            there_are.append(f"({' '.join(binder.names) or '_'} : {binder.type})")
        elif binder.type.split()[1:] == [field_name]:
            kept.append(f"[{binder.type}]")
        else:
            there_are.append(f"(_ : {binder.type})")
    if not there_are:
        return None
    return f"{' '.join(kept)} : ∃ {' '.join(there_are)}, ¬ ({parts.conclusion})"
