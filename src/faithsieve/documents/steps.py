"""Tell a document's problem from its proof, and cut the proof into steps.

The author's own numbers win: "Step 3", numbered items, "(3)". Without them every paragraph and
every item of a list is a step, and a proof of one paragraph is cut into sentences. Nothing is
reworded; a formula on a line of its own stays with the sentence it belongs to.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from faithsieve.documents.blocks import Block
from faithsieve.documents.roles import RUN_IN_END, Role, continues_proof, role_of_heading, run_in
from faithsieve.errors import InputError

BLOCK_GAP = "\n\n"
"""What stands between blocks in the text that places are looked up in."""


class Split(StrEnum):
    """How a proof is cut into steps."""

    AUTO = "auto"
    NUMBERED = "numbered"
    PARAGRAPHS = "paragraphs"
    SENTENCES = "sentences"


class Step(NamedTuple):
    """One step, and where it stands in the text of all blocks."""

    text: str
    start: int
    end: int


class FoundProof(NamedTuple):
    problem: str
    steps: tuple[Step, ...]
    split: Split
    notes: tuple[str, ...] = ()


class _Passage(NamedTuple):
    """A block, or the part of a block from one mark at a line's start to the next."""

    block: Block
    start: int
    """Where its text begins in the text of all blocks."""
    text: str
    role: Role = Role.NONE
    """What a heading in front of it says."""
    number: int | None = None
    """Its number as a step, if it has one."""
    kind: str = ""
    """Who numbered it: ``step``, ``item``, ``line`` or ``letter``."""
    heading: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_heading(self) -> bool:
        return self.block.kind == "heading"

    @property
    def says_something(self) -> bool:
        """Whether it has a text, or is the heading of a step."""
        return bool(self.text) or self.kind == "step"


def document_text(blocks: Sequence[Block]) -> str:
    """Join the text of all blocks; offsets of steps refer to it."""
    return BLOCK_GAP.join(block.text for block in blocks)


def find_proofs(
    blocks: Sequence[Block], *, split: Split, name: str, problem: str | None = None
) -> tuple[FoundProof, ...]:
    """Find every problem and its proof.

    Args:
        problem: The problem, where it stands in another file; all of the document is proof then.

    Raises:
        InputError: there is no problem, no proof, or not the steps that were asked for.
    """
    parts = _parts(list(_pieces(blocks)), problem)
    if not parts:
        raise InputError(
            f"{name}: only a problem was found, and no proof; write the proof in paragraphs or "
            "numbered steps below it, under a heading such as 'Proof.'"
        )
    found = []
    for asked, pieces in parts:
        if not asked.strip():
            raise InputError(
                f"{name}: no problem stands before the proof; write it there, under a heading "
                "such as 'Problem.', or name a file with --problem"
            )
        found.append(_cut(asked, pieces, split, name))
    return tuple(found)


# ---- pieces

_MARKS = r"[#*_> \t]{0,20}"
_AFTER = (
    rf"(?:[ \t*_{RUN_IN_END}]*[:.)–—-][:.)*_–—{RUN_IN_END}-]*|[*_{RUN_IN_END}]+"
    r"|[ \t]*\([^()\n]{1,80}\)[:.]?|[ \t]*(?=\n|$))[ \t]*"
)
_STEP = re.compile(rf"{_MARKS}[Ss](?:tep|TEP)[ \t~]*(?P<number>\d{{1,4}}){_AFTER}")
_LINE_NUMBER = re.compile(r"[ \t]*(?:\((?P<round>\d{1,3})\)|(?P<bare>\d{1,3})[.)])[ \t]+(?=\S)")
_LINE_LETTER = re.compile(r"[ \t]*\(?(?P<letter>[ivx]{1,5}|[a-h])\)[ \t]+(?=\S)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv")
_BARE = re.compile(r"\d{1,3}[.)]\s")
_LINE_START = re.compile(r"(?:\A|\n)(?P<indent>[ \t]*)")
_PASSED_OVER = re.compile(
    r"\\\[.{0,4000}?\\\]|\$\$.{0,4000}?\$\$|```.{0,20000}?(?:```|\Z)", re.DOTALL
)
_NEW_LINE_HEADING = re.compile(rf"{_MARKS}[A-Z]")


