"""Make the pages that come from the code, and join them to the site (a hook of MkDocs).

The command line and the prompts are written nowhere by hand: the site is built with the help texts
and prompt files of this version. ``docs/index.md`` is the README, so that both say the same.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faithsieve.cli.main import cli
from faithsieve.prompts.library import load, prompt_ids

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

README = Path(__file__).parents[1] / "README.md"
# Wide enough that no option's help depends on the terminal of whoever builds the site.
WIDTH = 100


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the generated pages to those that MkDocs found."""
    from mkdocs.structure.files import File

    for name, make in PAGES.items():
        files.append(File.generated(config, name, content=make()))
    return files


def _pages_of(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## `{context.command_path}`\n\n```text\n{command.get_help(context).rstrip()}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None, name
            yield from _pages_of(child, _context(child, name, parent=context))


def _context(
    command: click.Command, name: str, parent: click.Context | None = None
) -> click.Context:
    return click.Context(
        command, info_name=name, parent=parent, max_content_width=WIDTH, terminal_width=WIDTH
    )


def cli_page() -> str:
    """Return the help of every command, as the user sees it."""
    return "\n".join(["# Commands\n", *_pages_of(cli, _context(cli, "faithsieve"))])


def prompts_page() -> str:
    """Return every prompt file with its version, inputs and source."""
    parts = ["# Prompts\n"]
    for prompt_id in prompt_ids():
        prompt = load(prompt_id)
        inputs = ", ".join(f"`{name}`" for name in prompt.inputs)
        parts.append(
            f"## `{prompt.id}` (version {prompt.version})\n\n"
            f"Paper: {prompt.paper}. Inputs: {inputs}. Reply: `{prompt.reply or 'plain text'}`.\n\n"
            f"~~~text\n{prompt.body.strip()}\n~~~\n"
        )
    return "\n".join(parts)


def start_page() -> str:
    """Return the README with its links as they are seen from inside ``docs``.

    Files of the project that are no page of the site (licence, changelog) are named without a link.
    """
    text = re.sub(r"\]\(docs/", "](", README.read_text(encoding="utf-8"))
    return re.sub(
        r"\[([^\]]+)\]\((?!\w+:|#|images/)([A-Z]+\.md|[a-z]+/[^)]*\.(?!md)\w+)\)", r"\1", text
    )


PAGES = {"cli.md": cli_page, "prompts.md": prompts_page, "index.md": start_page}
