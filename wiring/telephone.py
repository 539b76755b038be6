"""Binds telephone lines, which the process of the HTTP channel serves beside the rest."""

from adapters.twilio import TwilioCalls
from agents.registry import command_of_calls, transfers_of
from bot.http.telephone.lines import TelephoneLines
from bot.http.telephone.parts import Number, TelephoneConfig, TelephoneParts
from bot.http.voice.parts import VoiceParts
from bot.http.voice.socket import Calls
from domain.errors import ConfigurationError
from domain.transfers import Transfer
from settings import Settings, TelephoneNumber
from wiring.channel import enabled


def bind_carrier(settings: Settings) -> TwilioCalls:
    """The REST API of the account that is set."""
    tokens = tuple(token.get_secret_value() for token in settings.telephone_auth_tokens)
    account = settings.telephone_account_sid or ""
    return TwilioCalls(account, tokens, settings.telephone_api_base)


def bind_telephone(
    settings: Settings, voice: VoiceParts, calls: Calls, carrier: TwilioCalls
) -> TelephoneLines:
    """``voice`` has the turns of the telephone channel. Raises ``ConfigurationError``."""
    people = {
        Transfer.PERSON: settings.telephone_person_number,
        Transfer.EMERGENCY: settings.telephone_emergency_number,
    }
    config = TelephoneConfig(
        account_sid=carrier.account_sid,
        auth_tokens=carrier.auth_tokens,
        public_origin=settings.http_public_origin or "",
        numbers={
            number: _number(meant, enabled(settings))
            for number, meant in settings.telephone_numbers.items()
        },
        people={wanted: number for wanted, number in people.items() if number is not None},
        recording_notice=settings.telephone_recording_notice,
        default_locale=settings.default_locale,
        timezone=settings.default_timezone,
    )
    find_transfer = transfers_of(enabled(settings))
    return TelephoneLines(TelephoneParts(config, voice, calls, carrier, find_transfer))


def _number(meant: TelephoneNumber, slugs: tuple[str, ...]) -> Number:
    if meant.agent is None:
        return Number(locale=meant.locale)
    command = command_of_calls(meant.agent) if meant.agent in slugs else None
    if command is None:
        able = ", ".join(filter(command_of_calls, slugs)) or "none"
        raise ConfigurationError(
            f"TELEPHONE_NUMBERS names {meant.agent}: of the enabled agents {able} take calls"
        )
    return Number(command, meant.locale)
