"""Finite counterexamples for people: Cayley tables, orders, sets; as text and as HTML.

HTML is plain tables and lines with every text escaped: it stands in the evidence page beside the
proof that Lean accepted.
"""

from collections.abc import Iterable, Iterator
from html import escape

from faithsieve.records.lean import ModelPart


def model_lines(parts: Iterable[ModelPart]) -> list[str]:
    """A model as lines for a terminal."""
    return [line for part in parts for line in _part_lines(part)]


def _part_lines(part: ModelPart) -> list[str]:
    match part.kind:
        case "type":
            return [f"{part.name} = {_braced(range(int(part.values[0])))}"]
        case "set":
            return [f"{part.name} = {_braced(at for at, v in enumerate(part.values) if v == '1')}"]
        case "family":
            # The smaller members first.
            masks = sorted(map(int, part.values), key=lambda mask: (mask.bit_count(), mask))
            points = range(part.sizes[0])
            members = (_braced(at for at in points if mask >> at & 1) for mask in masks)
            return [f"{part.name}: {', '.join(members)}"]
        case "table" if len(part.sizes) == 1:
            arrows = (f"{at} ↦ {value}" for at, value in enumerate(part.values))
            return [f"{part.name}: {', '.join(arrows)}"]
        case _ if (covers := hasse(part)) is not None:
            shown = ", ".join(f"{low} < {high}" for low, high in covers)
            return [f"{part.name}: {shown or 'only x ≤ x'} (an order; neighbours are shown)"]
        case "table" | "relation" if len(part.sizes) == 2:
            return _grid_lines(part)
        case _:
            return [f"{part.name} = {' '.join(part.values)}"]


def _grid_lines(part: ModelPart) -> list[str]:
    rows = list(_rows(part))
    width = max(len(value) for row in rows for value in row)
    head = " ".join(str(at).rjust(width) for at in range(part.sizes[1]))
    lines = [f"{part.name}:", f"    │ {head}", f"  ──┼─{'─' * len(head)}"]
    for at, row in enumerate(rows):
        lines.append(f"  {at} │ {' '.join(value.rjust(width) for value in row)}")
    return lines


def _rows(part: ModelPart) -> Iterator[tuple[str, ...]]:
    width = part.sizes[1]
    for start in range(0, len(part.values), width):
        row = part.values[start : start + width]
        yield row if part.kind == "table" else tuple("×" if v == "1" else "·" for v in row)


def _braced(members: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, members)) + "}"


def hasse(part: ModelPart) -> tuple[tuple[int, int], ...] | None:
    """The neighbours of a partial order, or None where the part is none."""
    if part.kind != "relation" or len(part.sizes) != 2 or part.sizes[0] != part.sizes[1]:
        return None
    size = part.sizes[0]
    below = {divmod(at, size) for at, value in enumerate(part.values) if value == "1"}
    strictly = {(a, b) for a, b in below if a != b}
    further = {(a, c) for a, b in strictly for also_b, c in strictly if b == also_b}
    # Where a < b < a, the pair (a, a) is in the second set and not in the first.
    is_order = len(below) == len(strictly) + size and further <= strictly
    return tuple(sorted(strictly - further)) if is_order else None


def model_html(parts: Iterable[ModelPart]) -> str:
    """A model as a piece of a page."""
    pieces = "".join(map(_part_html, parts))
    return f'<div class="finite-model">{pieces}</div>'


def _part_html(part: ModelPart) -> str:
    name = escape(part.name)
    if part.kind in ("table", "relation") and len(part.sizes) == 2 and hasse(part) is None:
        head = "".join(f"<th>{at}</th>" for at in range(part.sizes[1]))
        rows = "".join(
            f"<tr><th>{at}</th>{''.join(f'<td>{escape(value)}</td>' for value in row)}</tr>"
            for at, row in enumerate(_rows(part))
        )
        return f"<table><caption>{name}</caption><tr><th></th>{head}</tr>{rows}</table>"
    return f"<p>{escape(_part_lines(part)[0])}</p>"
