"""Contexts by construction: the share of units whose context is the one that was written by hand.

``python -m bench scopes`` reads proofs with structure, gives their readings to the code
of stage one and compares every context. The proofs stand in ``bench/scopes.jsonl``, which
has one JSON object a line:

* ``id`` and ``problem``: a name, and the problem in words.
* ``units``: the proof, one inference each, numbered from 1: ``text``; ``k`` what it does; ``on``
  the units that its inference needs (0 is the problem); ``f`` what it claims in the words of the
  text, where it claims several things or also opens a scope, else ``[]``. ``k`` is ``claim``;
  ``assume`` (only supposes or fixes); ``define``; ``obtain``; ``specialise``; ``split`` (names
  the cases); ``reduce`` (a new goal suffices); ``announced``, ``repeated`` (``on`` says what),
  ``recalled`` (a definition), ``remark``, ``question``; ``withdrawn``, ``abandoned``.
* ``scopes``: the outer before the inner: a ``name`` of letters; ``k`` one of case, direction,
  contradiction, base, step, witness, arbitrary, trial, lemma, part; ``first`` and ``last``, the
  first and the last unit inside; ``t`` what it assumes or fixes (of a lemma the statement, of a
  part its title), copied from the text of one of its units; ``g`` what is to be shown in it, or
  "".
* ``contexts``: for every unit one string, with what may be used in it beside the problem, in any
  order: ``3`` what unit 3 says, ``A`` what scope A assumes, ``-A`` what scope A left behind.

How to write a context, by natural deduction. A unit may use what the units before it say, as long
as every scope around these is still open, and the assumptions of the scopes that it stands in. Of
a closed scope only what it was opened for is left, ``-A``: an implication, a negation, a
statement for all objects, the lemma, the result of the part, and of cases one line, the
disjunction, when the last of them is closed (``-A`` for any one of them). A trial leaves nothing.
A unit that only opens a scope (``assume``, or an announcement) stands outside it; a unit that
opens a scope and claims something has the assumption. Announcements, repetitions, remarks,
questions and reductions give nothing to later units, nor does what is taken back; definitions,
also recalled ones, do. A lemma and a part assume nothing.

With ``--base-url URL`` a model reads the proofs instead: its readings give the contexts, each unit
being one segment. ``--json FILE`` then writes down every context, for whoever adjudicates those
that are worded in another way than the expected ones.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.prompt_context import prompt_context
from faithsieve.localize.questions import Questions
from faithsieve.localize.reading import read_reply
from faithsieve.localize.replies import ReadingReply
from faithsieve.localize.segments import Segment
from faithsieve.localize.state_tree import build_state_tree
from faithsieve.records.edge_unit import PROBLEM
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree

OWN = Path(__file__).with_suffix(".jsonl")
ANSWER_S = 3600.0
"""How long a reader may take."""


def segments_of(row: Mapping[str, Any]) -> tuple[Proof, tuple[Segment, ...]]:
    """Cut a row: every unit is a step and a segment."""
    texts = [unit["text"] for unit in row["units"]]
    segments = (Segment(n, n, 0, f"{text} ") for n, text in enumerate(texts, start=1))
    return Proof.from_texts(row["problem"], texts), tuple(segments)


def tree_of(row: Mapping[str, Any]) -> StateTree:
    """Build the tree of a row from its reading."""
    proof, segments = segments_of(row)
    reply = ReadingReply.model_validate(
        {
            "goal": "",
            "scopes": [
                {"k": s["k"], "a": s["first"], "b": s["last"], "t": s["t"], "g": s.get("g", "")}
                for s in row["scopes"]
            ],
            "u": [{"s": n, "on": u["on"]} for n, u in enumerate(row["units"], start=1)],
            "x": [
                {"s": n, "k": u["k"], "f": u["f"], "g": ""}
                for n, u in enumerate(row["units"], start=1)
                if u["k"] != "claim" or u["f"]
            ],
        }
    )
    read = read_reply(proof, segments, reply)
    return build_state_tree(proof, read.substeps, read.moves, read.spans, read.goal)


def expected_names(row: Mapping[str, Any], tree: StateTree, number: int) -> set[str]:
    """Translate a context written by hand into names of conditions."""
    named = _scopes_by_name(row, tree)
    names: set[str] = set()
    for word in row["contexts"][number - 1].split():
        if word.isdigit():
            unit = tree.units[int(word) - 1]
            mine = [n for n in unit.new_conditions if "." not in n]
            names |= {*mine} or {f"unit {word} says nothing"}
        else:
            scope = named.get(word.removeprefix("-"))
            found = scope and (scope.discharged if word[0] == "-" else scope.assumption)
            names.add(found or f"{word} is nothing")
    return names


def _scopes_by_name(row: Mapping[str, Any], tree: StateTree) -> dict[str, Any]:
    left = list(tree.scopes)
    named = {}
    for said in sorted(row["scopes"], key=lambda s: (s["first"], -s["last"])):
        first, last = f"edge_{said['first']}", f"edge_{said['last']}"
        fits = (s for s in left if (s.kind, s.first, s.last) == (said["k"], first, last))
        scope = next(fits, None)
        if scope is not None:
            left.remove(scope)
            named[said["name"]] = scope
    return named


def computed_names(tree: StateTree, number: int) -> set[str]:
    """Return the names of a unit's context without the problem and its givens."""
    before = tree.units[number - 1].before_conditions
    given = (name for name in before if name != PROBLEM and not name.startswith("g"))
    return {f"{name.removesuffix('.in')}.if" if name.endswith(".in") else name for name in given}


