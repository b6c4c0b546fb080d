"""Stage two on one proof (paper §4): obligations, gate, proofs. Scoring is ``evaluate``."""
