"""Many records in little memory: compressed when they come, built again when they are asked for.

A record takes kilobytes as objects and a few hundred bytes packed. What is asked for is equal to
what came, and a new object every time.
"""

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class Packed(Sequence[T_co]):
    """A sequence that holds its members packed."""

    def __init__(self, members: "Iterable[T_co]" = ()) -> None:
        self._packed = [_pack(member) for member in members]

    def add(self, member: object) -> int:
        """Put a member at the end, and return its place."""
        self._packed.append(_pack(member))
        return len(self._packed) - 1

    def plus(self, others: "Sequence[T_co]") -> "Packed[T_co]":
        """Return these members and then the other ones."""
        both: Packed[T_co] = Packed()
        both._packed = self._packed + as_packed(others)._packed
        return both

    def pick(self, places: Iterable[int]) -> "Packed[T_co]":
        """Choose members by their places, in the given order, without building them."""
        chosen: Packed[T_co] = Packed()
        chosen._packed = [self._packed[place] for place in places]
        return chosen

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, place: int) -> T_co: ...
    @overload
    def __getitem__(self, place: slice) -> "Packed[T_co]": ...
    def __getitem__(self, place: int | slice) -> "T_co | Packed[T_co]":
        if isinstance(place, slice):
            return self.pick(range(*place.indices(len(self))))
        found: T_co = _unpack(self._packed[place])
        return found

    def __iter__(self) -> Iterator[T_co]:
        return map(_unpack, self._packed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(
            one == two for one, two in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} packed members>"


def as_packed(members: Iterable[T_co]) -> Packed[T_co]:
    """Pack members, unless they are packed."""
    return members if isinstance(members, Packed) else Packed(members)


def _pack(member: object) -> bytes:
    return zlib.compress(pickle.dumps(member, protocol=pickle.HIGHEST_PROTOCOL), 1)


def _unpack(packed: bytes) -> Any:
    # Only ever what this process packed itself.
    return pickle.loads(zlib.decompress(packed))
