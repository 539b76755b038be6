"""Offers of purchases: what one agent tells of, others take up by a button or at once."""

from collections.abc import Sequence

from pydantic import JsonValue

from agents.contract import Handler, PurchaseTaker
from domain.bounded import keep_newest
from domain.events import Offer, Purchase
from domain.messages import ButtonPress
from domain.replies import Choice
from domain.topics import PressAction
from workflows.served_agents import ServedAgents
from workflows.shared import Session

MAX_OFFERS = 20
"""Purchases that can still be taken up by their buttons; the oldest are let go."""


class PurchaseOffers:
    """The purchases that agents of one conversation told of."""

    def __init__(self, session: Session, agents: ServedAgents) -> None:
        self._session = session
        self._agents = agents

    def offer(self, slug: str, purchase: Purchase) -> Sequence[Choice]:
        """Makes known what an agent tells; a button for each other one that can take it up, but for
        those that look first.
        """
        state = self._session.state
        others = self._agents.all_able(PurchaseTaker)
        others.pop(slug, None)
        taking = [name for name, agent in others.items() if agent.taking(purchase) is not None]
        noticing = any(agent.noticing(purchase) is not None for agent in others.values())
        if not taking and not noticing:
            return ()
        before = state.offers.pop(purchase.ref, None)
        state.offers[purchase.ref] = before or Offer(purchase=purchase)
        keep_newest(state.offers, MAX_OFFERS)
        if noticing and before is None:
            state.noticed.append(purchase.ref)
        return [
            Choice(press=ButtonPress(action=PressAction.OFFER, subject=purchase.ref, value=name))
            for name in taking
            if not others[name].looks_first
        ]

    def take(self, ref: str, slug: str) -> JsonValue:
        """Returns the details with which an agent takes up a purchase, once; None when it was taken
        up, or when nothing is known of it any more.
        """
        offers = self._session.state.offers
        offer, agent = offers.get(ref), self._agents.able(slug, PurchaseTaker)
        if offer is None or agent is None or slug in offer.taken:
            return None
        offers[ref] = offer.model_copy(update={"taken": (*offer.taken, slug)})
        return agent.taking(offer.purchase)

    def notices(self) -> list[tuple[str, Handler]]:
        """Returns, once, what agents do at once about purchases that others told of, by their
        slugs.
        """
        state = self._session.state
        refs, state.noticed = state.noticed, []
        offers = [state.offers[ref] for ref in refs if ref in state.offers]
        found = [
            (slug, agent.noticing(offer.purchase))
            for offer in offers
            for slug, agent in self._agents.all_able(PurchaseTaker).items()
        ]
        return [(slug, handler) for slug, handler in found if handler is not None]
