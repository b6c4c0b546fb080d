"""Which relations and formulas a decomposition lost or changed (app. B.1).

What the step says in signs must be found again, in signs or in words; what it says in words may go
into other words, and is only compared where it was turned round.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from faithsieve.localize.changes import Change, Finding
from faithsieve.localize.decisive_words import decisive_words
from faithsieve.localize.links import Link, name, oriented
from faithsieve.localize.signs_as_words import word_for
from faithsieve.localize.stated_relations import (
    expressions_of,
    intervals_of,
    relations_of,
    unwritten,
)
from faithsieve.localize.told_links import Told, missing_links, take_told
from faithsieve.localize.told_relations import has_order_in_words

_ALIKE = 0.6
_MOST_COMPARED = 50
_ORDERS = "=<>≤≥"
_BOUNDS = frozenset({"lower bound", "upper bound", "above", "below", "over", "under"})


def relation_changes(step: str, joined: str, scopes: str) -> Iterator[Finding]:
    """Equations, inequalities and other relations that are gone or that became others."""
    if _has_same_signs(step, joined) and not _may_be_turned_in_words(step, joined):
        return
    # What new words say may stand in the step in yet other words; a new sign is new.
    new = missing_links(relations_of(joined, in_words=False), relations_of(step))
    lost = _lost(step, joined, scopes)
    turned = [link for link in _turned(step, joined, new) if link not in lost]
    written = frozenset(map(name, expressions_of(joined))) if lost else frozenset()
    successors = {name(s): link for link in reversed(new) for s in (link.left, link.right) if s}
    for link in (*lost, *turned):
        successor = successors.get(name(link.left)) or successors.get(name(link.right))
        if successor is not None:
            yield Finding(Change.RELATION_CHANGED, f"{link} became {successor}")
        elif link in turned:
            yield Finding(Change.RELATION_CHANGED, f"{link} is told otherwise")
        elif _is_told_in_words(link, written) and not _is_related(link, relations_of(joined)):
            continue
        else:
            yield Finding(Change.RELATION_LOST, str(link))


def _may_be_turned_in_words(step: str, joined: str) -> bool:
    more = decisive_words(joined) - decisive_words(step)
    return has_order_in_words(step) or bool(_BOUNDS & more.keys())


def _has_same_signs(step: str, joined: str) -> bool:
    before, after = relations_of(step, in_words=False), relations_of(joined, in_words=False)
    return not missing_links(before, after) and not missing_links(after, before)


def _lost(step: str, joined: str, scopes: str) -> tuple[Link, ...]:
    """The relations in signs that the pieces say neither in signs nor in words."""
    after = relations_of(joined)
    told = Told((*after, *relations_of(scopes)))
    before = dict.fromkeys(relations_of(step, in_words=False))
    missing = [link for link in before if link.left and not told.says(link)]
    in_signs = [link for link in missing if not _has_word(link, step, joined)]
    return take_told(in_signs, tuple(_phrases(after, relations_of(step))), told)


def _phrases(after: Sequence[Link], before: Sequence[Link]) -> Iterator[Link]:
    """What the pieces say of some phrase and the step did not: it may tell one of its relations."""
    said = Counter(link for link in before if not link.left)
    for link in after:
        if not link.left and said[link] == 0:
            yield link
        elif not link.left:
            said[link] -= 1


def _turned(step: str, joined: str, new: Sequence[Link]) -> Iterator[Link]:
    """Relations that may be kept in one place and are changed in another."""
    # The same sides with another sign, or the same left side and sign with another right side.
    changed = {part for link in new for part in _parts(link)}
    fewer = Counter(relations_of(step, in_words=False)) - Counter(relations_of(joined))
    yield from (link for link in fewer if _parts(link) & changed)
    yield from _turned_in_words(relations_of(step), relations_of(joined))


def _turned_in_words(before: Sequence[Link], after: Sequence[Link]) -> list[Link]:
    """Links told in words that are gone while their reverse, or another sign for it, came."""
    told, said = set(map(oriented, after)), set(map(oriented, before))
    gone, come = [link for link in before if oriented(link) not in told], told - said
    return [
        link
        for link in gone
        if any(oriented(other) in come for other in (_reversed(link), *_with_other_signs(link)))
    ]


def _reversed(link: Link) -> Link:
    return link._replace(left=link.right, right=link.left)


def _with_other_signs(link: Link) -> Iterator[Link]:
    """What "is at least" makes of "is", where only words say of what."""
    if not link.left and link.relation in _ORDERS and len(link.right) > 1:
        yield from (link._replace(relation=sign) for sign in _ORDERS if sign != link.relation)


def _parts(link: Link) -> set[tuple[str, str]]:
    return {(link.left, link.right), (link.left, link.relation)}


def _has_word(link: Link, step: str, joined: str) -> bool:
    """Whether the link went into a word that is new, as ``x > 0`` into "positive"."""
    word = word_for(link)
    return word is not None and decisive_words(joined)[word] > decisive_words(step)[word]


def value_changes(step: str, joined: str) -> Iterator[Finding]:
    """Numbers that a phrase is said to be ("its last digit is 3"): one is gone, another came."""
    before, after = relations_of(step), relations_of(joined)
    gone = sorted(_values_of_phrases(before) - _sides(after))
    come = sorted(_values_of_phrases(after) - _sides(before))
    if gone and come:
        yield Finding(Change.NUMBER_LOST, f"{', '.join(gone)} became {', '.join(come)}")


def _values_of_phrases(links: Sequence[Link]) -> set[str]:
    said = {link.right for link in links if not link.left and link.relation == "="}
    return {value for value in said if value.lstrip("-").isdigit()}


def _sides(links: Sequence[Link]) -> set[str]:
    return {side for link in links for side in (link.left, link.right)}


def formula_changes(step: str, joined: str) -> Iterator[Finding]:
    """A formula that stands in no relation may be changed too: one is gone, a like one came."""
    yield from _interval_changes(step, joined)
    before = expressions_of(step)
    if not unwritten(before, (), joined):
        return
    after = expressions_of(joined)
    come = unwritten(after, before, step)[:_MOST_COMPARED]
    for formula in unwritten(before, after, joined)[:_MOST_COMPARED]:
        if likest := get_close_matches(formula, come, n=1, cutoff=_ALIKE):
            yield Finding(Change.FORMULA_CHANGED, f"{formula} became {likest[0]}")


def _interval_changes(step: str, joined: str) -> Iterator[Finding]:
    """The same ends in other brackets."""
    before, after = intervals_of(step), intervals_of(joined)
    come = dict(after - before)
    for ends, brackets in before - after:
        others = [other for where, other in come if where == ends]
        if others:
            detail = f"{brackets[0]}{ends}{brackets[1]} became {others[0][0]}{ends}{others[0][1]}"
            yield Finding(Change.FORMULA_CHANGED, detail)


def _is_related(link: Link, told: Sequence[Link]) -> bool:
    """Whether the pieces relate these two sides, which then is another relation."""
    sides = {name(link.left), name(link.right)}
    return any({name(other.left), name(other.right)} == sides for other in told)


def _is_told_in_words(link: Link, written: frozenset[str]) -> bool:
    """Whether both sides still stand there: then "the sum telescopes to" said how they relate.

    A letter or a digit stands everywhere, so it tells nothing about one relation of it.
    """
    sides = (link.left, link.right)
    telling = link.relation in "=≡" and all(len(side) > 1 for side in sides)
    return telling and all(name(side) in written for side in sides)
