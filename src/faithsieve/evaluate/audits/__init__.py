"""Audits: people's labels against what the pipeline did, and labels against the proofs (app. D)."""
