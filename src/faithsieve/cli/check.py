"""``faithsieve check``: one proof in, what FaithSieve makes of it out.

For now it runs stage one (``--stage localize``): substeps, tree of states, suspicion, window.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from faithsieve.cli.data import write_text
from faithsieve.cli.tree_view import show_localization
from faithsieve.configuration import resolve
from faithsieve.errors import ConfigError
from faithsieve.evaluate.proof_files import read_proof
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.localize.drawing import to_dot, to_mermaid, to_svg
from faithsieve.localize.plain_reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.places import home
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings, Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_model

DRAWINGS = {".svg": to_svg, ".dot": to_dot, ".gv": to_dot, ".mmd": to_mermaid}
PLAIN = "none"


@click.command()
@click.argument("proof", type=click.Path(path_type=Path))
@click.option(
    "--stage", required=True, type=click.Choice(["localize"]), help="How far to go: localize."
)
@click.option("--id", "row_id", metavar="ID", help="Which row of a JSONL file.")
@click.option("--model", metavar="NAME", help="Which model; `none` reads without one.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
@click.option("--profile", metavar="NAME", help="A named set of defaults.")
@click.option("--max-tokens", type=int, metavar="N", help="Stop cleanly at so many tokens.")
@click.option("--max-cost", type=float, metavar="USD", help="Stop cleanly at so much money.")
@click.option("--store", metavar="URL", help="Where model calls are kept.")
@click.option("--json", "json_to", metavar="FILE", help="Write the result as JSON; - for stdout.")
@click.option("--draw", metavar="FILE", help="Draw the tree: .svg, .dot or .mmd (Mermaid).")
def check(proof: Path, row_id: str | None, json_to: str | None, **options: object) -> None:
    """Split PROOF into local units, build its tree of states and rank suspicion.

    PROOF is JSON with "problem" and "steps", a row of a JSONL file (--id), Markdown, text or
    LaTeX with numbered steps, or - for standard input. Answers are kept, so the same command
    asks nothing twice.

    \b
    Example:
      faithsieve check proof.json --stage localize --model local --draw tree.svg
    """
    draw = options["draw"]
    drawing = _drawing_for(str(draw)) if draw else None
    settings = _settings(options)
    subject = read_proof(proof, row_id=row_id).proof
    store = options["store"]
    localization, costs = asyncio.run(_localize(subject, settings, str(store) if store else None))
    if json_to:
        write_text(json_to, localization.model_dump_json(indent=2) + "\n")
    if drawing is not None:
        write_text(str(draw), drawing(localization))
    if json_to != "-":
        _print(localization, costs)


def _drawing_for(target: str) -> Callable[[Localization], str]:
    ending = Path(target).suffix.lower()
    if ending not in DRAWINGS:
        raise ConfigError(f"--draw {target!r} must end in {', '.join(DRAWINGS)}")
    return DRAWINGS[ending]


def _settings(options: dict[str, object]) -> Settings:
    flags = {
        "profile": options["profile"],
        "model.name": options["model"],
        "model.base_url": options["base_url"],
        "budget.max_tokens": options["max_tokens"],
        "budget.max_cost_usd": options["max_cost"],
    }
    return resolve(flags, environment=os.environ, folder=Path.cwd()).settings


async def _localize(
    proof: Proof, settings: Settings, store_at: str | None
) -> tuple[Localization, CostLedger]:
    costs = CostLedger()
    if settings.model.name == PLAIN:
        model = AccountedModel(PlainReader(), costs)
        return await localize(proof, model=model, settings=settings.localize), costs
    place = store_at or _default_store()
    with RunStore.open(place) as store:
        async with build_model(settings, store) as wired:
            found = await localize(
                proof,
                model=AccountedModel(wired.model, costs),
                settings=_fitting(settings),
                decoding=settings.decoding,
            )
    return found, costs


def _fitting(settings: Settings) -> LocalizeSettings:
    """Ask in portions that the local model's context can hold."""
    if settings.model.name.partition(":")[0] != "local":
        return settings.localize
    room = max(2000, min(settings.localize.context_tokens, settings.local.context_tokens))
    return LocalizeSettings(**(dict(settings.localize) | {"context_tokens": room}))


def _default_store() -> Path:
    place = home() / "checks.sqlite"
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _print(localization: Localization, costs: CostLedger) -> None:
    console = Console()
    console.print(show_localization(localization))
    for stage in costs.stages:
        console.print(
            f"{stage.stage}: {stage.calls} calls ({stage.replayed} replayed), "
            f"{stage.usage.input_tokens} + {stage.usage.output_tokens} tokens",
            style="dim",
            highlight=False,
        )
