"""The command line; ``wiring.py`` is the only place where adapters are built."""
