import asyncio
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from adapters.postgres.schema import schema_version
from adapters.postgres.stores import Stores
from domain.errors import (
    AppError,
    ConfigurationError,
    StorageRejectedError,
    StorageUnavailableError,
)
from tests.adapters.postgres.requests import keeping, reopening
from tests.conftest import Server
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


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("/postgres?", "/nowhere?", "no database 'nowhere'"),
        ("postgres:@", "stranger:hunter2@", "refuses the login of user 'stranger'"),
        ("?", "?colour=blue&", ""),
    ],
)
async def test_an_unknown_database_user_or_parameter_is_a_matter_of_configuration(
    postgres_url: str, right: str, wrong: str, told: str
) -> None:
    assert right in postgres_url
    error = await failure(postgres_url.replace(right, wrong))

    assert isinstance(error, ConfigurationError)
    assert not error.retryable
    assert told in str(error)


async def test_missing_tables_say_that_the_migrations_were_not_run(postgres_url: str) -> None:
    stores = Stores.connect(url_of(postgres_url, "template1"))

    with pytest.raises(ConfigurationError, match="run the migrations"):
        await stores.drafts.keep(keeping(1))
    await stores.close()


async def test_each_class_of_server_errors_has_its_meaning(stores: Stores) -> None:
    unavailable = "08006 40001 40P01 53100 53300 55P03 57014 57P01 57P03 58030 25006"
    meanings: dict[str, type[AppError]] = {
        **dict.fromkeys(unavailable.split(), StorageUnavailableError),
        **dict.fromkeys(["22003", "22P02", "23505", "23514", "54000"], StorageRejectedError),
        **dict.fromkeys(["28P01", "3D000", "42501", "42P01"], ConfigurationError),
    }
    for state, expected in meanings.items():
        with pytest.raises(expected) as caught:
            async with stores.database.connection() as connection:
                await connection.execute(
                    f"DO $$ BEGIN RAISE 'made up' USING ERRCODE = '{state}'; END $$"
                )
        assert type(caught.value) is expected, state


@pytest.mark.shows("http 14")
async def test_the_last_words_of_a_server_on_a_connection_are_an_outage(database_url: str) -> None:
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


async def test_a_bug_in_a_statement_shows_itself_and_a_value_that_cannot_be_sent_is_refused(
    stores: Stores,
) -> None:
    for error, *statement in (
        (asyncpg.PostgresSyntaxError, "SELEKT 1"),
        (asyncpg.InterfaceError, "SELECT $1::int", 1, 2),
        (StorageRejectedError, "SELECT $1::int", 2**40),
        (
            StorageRejectedError,
            "INSERT INTO users VALUES ('private name', 'en', 'lower', 'UTC')",
        ),
    ):
        with pytest.raises(error) as caught:
            async with stores.database.connection() as connection:
                await connection.execute(*statement)
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


# Logging in with a password, as a deployment does; the embedded server trusts everybody else.

PASSWORD = "p@ss/w#rd:%"
ENCODED = "p%40ss%2Fw%23rd%3A%25"


@pytest.fixture
async def login_url(database_url: str) -> str:
    """A database of which the role ``steward``, who needs a password, is the owner."""
    connection = await asyncpg.connect(database_url)
    if not await connection.fetchval("SELECT true FROM pg_roles WHERE rolname = 'steward'"):
        _ask_for_passwords(Path(await connection.fetchval("SHOW hba_file")))
        await connection.execute("SELECT pg_reload_conf()")
        await connection.execute(f"CREATE ROLE steward LOGIN PASSWORD '{PASSWORD}'")
    await connection.execute("DROP SCHEMA public CASCADE")
    await connection.execute("CREATE SCHEMA public AUTHORIZATION steward")
    await connection.close()
    return database_url.replace("postgres:@", f"steward:{ENCODED}@")


def _ask_for_passwords(rules: Path) -> None:
    rules.write_text(f"local all steward scram-sha-256\n{rules.read_text()}")


async def test_a_password_with_special_characters_opens_the_database(login_url: str) -> None:
    assert await migrate(login_url, ()) == await schema_version(login_url, ())

    stores = Stores.connect(login_url)
    assert (await stores.ping()).total_seconds() > 0
    await stores.close()


async def test_a_wrong_password_is_a_matter_of_configuration_and_not_told(login_url: str) -> None:
    wrong = login_url.replace(ENCODED, "hunter2")
    stores = Stores.connect(wrong)

    with pytest.raises(ConfigurationError, match="refuses the login of user 'steward'") as used:
        await stores.ping()
    with pytest.raises(ConfigurationError) as migrated:
        await migrate(wrong)

    assert "hunter2" not in f"{used.value}{migrated.value}"
    await stores.close()


@pytest.mark.parametrize("right", ["GRANT", "REVOKE"])
async def test_a_role_without_rights_is_told_what_it_lacks(
    login_url: str, database_url: str, right: str
) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("ALTER SCHEMA public OWNER TO postgres")
    direction = "TO" if right == "GRANT" else "FROM"
    await connection.execute(f"{right} USAGE ON SCHEMA public {direction} steward")
    await connection.close()

    with pytest.raises(ConfigurationError, match="grant it the rights"):
        await migrate(login_url)


@pytest.mark.shows("13.4")
async def test_pools_work_again_after_the_server_was_away(own_server: Server) -> None:
    await migrate(own_server.get_uri(), ())
    stores = Stores.connect(own_server.get_uri())
    await asyncio.gather(*(stores.drafts.keep(keeping(n)) for n in range(1, 9)))

    await asyncio.to_thread(own_server.stop)
    meanwhile = Stores.connect(own_server.get_uri())
    with pytest.raises(StorageUnavailableError):
        await stores.drafts.keep(keeping(20))
    for away in (stores, meanwhile):
        with pytest.raises(StorageUnavailableError):
            await away.ping()

    await asyncio.to_thread(own_server.ensure_postgres_running)
    await asyncio.gather(*(stores.drafts.keep(keeping(n)) for n in range(20, 32)))
    await meanwhile.drafts.keep(keeping(40))

    for number in (1, *range(20, 32), 40):
        assert (await stores.drafts.reopen(reopening(number, "m1"))).state is not None
    await stores.close()
    await meanwhile.close()
