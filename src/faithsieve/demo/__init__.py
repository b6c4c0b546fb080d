"""Three short proofs of our own, for the demo: one right, one with a slip, one with a gap."""
