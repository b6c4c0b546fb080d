import base64
import hashlib
import io
import shutil
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest

from faithsieve.errors import InputError, MissingToolError
from faithsieve.lean.embedded_module import rewrite_module
from faithsieve.lean.embedded_patch import patch_script
from faithsieve.lean.embedded_setup import (
    INTEGRITY,
    EmbeddedInstall,
    locate_install,
    set_up,
    verify_files,
)
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


class Package(NamedTuple):
    """An archive like the pinned one, and the folder it is set up in."""

    archive: Path
    folder: Path

    @property
    def integrity(self) -> str:
        digest = hashlib.sha512(self.archive.read_bytes()).digest()
        return "sha512-" + base64.b64encode(digest).decode()

    def set_up(self) -> EmbeddedInstall:
        return set_up(self.folder, archive=self.archive, integrity=self.integrity)


def make_package(folder: Path, *extra: str) -> Package:
    library = make_tar({"./Init.olean": b"init", "./._Init.olean": b"mac", "./Init/A.olean": b"a"})
    members = {
        "package/lean.js": SCRIPT.encode(),
        "package/lean.wasm": MODULE,
        "package/lean-lib.tar.gz": library,
    }
    path = folder / "package.tgz"
    path.write_bytes(make_tar(members | dict.fromkeys(extra, b"evil")))
    return Package(path, folder / "lean")


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return make_package(tmp_path)


def test_a_set_up_leaves_a_patched_lean_with_its_library(package: Package) -> None:
    install = package.set_up()
    script = (install.root / "package" / "lean_patched.js").read_text()
    assert script == patch_script(SCRIPT)
    assert (install.root / "package" / "lean.wasm").read_bytes() == REWRITTEN
    assert (install.root / "lib" / "lean" / "Init" / "A.olean").read_bytes() == b"a"
    assert not list(install.root.rglob("._*"))
    assert not (package.folder / "staging").exists()


def test_nothing_of_an_archive_with_another_hash_is_used(package: Package) -> None:
    with pytest.raises(InputError, match="nothing of it was used"):
        set_up(package.folder, archive=package.archive)
    assert list(package.folder.iterdir()) == []


def test_a_second_set_up_does_nothing(package: Package) -> None:
    first, integrity = package.set_up(), package.integrity
    package.archive.unlink()
    assert set_up(package.folder, archive=package.archive, integrity=integrity) == first


def test_a_copied_or_linked_folder_is_as_good_as_the_one_it_was_set_up_in(
    package: Package, tmp_path: Path
) -> None:
    package.set_up()
    shutil.copytree(package.folder, tmp_path / "copied")
    (tmp_path / "linked").symlink_to(package.folder)
    for folder in (tmp_path / "copied", tmp_path / "linked"):
        assert verify_files(locate_install(folder, integrity=package.integrity))


def test_an_interrupted_set_up_works_the_next_time(package: Package) -> None:
    half = package.folder / "staging" / "root" / "package"
    half.mkdir(parents=True)
    (half / "lean.wasm").write_bytes(b"half of it")
    with pytest.raises(MissingToolError, match="faithsieve lean setup"):
        locate_install(package.folder, integrity=package.integrity)
    assert verify_files(package.set_up())


def test_a_changed_file_is_noticed_and_replaced(package: Package) -> None:
    install = package.set_up()
    (install.root / "lib" / "lean" / "Init.olean").write_bytes(b"forged")
    assert not verify_files(install)
    assert verify_files(package.set_up())


def test_a_stamp_of_another_package_is_not_an_install(package: Package) -> None:
    package.set_up()
    with pytest.raises(MissingToolError):
        locate_install(package.folder, integrity=INTEGRITY)


@pytest.mark.parametrize("name", ["../evil", "package/../../evil", "package/../../../evil"])
def test_an_archive_that_leaves_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="unsafe member"):
        make_package(tmp_path, name).set_up()
    assert not list(tmp_path.rglob("evil"))


def test_a_missing_archive_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.tgz"):
        set_up(tmp_path / "lean", archive=tmp_path / "gone.tgz")
