"""Stage one (paper §3): faithful substeps, a tree of proof states, the earliest suspicion."""
