"""The shared vocabulary: frozen, typed records with no behaviour beyond derived properties."""
