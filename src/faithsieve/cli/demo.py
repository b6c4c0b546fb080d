"""``faithsieve demo``: what works today, on three proofs of our own, with all of its set-up."""

import asyncio
import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import click

from faithsieve.cli.eval import evaluate
from faithsieve.cli.lean import setup
from faithsieve.cli.model import pull_command
from faithsieve.evaluate.proof_files import read_proofs
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.evidence import Refuted
from faithsieve.records.proof import LabelledProof
from faithsieve.records.symbolic import LintFinding
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.lint_confirmation import confirm_finding
from faithsieve.wiring import embedded_toolchain

DEMO_MODEL = "smollm2-135m"


def bundled_proofs() -> tuple[LabelledProof, ...]:
    """The three proofs of the demo."""
    with resources.as_file(resources.files("faithsieve.demo") / "proofs.jsonl") as path:
        return tuple(proof for proof in read_proofs(path) if isinstance(proof, LabelledProof))


def _title(text: str) -> None:
    click.echo("\n" + click.style(text, bold=True))


def _show_proof(proof: LabelledProof) -> None:
    click.echo(f"\n{proof.id}: {proof.proof.problem}")
    for step in proof.proof.steps:
        click.echo(f"  {step.index}. {step.text}")


def _lint(proofs: Sequence[LabelledProof]) -> list[tuple[LabelledProof, LintFinding]]:
    found = []
    for proof in proofs:
        _show_proof(proof)
        findings = lint_proof(proof.proof).findings
        if not findings:
            click.echo("  → nothing refuted by code alone")
        for finding in findings:
            click.echo(f"  → step {finding.step}: {finding.claim}: {finding.message}")
            found.append((proof, finding))
    return found


async def _confirm(findings: Sequence[LintFinding]) -> None:
    async with EmbeddedPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool)
        for finding in findings:
            result = await confirm_finding(finding, judge=judge)
            if isinstance(result, Refuted) and result.lean is not None:
                click.echo(f"  the claim:      {result.lean.statement}")
                click.echo(f"  Lean proved:    its {result.lean.proved}, by {result.lean.body}")
                click.echo(f"  in:             {result.lean.toolchain}")
                click.echo(f"  evidence key:   {result.artifacts[0]}")
            else:
                click.echo(f"  step {finding.step}: Lean did not confirm it, so it stays as it is")


@click.command()
@click.option("--out", default="runs/demo", show_default=True, help="Where the run folder goes.")
@click.pass_context
def demo(ctx: click.Context, out: str) -> None:
    """Check three bundled proofs with everything that works today.

    Fetches the embedded Lean and a very small language model once, without root.

    \b
    Example:
      faithsieve demo
    """
    _title("1. Three proofs, checked by code alone: no model, no tokens")
    findings = [finding for _, finding in _lint(bundled_proofs())]

    _title("2. The slip, refuted in Lean (the first start takes about half a minute)")
    ctx.invoke(setup)
    asyncio.run(_confirm(findings))

    _title("3. The direct-judge baseline with a local model, as a resumable run")
    click.echo(
        "The bundled model is far too small to judge proofs; this shows the machinery: an answer\n"
        "that does not parse is a failure, shown apart. Use --model and --base-url with a real one."
    )
    ctx.invoke(pull_command, name=DEMO_MODEL)
    _evaluate(out)


def _evaluate(out: str) -> None:
    """Run the direct judge through the same command a user types."""
    dataset = Path(out).parent / "demo-proofs.jsonl"
    dataset.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "id": proof.id,
            "problem": proof.proof.problem,
            "steps": [step.text for step in proof.proof.steps],
            "first_error_step": proof.gold,
        }
        for proof in bundled_proofs()
    ]
    dataset.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = [str(dataset), "--method", "direct", "--model", f"local:{DEMO_MODEL}", "--out", out]
    evaluate.main(arguments, prog_name="faithsieve eval", standalone_mode=False)