def _pieces(blocks: Sequence[Block]) -> Iterator[_Passage]:
    offset = last = 0
    for block in blocks:
        for start, end in _line_spans(block, last):
            piece = _marked(block, offset + start, block.text[start:end])
            last = last if piece.number is None else piece.number
            yield piece
        offset += len(block.text) + len(BLOCK_GAP)


def _line_spans(block: Block, last: int) -> Iterator[tuple[int, int]]:
    """Cut a block where a line begins with a heading or a step's number.

    A list goes on from the ``last`` number before the block; one inside a step is indented more.
    """
    if block.kind == "heading":
        yield 0, len(block.text)
        return
    # A line inside a formula or a code block begins nothing.
    lines = _PASSED_OVER.sub(lambda match: match.group().replace("\n", " "), block.text)
    starts = [(line.end(), len(line["indent"])) for line in _LINE_START.finditer(lines)]
    marks = {at: mark[0] for at, _ in starts if (mark := _line_mark(block.text, at))}
    outer = min((indent for at, indent in starts if at in marks), default=0)
    cuts = [0]
    for at, indent in starts:
        # A gap between bare numbers is kept, to be told; "(7)" is more likely a formula's.
        goes_on = at in marks and (marks[at] in (1, last + 1) or (last and _BARE.match(lines, at)))
        if goes_on and indent == outer:
            last = marks[at]
            cuts.append(at)
        elif _STEP.match(block.text, at) or (
            _NEW_LINE_HEADING.match(block.text, at) and run_in(block.text, at)
        ):
            cuts.append(at)
    edges = [*dict.fromkeys(cuts), len(block.text)]
    yield from pairwise(edges)


def _marked(block: Block, start: int, text: str) -> _Passage:
    """Parse the heading and the step number at the start of a piece."""
    piece = _Passage(block, start, text.rstrip())
    if step := _STEP.match(text):
        return _shortened(piece, step.end(), number=int(step["number"]), kind="step")
    if block.kind == "heading":
        return _heading(piece)
    if found := run_in(text):
        role, end = found
        piece = _shortened(piece, end)._replace(role=role, heading=text[:end].strip())
        if step := _STEP.match(piece.text):
            return _shortened(piece, step.end(), number=int(step["number"]), kind="step")
    if block.kind == "item" and block.level == 1 and block.number is not None:
        return piece._replace(number=block.number, kind="item")
    if block.kind == "text" and block.level == 0 and (line := _line_mark(piece.text)):
        # It may count cases and no steps, so it stays until the steps are known.
        return piece._replace(number=line[0], kind=line[1])
    return piece


def _line_mark(text: str, at: int = 0) -> tuple[int, str] | None:
    """Read "(3)", "3." or "(iii)" in front of a line: its number and its kind."""
    if found := _LINE_NUMBER.match(text, at):
        return int(found["round"] or found["bare"]), "line"
    if found := _LINE_LETTER.match(text, at):
        letter = found["letter"]
        if letter not in _ROMAN and len(letter) > 1:
            return None
        number = _ROMAN.index(letter) + 1 if letter in _ROMAN else ord(letter) - ord("a") + 1
        return number, "letter"
    return None


def _heading(piece: _Passage) -> _Passage:
    role = role_of_heading(piece.text)
    opened = run_in(piece.text)
    if opened and opened[0] is role:
        short = _shortened(piece, opened[1])
        return short._replace(role=role, heading=piece.text[: opened[1]].strip())
    words = len(piece.text.split())
    if role is Role.NONE or (words > 4 and not re.match(rf"\W*{role}", piece.text, re.I)):
        return piece
    return _shortened(piece, len(piece.text))._replace(role=role, heading=piece.text)


def _shortened(piece: _Passage, by: int, *, number: int | None = None, kind: str = "") -> _Passage:
    by = min(by, len(piece.text))
    text = piece.text[by:]
    lead = len(text) - len(text.lstrip())
    return piece._replace(
        start=piece.start + by + lead,
        text=text[lead:],
        number=piece.number if number is None else number,
        kind=kind or piece.kind,
    )


# ---- problem and proof

