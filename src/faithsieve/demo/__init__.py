"""Short proofs of our own and recorded replies about them, for the demo and the browser."""
