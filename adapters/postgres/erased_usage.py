"""What models cost for persons who had everything deleted, kept under a pseudonym until midnight.

Else a limit for the day could be begun anew by deleting everything, as often as anybody likes.
"""

TODAY = "(now() AT TIME ZONE 'UTC')::date"
"""Days are those of UTC, as for budgets."""

MIDNIGHT = "date_trunc('day', now(), 'UTC')"
"""When today began."""

_PREFIX = "erased~"

PSEUDONYM = f"""(
    SELECT '{_PREFIX}' || encode(sha256(convert_to(salt::text || $1, 'UTF8')), 'hex')
    FROM erasure_salts WHERE day = {TODAY}
)"""  # noqa: S608 - constants of this module
"""Of the person $1 for today; NULL when nobody had anything deleted today."""

OWN = f"user_id = ANY (ARRAY[$1, {PSEUDONYM}])"
"""The calls of the person $1, also those from before they had everything deleted today."""

SALT_TODAY = f"INSERT INTO erasure_salts (day) VALUES ({TODAY}) ON CONFLICT DO NOTHING"  # noqa: S608
"""Before a pseudonym is given."""

FORGET_PSEUDONYMS = (
    f"DELETE FROM erasure_salts WHERE day < {TODAY}",  # noqa: S608
    f"""
    UPDATE model_calls SET user_id = ''
    WHERE starts_with(user_id, '{_PREFIX}') AND at < {MIDNIGHT}
    """,  # noqa: S608 - constants of this module
)
"""Those of earlier days, which no limit counts any more."""