_TASK = re.compile(
    r"\b(?:prove|show|find|solve|determine|compute|evaluate|calculate|verify|simplify|factor"
    r"|deduce|establish|decide|derive|how many|how much|what is|which|is it true)\b|\?\s*$",
    re.IGNORECASE,
)
_NEW_PROBLEM = re.compile(r"\W*(?:problem|exercise|question|task|theorem)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:second|third|another|alternative|[2-9])\b", re.IGNORECASE)

_Part = tuple[str, list[_Passage]]


class _Section(NamedTuple):
    """Neighbouring pieces with one role."""

    role: Role
    pieces: list[_Passage]
    label: str = ""


def _parts(pieces: list[_Passage], problem: str | None) -> list[_Part]:
    sections = _sections(pieces)
    proofs = [section for section in sections if section.role is Role.PROOF and section.pieces]
    if problem is not None:
        proof = [piece for section in proofs for piece in section.pieces]
        whole = [p for p in pieces if not (p.is_heading and p.number is None and not p.role)]
        return [(problem, proof or [piece for piece in whole if piece.says_something])]
    if proofs:
        return list(_by_sections(sections))
    found = _after_problem(sections, pieces)
    return [found] if found[1] else []


def _sections(pieces: Sequence[_Passage]) -> list[_Section]:
    sections: list[_Section] = [_Section(Role.NONE, [])]
    role, level, last_level, group = Role.NONE, 0, 0, 0
    for piece in pieces:
        if piece.block.group:
            if piece.block.group != group:
                group = piece.block.group
                sections.append(_Section(piece.block.role, [], piece.block.label))
            sections[-1].pieces.append(_plain(piece))
            continue
        if group:
            group = 0
            sections.append(_Section(role, []))
        if piece.is_heading:
            last_level = piece.block.level
        opened = _opens(piece, role, level)
        if opened is not None:
            role, level = opened, last_level if not piece.is_heading else piece.block.level
            sections.append(_Section(role, []))
        sections[-1].pieces.append(piece if opened is not None else _plain(piece, role))
    return sections


def _opens(piece: _Passage, role: Role, level: int) -> Role | None:
    """Return the role of the section that a piece begins, or None if it continues its section."""
    if piece.is_heading and piece.kind != "step" and piece.role is Role.NONE:
        inside = piece.block.level > level or continues_proof(piece.text)
        return None if role is Role.PROOF and inside else Role.NONE
    match piece.role:
        case Role.NONE:
            return None
        case Role.PROOF if role is Role.PROOF:
            return Role.PROOF if _ANOTHER.search(piece.heading) else None
        case Role.PROBLEM if role is Role.PROOF:
            return Role.PROBLEM if _NEW_PROBLEM.match(piece.heading) else None
        case Role.CONTEXT if role is Role.PROOF:
            return None
        case found:
            return found


def _plain(piece: _Passage, role: Role = Role.PROOF) -> _Passage:
    """Put a piece's heading back into its text: inside a proof "Claim." is the author's word."""
    if not piece.heading or role is not Role.PROOF or piece.role is Role.PROOF:
        return piece
    return piece._replace(text=f"{piece.heading} {piece.text}".strip())


def _by_sections(sections: Sequence[_Section]) -> Iterator[_Part]:
    """Pair every proof with the statement before it; earlier statements are known by then."""
    known: list[str] = []
    defined: list[_Passage] = []
    nearby: list[_Passage] = []
    statement: list[_Passage] = []
    headings: list[str] = []
    label = asked = ""
    for section in sections:
        texts = [piece for piece in section.pieces if not piece.is_heading or piece.kind == "step"]
        headings = [_title(p) for p in section.pieces if _title(p)] or headings
        match section.role:
            case Role.PROOF:
                pieces = [piece for piece in section.pieces if piece.says_something]
                if not pieces:
                    continue
                # A second answer to the same question has no words of its own before it.
                asked = _text([*defined, *nearby, *statement]) or asked
                asked = asked or (headings[-1] if headings else "")
                yield "\n\n".join([*known, asked]) if known else asked, pieces
                if label and statement:
                    known = [*known, f"{label} (shown before): {_text(statement)}"]
                    nearby, statement = [], []
                nearby = []
            case Role.PROBLEM:
                is_new = bool(section.pieces and section.pieces[0].heading) or section.label
                statement = texts if is_new else [*statement, *texts]
                opening = section.pieces[0] if section.pieces else None
                if opening is not None and opening.is_heading and opening.text:
                    statement = [opening, *statement]
                label = section.label
            case Role.CONTEXT:
                # A definition holds for all that follows; a remark does no harm.
                defined = [*defined, *texts]
            case _:
                # A heading starts a new subject; what stood before it was about another.
                has_heading = any(piece.is_heading for piece in section.pieces)
                nearby = texts if has_heading else [*nearby, *texts]


