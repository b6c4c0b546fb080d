"""A refuted finding of the lint is evidence of its own and against what repeats it."""

from faithsieve.records.evidence import RefutationForm, Refuted
from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.lint_evidence import result_from_lint, units_of_findings
from support.obligations import make_obligation

REPORT = lint_proof(Proof.from_texts("Let x be real.", ["We compute $17 + 4 = 22$."]))
(SLIP,) = REPORT.refuted


def test_a_finding_has_a_unit_of_its_own() -> None:
    (unit,) = units_of_findings([SLIP], material=[])
    assert (unit.unit_id, unit.step, unit.is_material) == (SLIP.id, SLIP.step, False)
    (result,) = unit.results
    assert isinstance(result, Refuted)
    assert (result.form, result.lean, result.artifacts) == (RefutationForm.NUMERIC, None, ())
    assert result.summary == "`17 + 4 = 22` is false: 17 + 4 = 21, not 22"
    assert not result.repeats_finding


def test_a_claim_that_repeats_a_false_number_is_refuted_in_the_name_of_the_finding() -> None:
    result = result_from_lint(make_obligation("17 + 4 = 22"), REPORT)
    assert isinstance(result, Refuted)
    assert result.finding == SLIP.id
    assert result.repeats_finding
    assert result_from_lint(make_obligation("17 + 4 = 21"), REPORT) is None


def test_what_the_lint_of_the_whole_proof_does_not_refute_no_obligation_refutes() -> None:
    tried = lint_proof(Proof.from_texts("Let x be real.", ["We try $17 + 4 = 22$, which fails."]))
    assert result_from_lint(make_obligation("17 + 4 = 22"), tried) is None
