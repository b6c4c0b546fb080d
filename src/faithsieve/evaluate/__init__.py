"""Benchmark scoring: runner, metrics, reports, audits. Stage two on one proof is ``verify``."""