def compare(row: Mapping[str, Any], tree: StateTree) -> Iterator[tuple[int, set[str], set[str]]]:
    """Yield for every unit its number, what is missing in its context and what is too much."""
    for number in range(1, len(tree.units) + 1):
        expected, found = expected_names(row, tree, number), computed_names(tree, number)
        yield number, expected - found, found - expected


async def trees_by(base_url: str, rows: Sequence[Mapping[str, Any]]) -> list[StateTree]:
    """Ask a model for the reading of every row, and build the trees."""
    endpoint = Endpoint(base_url, None, timeouts=Timeouts(silence_s=ANSWER_S, total_s=ANSWER_S))
    model = OpenAICompatible("reader", endpoint)
    reader = ModelReader(model)

    async def tree(row: Mapping[str, Any]) -> StateTree:
        proof, segments = segments_of(row)
        context = prompt_context(proof, LocalizeSettings(), segments=segments)
        read = await reader.units_and_scopes(context, Questions(model, DecodingSettings()))
        return build_state_tree(proof, read.substeps, read.moves, read.spans, read.goal)

    try:
        return await asyncio.gather(*map(tree, rows))
    finally:
        await model.aclose()


def _written(row: Mapping[str, Any], tree: StateTree) -> dict[str, Any]:
    """Write down a proof with the context of every unit, in words."""
    contexts = [
        {
            "unit": unit.text,
            "claims": [tree.condition(name).text for name in unit.new_conditions],
            "context": [c.text for c in tree.context_of(unit) if c.name != PROBLEM],
        }
        for unit in tree.units
    ]
    return {"id": row["id"], "problem": row["problem"], "units": contexts}


def run(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Print the share of units whose context is right, and every other one."""
    parser = argparse.ArgumentParser(prog="bench scopes")
    parser.add_argument("--base-url", default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    rows = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]
    if options.base_url:
        trees = asyncio.run(trees_by(options.base_url, rows))
    else:
        trees = [tree_of(row) for row in rows]
    if options.json:
        written = (json.dumps(_written(row, tree)) for row, tree in zip(rows, trees, strict=True))
        options.json.write_text("\n".join(written) + "\n", encoding="utf-8")
    units = right = 0
    for row, tree in zip(rows, trees, strict=True):
        if len(tree.units) != len(row["units"]):
            yield f"{row['id']}: {len(tree.units)} units instead of {len(row['units'])}"
            units += len(row["units"])
            continue
        for number, missing, extra in compare(row, tree):
            units += 1
            right += not missing and not extra
            if missing or extra:
                wrong = f"missing {sorted(missing)}, extra {sorted(extra)}"
                yield f"{row['id']}, unit {number}: {wrong}"
    yield f"{OWN.name}: {right} of {units} contexts right in {len(rows)} proofs"
