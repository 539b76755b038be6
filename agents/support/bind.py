"""Binds the agent's ports to its adapters, for a worker process."""

from datetime import timedelta
from functools import partial

from agents.parts import AgentParts, Lent
from agents.support.activities.drafting import Drafting
from agents.support.activities.incidents import Incidents
from agents.support.activities.passing import Passing, rules_of
from agents.support.activities.persons import Persons
from agents.support.activities.records import Records
from agents.support.activities.triage import Parts, TriageNodes
from agents.support.card import CARD
from agents.support.knowledge.answer_check import check
from agents.support.knowledge.base import KnowledgeBase
from agents.support.knowledge.embedder import LocalMeaning, embedder_of
from agents.support.model.fragment import fragment
from agents.support.model.questions import SupportModels
from agents.support.offline.engine import OfflineTriage, SupportUnderstanding
from agents.support.offline.nearness import Meaning
from agents.support.policy import load_policy
from agents.support.settings import SupportSettings
from agents.support.store.customers import ServiceCustomers, TableCustomers
from agents.support.store.drafts import PostgresDrafts
from agents.support.store.health import knowledge as knowledge_health
from agents.support.store.incidents import PostgresIncidents
from agents.support.store.tickets import PostgresTickets
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE


def bind(lent: Lent, settings: SupportSettings | None = None) -> AgentParts:
    """Raises ``ConfigurationError``. Opens no connection."""
    own = settings or SupportSettings.load()
    policy = load_policy(own.policy_file, lent.timezone)
    tickets = PostgresTickets(lent.database, policy, own.reopen_within)
    service = None
    if own.support_customer_url is not None:
        service = ServiceCustomers(
            lent.database, own.support_customer_url, own.support_customer_token
        )
    rules = OfflineTriage(own.support_working_language)
    models = SupportModels(lent.gateway, rules, check, working=own.support_working_language)
    embedder = embedder_of(own.support_embeddings)
    knowledge = KnowledgeBase(
        lent.database, embedder, default_language=own.support_working_language
    )
    parts = Parts(
        models=models,
        rules=rules,
        knowledge=knowledge,
        customers=service or TableCustomers(lent.database),
        top=own.support_kb_top,
        meaning=Meaning(embedder) if isinstance(embedder, LocalMeaning) else None,
    )
    nodes = TriageNodes(parts, lent.patience)
    case_rules = rules_of(own)
    passing = Passing(lent.cases, tickets, policy, lambda: case_rules)
    records = Records(tickets)
    persons = Persons(tickets, lent.cases, rules, parts.customers)
    within = timedelta(minutes=own.support_incident_minutes)
    same = PostgresIncidents(lent.database, own.support_incident_customers, within)
    incidents = Incidents(same, lent.cases)
    drafting = Drafting(models, PostgresDrafts(lent.database), lent.patience)

    async def close() -> None:
        if service is not None:
            await service.close()

    return AgentParts(
        slug=CARD.slug,
        activities={
            MAIN_QUEUE: (
                nodes.look_up_customer,
                records.support_desk,
                records.save_ticket,
                records.note_event,
                passing.pass_to_ticket,
                passing.merge_tickets,
                passing.pass_to_customer,
                passing.business_hours,
                incidents.find_incident,
                incidents.act_on_incident,
            ),
            MODEL_QUEUE: (
                nodes.match_ticket,
                nodes.assess_ticket,
                nodes.answer_ticket,
                nodes.translate_text,
                drafting.draft_article,
            ),
        },
        rules=SupportUnderstanding(),
        fragment=fragment(),
        take_person=persons.take,
        checks={"knowledge": partial(knowledge_health, lent.database)},
        close=close,
    )
