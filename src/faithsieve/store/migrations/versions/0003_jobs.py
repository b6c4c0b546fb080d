"""Checks that a server was asked for, and what happened while they ran."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the two tables of ``faithsieve serve``."""
    op.create_table(
        "jobs",
        sa.Column("job_id", sa.String(64), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("idempotency_key", sa.String(200), unique=True),
        sa.Column("job", sa.Text, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("submitted_at", sa.String(40), nullable=False),
        sa.Index("jobs_by_time", "submitted_at"),
    )
    op.create_table(
        "job_events",
        sa.Column("job_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("job_id", "number"),
    )
