"""Binds the HTTP channel: what is asked, what is shown, and who may ask."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

from temporalio.client import Client
from temporalio.worker import Worker

from activities.boundary import BEAT
from activities.deliver import Deliver
from adapters.http_server import ServerLimits, listening
from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.requests import RequestTelemetry
from adapters.telemetry.watch import Watch
from bot.http.channel import HttpChannel
from bot.http.hub import EventHub
from domain.errors import ConfigurationError
from settings import Settings
from wiring.health import http_checkup
from wiring.worker import GRACE, HTTP_QUEUE, enabled, gateway_for, room_of, url_of

_DELIVERIES_AT_ONCE = 100
"""Each is one row."""

_LIMITS = ServerLimits(
    body=timedelta(seconds=60),  # a photo over a telephone's network
    connections=2_000,  # each open page holds one for its stream
    ending=timedelta(seconds=2),
)
