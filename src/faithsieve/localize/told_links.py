"""When the links of one text say what a link of another says (app. B.1).

Sides are compared by name, up to what the text calls equal, and last without brackets and layout,
because a difference that nobody can read is not called a change.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from faithsieve.localize.links import MIRROR, Link, bare, is_read, name, oriented

_ANY_MODULUS = "?"
_LIMIT = re.compile(r"lim(?:_\{([^{}]*)\}|_\w)?(.+)")


def missing_links(wanted: Iterable[Link], given: Iterable[Link]) -> tuple[Link, ...]:
    """The wanted links that the given ones do not say; one with an open left side is not wanted.

    Sides that the given links call equal count as the same, because ``a = b < c`` may be told as
    ``a = b`` and ``a < c``. A congruence whose modulus only one of the two names counts as the
    same; the modulus is a number, and numbers are compared by themselves.
    """
    told = Told(given)
    return tuple(link for link in wanted if link.left and not told.says(link))


class Told:
    """The links of a text, in every form that others are compared with."""

    def __init__(self, given: Iterable[Link]) -> None:
        """Take the links; those with an open left side say nothing here."""
        self._given = tuple(link for link in given if link.left)
        self._written = _with_open_moduli(map(oriented, self._given))
        self._congruent: dict[str, _EqualSides] = {}

    def says(self, link: Link) -> bool:
        """Whether one of the links is this one, or several of them say it."""
        return (
            _is_among(oriented(link), self._written)
            or self._says_up_to_equals(link)
            or self._says_congruent(link)
            or self._says_loosely(link)
            or _as_limit(link) in self._limits
        )

    def fits(self, link: Link, half: Link) -> bool:
        """Whether a link with an open left side says it: "is less than b", "is more than a"."""
        right = self._equal.root(half.right)
        if half.relation == link.relation and self._equal.root(link.right) == right:
            return True
        mirrored = MIRROR.get(link.relation) == half.relation
        is_value = half.relation == link.relation == "=" and link.left.isdigit()
        return (mirrored or is_value) and self._equal.root(link.left) == right

    @cached_property
    def _equal(self) -> "_EqualSides":
        return _EqualSides(self._given, "=")

    @cached_property
    def _known(self) -> set[Link]:
        return _with_open_moduli(self._equal.rename(link) for link in self._given)

    @cached_property
    def _limits(self) -> set[Link]:
        return {form for link in self._given for form in (_as_limit(link), *_approach(link))}

    @cached_property
    def _by_layout(self) -> dict[Link, list[Link]]:
        found: dict[Link, list[Link]] = {}
        for link in self._given:
            for form in _with_open_moduli([_bare_link(link)]):
                found.setdefault(form, []).append(link)
        return found

    def _says_up_to_equals(self, link: Link) -> bool:
        renamed = self._equal.rename(link)
        if link.relation == "=" and renamed.left == renamed.right:
            return True
        return _is_among(renamed, self._known)

    def _says_congruent(self, link: Link) -> bool:
        """Whether a congruence follows from others, as ``x ≡ y`` from ``x ≡ 0`` and ``y ≡ 0``."""
        if link.relation not in "=≡":
            return False
        if link.modulus not in self._congruent:
            fitting = (g for g in self._given if g.relation == "=" or _same_modulus(g, link))
            self._congruent[link.modulus] = _EqualSides(fitting, "=≡")
        # Told as an equation it claims more.
        return self._congruent[link.modulus].joins(link) and not self._equal.joins(link)

    def _says_loosely(self, link: Link) -> bool:
        """Whether one of the links is this one in another layout.

        Where both can be read, brackets are content: ``2(x + 1)`` is not ``2x + 1``.
        """
        form = _bare_link(link)
        twin = form._replace(modulus="" if form.modulus else _ANY_MODULUS)
        candidates = (*self._by_layout.get(form, ()), *self._by_layout.get(twin, ()))
        return any(not _is_read_otherwise(link, other) for other in candidates)


def _is_read_otherwise(link: Link, other: Link) -> bool:
    pairs = ((one, two) for one in link[0:3:2] for two in other[0:3:2] if bare(one) == bare(two))
    return any(is_read(one) and is_read(two) and name(one) != name(two) for one, two in pairs)


def _as_limit(link: Link) -> Link:
    """``lim a_n = a`` as ``a_n → a``."""
    limit = _LIMIT.fullmatch(link.left) if link.relation == "=" else None
    left, relation = (limit[2], "→") if limit else (link.left, link.relation)
    return link._replace(left=name(left), relation=relation, right=name(link.right))


def _approach(link: Link) -> tuple[Link, ...]:
    """What stands below a limit: ``n → ∞``."""
    limit = _LIMIT.fullmatch(link.left)
    if limit is None or "→" not in (limit[1] or ""):
        return ()
    left, _, right = limit[1].partition("→")
    return (Link(name(left), "→", name(right)),)


def _same_modulus(one: Link, other: Link) -> bool:
    moduli = {one.modulus, other.modulus}
    return one.relation == "≡" and ("" in moduli or len(moduli) == 1)


def _bare_link(link: Link) -> Link:
    return oriented(link._replace(left=bare(link.left), right=bare(link.right)))


def _with_open_moduli(links: Iterable[Link]) -> set[Link]:
    """The links, and each congruence once more as one that fits a link without a modulus."""
    found = set(links)
    return found | {link._replace(modulus=_ANY_MODULUS) for link in found if link.modulus}


def _is_among(link: Link, written: set[Link]) -> bool:
    twin = link._replace(modulus="" if link.modulus else _ANY_MODULUS)
    return link in written or twin in written


class _EqualSides:
    """Union-find over the sides of equations.

    What equals two numbers ("x = 1 or x = 4") names alternatives, and makes nothing equal.
    """

    def __init__(self, links: Iterable[Link], relations: str) -> None:
        self._parent: dict[str, str] = {}
        equal = [link for link in links if link.relation in relations]
        values: dict[str, set[str]] = {}
        for link in equal:
            values.setdefault(link.left, set()).update({link.right} if link.right.isdigit() else ())
        for link in equal:
            if link.relation != "=" or not link.right.isdigit() or len(values[link.left]) == 1:
                self._parent[self.root(link.left)] = self.root(link.right)

    def root(self, side: str) -> str:
        """The side that stands for all sides equal to this one."""
        named = name(side)
        path = [named]
        while self._parent.get(path[-1], path[-1]) != path[-1]:
            path.append(self._parent[path[-1]])
        self._parent.update(dict.fromkeys(path, path[-1]))
        return path[-1]

    def joins(self, link: Link) -> bool:
        """Whether the two sides of a link are equal."""
        return self.root(link.left) == self.root(link.right)

    def rename(self, link: Link) -> Link:
        """The link between the groups of equal sides that its sides belong to."""
        return oriented(link._replace(left=self.root(link.left), right=self.root(link.right)))


def take_told(links: Sequence[Link], halves: Sequence[Link], told: Told) -> tuple[Link, ...]:
    """The links that no phrase says; each phrase says one, and they come in the same order."""
    left: list[Link] = []
    position = 0
    for link in links:
        place = next(
            (at for at in range(position, len(halves)) if told.fits(link, halves[at])), None
        )
        if place is None:
            left.append(link)
        else:
            position = place + 1
    return tuple(left)
