"""What can go wrong when something encrypted is read."""

from domain.errors import AppError


class UnreadablePayloadError(AppError):
    """An encrypted payload cannot be decrypted. Trying again helps once the keys are mended.

    ``why`` is ``unknown_key`` (the key that it names is not in PAYLOAD_KEYS) or ``changed``
    (it is not what was encrypted: damaged, tampered with, or the key is another one of this id).
    """

    code = "payload.unreadable"
    retryable = True
