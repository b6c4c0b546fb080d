"""What is changed in the start script of the embedded Lean before it runs, and why.

The script is 89 MB of JavaScript that Node reads once for Lean and once for each of its threads.
Most of it gives each of the module's 200,000 exports a variable that nothing reads. Dropping
those, and no longer copying tables of that size into every thread, takes a third off the start and
more than half off the memory. The other changes keep Lean inside its two folders.
"""

import re

from faithsieve.errors import LeanUnavailableError
from faithsieve.records.digest import Digest, digest_of

REPLACEMENTS = {
    # Every symbol look-up scanned 200,000 export names: 90 of the 112 seconds of a start.
    "newSymIndex=Object.keys(lib.exports).indexOf(symbol);": (
        "newSymIndex=symbol in lib.exports?0:-1;"
    ),
    # All exports are in every thread's table from the start. A function that is not would have to
    # be announced to all threads through an event loop that never turns while Lean runs.
    "else{result=addFunction(result,result.sig);"
    "(growMemViews(),HEAPU32)[symbolIndex>>2]=newSymIndex}": (
        "else{dlSetError(`${symbol} is not in the table`);return 0}"
    ),
    # Copying every export into the imports made one more table of 200,000 names per thread.
    'mergeLibSymbols(wasmExports,"main");': (
        "for(const name of Object.keys(wasmImports))"
        "{if(wasmImports[name].stub&&name in wasmExports)delete wasmImports[name]}"
        "Object.setPrototypeOf(wasmImports,wasmExports);"
        'wasmImports["main"]=wasmExports["__main_argc_argv"];'
    ),
    # An address cell per export is for libraries loaded later, of which there are none.
    'GOT[symName]??=new WebAssembly.Global({value:"i32",mutable:true});'
    "GOT[symName].value=newValue": "if(GOT[symName])GOT[symName].value=newValue",
    # A thread that is not there when Lean starts never comes: making one needs the event loop. Lean
    # takes four; it asks for more when a task waits for another, and stood still without them.
    "var pthreadPoolSize=4;": "var pthreadPoolSize=6;",
    # Node's permission model refuses process.binding; the public module has the same table.
    'process.binding("constants")["fs"]': 'require("fs").constants',
    # The build mounts the host's /home and /tmp read-write. Lean needs its own read-only folder
    # and one private mailbox, and Node's permission flags hold it to exactly these two.
    'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");': (
        'for(const visible of [process.env["LEAN_WASM_ROOT"],process.env["LEAN_WASM_MAILBOX"]])'
        "{FS.mkdirTree(visible);FS.mount(NODEFS,{root:visible},visible)}"
    ),
}

_EXPORTS = re.compile(
    r"var (?P<names>_main,[\w$,]+);"
    r"function assignWasmExports\(wasmExports\)\{(?P<assignments>[^{}]+)\}"
)
_NAME = re.compile(r"[\w$]+")
PATCH: Digest = digest_of([REPLACEMENTS, _EXPORTS.pattern])
"""Names this set of changes; an install with another one is set up again."""


def patch_script(text: str) -> str:
    """Apply every change; a script in which one does not match exactly once is refused.

    Raises:
        LeanUnavailableError: the script is not the one these changes were written for.
    """
    for old, new in REPLACEMENTS.items():
        _refuse_unless_once(old, text.count(old))
        text = text.replace(old, new)
    return drop_unread_exports(text)


def drop_unread_exports(text: str) -> str:
    """Keep the variables of those exports that the rest of the script mentions.

    Raises:
        LeanUnavailableError: the script does not assign its exports in one place.
    """
    found = list(_EXPORTS.finditer(text))
    _refuse_unless_once("function assignWasmExports", len(found))
    before, after = text[: found[0].start()], text[found[0].end() :]
    mentioned = set(_NAME.findall(before)) | set(_NAME.findall(after))
    names = [name for name in found[0]["names"].split(",") if name in mentioned]
    assignments = [
        assignment
        for assignment in found[0]["assignments"].split(";")
        if not mentioned.isdisjoint(_targets(assignment))
    ]
    return (
        f"{before}var {','.join(names)};"
        f"function assignWasmExports(wasmExports){{{';'.join(assignments)}}}{after}"
    )


def _targets(assignment: str) -> list[str]:
    """The variables that ``a=Module["a"]=b=wasmExports["a"]`` sets."""
    return [target for target in assignment.split("=")[:-1] if not target.startswith("Module")]


def _refuse_unless_once(place: str, found: int) -> None:
    if found != 1:
        raise LeanUnavailableError(
            f"the start script of the embedded Lean has {found} places like {place[:50]!r}, not "
            f"one; it is not the pinned version, so it was not patched"
        )
