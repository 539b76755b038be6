#!/bin/sh
# Runs once, when the data folder of PostgreSQL is still empty: a role and its databases for Steward
# and for Temporal, neither of which can read the other's, and neither of which is a superuser; and the
# role without a login that Steward's tool server works under.
set -eu

psql --no-psqlrc --set ON_ERROR_STOP=1 \
    --set steward_password="$STEWARD_DB_PASSWORD" \
    --set temporal_password="$TEMPORAL_DB_PASSWORD" \
    --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE steward LOGIN PASSWORD :'steward_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE ROLE steward_services NOLOGIN;
GRANT steward_services TO steward;
CREATE DATABASE steward OWNER steward;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE steward, temporal, temporal_visibility FROM PUBLIC;
SQL
