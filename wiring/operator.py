"""Binds the database, conversations, cases and models for the commands of agents."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from temporalio.client import Client
from temporalio.envconfig import ClientConnectConfig

from adapters.model.gateway import ModelGateway
from adapters.postgres.stores import Stores
from adapters.temporal import connect
from agents.operator import Operator
from bot.cases import StaffDesk
from domain.conversation import address_of
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from settings import Settings
from wiring.channel import gateway_for
from wiring.client import client_extras, keyring
from wiring.models import bind_models


@asynccontextmanager
async def operator(
    settings: Settings, temporal: ClientConnectConfig, database_url: str
) -> AsyncIterator[Operator]:
    """Connects to Temporal only where a command has to do with a conversation or a case."""
    stores = Stores.connect(database_url)

    async def client() -> Client:
        return await connect(temporal, client_extras(settings))

    async def tell(conversation: str, user_id: str, notice: Notice) -> None:
        gateway = gateway_for(settings, await client(), stores)
        await gateway.tell(*address_of(conversation), user_id, notice)

    async def act(case: str, act: StaffAct) -> StaffAnswer:
        return await StaffDesk(await client()).act(case, act)

    def models() -> ModelGateway:
        return bind_models(settings, stores.model_calls, stores.usage).gateway

    try:
        yield Operator(stores.database, tell, act, models, keyring(settings))
    finally:
        await stores.close()
