"""``make bench``: run every benchmark, or those named on the command line."""

import importlib
import pkgutil
import sys

import bench


def main() -> None:
    """Run the named benchmark modules, all of them by default."""
    names = sys.argv[1:] or sorted(
        module.name for module in pkgutil.iter_modules(bench.__path__) if module.name[0] != "_"
    )
    for name in names:
        print(f"== {name}", flush=True)
        for line in importlib.import_module(f"bench.{name}").run():
            print(f"   {line}", flush=True)


main()
