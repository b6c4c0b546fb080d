"""What is changed in the start script of the embedded Lean before it runs, and why.

The script is 89 MB of JavaScript that Node reads once for Lean and once for each of its threads.
Most of it gives each of the module's 200,000 exports a variable that nothing reads; those are
dropped. Names are looked up in a file that all threads share (``embedded_module.py``), and what a
start loads can be read from an image of the memory (``driver/image.js``). The other changes keep
Lean inside its two folders.
"""

import re
from importlib.resources import files

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_module import SCHEME
from faithsieve.records.digest import Digest, digest_of

IMAGE_CODE = files("faithsieve.lean").joinpath("driver", "image.js").read_text(encoding="utf-8")

REPLACEMENTS = {
    "var sharedModules={};": f"var sharedModules={{}};{IMAGE_CODE}",
    # What names stand for, from the shared file; the module exports next to none of them.
    "newSymIndex=Object.keys(lib.exports).indexOf(symbol);": (
        "const address=symbolAddress(symbol);"
        "if(address===undefined)dlSetError(`there is no symbol ${symbol}`);"
        "return address??0;"
    ),
    'mergeLibSymbols(wasmExports,"main");': (
        "for(const name of Object.keys(wasmImports))"
        "{if(wasmImports[name].stub&&symbolAddress(name))delete wasmImports[name]}"
        "Object.setPrototypeOf(wasmImports,wasmExports);"
        'wasmImports["main"]=wasmExports["__main_argc_argv"];'
    ),
    "updateGOT(origExports);": (
        "for(const name in GOT)"
        "{const address=symbolAddress(name);if(address!==undefined)GOT[name].value=address}"
    ),
    # Without an empty map, adding one function made objects of all 150,000 in the table.
    "var functionsInTableMap;": "var functionsInTableMap=new WeakMap;",
    "dynamicLibraries=msgData.dynamicLibraries;": (
        "dynamicLibraries=msgData.dynamicLibraries;symbolBuffer=msgData.symbolBuffer;"
    ),
    'cmd:"load",handlers,wasmMemory,': 'cmd:"load",handlers,symbolBuffer,wasmMemory,',
    # An image's memory is there before the module is, which therefore does not initialise it.
    'var INITIAL_MEMORY=Module["INITIAL_MEMORY"]||16777216;': (
        "var INITIAL_MEMORY=image?image.bytes:16777216;"
    ),
    "shared:true})}updateMemoryViews()}": (
        "shared:true})}updateMemoryViews();if(image)readImage()}"
    ),
    'wasmExports["__wasm_call_ctors"]();': (
        'if(image)resumeImage();else wasmExports["__wasm_call_ctors"]();'
    ),
    "if(!noInitialRun)callMain(args);": "if(image)serveImage();else callMain(args);",
    "FS.rename(oldpath,newpath);return 0}": (
        'if(newpath==="/mailbox/image.ready")'
        'writeImage(Number(FS.readFile(oldpath,{encoding:"utf8"})));'
        "FS.rename(oldpath,newpath);return 0}"
    ),
    # A thread that is not there when Lean starts never comes: making one needs the event loop. Lean
    # takes four; it asks for more when a task waits for another, and stood still without them.
    # From an image it takes three, and the event loop turns.
    "var pthreadPoolSize=4;": "var pthreadPoolSize=image?4:6;",
    # Node's permission model refuses process.binding; the public module has the same table.
    'process.binding("constants")["fs"]': 'require("fs").constants',
    # The build mounts the host's /home and /tmp read-write. Lean needs its own read-only folder
    # and one private mailbox, and Node's permission flags hold it to exactly these two.
    'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");': (
        'for(const visible of [process.env["LEAN_WASM_ROOT"],process.env["LEAN_WASM_MAILBOX"]])'
        "{FS.mkdirTree(visible);FS.mount(NODEFS,{root:visible},visible)}"
        "mountMailbox();"
    ),
}

_EXPORTS = re.compile(
    r"var (?P<names>_main,[\w$,]+);"
    r"function assignWasmExports\(wasmExports\)\{(?P<assignments>[^{}]+)\}"
)
_NAME = re.compile(r"[\w$]+")
PATCH: Digest = digest_of([REPLACEMENTS, _EXPORTS.pattern, SCHEME])
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
