"""Foreign errors become ``AppError`` here, once, and only those that are expected.

A misconfiguration is not a passing fault, and a bug (bad SQL, wrong argument count) is neither:
it passes through untouched and shows itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from asyncpg import exceptions as pg

from adapters.postgres.address import DatabaseAddress
from domain.errors import ConfigurationError, StorageRejectedError, StorageUnavailableError

_UNREACHABLE = (
    OSError,  # refused, reset, unknown host, missing socket; TimeoutError is one too
    pg.PostgresConnectionError,  # class 08: the connection broke or could not be made
    pg.OperatorInterventionError,  # class 57: shutdown, crash recovery, starting up, cancelled
    pg.InternalClientError,  # used between the server's last words and the end of the connection
)

_BUSY = (
    pg.TransactionRollbackError,  # class 40: serialization failure, deadlock
    pg.InsufficientResourcesError,  # class 53: too many connections, disk or memory full
    pg.PostgresSystemError,  # class 58: the server's own I/O trouble
    pg.LockNotAvailableError,  # lock_timeout ran out
    pg.ReadOnlySQLTransactionError,  # a standby, in the middle of a failover
    pg.IdleInTransactionSessionTimeoutError,  # our process stalled; the transaction was rolled back
    pg.InvalidCachedStatementError,  # a migration ran meanwhile; the next attempt prepares anew
    pg.OutdatedSchemaCacheError,
)

_REJECTED = (
    pg.IntegrityConstraintViolationError,  # class 23
    pg.DataError,  # class 22: out of range, bad text, bad JSON
    pg.ProgramLimitExceededError,  # class 54: too large
)

_NO_TABLES = (pg.UndefinedTableError, pg.UndefinedColumnError)

_NO_RIGHTS = (
    pg.InsufficientPrivilegeError,
    pg.InvalidSchemaNameError,  # a schema that one may not use is as good as none
)


@contextmanager
def translated(address: DatabaseAddress) -> Iterator[None]:
    """Raises ``StorageUnavailableError``, ``StorageRejectedError`` or ``ConfigurationError``
    in place of the driver's errors. Messages name the server, never the password.
    """
    try:
        yield
    except _UNREACHABLE as error:
        raise StorageUnavailableError(_unreachable(address, error)) from error
    except _BUSY as error:
        raise StorageUnavailableError(
            f"PostgreSQL at {address} cannot do this now ({_reason(error)})"
        ) from error
    except _REJECTED as error:
        # Without its cause: the server's detail line repeats the row, and causes are written to
        # logs and to the history of workflows.
        raise StorageRejectedError(_refused(error)) from None
    except pg.InterfaceError as error:
        raise _of_the_client(address, error) from None
    except asyncpg.PostgresError as error:
        mended_by = _advice(address, error)
        if mended_by is None:
            raise
        raise ConfigurationError(mended_by) from error


def _unreachable(address: DatabaseAddress, error: Exception) -> str:
    return (
        f"PostgreSQL at {address} does not answer ({_reason(error)}): "
        "start it, or correct DATABASE_URL if it runs elsewhere"
    )


def _reason(error: Exception) -> str:
    # A server error's own message is one line; its text as a whole has details and hints.
    return getattr(error, "message", None) or str(error) or type(error).__name__


def _refused(error: Exception) -> str:
    constraint = getattr(error, "constraint_name", None)
    return f"PostgreSQL refused the data: {type(error).__name__} {constraint or ''}".rstrip()


def _of_the_client(address: DatabaseAddress, error: pg.InterfaceError) -> Exception:
    """The driver's own complaints: about the URL, about a value, or about a closed connection."""
    if isinstance(error, pg.ClientConfigurationError):
        return ConfigurationError(
            f"DATABASE_URL for {address} is not usable: write it as "
            "postgresql://user:password@host:5432/database"
        )
    if isinstance(error, ValueError):
        return StorageRejectedError(_refused(error))
    # The driver has no class of its own for "connection is closed" and "pool is closing".
    if "clos" in str(error):
        return StorageUnavailableError(_unreachable(address, error))
    return error


def _advice(address: DatabaseAddress, error: asyncpg.PostgresError) -> str | None:
    """What is set up wrongly and how to mend it; None when it is not about the set-up."""
    if isinstance(error, pg.InvalidAuthorizationSpecificationError):
        return (
            f"PostgreSQL at {address} refuses the login of user {address.user!r}: "
            "correct user and password in DATABASE_URL"
        )
    if isinstance(error, pg.InvalidCatalogNameError):
        return (
            f"PostgreSQL at {address.server} has no database {address.database!r}: "
            "create it (createdb) or correct DATABASE_URL"
        )
    if isinstance(error, _NO_RIGHTS):
        return (
            f"PostgreSQL user {address.user!r} may not do this at {address}: "
            "grant it the rights on the database, or use the owner in DATABASE_URL"
        )
    if isinstance(error, pg.UndefinedObjectError):
        return f"PostgreSQL at {address} does not know a parameter of DATABASE_URL: remove it"
    if isinstance(error, _NO_TABLES):
        return f"the tables in {address} are missing or too old: run the migrations first"
    return None
