"""The one error of providers that the rest of Steward need not know."""

from domain.errors import ModelMisconfiguredError


class RequestRefusedError(ModelMisconfiguredError):
    """This one request was refused (too long, a parameter that the model does not take).

    The provider itself is up, so its circuit stays closed.
    """

    is_outage = False
