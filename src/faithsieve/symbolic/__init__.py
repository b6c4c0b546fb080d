"""Zero-token checks: parse strictly, decide exactly, or say inconclusive and why."""
