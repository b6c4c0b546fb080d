import base64
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from faithsieve.errors import InputError, MissingToolError
from faithsieve.lean.embedded_module import rewrite_module
from faithsieve.lean.embedded_patch import patch_script
from faithsieve.lean.embedded_setup import INTEGRITY, locate_install, set_up, verify_files
from support.lean_package import MODULE, SCRIPT

REWRITTEN = rewrite_module(MODULE, patch_script(SCRIPT))[0]


def make_tar(members: dict[str, bytes]) -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w:gz") as bundle:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            bundle.addfile(entry, io.BytesIO(content))
    return sink.getvalue()


def make_package(folder: Path, *, script: str = SCRIPT, extra: str | None = None) -> Path:
    library = make_tar({"./Init.olean": b"init", "./._Init.olean": b"mac", "./Init/A.olean": b"a"})
    members = {
        "package/lean.js": script.encode(),
        "package/lean.wasm": MODULE,
        "package/lean-lib.tar.gz": library,
    }
    if extra is not None:
        members[extra] = b"evil"
    path = folder / "package.tgz"
    path.write_bytes(make_tar(members))
    return path


def integrity_of(path: Path) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def test_a_set_up_leaves_a_patched_lean_with_its_library(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    install = set_up(tmp_path / "lean", archive=archive, integrity=integrity_of(archive))
    script = (install.root / "package" / "lean_patched.js").read_text()
    assert script == patch_script(SCRIPT)
    assert (install.root / "lib" / "lean" / "Init" / "A.olean").read_bytes() == b"a"
    assert not list(install.root.rglob("._*"))
    assert not (tmp_path / "lean" / "staging").exists()


def test_nothing_of_an_archive_with_another_hash_is_used(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    with pytest.raises(InputError, match="nothing of it was used"):
        set_up(tmp_path / "lean", archive=archive)
    assert list((tmp_path / "lean").iterdir()) == []


def test_a_second_set_up_does_nothing(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    pinned = integrity_of(archive)
    first = set_up(tmp_path / "lean", archive=archive, integrity=pinned)
    told: list[str] = []
    again = set_up(
        tmp_path / "lean",
        archive=tmp_path / "gone.tgz",
        integrity=pinned,
        progress=lambda stage, share: told.append(stage),
    )
    assert again == first
    assert told == []


def test_an_interrupted_set_up_works_the_next_time(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    half = tmp_path / "lean" / "staging" / "root" / "package"
    half.mkdir(parents=True)
    (half / "lean.wasm").write_bytes(b"half of it")
    with pytest.raises(MissingToolError, match="faithsieve lean setup"):
        locate_install(tmp_path / "lean", integrity=integrity_of(archive))
    install = set_up(tmp_path / "lean", archive=archive, integrity=integrity_of(archive))
    assert (install.root / "package" / "lean.wasm").read_bytes() == REWRITTEN


def test_a_changed_file_is_noticed_and_replaced(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    pinned = integrity_of(archive)
    install = set_up(tmp_path / "lean", archive=archive, integrity=pinned)
    (install.root / "lib" / "lean" / "Init.olean").write_bytes(b"forged")
    assert not verify_files(install)
    assert verify_files(set_up(tmp_path / "lean", archive=archive, integrity=pinned))


def test_a_stamp_of_another_package_is_not_an_install(tmp_path: Path) -> None:
    archive = make_package(tmp_path)
    set_up(tmp_path / "lean", archive=archive, integrity=integrity_of(archive))
    with pytest.raises(MissingToolError):
        locate_install(tmp_path / "lean", integrity=INTEGRITY)


@pytest.mark.parametrize("name", ["../evil", "package/../../evil", "package/../../../evil"])
def test_an_archive_that_leaves_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    archive = make_package(tmp_path, extra=name)
    with pytest.raises(InputError, match="unsafe member"):
        set_up(tmp_path / "lean", archive=archive, integrity=integrity_of(archive))
    assert not list(tmp_path.rglob("evil"))


def test_a_missing_archive_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.tgz"):
        set_up(tmp_path / "lean", archive=tmp_path / "gone.tgz")
