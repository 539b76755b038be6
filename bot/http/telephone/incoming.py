"""A call as the carrier tells of it, and what the carrier is told to do with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from bot.http.telephone import twiml
from bot.http.telephone.callers import CallingPerson, caller_of, locale_by_country
from bot.http.telephone.parts import Number, TelephoneConfig
from bot.http.telephone.paths import DIALLED_PATH
from bot.http.telephone.twiml import Dialled
from bot.texts.catalogue import catalogue_for
from domain.transfers import Transfer


@dataclass(frozen=True)
class IncomingCall:
    """``sid`` is the carrier's id; ``number`` is the one that was called."""

    sid: str
    sent_from: str
    """What the carrier has for the caller's number."""
    number: str
    streams: int = 0
    """How many it had before."""

    @classmethod
    def of(cls, form: Mapping[str, str]) -> "IncomingCall":
        return cls(form["CallSid"], form.get("From", ""), form.get("To", ""))

    @property
    def caller(self) -> CallingPerson:
        return caller_of(self.sent_from, self.sid)


@dataclass(frozen=True)
class Instructions:
    """In TwiML, spoken by the carrier itself: these work when nothing here can speak. ``hears``
    tells whether a language is understood here.
    """

    config: TelephoneConfig
    hears: Callable[[str], bool]

    def number_of(self, call: IncomingCall) -> Number:
        return self.config.numbers.get(call.number, Number())

    def locale_of(self, call: IncomingCall) -> str:
        """The number's own language, else that of the caller's country if it is understood."""
        own = self.number_of(call).locale
        if own is not None:
            return own
        by_country = locale_by_country(call.caller.number)
        if by_country is not None and self.hears(by_country):
            return by_country
        return self.config.default_locale

    def refuse_as_busy(self, call: IncomingCall) -> str:
        """A person takes the call, where there is one; else its caller hears that all are busy."""
        if Transfer.PERSON in self.config.people:
            return self.put_through(call, Transfer.PERSON)
        return self.say(call, "busy") if call.streams else twiml.busy()

    def excuse(self, call: IncomingCall) -> str:
        """A person takes the call, where there is one; else its caller hears to call later."""
        if Transfer.PERSON in self.config.people:
            return self.put_through(call, Transfer.PERSON)
        return self.say(call, "unavailable")

    def put_through(self, call: IncomingCall, wanted: Transfer) -> str:
        """To a number that is set. Who withholds their number is shown as ours."""
        query = urlencode({"wanted": wanted.value})
        result = f"{self.config.public_origin}{DIALLED_PATH}?{query}"
        shown = call.number if call.caller.number is None else None
        return self.say(call, wanted.value, Dialled(self.config.people[wanted], result, shown))

    def say(self, call: IncomingCall, words: str, then: Dialled | None = None) -> str:
        catalogue = catalogue_for(self.locale_of(call))
        return twiml.say(catalogue.text(f"telephone.{words}"), catalogue.language, then)
