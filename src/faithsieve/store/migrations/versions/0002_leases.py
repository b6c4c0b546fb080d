"""Leases: which process asks a pending call, and until when the others leave it alone."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the two columns; calls begun before them belong to nobody who lives."""
    op.add_column("model_calls", sa.Column("owner", sa.String(200)))
    op.add_column("model_calls", sa.Column("leased_until", sa.Float))