def _after_problem(sections: Sequence[_Section], pieces: Sequence[_Passage]) -> _Part:
    """Find the proof where no heading names it: behind the statement, or after the first words."""
    texts = [piece for piece in pieces if piece.says_something and not _is_title(piece)]
    titles = [piece.text for piece in pieces if _is_title(piece) and piece.text]
    stated = next((s for s in sections if s.role is Role.PROBLEM and s.pieces), None)
    first_mark = next((at for at, p in enumerate(texts) if p.number and p.kind != "letter"), None)
    named = next((at for at, p in enumerate(texts) if p.kind == "step"), None)
    cut = first_mark if named is None else named
    if stated is not None and stated.pieces[0].block.group:
        group = stated.pieces[0].block.group
        inside = [at for at, piece in enumerate(texts) if piece.block.group == group]
        return _text(texts[: inside[-1] + 1]), texts[inside[-1] + 1 :]
    if cut is not None and (cut > 0 or not titles):
        return _text(texts[:cut]), texts[cut:]
    if cut == 0 or not texts:
        return (titles[-1] if titles else ""), texts
    begins = 1
    if titles and _TASK.search(titles[-1]) and not _TASK.search(texts[0].text):
        return titles[-1], texts
    while begins < len(texts) and _continues(texts[begins - 1].text, texts[begins]):
        begins += 1
    return _text(texts[:begins]), texts[begins:]


_LEADING_WORD = re.compile(r"\W*(?:proof|solution|answer)\s+(?:that|of|to|for)\s+", re.IGNORECASE)
_SHORTEST_TITLE = 3


def _title(piece: _Passage) -> str:
    """Return a heading that says what is shown, such as "Proof that 2 + 2 = 4"; not "Proof"."""
    words = _LEADING_WORD.sub("", piece.text or piece.heading) if piece.is_heading else ""
    return words if piece.text or len(words.split()) >= _SHORTEST_TITLE else ""


def _is_title(piece: _Passage) -> bool:
    return piece.is_heading and piece.kind != "step"


# ---- steps

_MOST_OUTSIDE = 2
"""Paragraphs before or behind a numbered list that still belong to its first and last item."""
_ENDS_OPEN = re.compile(r"[:,]\s*$")
_ENDS = re.compile(r"[.!?:;)\]”\"'`]\s*$|[.!?]\s*(?:\\\]|\$\$?)\s*$")
_END_ONLY = re.compile(
    r"\W*(?:Q\.?\s?E\.?\s?D|\$?\\(?:square|blacksquare|Box|qed)\$?|[∎□■◻])?\W*", re.IGNORECASE
)
_FORMULA_ONLY = re.compile(
    r"(?:\\\[.{0,4000}?\\\]|\$\$.{0,4000}?\$\$)[\s.,;]*(?:\(\d+\))?[\s.,;]*", re.DOTALL
)


def _cut(problem: str, pieces: list[_Passage], split: Split, name: str) -> FoundProof:
    numbered = _numbered(pieces, name, forced=split is Split.NUMBERED)
    if split is Split.NUMBERED and numbered is None:
        raise InputError(
            f"{name}: no numbered steps were found; leave --split out, or take paragraphs"
        )
    if numbered is not None and split in (Split.AUTO, Split.NUMBERED):
        return FoundProof(problem, *numbered)
    groups = _paragraphs(pieces)
    if split is Split.SENTENCES or (split is Split.AUTO and len(groups) == 1):
        sentences = [step for group in groups for step in _sentences(group)]
        if split is Split.SENTENCES or len(sentences) > 1:
            return FoundProof(problem, tuple(sentences), Split.SENTENCES)
    return FoundProof(problem, tuple(map(_step, groups)), Split.PARAGRAPHS)


