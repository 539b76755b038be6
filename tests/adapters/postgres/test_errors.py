import asyncio
from datetime import timedelta

import asyncpg
import pytest

from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from domain.errors import (
    AppError,
    ConfigurationError,
    StorageRejectedError,
    StorageUnavailableError,
)
from tests.adapters.postgres.requests import keeping
from tests.databases import url_of

SECRET = "hunter2"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "mysql://steward:hunter2@127.0.0.1/steward",
        "steward:hunter2@127.0.0.1",
        "postgresql://steward:hunter2#x@127.0.0.1:5432/steward",
        "postgresql://steward:hunter2@127.0.0.1:port/steward",
        "postgresql://steward:hunter2@[::1/steward",
        "postgresql://steward:hunter2@127.0.0.1:99999/steward",
    ],
)
def test_a_url_that_cannot_be_one_is_refused_at_once_with_a_remedy(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Stores.connect(url)

    message = str(caught.value)
    assert "DATABASE_URL" in message
    assert "postgresql://user:password@host:5432/database" in message
    assert SECRET not in message
    assert "\n" not in message


async def failure(url: str) -> AppError:
    stores = Stores.connect(url)
    with pytest.raises(AppError) as caught:
        await stores.ping()
    await stores.close()
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://steward:hunter2@127.0.0.1:1/steward",
        "postgresql://steward:hunter2@/steward?host=/nonexistent",
        "postgresql://steward:hunter2@no-such-host.invalid/steward",
    ],
    ids=["refused", "no socket", "unknown host"],
)
async def test_a_server_that_cannot_be_reached_may_be_there_later(url: str) -> None:
    error = await failure(url)

    assert isinstance(error, StorageUnavailableError)
    assert error.retryable
    assert "start it, or correct DATABASE_URL" in str(error)


async def test_a_server_that_never_answers_is_given_up() -> None:
    mute = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = mute.sockets[0].getsockname()[1]

    database = Database(
        f"postgresql://steward:hunter2@127.0.0.1:{port}/steward",
        connect_timeout=timedelta(seconds=0.1),
    )

    with pytest.raises(StorageUnavailableError):
        await database.ping()
    await database.close()
    mute.close()


async def test_an_unknown_database_is_a_matter_of_configuration(postgres_url: str) -> None:
    error = await failure(url_of(postgres_url, "nowhere"))

    assert isinstance(error, ConfigurationError)
    assert not error.retryable
    assert "no database 'nowhere'" in str(error)


async def test_an_unknown_user_is_a_matter_of_configuration(postgres_url: str) -> None:
    error = await failure(postgres_url.replace("postgres:@", "stranger:hunter2@"))

    assert isinstance(error, ConfigurationError)
    assert "refuses the login of user 'stranger'" in str(error)


async def test_an_unknown_parameter_is_a_matter_of_configuration(postgres_url: str) -> None:
    error = await failure(f"{postgres_url}&colour=blue")

    assert isinstance(error, ConfigurationError)


async def test_missing_tables_say_that_the_migrations_were_not_run(postgres_url: str) -> None:
    stores = Stores.connect(url_of(postgres_url, "template1"))

    with pytest.raises(ConfigurationError, match="run the migrations"):
        await stores.drafts.keep(keeping(1))
    await stores.close()


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("08006", StorageUnavailableError),
        ("40001", StorageUnavailableError),
        ("40P01", StorageUnavailableError),
        ("53100", StorageUnavailableError),
        ("53300", StorageUnavailableError),
        ("55P03", StorageUnavailableError),
        ("57014", StorageUnavailableError),
        ("57P01", StorageUnavailableError),
        ("57P03", StorageUnavailableError),
        ("58030", StorageUnavailableError),
        ("25006", StorageUnavailableError),
        ("22003", StorageRejectedError),
        ("22P02", StorageRejectedError),
        ("23505", StorageRejectedError),
        ("23514", StorageRejectedError),
        ("54000", StorageRejectedError),
        ("28P01", ConfigurationError),
        ("3D000", ConfigurationError),
        ("42501", ConfigurationError),
        ("42P01", ConfigurationError),
    ],
)
async def test_each_class_of_server_errors_has_its_meaning(
    stores: Stores, state: str, expected: type[AppError]
) -> None:
    with pytest.raises(expected):
        async with stores.database.connection() as connection:
            await connection.execute(
                f"DO $$ BEGIN RAISE 'made up' USING ERRCODE = '{state}'; END $$"
            )


@pytest.mark.shows("http 14")
async def test_a_server_that_said_its_last_words_on_a_connection_is_an_outage(
    database_url: str,
) -> None:
    fields = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0"
    last_words = b"E" + (len(fields) + 4).to_bytes(4, "big") + fields
    database = Database(database_url)

    async def used() -> None:
        async with database.connection() as connection:
            # As they come to one that is idle, before the end of the connection does.
            protocol = connection._con._protocol  # type: ignore[attr-defined]
            protocol.data_received(last_words)
            await connection.fetchval("SELECT 1")

    with pytest.raises(StorageUnavailableError):
        await used()
    await database.ping()
    await database.close()


async def test_a_bug_in_a_statement_shows_itself(stores: Stores) -> None:
    with pytest.raises(asyncpg.PostgresSyntaxError):
        async with stores.database.connection() as connection:
            await connection.execute("SELEKT 1")
    with pytest.raises(asyncpg.InterfaceError):
        async with stores.database.connection() as connection:
            await connection.execute("SELECT $1::int", 1, 2)


async def test_a_value_that_the_driver_cannot_send_is_refused(stores: Stores) -> None:
    with pytest.raises(StorageRejectedError):
        async with stores.database.connection() as connection:
            await connection.execute("SELECT $1::int", 2**40)


async def test_a_refusal_does_not_repeat_the_values_of_the_row(stores: Stores) -> None:
    with pytest.raises(StorageRejectedError) as caught:
        async with stores.database.connection() as connection:
            await connection.execute(
                "INSERT INTO users VALUES ('private name', 'en', 'lower', 'UTC')"
            )

    assert "private name" not in str(caught.value)
    assert "users_currency_check" in str(caught.value)


async def test_more_callers_than_connections_wait_their_turn(database_url: str) -> None:
    narrow = Database(database_url, max_connections=2)

    async def use() -> int:
        async with narrow.connection() as connection:
            value: int = await connection.fetchval("SELECT 1 FROM pg_sleep(0.01)")
        return value

    assert await asyncio.gather(*(use() for _ in range(20))) == [1] * 20
    await narrow.close()


async def test_a_closed_pool_says_so_and_may_be_closed_again(database_url: str) -> None:
    stores = Stores.connect(database_url)
    await stores.ping()

    await stores.close()
    await stores.close()

    with pytest.raises(StorageUnavailableError):
        await stores.ping()
