"""Builders and fakes for tests, so that a test shows only what it is about."""
