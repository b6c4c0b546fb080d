"""Stage two on one proof (paper §4): obligations, gate, proofs. Benchmark scoring is ``evaluate``."""
