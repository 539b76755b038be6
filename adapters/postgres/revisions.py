"""What a revision of tables does."""

from collections.abc import Callable, Sequence

from alembic import op


def executes(statements: Sequence[str]) -> Callable[[], None]:
    """Returns the ``upgrade`` of a revision that executes its statements, in their order."""

    def upgrade() -> None:
        for statement in statements:
            op.execute(statement)

    return upgrade
