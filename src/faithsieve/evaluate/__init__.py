"""Benchmark scoring: datasets, runner, metrics. Stage two on one proof is ``verify``."""
