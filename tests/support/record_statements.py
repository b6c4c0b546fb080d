"""Record what Lean's driver says of the signatures that tests use (``frozen_statements.json``).

``FAITHSIEVE_WANTED_STATEMENTS=FILE pytest …`` collects signatures that are not recorded yet, one
JSON text a line; ``python -m support.record_statements FILE`` in ``tests`` asks the embedded Lean
about these and about all that were recorded before. A signature that Lean refuses is left out:
tests of refused statements need no parts.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from faithsieve.configuration import lean_home
from faithsieve.lean.embedded_setup import locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, library_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import FrozenStatement
from support.frozen_statements import RECORDED, recorded

FIELDS = {"binders", "conclusion", "conclusion_tree"}


def parts_of(frozen: FrozenStatement) -> dict[str, Any]:
    """The parts of a statement, with one name for every instance without a name."""
    said = frozen.model_dump(mode="json", include=FIELDS)
    for binder in said["binders"]:
        binder["name"] = "inst._" if "._" in binder["name"] else binder["name"]
    return said


async def record(texts: list[str]) -> dict[str, dict[str, Any]]:
    """Freeze signatures and return their parts, in the order of the texts."""
    toolchain = EmbeddedToolchain(install=locate_install(lean_home()), library=library_texts())
    async with LeanPool(toolchain) as pool:
        judge = ProofJudge(pool)
        frozen = [await judge.freeze(text) for text in sorted(set(texts))]
    return {f.text: parts_of(f) for f in frozen if isinstance(f, FrozenStatement)}


def main() -> None:
    """Write the file anew."""
    wanted = Path(sys.argv[1]).read_text(encoding="utf-8") if len(sys.argv) > 1 else ""
    texts = [*recorded(), *map(json.loads, wanted.splitlines())]
    found = asyncio.run(record(texts))
    lines = (json.dumps({text: said}, ensure_ascii=False)[1:-1] for text, said in found.items())
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