def _numbered(
    pieces: list[_Passage], name: str, *, forced: bool
) -> tuple[tuple[Step, ...], Split, tuple[str, ...]] | None:
    """Cut the steps by the author's numbers; None if the numbers do not cover the proof."""
    for kind in ("step", "item", "line", "letter"):
        marks = [at for at, piece in enumerate(pieces) if piece.kind == kind]
        numbers = [pieces[at].number for at in marks]
        is_run = numbers == [*range(1, len(marks) + 1)]
        is_told = kind == "step" or (
            kind == "line" and all(_BARE.match(pieces[at].text) for at in marks)
        )
        if not marks or (kind in ("line", "letter") and not is_run and not is_told):
            continue
        if is_told and not is_run:
            raise InputError(f"{name}: {_gap(numbers)}; steps must be numbered 1, 2, 3, …")
        if not is_run or (kind == "letter" and len(marks) == 1):
            return None
        is_weak = kind in ("item", "letter") and not forced
        if is_weak and _outside(pieces, marks) > _MOST_OUTSIDE:
            return None
        return _by_marks([_unmarked(piece, kind) for piece in pieces], marks, name)
    return None


def _outside(pieces: list[_Passage], marks: list[int]) -> int:
    """Count the paragraphs before the first mark or behind the last one's list."""
    before = sum(not _FORMULA_ONLY.fullmatch(piece.text) for piece in pieces[: marks[0]])
    behind = sum(
        piece.block.level == 0 and not _FORMULA_ONLY.fullmatch(piece.text)
        for piece in pieces[marks[-1] + 1 :]
    )
    return max(before, behind)


def _unmarked(piece: _Passage, kind: str) -> _Passage:
    pattern = {"line": _LINE_NUMBER, "letter": _LINE_LETTER}.get(kind)
    mark = pattern.match(piece.text) if pattern and kind == piece.kind else None
    return _shortened(piece, mark.end()) if mark else piece


def _gap(numbers: Sequence[int | None]) -> str:
    at = next(at for at, number in enumerate(numbers, start=1) if number != at)
    return f"expected step {at}, found {numbers[at - 1]}"


def _by_marks(
    pieces: list[_Passage], marks: list[int], name: str
) -> tuple[tuple[Step, ...], Split, tuple[str, ...]]:
    ends = [*marks[1:], len(pieces)]
    steps = []
    for number, (start, end) in enumerate(zip(marks, ends, strict=True), start=1):
        group = pieces[0 if number == 1 else start : end]
        if not any(piece.text for piece in pieces[start:end]):
            raise InputError(f"{name}: step {number} is empty")
        steps.append(_step([piece for piece in group if piece.text]))
    note = "the text between the proof's heading and step 1 was taken into step 1"
    return tuple(steps), Split.NUMBERED, (note,) if marks[0] else ()


def _paragraphs(pieces: Sequence[_Passage]) -> list[list[_Passage]]:
    """Group pieces that belong together: a paragraph with its formulas and inner lists."""
    groups: list[list[_Passage]] = []
    for piece in pieces:
        if groups and piece.text and _belongs(groups[-1], piece):
            groups[-1].append(piece)
        elif piece.text:
            groups.append([piece])
    return groups


def _belongs(group: Sequence[_Passage], piece: _Passage) -> bool:
    if group[-1].is_heading or piece.is_heading:
        return group[-1].is_heading
    is_item = piece.block.kind == "item" and piece.block.level == 1
    if piece.block.kind == "table" or (piece.block.level > 0 and not is_item):
        return True
    return not is_item and _continues(group[-1].text, piece)


def _continues(before: str, piece: _Passage) -> bool:
    """Return whether a paragraph goes on with the sentence before it."""
    if _FORMULA_ONLY.fullmatch(piece.text) or _END_ONLY.fullmatch(piece.text):
        return True
    starts_small = piece.text[:1].islower()
    after_formula = before.rstrip().endswith((r"\]", "$$")) or _ENDS_OPEN.search(before)
    return starts_small and bool(after_formula or not _ENDS.search(before))


