"""Show a checked proof in the terminal: verdict, steps, the evidence that decides, cost (§4.2).

Proof text, model words and Lean messages are untrusted: they are printed without markup and
without control characters. The tree of states is on the evidence page.
"""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from faithsieve.cli.check_progress import duration
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.evidence import EvidenceItem, LeanEvidence, LocalResult, Outcome
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.records.wording import (
    against_words,
    aside_words,
    counted,
    one_line,
    plain_words,
    share_of,
    verdict_words,
)
from faithsieve.web.evidence_view import verdict_remarks

STATUS_STYLES = {
    StepStatus.SUPPORTED: "green",
    StepStatus.UNCHECKED: "dim",
    StepStatus.UNCERTAIN: "yellow",
    StepStatus.INCORRECT: "bold red",
}
PROVED = {
    "claim": "the claim",
    "contradicted": "the opposite of the claim",
    "contradicts_context": "that the claim contradicts its context",
    "not_entailed": "a counterexample",
    "not_from_cited": "a counterexample from what is cited",
    "contradiction": "the opposite of the claim",
    "negation": "that the claim is false",
    "counterexample": "a counterexample",
}
_LONGEST_STEP = 100
_LONGEST_WORDS = 600


def show_checked(checked: CheckedProof, *, seconds: float) -> RenderableType:
    """Render verdict, rationale, steps, deciding evidence and cost, in this order."""
    return Group(
        _headline(checked),
        Text(one_line(checked.verdict.rationale, 2000)),
        *(Text(words, style="dim") for words in verdict_remarks(checked.verdict)),
        *_steps(checked),
        *_decisive(checked),
        Text(cost_line(checked.verdict.cost, seconds), style="dim"),
    )


def headline(verdict: Verdict) -> str:
    """Write the verdict in one line, beginning with what limits it."""
    if verdict.gate is not None and verdict.gate.caveat:
        return f"{verdict.gate.caveat}: {_answer(verdict)}"
    if verdict.without_lean:
        lost = counted(len(verdict.without_lean), "claim")
        return f"provisional, Lean could not be asked about {lost}: {_answer(verdict)}"
    return _answer(verdict)


def _answer(verdict: Verdict) -> str:
    sure = "" if verdict.confidence is None else f" (confidence {verdict.confidence:.2f})"
    words = verdict_words(verdict)
    match verdict.kind:
        case VerdictKind.NO_ERROR_FOUND:
            return f"{words}: {_support(verdict)}{sure}"
        case VerdictKind.FIRST_ERROR:
            return f"{words}{sure}"
        case VerdictKind.RISKY_STEP:
            return f"{words}, {_risk(verdict)}{sure}"
        case VerdictKind.UNDECIDED if verdict.set_aside:
            return f"{words}; nothing else was found wrong"
        case VerdictKind.UNDECIDED:
            return f"{words}: {_support(verdict)}"


def _risk(verdict: Verdict) -> str:
    """Explain why a step is named though nothing refutes it."""
    refuted = [step.index for step in verdict.steps if step.status is StepStatus.INCORRECT]
    if refuted:
        return f"the likely source of what is refuted in step {refuted[0]}"
    return f"trusted least; {aside_words(verdict) or 'no step was refuted'}"


def _support(verdict: Verdict) -> str:
    """Write how many steps are supported, as "no error found" is not a proof."""
    against = against_words(verdict)
    more = f"; {against}" if against else ""
    if not verdict.steps or verdict.confidence is not None:
        is_open = verdict.kind is VerdictKind.UNDECIDED
        return f"no step was {'judged' if is_open else 'found wrong'}{more}"
    statuses = [step.status for step in verdict.steps]
    supported = share_of(statuses.count(StepStatus.SUPPORTED), len(statuses), "step")
    nothing = "no refutation decides" if against else "nothing was refuted"
    return f"{nothing}, and {supported} supported{more}"


