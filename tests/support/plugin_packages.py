"""Packages that add parts to FaithSieve, installed on a path of their own without a network."""

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "plugins"


def install_example(name: str, target: Path) -> None:
    """Put an example on a path with the metadata that an installer makes of its pyproject."""
    folder = EXAMPLES / name
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for module in folder.glob("*.py"):
        shutil.copy(module, target)
    write_metadata(target, project["name"], project["version"], project["entry-points"])


def install_package(
    target: Path, package: str, entries: Mapping[str, Mapping[str, str]], **modules: str
) -> None:
    """Put a made-up package with some modules on a path."""
    for name, text in modules.items():
        (target / f"{name}.py").write_text(text, encoding="utf-8")
    write_metadata(target, package, "2.5", entries)


def write_metadata(
    target: Path, package: str, version: str, entries: Mapping[str, Mapping[str, str]]
) -> None:
    folder = target / f"{package.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in entries.items()
    ]
    (folder / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