def _sentences(group: Sequence[_Passage]) -> Iterator[Step]:
    """Cut one paragraph with its formulas into sentences."""
    if any(piece.block.kind == "item" for piece in group[1:]):
        yield _step(group)
        return
    held: Step | None = None
    for piece in group:
        for start, end in sentence_spans(piece.text):
            text = piece.text[start:end]
            is_rest = _FORMULA_ONLY.fullmatch(text) or _END_ONLY.fullmatch(text)
            if held and (is_rest or not _ENDS.search(held.text)):
                held = Step(f"{held.text}\n{text}", held.start, piece.start + end)
                continue
            if held:
                yield held._replace(text=_clean(held.text))
            held = Step(text, piece.start + start, piece.start + end)
    if held:
        yield held._replace(text=_clean(held.text))


def _step(group: Sequence[_Passage]) -> Step:
    return Step(_text(group), group[0].start, group[-1].end)


def _text(pieces: Sequence[_Passage]) -> str:
    parts: list[str] = []
    for at, piece in enumerate(pieces):
        if not piece.text:
            continue
        gap = "\n" if parts and piece.block is pieces[at - 1].block else BLOCK_GAP
        parts += [gap] if parts else []
        parts.append(f"{_bullet(piece)}{piece.text}" if parts else piece.text)
    return _clean("".join(parts))


def _bullet(piece: _Passage) -> str:
    if piece.block.kind != "item" or (piece.block.level == 1 and piece.number is not None):
        return ""
    number = piece.block.number
    return "  " * (piece.block.level - 1) + ("- " if number is None else f"{number}. ")


def _clean(text: str) -> str:
    text = text.replace(RUN_IN_END, "").replace("\N{ZERO WIDTH SPACE}", "")
    return re.sub(r"[ \t]+\n", "\n", text).strip()


# ---- sentences

_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "cf", "resp", "w.r.t", "wlog", "w.l.o.g", "vs", "dr", "mr", "mrs", "prof"}
    | {"approx", "viz", "incl", "a.e", "i.i.d", "s.t", "al"}
)
# "No. 5" and "Eq. (2)" go on; "No. We check" does not.
_BEFORE_NUMBERS = frozenset(
    {"thm", "prop", "lem", "cor", "eq", "eqs", "fig", "no", "sec", "ch", "def", "ex", "p", "pp"}
)
_DIGITS = re.compile(r"\s*[\d($]")
# A formula, code or a bracket is passed over whole; what is left are words and their ends.
_UNIT = re.compile(
    r"\\\[.{0,4000}?\\\]|\\\(.{0,4000}?\\\)|(?<!\\)\$\$.{0,4000}?\$\$"
    r"|(?<!\\)\$(?:[^$\\]|\\.){0,4000}\$|`[^`]{0,4000}`"
    r"|(?P<end>[.?!]+[)\]”’\"']*)(?=\s|$)",
    re.DOTALL,
)
_LAST_WORD = re.compile(r"[\w.]+$")
_CLOSING = re.compile(r"[.?!]\s*(?:\\\]|\$\$)$")
_STARTS = re.compile(r"\s*(?:[A-Z0-9(“‘\"]|\\\(|\\\[|\$|[^\W\d_a-z])")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of every sentence, without white space at its edges."""
    start = 0
    for unit in _UNIT.finditer(text):
        if unit["end"] is not None:
            is_end = not _is_abbreviation(text, start, unit.start()) and unit["end"][0] != "…"
        else:
            is_end = _CLOSING.search(unit.group()) is not None
        if is_end and _STARTS.match(text, unit.end()):
            yield from _trimmed(text, start, unit.end())
            start = unit.end()
    yield from _trimmed(text, start, len(text))


def _is_abbreviation(text: str, start: int, at: int) -> bool:
    word = _LAST_WORD.search(text[max(start, at - 12) : at])
    if word is None:
        return False
    found = word.group().lower()
    is_numbered = found in _BEFORE_NUMBERS and _DIGITS.match(text, at + 1) is not None
    return found in _ABBREVIATIONS or is_numbered


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
