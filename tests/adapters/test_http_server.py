"""Whoever is slow or many is hung up on, on every address that Steward answers at."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from aiohttp import ClientSession, web

from adapters.http_server import ServerLimits, _Connection, _Entry, is_near, listening, network_of
from domain.errors import ConfigurationError
from tests.metrics import free_port

SOON, NEVER = timedelta(milliseconds=50), timedelta(hours=1)
LONG = ServerLimits(headers=NEVER, body=NEVER, idle=NEVER, ending=timedelta())

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def serving(limits: ServerLimits) -> AsyncIterator[int]:
    async def echo(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    app = web.Application()
    app.router.add_post("/", echo)
    port = free_port()
    async with listening(app, f"127.0.0.1:{port}", "SOME_LISTEN", limits):
        yield port


async def connected(port: int, said: bytes = b"") -> Ends:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    return reader, writer


async def hung_up(ends: Ends) -> bool:
    """Waits until the server has hung up; whether it did so without an answer."""
    reader, writer = ends
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True
    finally:
        writer.close()


def post(body: bytes) -> bytes:
    return b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        *(
            (ServerLimits(headers=SOON, body=NEVER, idle=NEVER), said)
            for said in (b"", b"POST / HT", b"POST / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n")
        ),
        (ServerLimits(headers=NEVER, body=SOON, idle=NEVER), post(b"whole")[:-1]),
    ],
    ids=["nothing", "half a line", "no end of headers", "half a body"],
)
async def test_who_does_not_send_headers_and_body_in_time_is_hung_up_on(
    limits: ServerLimits, said: bytes
) -> None:
    async with serving(limits) as port:
        assert await hung_up(await connected(port, said))


async def test_a_connection_that_is_not_used_any_more_is_closed() -> None:
    async with serving(ServerLimits(headers=NEVER, body=NEVER, idle=SOON)) as port:
        reader, writer = ends = await connected(port, post(b"first"))
        assert (await reader.readuntil(b"first")).startswith(b"HTTP/1.1 200")
        assert await hung_up(ends)
        assert writer.is_closing()


async def test_the_second_request_of_a_connection_must_not_be_slow_either() -> None:
    async with serving(ServerLimits(headers=timedelta(seconds=1), body=NEVER, idle=NEVER)) as port:
        reader, writer = ends = await connected(port, post(b"first"))
        await reader.readuntil(b"first")
        writer.write(b"POST / HT")
        assert await hung_up(ends)


async def test_more_connections_than_allowed_are_not_served_until_one_ends() -> None:
    async with serving(ServerLimits(headers=NEVER, idle=NEVER, connections=2)) as port:
        first, second = await connected(port, b"POST / HT"), await connected(port, b"POST / HT")
        assert await hung_up(await connected(port, post(b"3")))
        first[1].close()
        await first[1].wait_closed()
        third = await connected(port, post(b"third"))
        assert (await third[0].readuntil(b"third")).startswith(b"HTTP/1.1 200")
        for _, writer in (second, third):
            writer.close()


async def test_where_all_places_are_taken_who_idles_longest_makes_room() -> None:
    async with serving(ServerLimits(headers=NEVER, idle=NEVER, connections=2)) as port:
        first = await connected(port, post(b"first"))
        await first[0].readuntil(b"first")
        second = await connected(port, post(b"second"))
        await second[0].readuntil(b"second")
        third = await connected(port, post(b"third"))
        assert (await third[0].readuntil(b"third")).startswith(b"HTTP/1.1 200")
        assert await hung_up(first)
        second[1].write(post(b"again"))
        assert (await second[0].readuntil(b"again")).startswith(b"HTTP/1.1 200")
        for _, writer in (second, third):
            writer.close()


def test_one_address_of_the_internet_has_only_a_part_of_all_places() -> None:
    entry = _Entry(ServerLimits(connections=10, of_address=2))
    entry.of_address.update({"9.9.9.9": 2, "127.0.0.1": 2, "10.0.0.8": 2})
    rooms = [entry.has_room(a) for a in ("9.9.9.9", "9.9.9.10", "127.0.0.1", "10.0.0.8")]
    assert rooms == [False, True, True, True]


def test_an_address_of_ipv6_counts_as_all_that_its_owner_has() -> None:
    entry = _Entry(ServerLimits(connections=10, of_address=2))
    entry.of_address[network_of("2600:9:1:2::1")] += 2
    asked = ("2600:9:1:2:ffff::9", "2600:9:1:3::1", "::ffff:9.9.9.9", "9.9.9.9")
    assert [entry.has_room(address) for address in asked] == [False, True, True, True]
    assert network_of("::ffff:9.9.9.9") == network_of("9.9.9.9")
    assert [is_near(f"::ffff:{address}") for address in ("9.9.9.9", "10.0.0.8")] == [False, True]


async def test_who_left_in_the_middle_of_an_answer_takes_no_place() -> None:
    gate, asked = asyncio.Event(), asyncio.Event()

    async def slow(_: web.Request) -> web.Response:
        asked.set()
        await gate.wait()
        return web.Response(text="done")

    app = web.Application()
    app.router.add_get("/", slow)
    port = free_port()
    limits = ServerLimits(headers=NEVER, body=NEVER, idle=NEVER, connections=1)
    async with listening(app, f"127.0.0.1:{port}", "SOME_LISTEN", limits):
        _, left = await connected(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await asked.wait()
        left.transport.abort()
        gate.set()
        asked.clear()
        for _ in range(2):  # the first idles, and makes room for the second
            reader, _writer = await connected(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")


class Taken(asyncio.Transport):
    """The end of a connection whose reader leaves ``unwritten``, look by look."""

    def __init__(self, *unwritten: int) -> None:
        super().__init__()
        self.unwritten = list(unwritten)
        self.aborted = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self.unwritten.pop(0)

    def abort(self) -> None:
        self.aborted.set()


@pytest.mark.parametrize("unwritten", [(0,), (3, 2, 0), (3, 2, 2)], ids=["all", "slowly", "stuck"])
async def test_who_takes_an_answer_slowly_is_waited_for_while_less_is_left(
    unwritten: tuple[int, ...],
) -> None:
    entry = _Entry(ServerLimits(headers=NEVER, idle=timedelta()))
    connection, transport = _Connection(entry, asyncio.Protocol()), Taken(*unwritten)
    connection.connection_made(transport)
    connection.answered()
    await transport.aborted.wait()
    assert transport.unwritten == []
    assert entry.open == {}


async def test_an_answer_may_take_longer_than_a_question() -> None:
    gate = asyncio.Event()

    async def slow(_: web.Request) -> web.Response:
        await gate.wait()
        return web.Response(text="done")

    app = web.Application()
    app.router.add_route("*", "/", slow)
    port = free_port()
    hasty = ServerLimits(headers=NEVER, body=SOON, idle=SOON)
    async with (
        listening(app, f"127.0.0.1:{port}", "SOME_LISTEN", hasty),
        ClientSession() as client,
    ):
        asked = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/"))
        assert await hung_up(await connected(port, post(b"whole")[:-1]))
        gate.set()
        assert await (await asked).text() == "done"


async def test_where_it_cannot_listen_the_setting_is_named() -> None:
    async with serving(LONG) as port:
        with pytest.raises(ConfigurationError, match="SOME_LISTEN"):
            async with listening(web.Application(), f"127.0.0.1:{port}", "SOME_LISTEN"):
                pass


async def test_a_packed_body_stays_as_small_as_it_came() -> None:
    bomb = gzip.compress(bytes(10_000_000))
    async with serving(LONG) as port, ClientSession() as client:
        packed = {"Content-Encoding": "gzip"}
        async with client.post(f"http://127.0.0.1:{port}", data=bomb, headers=packed) as told:
            assert await told.read() == bomb
