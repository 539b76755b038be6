"""What each kind of process adds to its connection with Temporal: encryption, traces, metrics."""

from dataclasses import replace

from adapters.encryption.codec import EncryptionCodec
from adapters.encryption.keyring import Keyring
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.temporal import ClientExtras
from settings import Settings


def client_extras(settings: Settings, telemetry: Telemetry | None = None) -> ClientExtras:
    """For a process of this deployment. Raises ``ConfigurationError`` for keys that are none.

    Without ``telemetry`` nothing is measured or traced: for commands that only look.
    """
    codec = payload_codec(settings)
    if telemetry is None:
        return ClientExtras(codec=codec)
    return ClientExtras(codec=codec, interceptors=telemetry.interceptors, runtime=telemetry.runtime)


def worker_telemetry(settings: Settings) -> Telemetry:
    """Make it once per process, and close it at its end. Raises ``ConfigurationError``."""
    return Telemetry(
        replace(
            _traced("worker", settings),
            metrics_listen=settings.worker_metrics_listen,
            metrics_setting="WORKER_METRICS_LISTEN",
        )
    )


def bot_telemetry(settings: Settings) -> Telemetry:
    """As ``worker_telemetry``."""
    return Telemetry(
        replace(
            _traced("bot", settings),
            metrics_listen=settings.bot_metrics_listen,
            metrics_setting="BOT_METRICS_LISTEN",
        )
    )


def http_telemetry(settings: Settings) -> Telemetry:
    """As ``worker_telemetry``."""
    return Telemetry(
        replace(
            _traced("http", settings),
            metrics_listen=settings.http_metrics_listen,
            metrics_setting="HTTP_METRICS_LISTEN",
        )
    )


def terminal_telemetry(settings: Settings) -> Telemetry:
    """Traces only: a terminal chat serves no metrics."""
    return Telemetry(_traced("terminal", settings))


def _traced(process: str, settings: Settings) -> TelemetryConfig:
    headers = settings.otel_exporter_otlp_headers
    return TelemetryConfig(
        process=process,
        otlp_endpoint=settings.otel_exporter_otlp_endpoint,
        otlp_headers=headers.get_secret_value() if headers is not None else "",
    )


def keyring(settings: Settings) -> Keyring | None:
    """None without PAYLOAD_KEYS. Raises ``ConfigurationError`` for keys that are none."""
    keys = settings.payload_keys
    return None if keys is None else Keyring.parse(keys.get_secret_value())


def payload_codec(settings: Settings) -> EncryptionCodec | None:
    """What encrypts and decrypts payloads. None without PAYLOAD_KEYS."""
    keys = keyring(settings)
    if keys is None:
        return None
    return EncryptionCodec(keys, plain=settings.payload_plain_accepted)
