"""Documents as people write them: split, places, true lines that lint refutes, slips it finds.

``--profile local`` also sends every document through the whole method with the settings of that
profile and the embedded Lean. The small model of the profile only proposes Lean statements that
code cannot write, and needs minutes a proof; here it proposes none, which can only lose verdicts.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench._documents import Example, examples
from faithsieve.api import check_by
from faithsieve.configuration import load_settings
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.methods import Tools
from faithsieve.records.chat import ChatRequest
from faithsieve.records.proof import LabelledProof
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.run_store import RunStore
from faithsieve.symbolic.lint import lint_proof
from faithsieve.wiring import build_judge

NO_STATEMENT = '{"statements":[],"equation":"","obstacle":"nobody was asked"}'

Read = tuple[Example, tuple[LabelledProof, ...]]


def _is_split_right(example: Example, proofs: tuple[LabelledProof, ...]) -> bool:
    return sum(len(proof.proof.steps) for proof in proofs) == len(example.places)


def _placed(example: Example, proofs: tuple[LabelledProof, ...]) -> int:
    found = [place for proof in proofs if proof.origin for place in proof.origin.places]
    return sum(a == b for a, b in zip(found, example.places, strict=False))


def _wrongly_refuted(example: Example, proofs: tuple[LabelledProof, ...]) -> list[str]:
    """Claims of true steps that lint refutes; what follows a slip may be false by it."""
    last = len(example.places) if example.slip is None else example.slip - 1
    return [
        f"{example.name}, step {finding.step}: {finding.claim}"
        for proof in proofs
        for finding in lint_proof(proof.proof).refuted
        if finding.step <= last
    ]


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Read the corpus and compare."""
    parser = argparse.ArgumentParser(prog="python -m bench documents")
    parser.add_argument("--profile", choices=["local"], help="Check the documents, too.")
    chosen = parser.parse_args(list(options))
    everything = list(examples())
    began = time.perf_counter()
    read = [(example, example.read()) for example in everything]
    seconds = time.perf_counter() - began
    right = sum(_is_split_right(*pair) for pair in read)
    lined = [pair for pair in read if pair[0].has_lines]
    steps = sum(len(example.places) for example, _ in lined)
    yield f"{right} of {len(read)} documents split as marked"
    yield f"{sum(_placed(*pair) for pair in lined)} of {steps} steps at their line and column"
    refuted = [claim for pair in read for claim in _wrongly_refuted(*pair)]
    yield f"{len(refuted)} true steps refuted by lint{': ' if refuted else ''}{'; '.join(refuted)}"
    slips = [pair for pair in read if pair[0].slip is not None]
    found = sum(
        any(f.step == example.slip for p in proofs for f in lint_proof(p.proof).refuted)
        for example, proofs in slips
    )
    yield f"{found} of {len(slips)} slips found by lint at their step"
    yield f"{seconds / len(read) * 1000:.0f} ms a document"
    if chosen.profile:
        yield from asyncio.run(_by_profile(read, chosen.profile))


class _Checked(NamedTuple):
    name: str
    slip: int | None
    verdict: Verdict

    @property
    def is_found(self) -> bool:
        return self.slip is not None and self.verdict.label == self.slip

    @property
    def is_wrongly_refuted(self) -> bool:
        """Whether a true step is named; what follows a slip may be false by it."""
        label = self.verdict.label
        return isinstance(label, int) and (self.slip is None or label < self.slip)


async def _by_profile(read: Sequence[Read], profile: str) -> list[str]:
    """Check every proof with the settings of a profile."""

    async def silent(request: ChatRequest) -> Line:
        return NO_STATEMENT

    settings = load_settings({"profile": profile})
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, RunStore.open(Path(folder) / "s.sqlite") as store:
        async with build_judge(settings, store) as judge:
            tools = Tools(ScriptedModel(silent), settings, judge=judge)
            checked = [
                _Checked(
                    example.name,
                    example.slip,
                    (await check_by("faithsieve", proof.proof, tools)).verdict,
                )
                for example, proofs in read
                for proof in proofs
            ]
    return list(_profile_lines(profile, checked, time.perf_counter() - began))


def _profile_lines(profile: str, checked: Sequence[_Checked], seconds: float) -> Iterator[str]:
    slips = [one for one in checked if one.slip is not None]
    missed = [one for one in slips if not one.is_found]
    wrong = [one for one in checked if one.is_wrongly_refuted]
    sound = [one for one in checked if one.slip is None]
    free = VerdictKind.NO_ERROR_FOUND
    named = ", ".join(f"{one.name}: {one.verdict.kind} {one.verdict.label}" for one in missed)
    yield f"--profile {profile}: {len(wrong)} true steps refuted {[one.name for one in wrong]}"
    yield f"--profile {profile}: {len(slips) - len(missed)} of {len(slips)} slips found"
    yield f"--profile {profile}: the others: {named}"
    unseen = [one.name for one in slips if one.verdict.kind is free]
    yield f"--profile {profile}: {len(unseen)} slips called free of error {unseen}"
    kinds = Counter(one.verdict.kind.value for one in sound)
    yield f"--profile {profile}: {len(sound)} true proofs: {dict(kinds)}"
    yield f"--profile {profile}: {seconds / len(checked):.1f} s a proof"
