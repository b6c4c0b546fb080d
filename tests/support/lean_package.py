"""A start script like that of the embedded Lean, with only the places that are patched."""

from collections.abc import Sequence

from faithsieve.lean.embedded_patch import REPLACEMENTS


def make_script(exports: Sequence[str], *, rest: str = "") -> str:
    """The part of a script that gives each export a variable, and what comes after it."""
    assignments = ";".join(
        f'{name}=Module["{name}"]=wasmExports["{name.removeprefix("_")}"]' for name in exports
    )
    return (
        f"var {','.join([*exports, 'wasmTable'])};"
        f"function assignWasmExports(wasmExports){{{assignments}}}{rest}"
    )


SCRIPT = "start;" + "between;".join(REPLACEMENTS) + "end;" + make_script(["_main"])