def cost_line(cost: Cost, seconds: float) -> str:
    calls = sum(stage.calls for stage in cost.stages)
    replayed = sum(stage.replayed for stage in cost.stages)
    kept = f" ({replayed} answered from the store)" if replayed else ""
    money = "" if not cost.cost_usd else f" · ${cost.cost_usd:.4f}"
    lean = f" · {counted(cost.lean_checks, 'Lean check')}" if cost.lean_checks else ""
    tokens = counted(cost.usage.total, "token")
    return f"{counted(calls, 'model call')}{kept} · {tokens}{money}{lean} · {duration(seconds)}"


def _place(checked: CheckedProof, step: object) -> str:
    """``file:line:column`` of a step, or nothing where it is unknown."""
    if checked.source is None or not isinstance(step, int):
        return ""
    place = checked.source.place_of(step)
    return f"{checked.source.file}:{place.line}:{place.column}" if place else ""


def _headline(checked: CheckedProof) -> Text:
    verdict = checked.verdict
    place = _place(checked, verdict.label)
    style = {
        VerdictKind.NO_ERROR_FOUND: "bold green",
        VerdictKind.FIRST_ERROR: "bold red",
        VerdictKind.RISKY_STEP: "bold yellow",
        VerdictKind.UNDECIDED: "bold yellow",
    }[verdict.kind]
    return Text(headline(verdict) + (f" at {place}" if place else ""), style=style)


def _steps(checked: CheckedProof) -> Iterator[RenderableType]:
    if not checked.verdict.steps:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    has_lines = checked.source is not None and any(checked.source.places)
    for name in ("step", *(["line"] if has_lines else []), "status", "text"):
        table.add_column(name)
    for step, finding in zip(checked.proof.steps, checked.verdict.steps, strict=True):
        place = checked.source.place_of(step.index) if checked.source else None
        line = [str(place.line) if place else "?"] if has_lines else []
        status = Text(finding.status.value, style=STATUS_STYLES[finding.status])
        table.add_row(str(step.index), *line, status, Text(one_line(step.text, _LONGEST_STEP)))
    yield Text()
    yield table


def _decisive(checked: CheckedProof) -> Iterator[RenderableType]:
    """Render the evidence against each step, deciding or not, with its Lean proof."""
    findings = [finding for finding in checked.verdict.steps if _items(finding)]
    if not findings:
        return
    yield Text()
    for finding in findings:
        for item in _items(finding):
            yield Text(f"step {finding.index}: {_words(item)}")
            lean = _lean_behind(checked, item)
            if lean is not None:
                yield Padding(_lean_lines(lean), (0, 0, 0, 2))
    yield Text()


def _items(finding: StepFinding) -> list[EvidenceItem]:
    shown = (Outcome.REFUTED, "slip", "doubt")
    return [item for item in finding.evidence if item.outcome in shown]


def _words(item: EvidenceItem) -> str:
    """Write one refutation: first what uses the claim, in plain words, then what was found."""
    use = f"{one_line(item.use, _LONGEST_WORDS)} " if item.use else ""
    weight = plain_words(item.rule) + ("" if item.decides else ", does not decide")
    return f"{use}{one_line(item.summary, _LONGEST_WORDS)} [{weight}]"


def _lean_behind(checked: CheckedProof, item: EvidenceItem) -> LeanEvidence | None:
    """Find the Lean proof of the refutation that an evidence item was made from."""
    results: list[LocalResult] = [*checked.confirmations]
    results += checked.verified.results if checked.verified else ()
    for result in results:
        same = set(result.artifacts) & set(item.artifacts)
        if result.outcome is Outcome.REFUTED and same and result.lean is not None:
            return result.lean
    return None


def _lean_lines(lean: LeanEvidence) -> Text:
    proved = PROVED.get(lean.proved, lean.proved)
    lines = (
        f"stated in Lean: {one_line(lean.statement, _LONGEST_WORDS)}",
        f"Lean proved {proved}: {one_line(lean.body, _LONGEST_WORDS)}",
    )
    return Text("\n".join(lines), style="cyan")
