"""The only code that writes run data: SQLAlchemy over SQLite or PostgreSQL."""
