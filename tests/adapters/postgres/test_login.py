"""Logging in with a password, as a deployment does; the embedded server trusts everybody else."""

from pathlib import Path

import asyncpg
import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.schema import code_version, schema_version
from adapters.postgres.stores import Stores
from domain.errors import ConfigurationError

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
    await migrate(login_url)
    assert await schema_version(login_url) == code_version()

    stores = Stores.connect(login_url)
    assert (await stores.ping()).total_seconds() > 0
    await stores.close()


async def test_a_wrong_password_is_a_matter_of_configuration_and_not_repeated(
    login_url: str,
) -> None:
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
