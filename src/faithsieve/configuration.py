"""Where settings come from: flags > ``FAITHSIEVE_*`` > ``faithsieve.toml`` > profile > defaults.

A setting has a dotted name, such as ``model.concurrency``; its environment variable is
``FAITHSIEVE_MODEL__CONCURRENCY``. Every bad value is reported at once, with where it came from.
What is downloaded lies below ``FAITHSIEVE_HOME``, which nothing else reads.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import platformdirs
from pydantic import BaseModel, ValidationError

from faithsieve.errors import ConfigError
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.settings import (
    EFFORTS,
    Settings,
    StageModel,
    StageModels,
)

SETTINGS_FILE = "faithsieve.toml"
_PREFIX = "FAITHSIEVE_"
# Variables with the prefix that are not settings: where downloads live (``home``), and a server's
# token, which like every secret is no setting.
_NOT_SETTINGS = frozenset({"FAITHSIEVE_HOME", "FAITHSIEVE_SERVE_KEY"})

PROFILES: dict[str, dict[str, object]] = {
    "default": {},
    # The paper's settings exactly: the defaults of records/settings.py are the paper's, but for the
    # wording of substeps, which by default quotes the author instead of rewriting him, for the
    # audit, which goes on after the first window, and for symbolic checks and the question whether
    # the proof rests on a refuted claim, which the paper does not have.
    "paper": {
        "localize.wording": "rewritten",
        "localize.windows": 1,
        "localize.sweep": "one",
        "localize.prefix": "one",
        "verify.obligations_per_call": 1,
        "verify.proof_seconds": 600.0,
        "budget.proof_tokens": None,
        "lint": False,
        "fusion.weigh": False,
    },
}

ADD_A_MODEL = (
    "add --model NAME (key in OPENAI_API_KEY), or --base-url URL --model NAME for a server of "
    "your own such as llama.cpp, Ollama, vLLM or SGLang; see docs/models.md"
)
"""How a user gets from exact arithmetic to the whole method."""

_STAGE_MODELS = frozenset(
    f"models.{stage}.{field}"
    for stage in StageModels.model_fields
    for field in StageModel.model_fields
)
"""A stage's model is a name, or a table with these."""


class Configuration(NamedTuple):
    settings: Settings
    origins: dict[str, str]
    """Dotted name → a flag, ``FAITHSIEVE_…``, a file's name, a profile or ``default``."""


class Flags(dict[str, object]):
    """The values of flags by the dotted name of their setting; None was not given."""

    def __init__(self, values: Mapping[str, object], spelled: Mapping[str, str]) -> None:
        super().__init__(values)
        self.spelled = spelled
        """Dotted name → the flag as it is typed, for messages."""


class _Value(NamedTuple):
    value: object
    origin: str


def dotted_names(model: type[BaseModel] = Settings, prefix: str = "") -> Iterator[str]:
    """Return all settings by dotted name, in the order of the records."""
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from dotted_names(kind, f"{prefix}{name}.")
        else:
            yield prefix + name


def _from_file(path: Path) -> Iterator[tuple[str, _Value]]:
    if not path.exists():
        return
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    for name, value in flatten(content):
        yield name, _Value(value, path.name)


def flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Flatten nested tables to values by dotted name."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, _Value]]:
    for variable, value in sorted(environment.items()):
        # An empty variable is the shell's way to take one away for a single command.
        if variable.startswith(_PREFIX) and variable not in _NOT_SETTINGS and value:
            name = variable.removeprefix(_PREFIX).lower().replace("__", ".")
            yield name, _Value(_read_list(value, variable), variable)


def _read_list(value: str, variable: str) -> object:
    """Parse an environment value: lists and ``null`` as JSON, anything else as text."""
    if value == "null":
        return None
    if not value.startswith("["):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise ConfigError(f"{variable} is not a JSON list: {value!r}") from error


def _layers(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path
) -> dict[str, _Value]:
    """Merge the sources, strongest last; the profile is itself a setting and comes lowest."""
    merged = dict(_from_file(file))
    merged.update(_from_environment(environment))
    spelled = flags.spelled if isinstance(flags, Flags) else {}
    merged.update(
        (name, _Value(value, spelled.get(name, f"flag for {name}")))
        for name, value in flags.items()
        if value is not None
    )
    profile = str(merged["profile"].value) if "profile" in merged else "default"
    if profile not in PROFILES:
        raise ConfigError(f"there is no profile {profile!r}; choose one of {', '.join(PROFILES)}")
    under = {name: _Value(v, f"profile {profile}") for name, v in PROFILES[profile].items()}
    effort = str(merged["effort"].value) if "effort" in merged else "standard"
    levels = {name: _Value(v, f"effort {effort}") for name, v in EFFORTS.get(effort, {}).items()}
    return under | levels | merged


