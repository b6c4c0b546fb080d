"""Many records in little memory: JSON when they come, built again when they are asked for.

A record takes kilobytes as objects and a few hundred bytes packed. What is asked for is equal to
what came, and a new object every time.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

from faithsieve.records.base import Record

T_co = TypeVar("T_co", bound=Record, covariant=True)

WORTH_COMPRESSING = 512
"""Bytes. Compressing lets other threads run, and waits for them: too long for a short record."""


class Packed(Sequence[T_co]):
    """A sequence of records of one class, stored as compact JSON and parsed on access."""

    def __init__(self, members: "Iterable[T_co]" = ()) -> None:
        self._kind: type[T_co] | None = None
        self._packed: list[bytes] = []
        for member in members:
            self.add(member)

    def add(self, member: T_co) -> int:  # type: ignore[misc]
        """Append a record and return its index."""
        self._kind = type(member)
        self._packed.append(_pack(member))
        return len(self._packed) - 1

    def pick(self, places: Iterable[int]) -> "Packed[T_co]":
        """Return the records at these indexes, in the given order, without parsing them."""
        chosen: Packed[T_co] = Packed()
        chosen._kind = self._kind
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
        return self._unpack(self._packed[place])

    def __iter__(self) -> Iterator[T_co]:
        return map(self._unpack, self._packed)

    def _unpack(self, packed: bytes) -> T_co:
        assert self._kind is not None
        text = packed if packed.startswith(b"{") else zlib.decompress(packed)
        return self._kind.model_validate_json(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(
            one == two for one, two in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} packed members>"


def _pack(member: Record) -> bytes:
    text = member.model_dump_json(exclude_defaults=True).encode()
    return text if len(text) < WORTH_COMPRESSING else zlib.compress(text, 1)
