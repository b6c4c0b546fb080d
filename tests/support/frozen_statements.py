"""Frozen statements without Lean: as Lean's driver recorded them, else split at their brackets.

``frozen_statements.json`` holds what the driver says of the signatures that tests use; a test with
the real Lean compares them (``tests/lean/test_statement_parts.py``). Of any other signature only
the brackets are read: good enough to be shown to a scripted checker, never to be searched.
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from faithsieve.lean.signature import Binder, read_signature

RECORDED = Path(__file__).with_name("frozen_statements.json")
# Read once at import: the sealed fixture hides the environment from the tests themselves.
_WANTED = os.environ.get("FAITHSIEVE_WANTED_STATEMENTS")
_SCALARS = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat"}


@cache
def recorded() -> dict[str, dict[str, Any]]:
    return dict(json.loads(RECORDED.read_text(encoding="utf-8")))


def parts_without_lean(text: str) -> dict[str, Any]:
    """The fields of a frozen statement that the driver fills."""
    if text in recorded():
        return recorded()[text]
    if _WANTED:
        with Path(_WANTED).open("a", encoding="utf-8") as file:
            file.write(json.dumps(text) + "\n")
    signature = read_signature(text)
    binders = [read for binder in signature.binders for read in _binders(binder)]
    claims = signature.conclusion.split(" ∧ ")
    return {
        "binders": tuple(binders),
        "conclusion": tuple({"letter": "c", "text": claim} for claim in claims),
    }


def _binders(binder: Binder) -> list[dict[str, Any]]:
    kind = binder.type.strip()
    about = kind.split()
    if binder.kind == "instance":
        tree: object = [about[0], about[-1], about[-1]]
    elif kind == "Type":
        tree = ["Sort", ""]
    elif len(about) == 1 and about[0] in (*_SCALARS, *_SCALARS.values()):
        tree = [_SCALARS.get(kind, kind), ""]
    else:
        tree = kind if len(about) == 1 else None
    is_prop = binder.kind != "instance" and binder.is_proposition
    shared = {"kind": binder.kind, "type": kind, "is_prop": is_prop}
    shared["tree"] = "" if is_prop or tree is None else json.dumps(tree, ensure_ascii=False)
    return [{"name": name, **shared} for name in binder.names or ("inst",)]
