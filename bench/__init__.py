"""Benchmarks: each module has ``run() -> Iterator[str]`` and prints ratios measured in one run."""
