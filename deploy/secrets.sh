#!/bin/sh
# Appends to .env each secret that docker-compose.yml demands and that is not there yet. Existing
# ones stay as they are: without the old PAYLOAD_KEYS, nothing that Temporal keeps can be read.
set -eu
cd "$(dirname "$0")/.."
umask 077
[ -f .env ] || cp .env.example .env
# One that was there may be anybody's to read.
chmod 600 .env
# Whatever is appended to a line that is not ended would become part of it.
[ -z "$(tail -c 1 .env)" ] || echo >>.env

add() { # name value
    grep -q "^$1=..*" .env || printf '%s=%s\n' "$1" "$2" >>.env
}
word() { # letters and digits: it becomes part of a URL
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

add POSTGRES_PASSWORD "$(word)"
add STEWARD_DB_PASSWORD "$(word)"
add TEMPORAL_DB_PASSWORD "$(word)"
add GRAFANA_PASSWORD "$(word)"
add CODEC_TOKEN "$(word)"
add SERVICES_TOKEN "$(word)"
add LOG_PSEUDONYM_KEY "$(word)"
add PAYLOAD_KEYS "$(date +%Y%m):$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
