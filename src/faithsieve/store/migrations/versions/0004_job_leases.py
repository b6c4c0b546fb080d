"""Leases of jobs: which server works on a check, so that two servers never run the same one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the two columns; open jobs from before them belong to nobody who lives."""
    op.add_column("jobs", sa.Column("owner", sa.String(200)))
    op.add_column("jobs", sa.Column("leased_until", sa.Float))
