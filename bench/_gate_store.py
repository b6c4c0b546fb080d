"""What a run's store says about the gate: remarks the checker upheld, questions asked again.

A remark of a probe is right where the checker upholds it on a statement of a real proof. A claim is
asked again when one problem's statement calls name it more than once.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_CALLS = "SELECT request, reply FROM model_calls WHERE prompt_id = ? AND reply IS NOT NULL"
_ITEM = re.compile(r"^\[(\d+)\] ", re.MULTILINE)
_REMARK = re.compile(r"\(w(\d+)\) (\w+): ")
_PROBLEM = re.compile(r"<problem-\w+>\n(.*?)\n</problem-", re.DOTALL)
_CLAIM = re.compile(r"^\s+claim: ([^\n]*)$|<obligation-\w+>\n(.*?)\n</obligation-", re.M | re.S)


def store_lines(store: Path) -> Iterator[str]:
    """Print a line for every probe that spoke in the run, and the rate of repeated questions."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        checks = list(database.execute(_CALLS, ("verify/semantic_check",)))
        statements = list(database.execute(_CALLS, ("verify/statement",)))
    fired: Counter[str] = Counter()
    upheld: Counter[str] = Counter()
    for request, reply in checks:
        for name, is_upheld in _remarks(_question(request), json.loads(reply)["text"]):
            fired[name] += 1
            upheld[name] += is_upheld
    yield f"{store.name}: {len(checks)} calls of the checker; remarks of probes:"
    for name, count in fired.most_common():
        yield f"   {name:<26} upheld {upheld[name]} of {count}"
    claims = [claim for request, _ in statements for claim in _claims(_question(request))]
    again = len(claims) - len(set(claims))
    yield f"   {len(statements)} statement calls, {len(claims)} claims, {again} of them asked again"


def _question(request: str) -> str:
    content = json.loads(request)["messages"][-1]["content"]
    assert isinstance(content, str)
    return content


def _remarks(question: str, reply: str) -> Iterator[tuple[str, bool]]:
    """Each remark with the checker's word; one that has no answer counts as upheld."""
    first, *parts = _ITEM.split(question)
    numbered = dict(zip(parts[::2], parts[1::2], strict=True)) or {"1": first}
    try:
        told: dict[str, Any] = json.loads(reply)
    except json.JSONDecodeError:
        return
    answers = {str(a["n"]): a for a in told.get("answers", ()) if a} or {"1": told}
    for number, text in numbered.items():
        said = {w["w"]: w["ok"] for w in answers.get(number, {}).get("warnings", ())}
        for mark, name in _REMARK.findall(text):
            yield name, not said.get(f"w{mark}", False)


def _claims(question: str) -> Iterator[tuple[str, str]]:
    problem = _PROBLEM.search(question)
    for found in _CLAIM.finditer(question):
        yield problem[1] if problem else "", found[1] or found[2]
