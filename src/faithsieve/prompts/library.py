"""Load, check and render the prompt files.

A prompt file has front matter (``id``, ``version``, ``inputs``, ``reply``, ``paper``) and a Jinja
body split by the lines ``<<system>>`` and ``<<user>>``. Proof text is data, never instruction: the
environment refuses to print any text that did not pass through ``data`` (which fences it with a
delimiter that no data of the message contains) or the ``word`` filter (which takes identifiers
only). A template cannot forget this, because rendering fails. What several prompts have to say in
the same words stands in ``shared/`` and comes in by a line ``<<include shared/name>>``.
"""

import hashlib
import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from jinja2 import Environment, StrictUndefined, Template
from jinja2.exceptions import UndefinedError
from pydantic import ValidationError

from faithsieve.errors import ConfigError
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatMessage, PromptStamp, RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.proof import ProofStep

_FOLDER = Path(__file__).parent
_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_INCLUDE = re.compile(r"^<<include (shared/[a-z_]+)>>\n", re.MULTILINE)
_SECTION = re.compile(r"^<<(system|user|assistant)>>\n", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z0-9_.:+-]+")
_FENCE_LIKE = re.compile(r"<(?=/?[A-Za-z_]{1,40}-[0-9a-f]{8}>)")
_PLACEHOLDER = re.compile(r"\0([0-9]+)\0")


class SafeText(str):
    """Text that may be printed into a prompt: fenced data or a checked word."""


class PromptFile(Record):
    """One prompt file, parsed."""

    id: str
    """Its path below ``prompts/`` without the ending."""
    version: int
    """Raised whenever the meaning of the prompt changes."""
    inputs: tuple[str, ...]
    """The variables its body uses, no more and no fewer."""
    reply: str | None
    """The record its reply parses into, or None for plain text."""
    paper: str
    """The section of the paper it comes from."""
    body: str
    """The Jinja source."""
    digest: Digest
    """The hash of the whole file."""


def quote_data(name: str, text: str, *, message: str = "", taken: Collection[str] = ()) -> SafeText:
    """Fence untrusted text with a delimiter that the text and the message do not contain.

    The delimiter is derived from the text, so equal data give equal prompts (and cache keys), and
    is derived again where it is taken or where any data of the message contains it.

    Args:
        name: What the data is; the first part of the delimiter.
        text: The data.
        message: All data of the message.
        taken: The delimiters that the message has already.
    """
    harmless = disarm(text)
    salt = 0
    while True:
        seed = f"{salt}:{harmless}".encode("utf-8", errors="replace")
        tag = f"{name}-{hashlib.sha256(seed).hexdigest()[:8]}"
        if tag not in harmless and tag not in message and tag not in taken:
            return SafeText(f"<{tag}>\n{harmless}\n</{tag}>")
        salt += 1


def disarm(text: str) -> str:
    """Break up control tokens and fence delimiters in a text by a space.

    ``<|`` opens control tokens of many chat templates; in ``0 <|x|`` the space changes nothing, and
    a quote that copies it is found. A message may be joined from several prompts, so no data may
    contain the delimiter of a fence that another prompt made.
    """
    return _FENCE_LIKE.sub("< ", text.replace("<|", "< |"))


class _Fences:
    """The data of one message: fenced together, so that no delimiter stands in other data."""

    def __init__(self) -> None:
        self._data: list[tuple[str, str]] = []

    def add(self, name: str, text: str) -> SafeText:
        """Register data and return a placeholder until the whole message is known."""
        self._data.append((name, text))
        return SafeText(f"\0{len(self._data) - 1}\0")

    def insert(self, rendered: str) -> str:
        """Replace the placeholders of a message by the fenced data."""
        message = "\n".join(disarm(text) for _, text in self._data)
        fenced: list[str] = []
        taken: set[str] = set()
        for name, text in self._data:
            block = quote_data(name, text, message=message, taken=taken)
            taken.add(block[1 : block.index(">")])
            fenced.append(block)
        return _PLACEHOLDER.sub(lambda found: fenced[int(found[1])], rendered)


def check_word(value: object) -> SafeText:
    """Return an identifier, id or number as text; refuse anything that could be a sentence."""
    text = str(value)
    if not _WORD.fullmatch(text):
        raise ConfigError(f"{text[:60]!r} is not a single word; quote it with data() in the prompt")
    return SafeText(text)


def number_steps(steps: tuple[ProofStep, ...]) -> str:
    """Write steps as ``Step 1: …`` lines, the label interface of paper app. F.2.

    Further lines of a step are marked, so that none of them can pose as another step.
    """
    return "\n".join(f"Step {step.index}: {mark_lines(step.text)}" for step in steps)


