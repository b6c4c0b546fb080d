"""Which numbers a decomposition lost, put in or replaced (app. B.1)."""

from collections.abc import Iterator

from faithsieve.localize.changes import Change, Finding
from faithsieve.localize.decisive_words import decisive_words
from faithsieve.localize.signs_as_words import NUMBER_IN_WORD
from faithsieve.localize.stated_numbers import (
    counted_of,
    lists_of,
    matrices_of,
    measured_of,
    moduli_of,
    needed_numbers_of,
    numbers_of,
    occurrences_of,
    range_ends_of,
    ratios_of,
)

_MOST_LISTS = 50


def number_changes(step: str, joined: str, scopes: str) -> Iterator[Finding]:
    """Numbers of the step that the pieces have not, and the other way round."""
    before, after, needed = numbers_of(step), numbers_of(joined), needed_numbers_of(step)
    scope_numbers = numbers_of(scopes)
    lost = needed - after - scope_numbers - _numbers_in_words(joined, step)
    # "The two tangents" says what "the tangents" or "both" meant.
    both = frozenset({"2"}) if decisive_words(step)["each"] else frozenset()
    new = after if lost else needed_numbers_of(joined)
    added = new - both - before - scope_numbers - _numbers_in_words(step, joined)
    if lost:
        yield Finding(Change.NUMBER_LOST, ", ".join(sorted(lost)))
    if added:
        yield Finding(Change.NUMBER_ADDED, ", ".join(sorted(added)))
    if (told_matrices := matrices_of(joined)) and (gone := matrices_of(step) - told_matrices):
        yield Finding(Change.NUMBER_LOST, f"the matrix {min(gone)}")
    # A list can get a member that the step names elsewhere, as the divisors of 12 get 12.
    told = lists_of(joined)
    for listed in sorted(lists_of(step) - told)[:_MOST_LISTS]:
        for other in sorted(told)[:_MOST_LISTS]:
            if set(listed) < set(other):
                extra = sorted(set(other) - set(listed))
                yield Finding(Change.NUMBER_ADDED, f"{', '.join(extra)} in a list")
    yield from _replaced_numbers(step, joined)


def _numbers_in_words(said: str, unsaid: str) -> frozenset[str]:
    """A zero, where one text says "positive" or "nonzero" more often than the other; and so on."""
    more = decisive_words(said) - decisive_words(unsaid)
    return frozenset(NUMBER_IN_WORD[word] for word in more if word in NUMBER_IN_WORD)


def _replaced_numbers(step: str, joined: str) -> Iterator[Finding]:
    """A number may become one that stands elsewhere in the step; then its place tells.

    What it counts, the fraction it stands in and the end of a range are such places: one number
    went from there and another came.
    """
    fewer = occurrences_of(step) - occurrences_of(joined)
    for places in (counted_of, measured_of, moduli_of, ratios_of, range_ends_of):
        before, after = places(step), places(joined)
        come = after - before
        for place, number in before - after if come else ():
            successors = [other for where, other in come if where == place]
            if successors and (fewer[number] or places is not counted_of):
                detail = f"{number} {place} became {min(successors)} {place}"
                yield Finding(Change.NUMBER_LOST, detail)
