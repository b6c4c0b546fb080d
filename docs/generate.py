"""Write the generated pages; with ``--check`` say whether they are up to date."""
