"""What each kind of process adds to its connection with Temporal: encryption, traces, metrics."""

from adapters.encryption.codec import EncryptionCodec
from adapters.encryption.keyring import Keyring
from adapters.pseudonyms import Pseudonyms
from adapters.telemetry.content import TracedContent
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


def telemetry_of(process: str, settings: Settings) -> Telemetry:
    """What a process measures and traces: the worker, the bot, http, or a terminal, which serves no
    metrics. Make it once per process, and close it at its end. Raises ``ConfigurationError``.
    """
    listens = {
        "worker": settings.worker_metrics_listen,
        "bot": settings.bot_metrics_listen,
        "http": settings.http_metrics_listen,
    }
    headers = settings.otel_exporter_otlp_headers
    return Telemetry(
        TelemetryConfig(
            process=process,
            metrics_listen=listens.get(process),
            metrics_setting=f"{process.upper()}_METRICS_LISTEN",
            otlp_endpoint=settings.otel_exporter_otlp_endpoint,
            otlp_headers=headers.get_secret_value() if headers is not None else "",
            content=(
                TracedContent(Pseudonyms.of(settings.log_pseudonym_key))
                if settings.trace_content
                else None
            ),
        )
    )


def keyring(settings: Settings) -> Keyring | None:
    """None without PAYLOAD_KEYS. Raises ``ConfigurationError`` for keys that are none."""
    keys = settings.payload_keys
    return None if keys is None else Keyring.parse(keys.get_secret_value())


def payload_codec(settings: Settings) -> EncryptionCodec | None:
    """What encrypts and decrypts payloads. None without PAYLOAD_KEYS."""
    keys = keyring(settings)
    return EncryptionCodec(keys, plain=settings.payload_plain_accepted) if keys else None
