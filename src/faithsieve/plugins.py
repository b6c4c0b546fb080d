"""Parts that other packages add by entry points: methods, dataset shapes and Lean backends.

Names are looked up without importing anything; a package is imported when its part is asked for.
So a broken package spoils the names it adds and nothing else, and what goes wrong inside it is a
``PluginError`` that names the package. A name that two packages add, or that FaithSieve has itself,
is refused when it is used: a run must not depend on which of them was installed first.
"""

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from faithsieve.errors import ConfigError, FaithSieveError, PluginError

Part = TypeVar("Part")


@dataclass(frozen=True)
class Parts(Generic[Part]):
    """The parts of one kind: our own by name, and those that installed packages add."""

    group: str
    """The entry point group."""
    noun: str
    """What messages call such a part."""
    own: Collection[str]
    """The names that FaithSieve has itself."""
    accept: Callable[[object, str], Part]
    """Turn a loaded object and its name into a part; raises ``TypeError`` with the reason."""

    def names(self) -> tuple[str, ...]:
        """List every name that can be asked for, our own first."""
        return tuple(dict.fromkeys([*self.own, *(entry.name for entry in self._entries())]))

    def find(self, name: str) -> Part | None:
        """Load the part that a package adds under a name; None means that the name is our own.

        Raises:
            ConfigError: there is no such name.
            PluginError: more than one has the name, or the part cannot be loaded.
        """
        adding = [entry for entry in self._entries() if entry.name == name]
        if not adding:
            if name in self.own:
                return None
            known = ", ".join(self.names())
            raise ConfigError(f"there is no {self.noun} {name!r}; choose one of {known}")
        if name in self.own or len(adding) > 1:
            raise self._clash(adding, name)
        return self._load(adding[0])

    def working(self) -> Iterator[tuple[str, Part]]:
        """Yield the added parts that can be used, by name."""
        for name in self.names()[len(self.own) :]:
            try:
                part = self.find(name)
            except PluginError:
                continue
            if part is not None:
                yield name, part

    def findings(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, package and fault of everything added; the fault of a good part is empty."""
        for entry in self._entries():
            try:
                self.find(entry.name)
            except PluginError as error:
                yield entry.name, origin(entry), str(error)
            else:
                yield entry.name, origin(entry), ""

    def origin(self, name: str) -> str:
        """Return package and version behind an added name, empty for our own."""
        return next((origin(entry) for entry in self._entries() if entry.name == name), "")

    @contextmanager
    def blaming(self, name: str) -> Iterator[None]:
        """Turn an unexpected exception of an added part into an error that names its package.

        Raises:
            PluginError: the part raised something that no part should.
        """
        if name in self.own:
            yield
            return
        try:
            yield
        except FaithSieveError:
            raise
        except Exception as error:
            # Calls side by side raise groups; a budget that ended in one of them is no fault.
            if isinstance(error, ExceptionGroup) and error.subgroup(FaithSieveError):
                raise
            raise PluginError(f"{self._added(name)}, which failed: {_words(error)}") from error

    def _entries(self) -> tuple[EntryPoint, ...]:
        return _installed(self.group, tuple(sys.path))

    def _load(self, entry: EntryPoint) -> Part:
        said = self._added(entry.name)
        try:
            return self.accept(entry.load(), entry.name)
        # Importing runs the package's own code, which may raise or exit as it likes.
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"{said}, but {entry.value} cannot be used: {_words(error)}. Mend or uninstall "
                "the package"
            ) from error

    def _added(self, name: str) -> str:
        return f"package {self.origin(name)} adds the {self.noun} {name!r}"

    def _clash(self, adding: list[EntryPoint], name: str) -> PluginError:
        packages = " and ".join(f"package {origin(entry)}" for entry in adding)
        verb = "add" if len(adding) > 1 else "adds"
        also = ", which FaithSieve has itself" if name in self.own else ""
        return PluginError(
            f"{packages} {verb} a {self.noun} {name!r}{also}; rename or uninstall one of them"
        )


def origin(entry: EntryPoint) -> str:
    """Return the package that an entry point comes from, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "of unknown name"


@lru_cache(maxsize=16)
def _installed(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    # Keyed by the search path: reading all packages takes milliseconds, and rows ask again.
    return tuple(sorted(entry_points(group=group), key=lambda entry: (entry.name, origin(entry))))


def _words(error: BaseException) -> str:
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said[:300]}" if said else type(error).__name__
