"""Colour Lean code for reading: a small tokenizer that never changes a character.

It knows enough Lean for statements and proof bodies. What it does not know stays uncoloured; it
decides nothing about the code.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from faithsieve.web.mathematics import legible

_KEYWORD_LIST = """theorem lemma example def abbrev instance variable axiom opaque structure class
inductive where with by fun let have show from in if then else match do forall exists open namespace
section end set_option attribute local noncomputable private protected universe at using only
calc suffices obtain termination_by decreasing_by"""
_TACTIC_LIST = """intro intros exact apply refine constructor rcases cases induction simp simp_all
omega decide native_decide norm_num ring ring_nf linarith nlinarith positivity field_simp grind rfl
rw rewrite exfalso contradiction trivial assumption left right use exists ext funext unfold
subst specialize generalize revert change conv first repeat all_goals any_goals try skip done
split push_cast norm_cast push_neg by_contra by_cases absurd injection existsi bv_decide
aesop tauto gcongr convert congr"""
_KEYWORDS = frozenset(_KEYWORD_LIST.split())
_TACTICS = frozenset(_TACTIC_LIST.split())
_UNFINISHED = frozenset({"sorry", "admit", "sorryAx", "stop"})

_NAME = r"[^\W\d][\w'!?₀-₉]*(?:\.[^\W\d][\w'!?₀-₉]*)*"
_TOKEN = re.compile(
    rf"""
      (?P<comment>--[^\n]*)
    | (?P<block>/-)
    | (?P<string>"(?:[^"\\]|\\.)*(?:"|\Z))
    | (?P<command>\#[a-z_]+)
    | (?P<attribute>@\[[^\]\n]{{0,200}}\])
    | (?P<number>\b\d[\d_]*(?:\.\d+)?)
    | (?P<name>{_NAME})
    | (?P<symbol>[∀∃λ¬∧∨→↔←≤≥≠∈∉⊢⟨⟩·∣≡∘×ℕℤℚℝℂΣΠ∑∏√]|:=|=>|->|<-|<;>|<=|>=|[-+*/^%=<>|!&:])
    """,
    re.VERBOSE | re.DOTALL,
)
_BLOCK_EDGE = re.compile(r"/-|-/")


class LeanToken(NamedTuple):
    """A stretch of code and how to colour it."""

    text: str
    """The characters, unchanged."""
    kind: str = ""
    """``keyword``, ``tactic``, ``comment``, … or empty."""


def tokens_of(code: str) -> Iterator[LeanToken]:
    """Cut code into tokens; their texts in order are the code again."""
    done = 0
    while match := _TOKEN.search(code, done):
        if match.start() > done:
            yield LeanToken(code[done : match.start()])
        done = _end_of_comment(code, match.end()) if match["block"] else match.end()
        yield LeanToken(code[match.start() : done], _kind(match))
    if done < len(code):
        yield LeanToken(code[done:])


def highlight_lean(code: str) -> Markup:
    """Write code as escaped HTML with a class on every coloured token."""
    return Markup("").join(
        Markup('<span class="lean-{}">{}</span>').format(token.kind, token.text)
        if token.kind
        else Markup("{}").format(token.text)
        for token in tokens_of(legible(code))
    )


def _kind(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    if kind == "block":
        return "comment"
    return _kind_of_name(match.group()) if kind == "name" else kind


def _kind_of_name(name: str) -> str:
    if name in _UNFINISHED:
        return "unfinished"
    if name in _KEYWORDS:
        return "keyword"
    if name in _TACTICS:
        return "tactic"
    return "type" if name[0].isupper() else ""


def _end_of_comment(code: str, start: int) -> int:
    """Lean's block comments nest; one that never ends covers the rest."""
    depth = 1
    for edge in _BLOCK_EDGE.finditer(code, start):
        depth += 1 if edge.group() == "/-" else -1
        if depth == 0:
            return edge.end()
    return len(code)
