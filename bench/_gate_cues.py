"""The yield of the lists of words that ``verify`` reads: what changes on our pairs without each.

Lean is not asked: what is counted are the comparisons of text and statement, what code states and
confirms, and for which statements a refutation or a proof counts. A list without which nothing
changes has no yield here.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import faithsieve
from faithsieve.symbolic.lexicon import data_file

_HERE = Path(__file__).parent
_STRUCTURES = ("structures", "plain_structures")


def cue_lines() -> Iterator[str]:
    """Print for every list how the counts change when it is left out."""
    modules = (Path(faithsieve.__file__).parent / "verify").rglob("*.py")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    found = set(re.findall(r'(?:cue|word_list)\("(\w+)"\)', sources))
    names = sorted(found.union(*(data_file("notation.toml")[name] for name in _STRUCTURES)))
    whole = _counts_without("")
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(whole.items()))
    yield f"cues, on own pairs and university claims without Lean: {told}"
    for name in names:
        counts = _counts_without(name)
        kinds = sorted(whole.keys() | counts.keys())
        changes = [f"{counts[k] - whole[k]:+} {k}" for k in kinds if counts[k] != whole[k]]
        yield f"   without {name:20} {', '.join(changes) or 'no change'}"


def _counts_without(name: str) -> Counter[str]:
    """Count in a process of its own: tables are made of the lists when modules are imported."""
    command = [sys.executable, "-m", "bench._gate_cues", name]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return Counter(json.loads(told.stdout))


def _counts() -> Counter[str]:
    from bench.gate import FILES
    from faithsieve.evaluate.record_files import read_records
    from faithsieve.records.digest import Digest
    from faithsieve.records.lean import FrozenStatement
    from faithsieve.symbolic.lean_terms import OutsideDialectError
    from faithsieve.verify.gate.calibration import GatePair
    from faithsieve.verify.gate.candidate import Candidate
    from faithsieve.verify.gate.text_probes import text_findings
    from faithsieve.verify.refutation import counterexample_transfers_to_reals, holds_as_meant
    from faithsieve.verify.statement import plain_signature
    from faithsieve.verify.statement_parts import opened_parts, parse_signature
    from faithsieve.verify.templates import build_statement, judge_by_code

    unread = FrozenStatement(
        text="",
        type_digest=Digest("0" * 64),
        type_text="",
        environment="prelude",
        toolchain="none",
    )
    found: Counter[str] = Counter()
    sources: list[tuple[str, str]] = []
    for pair in (pair for name in FILES for pair in read_records(_HERE / name, GatePair)):
        parts = parse_signature(plain_signature(pair.lean))
        if parts is None:
            continue
        obligation = pair.as_obligation()
        sources.append((pair.lean, f"{pair.problem} {pair.step}"))
        compared = Candidate(obligation, pair.problem, unread, opened_parts(parts))
        found[f"{pair.label} with findings"] += bool(text_findings(compared))
        built = build_statement(obligation, problem=pair.problem)
        stated = parse_signature(built.text) if built else None
        found["stated by code"] += built is not None
        for name, told in (("stated with all premises", stated), (f"{pair.label} by code", parts)):
            with suppress(OutsideDialectError):
                if told is not None:
                    account = judge_by_code(obligation, told, problem=pair.problem)
                    found[name] += not account.missing_assumptions
    for path in sorted(_HERE.glob("university*.jsonl")):
        rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        sources += [(row["statement"], row["claim"]) for row in rows]
    for signature, source in sources:
        if (parts := parse_signature(signature)) is not None:
            found["counterexamples count"] += counterexample_transfers_to_reals(parts, source)
            found["proofs count"] += holds_as_meant(parts, source)
    return found


if __name__ == "__main__":
    if sys.argv[1]:
        data_file("lexicon.toml")[sys.argv[1]] = {"also": "(?!)"}
    print(json.dumps(_counts()))