def mark_lines(text: str) -> str:
    """Begin every line of a text but the first with ``  | ``."""
    return "\n  | ".join(text.splitlines())


def _only_safe(value: object) -> object:
    if isinstance(value, SafeText) or (
        isinstance(value, int | float) and not isinstance(value, bool)
    ):
        return value
    raise ConfigError(
        f"a prompt tried to print {str(value)[:60]!r} bare; use data(name, text) or the word filter"
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        undefined=StrictUndefined, finalize=_only_safe, keep_trailing_newline=False,
        trim_blocks=True, lstrip_blocks=True, autoescape=False,
    )  # fmt: skip
    environment.globals["data"] = quote_data
    environment.filters["word"] = check_word
    environment.filters["numbered"] = number_steps
    return environment


def parse_prompt(prompt_id: str, text: str) -> PromptFile:
    """Read front matter and body.

    Raises:
        ConfigError: the file has no front matter, or a field of it is missing or wrong.
    """
    match = _FRONT_MATTER.match(text)
    if match is None:
        raise ConfigError(f"prompt {prompt_id!r} has no front matter between --- lines")
    try:
        fields = yaml.safe_load(match[1])
        prompt = PromptFile(
            **fields, body=match[2], digest=Digest(hashlib.sha256(text.encode()).hexdigest())
        )
    except (yaml.YAMLError, ValidationError, TypeError) as error:
        raise ConfigError(f"prompt {prompt_id!r} has bad front matter: {error}") from error
    if prompt.id != prompt_id:
        raise ConfigError(f"prompt file {prompt_id!r} calls itself {prompt.id!r}; make them equal")
    return prompt


@lru_cache(maxsize=256)
def load(prompt_id: str) -> PromptFile:
    """Load one prompt by id.

    Raises:
        ConfigError: there is no such file, or it is malformed.
    """
    try:
        text = (_FOLDER / f"{prompt_id}.md").read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ConfigError(f"there is no prompt {prompt_id!r}") from error
    return parse_prompt(prompt_id, _with_fragments(text))


def _with_fragments(text: str) -> str:
    """Insert shared fragments before hashing: a changed fragment is a changed prompt."""
    return _INCLUDE.sub(
        lambda found: (_FOLDER / f"{found[1]}.md").read_text(encoding="utf-8"), text
    )


# Compiling costs more than rendering, and a run renders the same prompt for every proof.
@lru_cache(maxsize=512)
def _sections(prompt: PromptFile) -> tuple[tuple[str, Template], ...]:
    """Compile the messages of a prompt.

    Sections are found in the template, before rendering, so data cannot open a new message.
    """
    pieces = _SECTION.split(prompt.body)
    if pieces[0].strip() or len(pieces) < 3:
        raise ConfigError(f"prompt {prompt.id!r} must start with a <<system>> or <<user>> line")
    sources = zip(pieces[1::2], pieces[2::2], strict=True)
    compiled = tuple((role, _environment().from_string(text.strip())) for role, text in sources)
    for _, template in compiled:
        # Copied for every rendering, which takes longer than the rest of it as a chain of maps.
        template.globals = dict(template.globals)
    return compiled


def render_prompt(prompt: PromptFile, inputs: Mapping[str, object]) -> RenderedPrompt:
    """Render a parsed prompt with exactly its declared inputs."""
    if inputs.keys() != set(prompt.inputs):
        raise ConfigError(
            f"prompt {prompt.id!r} takes {sorted(prompt.inputs)}, was given {sorted(inputs)}"
        )
    messages = []
    for role, template in _sections(prompt):
        try:
            fences = _Fences()
            content = template.render(**inputs, data=fences.add)
        except UndefinedError as error:
            raise ConfigError(f"prompt {prompt.id!r}: {error}") from error
        content = fences.insert(content.strip())
        messages.append(ChatMessage.model_validate({"role": role, "content": content}))
    stamp = PromptStamp(id=prompt.id, version=prompt.version, digest=prompt.digest)
    return RenderedPrompt(stamp=stamp, messages=tuple(messages), reply=prompt.reply)


def render(prompt_id: str, /, **inputs: object) -> RenderedPrompt:
    """Load and render a prompt file."""
    return render_prompt(load(prompt_id), inputs)


def prompt_ids() -> tuple[str, ...]:
    """Return the ids of all shipped prompts, sorted; shared fragments are no prompts."""
    found = (file.relative_to(_FOLDER).with_suffix("") for file in _FOLDER.rglob("*.md"))
    return tuple(sorted(id.as_posix() for id in found if id.parts[0] != "shared"))