def _nested(values: Mapping[str, _Value]) -> dict[str, object]:
    root: dict[str, object] = {}
    for name, (value, _) in values.items():
        *parents, leaf = name.split(".")
        table = root
        for parent in parents:
            branch = table.setdefault(parent, {})
            assert isinstance(branch, dict)
            table = branch
        table[leaf] = value
    return root


def _nearest(name: str, known: frozenset[str]) -> str:
    """Ask whether the setting that is spelt most like this one was meant."""
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.8)
    return f"; did you mean {near[0]!r}?" if near else ""


def _check_names(values: Mapping[str, _Value], known: frozenset[str]) -> None:
    unknown = [
        f"{name!r} (from {values[name].origin}{_nearest(name, known)})"
        for name in values
        if name not in known
    ]
    if unknown:
        raise ConfigError(
            f"unknown setting {', '.join(unknown)}; `faithsieve config show` lists all settings"
        )
    for name in values:
        whole = name.rpartition(".")[0]
        if whole in values:
            raise ConfigError(
                f"{whole!r} (from {values[whole].origin}) is a name and a table at once "
                f"({name!r}, from {values[name].origin}); give one of them"
            )


def _explain(error: ValidationError, values: Mapping[str, _Value]) -> str:
    lines = []
    for problem in error.errors():
        name = ".".join(str(part) for part in problem["loc"])
        origin = values[name].origin if name in values else "default"
        lines.append(f"  {name} = {problem['input']!r} (from {origin}): {problem['msg']}")
    return "these settings cannot be used:\n" + "\n".join(lines)


def resolve(
    flags: Mapping[str, object],
    *,
    environment: Mapping[str, str] = os.environ,
    folder: Path = Path(),
) -> Configuration:
    """Resolve every setting from all sources.

    Args:
        flags: dotted name → value of the flags that were given; None means not given.
        folder: where to look for ``faithsieve.toml``; by default the working folder.

    Raises:
        ConfigError: an unknown name or values that cannot be used, all of them named.
    """
    names = tuple(dotted_names())
    values = _layers(flags, environment, folder / SETTINGS_FILE)
    _check_names(values, frozenset(names) | _STAGE_MODELS)
    try:
        # From the full defaults: setting a stage's temperature must keep its token limit.
        defaults = {
            name: _Value(v, "default")
            for name, v in flatten(Settings().model_dump())
            if not any(given.startswith(f"{name}.") for given in values)
        }
        settings = Settings.model_validate(_nested(defaults | values))
    except ValidationError as error:
        raise ConfigError(_explain(error, values)) from error
    origins = dict.fromkeys(names, "default")
    for given, value in reversed(values.items()):
        # The parts of a table count for the setting that they belong to.
        origins |= {name: value.origin for name in names if f"{given}.".startswith(f"{name}.")}
    return Configuration(settings=settings, origins=origins)


def check_profile(settings: Settings) -> None:
    """Refuse settings that name a profile without its values.

    Raises:
        ConfigError: they were built by hand with nothing but the profile's name.
    """
    wanted = PROFILES.get(settings.profile)
    if wanted is None:
        raise ConfigError(
            f"there is no profile {settings.profile!r}; choose one of {', '.join(PROFILES)}"
        )
    plain = dict(flatten(Settings().model_dump()))
    values = dict(flatten(settings.model_dump()))
    changed = {name for name, value in wanted.items() if plain.get(name) != value}
    if changed and all(values.get(name) == plain.get(name) for name in changed):
        raise ConfigError(
            f"Settings(profile={settings.profile!r}) only names the profile; "
            f"`faithsieve.load_settings({{'profile': {settings.profile!r}}})` applies it, and so "
            f"does `faithsieve.check(…, profile={settings.profile!r})`"
        )


def check_endpoint(settings: Settings) -> None:
    """Refuse an endpoint without a model of it: nobody there would be asked.

    Raises:
        ConfigError: ``model.base_url`` is set and the model is none or the small local one.
    """
    url, kind = settings.model.base_url, ModelName.parse(settings.model.name).kind
    if url is not None and kind in (ModelKind.NONE, ModelKind.LOCAL):
        raise ConfigError(
            f"--base-url {url} names an endpoint, but no model there was named; add --model NAME"
        )


def load_settings(flags: Mapping[str, object]) -> Settings:
    """Resolve the settings of a command from its flags, the environment and the working folder.

    Raises:
        ConfigError: an unknown name, or values that cannot be used.
    """
    settings = resolve(flags).settings
    check_endpoint(settings)
    return settings


def home() -> Path:
    """Return the folder for downloads, outside any project, without creating it."""
    chosen = os.environ.get("FAITHSIEVE_HOME")
    return Path(chosen).expanduser() if chosen else platformdirs.user_data_path("faithsieve")


def lean_home() -> Path:
    return home() / "lean"


def model_home() -> Path:
    return home() / "models"


def checks_store() -> Path:
    """Return the store of single checks; opening it makes its folder."""
    return home() / "checks.sqlite"
