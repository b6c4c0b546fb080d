"""A real browser for tests of pages: Chromium from npm without root, driven by Playwright.

Run as a script it fetches what the browser tests need: the npm package ``@sparticuz/chromium`` (a
packed headless Chromium for x86-64 Linux) and ``axe-core`` (accessibility rules), both pinned by
hash and kept outside the project. On other machines an installed Chromium is used.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import click
from playwright.sync_api import Browser, Page, sync_playwright

from faithsieve.configuration import home
from faithsieve.errors import FetchError, MissingToolError
from faithsieve.lean.embedded_setup import locate_node

SETUP_COMMAND = "make browser-setup"

# Read once at import: the sealed fixture hides the user's environment from the tests themselves.
BROWSER_FOLDER = home() / "browser" / "chromium-147.0.0"

_UNPACK = """
const fs = require("fs"), zlib = require("zlib"), { pipeline } = require("stream/promises");
pipeline(fs.createReadStream(process.argv[1]), zlib.createBrotliDecompress(),
         fs.createWriteStream(process.argv[2]));
"""
_FONTS = f"""<?xml version="1.0"?>
<fontconfig><dir>/usr/share/fonts</dir><dir>{escape(str(BROWSER_FOLDER / "fonts"))}</dir>
<cachedir>{escape(str(BROWSER_FOLDER / "font-cache"))}</cachedir></fontconfig>
"""
_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-zygote", "--font-render-hinting=none")


class Package(NamedTuple):
    name: str
    version: str
    integrity: str

    @property
    def archive(self) -> str:
        """The file name that npm gives it."""
        return f"{self.name.lstrip('@').replace('/', '-')}-{self.version}.tgz"


CHROMIUM = Package(
    "@sparticuz/chromium",
    "147.0.0",
    "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==",
)
AXE = Package(
    "axe-core",
    "4.14.0",
    "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
)


def set_up() -> Path:
    """Fetch and unpack the browser and the rules; does nothing when they are there."""
    if (BROWSER_FOLDER / "complete").exists():
        return BROWSER_FOLDER
    staging = BROWSER_FOLDER.with_name("staging")
    shutil.rmtree(staging, ignore_errors=True)
    made = staging / "made"
    made.mkdir(parents=True)
    try:
        _unpack_chromium(_fetch(CHROMIUM, staging), made)
        shutil.copy(_fetch(AXE, staging) / "axe.min.js", made)
        (made / "complete").touch()
        shutil.rmtree(BROWSER_FOLDER, ignore_errors=True)
        made.rename(BROWSER_FOLDER)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return BROWSER_FOLDER


def _fetch(package: Package, staging: Path) -> Path:
    """Let npm fetch a package by name, check its hash, and unpack it."""
    node = locate_node()
    npm = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(node), str(npm), "pack", f"{package.name}@{package.version}", "--silent"]
    command += ["--cache", str(staging / "cache"), "--pack-destination", str(staging)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=staging)
    archive = staging / package.archive
    if ran.returncode or not archive.exists():
        raise FetchError(
            f"npm could not fetch {package.name}@{package.version}: {ran.stderr[-300:]!r}; "
            f"run {SETUP_COMMAND} again when the registry can be reached"
        )
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")
    if found != package.integrity:
        raise FetchError(f"{archive.name!r} has another hash than the pinned one; not used")
    target = staging / archive.stem
    with tarfile.open(archive) as bundle:
        bundle.extractall(target, filter="data")
    return target / "package"


def _unpack_chromium(package: Path, target: Path) -> None:
    packed = package / "bin"
    for name in ("chromium", "al2023.tar", "fonts.tar"):
        source, unpacked = packed / f"{name}.br", target / name
        subprocess.run([str(locate_node()), "-e", _UNPACK, str(source), str(unpacked)], check=True)
        if unpacked.suffix == ".tar":
            with tarfile.open(unpacked) as bundle:
                bundle.extractall(target, filter="data")
            unpacked.unlink()
    (target / "fonts.conf").write_text(_FONTS, encoding="utf-8")
    (target / "chromium").chmod(0o755)


def executable() -> Path:
    """The unpacked Chromium, or an installed one.

    Raises:
        MissingToolError: there is neither.
    """
    if (BROWSER_FOLDER / "complete").exists():
        return BROWSER_FOLDER / "chromium"
    installed = shutil.which("chromium") or shutil.which("google-chrome")
    if installed is None:
        raise MissingToolError("Chromium", needed_for="the test of pages", fix=SETUP_COMMAND)
    return Path(installed)


def axe_rules() -> str:
    """The accessibility rules, as a script.

    Raises:
        MissingToolError: they were not fetched.
    """
    try:
        return (BROWSER_FOLDER / "axe.min.js").read_text(encoding="utf-8")
    except OSError as error:
        raise MissingToolError(
            "axe-core", needed_for="the accessibility test", fix=SETUP_COMMAND
        ) from error


@contextmanager
def open_browser() -> Iterator[Browser]:
    program = executable()
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    if program.parent == BROWSER_FOLDER:
        # The package brings the libraries and one font that a bare machine lacks.
        environment["LD_LIBRARY_PATH"] = str(BROWSER_FOLDER / "lib")
        environment["FONTCONFIG_PATH"] = str(BROWSER_FOLDER)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=program, args=list(_ARGUMENTS), env=dict(environment)
        )
        try:
            yield browser
        finally:
            browser.close()


class Tab:
    """One page in a browser, with everything that went wrong in it or left the machine."""

    def __init__(self, browser: Browser, address: str, width: int = 1280, **options: Any) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, base_url=address, **options
        )
        self.page: Page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        self.page.on("request", lambda request: self._note(request.url, address))

    def _note(self, url: str, own: str) -> None:
        if not url.startswith((own, "data:")):
            self.trouble.append(url)

    def width(self) -> int:
        """How wide the page is, scrolled parts included."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def faults(self) -> list[tuple[str, str, list[str]]]:
        """Accessibility rules that the page breaks: name, impact, and a few places."""
        self.page.evaluate(axe_rules())
        found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        return [
            (fault["id"], fault["impact"], [node["html"][:120] for node in fault["nodes"][:3]])
            for fault in found["violations"]
        ]


class OpenTab(Protocol):
    """Opens a tab that is closed when the test ends."""

    def __call__(self, address: str, width: int = 1280, **options: Any) -> Tab: ...


if __name__ == "__main__":
    click.echo(f"Chromium for tests: {set_up() / 'chromium'}")
