"""What the zero-token lint refutes, Lean refutes too: the same kind of evidence as everywhere."""

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanSource, LeanStatus
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LeanForm, LintFinding
from faithsieve.symbolic.lint import lint_proof
from support.embedded_lean import LEAN_MARKS

pytestmark = LEAN_MARKS

STEPS = (
    r"We compute \( 17 \cdot 3 - 2 = 48 \) and \( \frac{1}{2} + \frac{1}{3} < \frac{2}{3} \).",
    r"Expanding, \[ (x+2)^3 = x^3 + 6x^2 + 12x + 6. \]",
    r"We factor: \[ m^2 - 1 = (m-1)(m+2). \]",
    r"From \[ 3x + 5 + z = 2y - 7 \] rearranging gives \[ 3x + z + 12 = 2y + 1. \]",
    r"Since \( x^2 - 5x + 6 = 0 \), we get \( x = 4 \).",
)
RESIDUES = (r"Then \( 7^{20} \equiv 3 \pmod{10} \) and \( 8 \nmid 2^{6} \).",)


def stated(steps: tuple[str, ...]) -> list[LintFinding]:
    findings = lint_proof(Proof.from_texts("Solve it.", list(steps))).findings
    return [finding for finding in findings if finding.lean is not None]


def refutation(form: LeanForm) -> str:
    return f"{form.negation} := {form.proof}"


@pytest.mark.parametrize("steps", [STEPS, RESIDUES], ids=["numbers", "residues"])
async def test_every_stated_refutation_is_proved(
    steps: tuple[str, ...], lean_pool: LeanPool
) -> None:
    findings = stated(steps)
    assert {finding.step for finding in findings} == set(range(1, len(steps) + 1))
    texts = [refutation(f.lean) for f in findings if f.lean]
    lean = EmbeddedLean(lean_pool)
    report = await lean.check(LeanSource(text="\n\n".join(texts)), timeout_s=120.0)
    assert report.status is LeanStatus.OK, report.messages


async def test_a_true_link_has_no_refutation(lean_pool: LeanPool) -> None:
    (finding,) = stated((r"We compute \( 2 + 2 = 5 \).",))
    assert finding.lean is not None
    text = refutation(finding.lean).replace("= 5", "= 4")
    flipped = LeanSource(text=text, theorem=f"{finding.lean.name}_refuted")
    report = await EmbeddedLean(lean_pool).check(flipped, timeout_s=60.0)
    assert report.status is LeanStatus.ERROR
