"""Workers that follow a script instead of running Lean."""

from collections.abc import Callable, Iterable
from pathlib import Path

from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, Library, named_by_content
from faithsieve.lean.embedded_worker import MailboxWorker
from faithsieve.lean.soundness import CANARIES
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import ProofVerdict

Line = dict[str, object] | BaseException


def make_toolchain(root: Path = Path("/nowhere")) -> EmbeddedToolchain:
    """A toolchain of nothing, for code that only needs its keys."""
    install = EmbeddedInstall(root=root, integrity="sha512-none", patch=digest_of("none"), files={})
    return EmbeddedToolchain(install, library=Library(), driver="d", allowed={})


def installed_toolchain(folder: Path) -> EmbeddedToolchain:
    """A toolchain of nothing whose install has a place."""
    (folder / "root" / "package").mkdir(parents=True)
    return make_toolchain(folder / "root")


def write_image(toolchain: EmbeddedToolchain, content: bytes = b"") -> Path:
    """Keep something as the image of a toolchain."""
    place = toolchain.image
    place.parent.mkdir()
    place.write_bytes(content)
    return place.rename(named_by_content(place, place))


class FakeWorker(MailboxWorker):
    """A worker whose answers come from a shared script."""

    def __init__(self, factory: "FakeWorkers") -> None:
        super().__init__(make_toolchain())
        self.factory = factory
        self.alive = False
        self.stopped = False

    @property
    def is_alive(self) -> bool:
        return self.alive

    @property
    def rss_bytes(self) -> int:
        return 1 << 20 if self.alive else 0

    @property
    def is_worn(self) -> bool:
        limit = self.factory.max_uses
        return limit is not None and self.uses >= limit

    async def start(self) -> None:
        self.factory.starts += 1
        if self.factory.start_errors:
            raise self.factory.start_errors.pop(0)
        self.alive = True

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        self.uses += 1
        self.factory.asked.append(request)
        line = self.factory.next_line(request)
        if isinstance(line, BaseException):
            self.alive = False
            raise line
        return line

    async def stop(self) -> None:
        self.alive = False
        self.stopped = True


class FakeWorkers:
    """Makes workers and remembers what happened to them."""

    def __init__(
        self,
        script: Iterable[Line] | Callable[[dict[str, object]], Line] = (),
        *,
        start_errors: Iterable[BaseException] = (),
        max_uses: int | None = None,
        kind: Callable[["FakeWorkers"], FakeWorker] = FakeWorker,
    ) -> None:
        self._kind = kind
        self._answer = script if callable(script) else None
        self._lines = [] if callable(script) else list(script)
        self.start_errors = list(start_errors)
        self.max_uses = max_uses
        self.starts = 0
        self.asked: list[dict[str, object]] = []
        self.made: list[FakeWorker] = []

    def __call__(self) -> FakeWorker:
        worker = self._kind(self)
        self.made.append(worker)
        return worker

    def next_line(self, request: dict[str, object]) -> Line:
        return self._answer(request) if self._answer else self._lines.pop(0)


class FakeDriver:
    """Something that answers driver requests from a function, without workers."""

    def __init__(self, answer: Callable[[dict[str, object]], Line]) -> None:
        self.answer = answer
        self.asked: list[dict[str, object]] = []

    @property
    def toolchain(self) -> EmbeddedToolchain:
        return make_toolchain()

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        self.asked.append(request)
        line = self.answer(request)
        if isinstance(line, BaseException):
            raise line
        return line


PROVED: dict[str, object] = {
    "errors": 0,
    "target": {
        "found": True,
        "theorem": True,
        "type_equal": True,
        "new": 1,
        "replayed_type_equal": True,
    },
}
"""Every sign that a driver gives about an accepted body."""


def proving(request: dict[str, object]) -> dict[str, object]:
    """Answer like a driver that proves everything but the canaries which must fail."""
    text, body = str(request["statement"]), str(request["body"])
    known = {(text, body): verdict for text, body, verdict in CANARIES}
    is_proved = known.get((text, body), ProofVerdict.ACCEPT) is ProofVerdict.ACCEPT
    frozen = f"C<{text}>;"
    return {
        "nonce": "n",
        "statement": {"type_text": frozen, "type": text},
        "goal_text": frozen if request["polarity"] == "claim" else "other",
        "bodies": [PROVED if is_proved else {"errors": 1}],
    }


class ProvingDriver(FakeDriver):
    """Proves like :func:`proving`, as changed from the outside, or fails."""

    def __init__(self, change: Line | None = None) -> None:
        super().__init__(self._answer)
        self.change: Line = change or {}

    def _answer(self, request: dict[str, object]) -> Line:
        return proving(request) | self.change if isinstance(self.change, dict) else self.change
