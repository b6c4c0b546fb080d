"""``make bench``: run every benchmark, or those named on the command line."""

import importlib
import itertools
import pkgutil
import sys

import bench


def main() -> None:
    """Run the named benchmark modules, all of them by default; options go to what is named."""
    given = sys.argv[1:]
    names = list(itertools.takewhile(lambda word: word[0] != "-", given))
    options = given[len(names) :]
    everything = (module.name for module in pkgutil.iter_modules(bench.__path__))
    for name in names or sorted(name for name in everything if name[0] != "_"):
        print(f"== {name}", flush=True)
        module = importlib.import_module(f"bench.{name}")
        for line in module.run(options) if options else module.run():
            print(f"   {line}", flush=True)


main()
