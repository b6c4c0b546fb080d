"""Which units one call asks about, and how they are shown where the proof does not fit.

A proof that fits stands in the prefix, so a unit is named by its segments. Of a longer one the
prefix has only an outline: there a call asks about no more units than it can show in full, and
writes them out. Only a unit that is longer than that by itself is cut; stage one flags it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from faithsieve.localize.reading import cut_to, estimate_tokens, on_one_line, shortened

_LONGEST_PLACE = 60


def unit_portions(
    texts: Sequence[str], most: int, *, overlap: int = 0, limit: int | None = None
) -> Iterator[tuple[int, int]]:
    """Cut the units into runs, each given by its first and last number.

    Args:
        texts: What the units say.
        most: Units a run may hold.
        overlap: Units a run shares with the run before.
        limit: Tokens of text a run may hold, or None where no text is shown.
    """
    first = 1
    while True:
        run = texts[first - 1 : first - 1 + most]
        size = len(run) if limit is None else count_fitting(run, limit)
        last = first + size - 1
        yield first, last
        if last == len(texts):
            return
        # Where only a few long units fit, sharing most of them would ask about each many times.
        shared = min(overlap, size - 1 if size == most else size // 4)
        first = last + 1 - shared


def count_fitting(texts: Sequence[str], limit: int) -> int:
    """How many texts fit into a call, in order; the first is always taken."""
    used = 0
    for count, text in enumerate(texts):
        used += estimate_tokens(text)
        if used > limit and count:
            return count
    return len(texts)


def name_place(place: str, limit: int | None) -> str:
    """How a unit is named in a list: its segments, or the beginning of its text."""
    return on_one_line(place) if limit is None else shortened(place, _LONGEST_PLACE)


def write_out(line: str, text: str, limit: int | None) -> str:
    """The line of a unit that is asked about, with its text where the prefix lacks it."""
    if limit is None:
        return line
    return f"{line}\n  {cut_to(on_one_line(text), limit)}"


def list_units(lines: Mapping[int, str], asked: Iterable[int], limit: int | None) -> str:
    """Join the lines of units; of those not asked about, the last ones that fit.

    Args:
        lines: What is shown of each unit, by its number.
        asked: The units the call is about; they are always listed.
        limit: Tokens for the others, or None for all of them.
    """
    if limit is None:
        return "\n".join(_joined_runs(lines))
    wanted = set(asked)
    others = [number for number in sorted(lines, reverse=True) if number not in wanted]
    dropped = set(others[count_fitting([lines[number] for number in others], limit) :])
    head = "The proof above is shortened; the units asked about are written out here."
    if dropped:
        head += f" Units {min(dropped)} to {max(dropped)} are not all listed."
    return "\n".join([head, *(line for number, line in lines.items() if number not in dropped)])


_LONGEST_RUN = 12


def _joined_runs(lines: Mapping[int, str]) -> Iterator[str]:
    """The lines; a long run of units that are one plain segment each takes one line."""
    plain = [number for number, line in lines.items() if line == f"{number} [{number}]"]
    runs: list[list[int]] = []
    for number in plain:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    long = {run[0]: run[-1] for run in runs if len(run) > _LONGEST_RUN}
    inside = {n for first, last in long.items() for n in range(first + 1, last + 1)}
    for number, line in lines.items():
        if number in long:
            yield f"{number} to {long[number]}: one segment each, [{number}] to [{long[number]}]"
        elif number not in inside:
            yield line
