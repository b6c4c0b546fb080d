"""What both wordings of decomposition share: the stages they bill, their result, their steps."""

from collections.abc import Sequence
from typing import NamedTuple

from faithsieve.localize.grouping import Draft
from faithsieve.localize.reading import Portion, Reading
from faithsieve.localize.segments import Segment
from faithsieve.records.digest import Digest

STAGE = "localize.decompose"
CHECK_STAGE = "localize.decompose_check"


class Answered(NamedTuple):
    """The substeps of one portion, before numbering."""

    drafts: tuple[Draft, ...]
    notes: tuple[str, ...]
    keys: tuple[Digest, ...]


def runs_of_steps(segments: Sequence[Segment]) -> dict[int, list[Segment]]:
    """The segments of each step, in order."""
    runs: dict[int, list[Segment]] = {}
    for segment in segments:
        runs.setdefault(segment.step, []).append(segment)
    return runs


def segments_within(reading: Reading, portion: Portion) -> tuple[Segment, ...]:
    """The segments one portion asks about."""
    return reading.segments[portion.first - 1 : portion.last]
