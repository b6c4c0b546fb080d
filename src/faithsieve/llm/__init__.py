"""Language models behind one protocol; caching, retries, limits and budgets are wrappers."""
