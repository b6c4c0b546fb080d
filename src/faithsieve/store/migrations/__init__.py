"""Alembic's folder: ``env.py`` runs a migration on the connection ``upgrade`` hands over."""
