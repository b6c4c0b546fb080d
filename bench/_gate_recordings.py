"""Recorded judgements of a strong reader on real statements, scored by the gate as it is now.

The recorded replies answer an older question. What maps: slots with their scores, aspects, drift,
missing context, hypotheses called added. A slot's single label becomes all parts under that label
(``c`` stood for the whole conclusion), and the old 0.75, "only notation differs", is 1 in the
rubric of today. What the old question did not ask cannot be mapped: where the other hypotheses come
from stays unsaid, and what a proof or a refutation would mean is read off the drift list, which
names a direction only where the reader thought of one.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from faithsieve.records.faithfulness import EvidenceDirection, FaithfulnessReport
from faithsieve.verify.gate.calibration import GatePair
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.semantic_check import GateReply, judge_reply
from faithsieve.verify.statement_parts import (
    CLAIMED,
    CONCLUSION,
    StatementParts,
    StatementView,
    parse_signature,
)

FILE = "gate_adjudicated_dev42.jsonl"
_TAG = r"<{0}-\w+>\n(.*?)\n</{0}-"
_WEAKER = frozenset({"undergeneralized", "added_assumptions", "role_swap"})
_STRONGER = frozenset({"overgeneralized", "missing_assumptions"})
_RIGHT = {"weaker": EvidenceDirection.REFUTATION, "stronger": EvidenceDirection.SUPPORT}


class _Recorded(NamedTuple):
    id: str
    question: str
    reply: dict[str, Any]
    adjudicated: str

    def block(self, tag: str) -> str:
        found = re.search(_TAG.format(tag), self.question, re.DOTALL)
        return found.group(1) if found else ""

    @property
    def signature(self) -> str:
        """The statement put together again from the parts that were shown."""
        shown = re.findall(r"^\((\w+)\) (.*)$", self.block("hypotheses"), re.MULTILINE)
        variables = [text for label, text in shown if label[0] == "v"]
        assumed = [(label, text) for label, text in shown if label[0] == "h"]
        # A letter that a hypothesis binds anew was bound by the statement behind it.
        late = [v for v in variables if any(_binds(text, v.split()[0]) for _, text in assumed)]
        early = [
            (label, text)
            for label, text in assumed
            if any(_binds(text, v.split()[0]) for v in late)
        ]
        bound = [f"({v})" for v in variables if v not in late]
        bound += [f"({label} : {text})" for label, text in early]
        bound += [f"({v})" for v in late]
        bound += [f"({label} : {text})" for label, text in assumed if (label, text) not in early]
        conclusion = self.block("conclusion").removeprefix("(c) ")
        head = " ".join(bound)
        if re.search(r"[:→]\s*R\b", f"{head} {conclusion}"):
            field = "EuclideanField" if "√" in f"{head} {conclusion}" else "OrderedField"
            head = f"{{R : Type}} [{field} R] {head}"
        return f"{head} : {conclusion}"

    @property
    def parts(self) -> StatementParts:
        parts = parse_signature(self.signature)
        if parts is None:
            raise ValueError(f"{self.id}: {self.signature!r} is no signature")
        return parts


def _binds(text: str, name: str) -> bool:
    return any(name in group.split() for group in re.findall(r"[∀∃]\s*([\w' ]+?)\s*:", text))


def _read(folder: Path) -> Iterator[_Recorded]:
    for line in (folder / FILE).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        reply = json.loads(row["reply"]) if isinstance(row["reply"], str) else row["reply"]
        yield _Recorded(row["id"], row["question"], reply, row["adjudicated"])


def adapt(reply: dict[str, Any], view: StatementView) -> GateReply:
    """Bring an old reply into the record of today, as far as it says something."""
    drift = set(reply["drift"])
    whole = [part.label for part in view.of(CONCLUSION)]
    slots = [
        {
            "r": slot["r"],
            "t": slot["t"],
            "l": _labels(slot, whole, view),
            "m": 1 if slot["m"] == 0.75 else slot["m"],
        }
        for slot in reply["slots"]
    ]
    is_other = bool(drift - _WEAKER - _STRONGER)
    return GateReply.model_validate_json(
        json.dumps(
            {
                "slots": slots,
                "sources": [{"l": h, "o": "nowhere", "k": ""} for h in reply["added"]],
                "warnings": [],
                "aspects": reply["aspects"],
                "stands": not (drift & _WEAKER or is_other),
                "falls": not (drift & _STRONGER or is_other),
                **{name: reply[name] for name in
                   ("drift", "missing", "example", "revision", "reason")},
            }
        )
    )  # fmt: skip


def _labels(slot: dict[str, Any], whole: list[str], view: StatementView) -> list[str]:
    if slot["l"] != "c":
        return [slot["l"]] if slot["l"] else []
    claimed = [label for label in whole if label in view.labels(CLAIMED)]
    return claimed if slot["r"] == "conclusion" else whole


def recorded_lines(folder: Path) -> Iterator[str]:
    """Score every recorded judgement and count by the second reader's verdict."""
    counts: dict[str, Counter[str]] = {}
    heard: Counter[str] = Counter()
    failed: list[str] = []
    for row in _read(folder):
        view = row.parts.view()
        report = score_faithfulness(judge_reply(adapt(row.reply, view), view))
        counts.setdefault(row.adjudicated, Counter())[_verdict(row, report)] += 1
        heard[row.adjudicated] += _accepts_by_itself(row.reply)
        if row.adjudicated == "faithful" and report.direction is not EvidenceDirection.BOTH:
            failed.append(f"   {row.id}: {', '.join(report.failed_components)}")
    yield "recorded judgements, replies to the older question adapted:"
    for label, found in sorted(counts.items()):
        told = ", ".join(f"{n} {name}" for name, n in found.most_common())
        yield f"   {label}: {told}; the reader's own aspects and drift accept {heard[label]}"
    yield from failed


def _verdict(row: _Recorded, report: FaithfulnessReport) -> str:
    if report.direction is EvidenceDirection.BOTH:
        return "accepted in both directions"
    if report.direction is EvidenceDirection.NEITHER:
        return "rejected"
    is_right = report.direction is _RIGHT.get(row.adjudicated)
    return f"accepted in {'the right' if is_right else 'one'} direction only"


def _accepts_by_itself(reply: dict[str, Any]) -> bool:
    return min(reply["aspects"].values()) >= 0.75 and not reply["added"] and not reply["drift"]


def recorded_pairs(folder: Path) -> list[GatePair]:
    """The statements that were adjudicated faithful, as pairs for the probes."""
    return [
        GatePair.model_validate(
            {
                "id": row.id,
                "problem": row.block("problem"),
                "step": row.block("step"),
                "context": [line.split(": ", 1)[-1] for line in row.block("context").split("\n")],
                "obligation": row.block("obligation"),
                "kind": _kind(row),
                "lean": row.signature,
                "label": "faithful",
            }
        )
        for row in _read(folder)
        if row.adjudicated == "faithful"
    ]


def _kind(row: _Recorded) -> str:
    found = re.search(r"The obligation, of kind ([a-z_ ]+):", row.question)
    return found.group(1).replace(" ", "_") if found else "derived_fact"
