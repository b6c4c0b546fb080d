"""Where capabilities come from: a table of model families, the user, and what a model refuses.

The table is data (``families.toml``); each entry has its page and the date of its check. A refusal
is recognised from the fields of the provider's error and, where those are missing, from its words;
it must name something that was in the request. Anything else is no lesson and stays an error.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from datetime import date
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from faithsieve.errors import ProviderError
from faithsieve.records.base import Record
from faithsieve.records.model import Capabilities, LimitField, Overrides, SystemRole


class Family(Record):
    name: str
    """What the family is called in messages."""
    models: tuple[str, ...] = ()
    """Patterns for the model's name; none fits every name."""
    hosts: tuple[str, ...] = ()
    """Patterns for the endpoint's host; none fits every host."""
    source: str
    """The page that says so."""
    checked: date
    """When the entry was last held against that page."""
    capabilities: Overrides
    """The first guess."""

    def fits(self, model: str, host: str) -> bool:
        bare = model.rpartition("/")[2].lower()
        return _any_fits(self.models, bare) and _any_fits(self.hosts, host.lower())


def _any_fits(patterns: tuple[str, ...], text: str) -> bool:
    return not patterns or any(fnmatchcase(text, pattern) for pattern in patterns)


@lru_cache(maxsize=1)
def known_families() -> tuple[Family, ...]:
    """Read the bundled table of model families, the most specific first."""
    text = files("faithsieve.llm").joinpath("families.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    described = {"name", "models", "hosts", "source", "checked"}
    return tuple(
        Family(
            **{name: entry[name] for name in described & entry.keys()},
            capabilities=Overrides(**{k: v for k, v in entry.items() if k not in described}),
        )
        for entry in table["families"]
    )


def find_family(model: str, host: str) -> Family | None:
    """Return the first family of the table that a model at a host belongs to."""
    return next((family for family in known_families() if family.fits(model, host)), None)


def guess_capabilities(model: str, host: str, overrides: Overrides | None = None) -> Capabilities:
    """Guess the capabilities of a new model: its family's, then the user's overrides."""
    family = find_family(model, host)
    guessed = Capabilities().with_overrides(family.capabilities if family else Overrides())
    return guessed.with_overrides(overrides or Overrides())


_LESSON_STATUSES = frozenset({400, 404, 405, 415, 422, 501})

_OBJECTIONS = (
    "unsupported", "not support", "n't support", "unrecognized", "unknown", "unexpected",
    "not permit", "not allow", "not available", "unavailable", "invalid", "deprecated", "extra",
    "only the default", "must be", "cannot", "not a valid", "removed", "should be", "ignored",
)  # fmt: skip


class _Refused(NamedTuple):
    """A refused request and what the provider said about it, in small letters."""

    fault: ProviderError
    said: str
    body: Mapping[str, Any]

    def says(self, pattern: str) -> bool:
        return re.search(pattern, self.said) is not None

    def objects_to(self, name: str) -> bool:
        """Return whether the refusal is about a field, by its own field or by its words."""
        if (self.fault.refusal.param or "").split(".")[0] == name:
            return True
        named = self.says(rf"(?<![a-z_]){re.escape(name)}(?![a-z_])")
        return named and any(word in self.said for word in _OBJECTIONS)


def learn(
    before: Capabilities,
    fault: ProviderError,
    body: Mapping[str, Any],
    tried: Collection[Capabilities] = (),
) -> Capabilities:
    """Return the capabilities adjusted to a refusal; unchanged if it says nothing about them.

    Args:
        body: The refused request, since only what was sent can be refused.
        tried: Ways that were refused before; none of them is a lesson.
    """
    if fault.status not in _LESSON_STATUSES:
        return before
    refusal = fault.refusal
    said = f"{refusal.param or ''} {refusal.code or ''} {refusal.said or fault}".lower()
    for lesson in _LESSONS:
        after = lesson(before, _Refused(fault, said, body))
        if after != before and after not in tried:
            return after
    return before


def _streaming(now: Capabilities, refused: _Refused) -> Capabilities:
    if refused.says(r"only support\w* stream|stream\w* (is |must be )(required|true|enabled)"):
        return now.changed(stream=True)
    return now


def _too_much_output(now: Capabilities, refused: _Refused) -> Capabilities:
    asked = next((refused.body[name] for name in _LIMITS if name in refused.body), None)
    if asked is None or not refused.says(r"at most|maximum|too large|less than|exceed|<=|>"):
        return now
    allowed = [int(number) for number in re.findall(r"\d+", refused.said.replace(",", ""))]
    fitting = [number for number in allowed if 16 <= number < asked]
    if fitting and any(
        name in refused.said for name in (*_LIMITS, "completion tokens", "output tokens")
    ):
        return now.changed(most_output_tokens=max(fitting))
    return now


def _limit_name(now: Capabilities, refused: _Refused) -> Capabilities:
    if now.limit_field not in refused.body or not refused.objects_to(now.limit_field):
        return now
    other: LimitField = "max_tokens"
    if now.limit_field == "max_tokens":
        other = "max_completion_tokens"
    return now.changed(limit_field=other)


def _reply_format(now: Capabilities, refused: _Refused) -> Capabilities:
    names = ("response_format", "output_format", "output_config.format")
    words = ("schema", "structured output", "grammar")
    if now.reply_format == "none" or "response_format" not in refused.body:
        return now
    if not any(name in refused.said for name in (*names, *words)):
        return now
    if now.reply_format == "strict" and refused.says(r"\bstrict\b|additionalproperties"):
        return now.changed(reply_format="schema")
    if "json_object" in refused.said and now.reply_format in ("strict", "schema"):
        return now.changed(reply_format="object")
    return now.changed(reply_format="none")


def _role(now: Capabilities, refused: _Refused) -> Capabilities:
    speaks_of_roles = "role" in refused.said or (refused.fault.refusal.param or "").startswith(
        ("messages", "input")
    )
    if not speaks_of_roles or now.system_role not in refused.said:
        return now
    following: dict[SystemRole, SystemRole] = {"developer": "system", "system": "user"}
    return now.changed(system_role=following.get(now.system_role, now.system_role))


def _effort(now: Capabilities, refused: _Refused) -> Capabilities:
    names = ("reasoning_effort", "reasoning", "thinking", "chat_template_kwargs")
    sent = [name for name in names if name in refused.body]
    if not sent or not any(refused.objects_to(name) for name in (*sent, "effort")):
        return now
    return now.changed(effort_style="none")


def _sampling(now: Capabilities, refused: _Refused) -> Capabilities:
    for name in ("temperature", "top_p", "seed"):
        if name in refused.body and refused.objects_to(name):
            return now.changed(**{name: False})
    return now


_LIMITS = ("max_completion_tokens", "max_tokens")
_LESSONS = (
    _streaming,
    _too_much_output,
    _limit_name,
    _sampling,
    _role,
    _effort,
    _reply_format,
)
