"""One provider in several sessions."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any
from unittest import mock

from tapgateway import Binding, Call, Check, Decision, Provider, Refused, deny
from tapgateway._pace import Pace

from .scripted_gateways import ScriptedConnection, ScriptedGateways, listed, sessions, welcome


class PaceTest(unittest.TestCase):
    def test_there_are_so_many_in_any_window(self) -> None:
        pace = Pace(2, 60)

        self.assertEqual([0, 0, 50, 1, 0], [pace.take(now) for now in (0, 5, 10, 59, 60)])
        self.assertEqual([4, 0], [pace.take(now) for now in (61, 65)])


@mock.patch("random.uniform", lambda least, most: least)
class SessionsTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.gateways = await ScriptedGateways().__aenter__()
        self.lines: list[str] = []
        self.serving: asyncio.Task[None] | None = None
        self.provider = self.make()

    async def asyncTearDown(self) -> None:
        self.provider.stop()
        if self.serving is not None:
            await asyncio.wait([self.serving], timeout=10)
        await self.gateways.__aexit__()

    def make(self, **options: Any) -> Provider:
        self.provider = Provider("greeter", url=self.gateways.url, token="t", report=self.lines.append, **options)
        return self.provider

    def serve(self) -> asyncio.Task[None]:
        self.serving = asyncio.create_task(self.provider.serve())
        return self.serving

    async def in_two(self) -> tuple[ScriptedConnection, ScriptedConnection]:
        """The provider, with a tool, in the sessions a and b."""

        @self.provider.tool
        async def where(call: Call) -> str:
            """Says where it is."""
            return str(call.session)

        self.serve()
        two = await self.gateways.admits("a", "b"), await self.gateways.admits("a", "b")
        await self.are_in("a", "b")
        return two

    async def are_in(self, *ids: str) -> None:
        await self.until(lambda: [binding.session for binding in self.provider.bindings] == list(ids))

    async def until(self, condition: Any) -> None:
        async def wait() -> None:
            while not condition():
                await asyncio.sleep(0)

        await asyncio.wait_for(wait(), 10)

    async def call(self, connection: ScriptedConnection) -> Any:
        message = {"type": "tool.call", "id": "c", "sessionId": connection.session, "tool": "where", "args": {}}
        await connection.say(message)
        return (await connection.hears("tool.result"))["data"]

    async def test_G002_a_provider_serves_every_session_that_its_token_shows(self) -> None:
        told: list[str] = []

        @self.provider.gate(tool="shell")
        async def check(asked: Check) -> Decision:
            return deny(f"not in {asked.session}")

        @self.provider.on("joined")
        async def joined(binding: Binding) -> None:
            told.append(f"joined {binding.session}")

        @self.provider.on("user.message")
        async def heard(message: dict[str, Any]) -> None:
            told.append(f"{message['content']} in {message['session']}")

        a, b = await self.in_two()

        self.assertEqual(["a", "b"], [await self.call(a), await self.call(b)])
        asked = {"type": "gate.check", "callId": "k", "gateId": "gate-1", "sessionId": "b", "tool": "shell", "args": {}}
        await b.say(asked)
        self.assertEqual("not in b", (await b.hears("gate.result"))["reason"])
        await b.say({"type": "session.event", "sessionId": "b", "event": "user.message", "data": {"content": "hello"}})
        await self.until(lambda: len(told) == 3)
        self.assertEqual(["joined a", "joined b", "hello in b"], told)
        self.assertEqual(["joined session a as p-a", "joined session b as p-b"], self.lines)

    async def test_sessions_that_appear_are_joined_and_those_that_end_are_left(self) -> None:
        a, b = await self.in_two()

        await a.say(listed("c", "a", "b"))
        await b.say(listed("c", "a", "b"))
        c = await self.gateways.admits("c", "a", "b")
        await self.are_in("c", "a", "b")
        for each in (a, b, c):
            await each.say(listed("c", "a"))

        self.assertEqual("the session has ended", (await b.hears("goodbye"))["reason"])
        await self.until(lambda: len(self.lines) == 4)
        self.assertEqual(["joined session c as p-c", "session b has ended"], self.lines[2:])
        self.assertEqual("a", await self.call(a))
        self.assertEqual("c", await self.call(c))
        self.assertEqual(3, self.gateways.connections)

    async def test_the_last_connection_waits_for_a_session(self) -> None:
        a, b = await self.in_two()

        await a.say(listed())
        await self.are_in("b")
        await b.say(listed())
        await self.are_in()
        await b.say(listed("c", "d"))

        self.assertEqual("c", (await b.hears("hello"))["session"])
        await b.say(welcome("c"))
        self.assertEqual("d", (await self.gateways.admits("c", "d")).session)
        await self.are_in("c", "d")
        await self.until(lambda: "session a has ended" in self.lines)
        self.lines.remove("session a has ended")
        waiting = "session b has ended; waiting for another one"
        self.assertEqual([waiting, "joined session c as p-c", "joined session d as p-d"], self.lines[2:])

    @mock.patch("tapgateway._place._FIRST_PAUSE_SECONDS", 0.02)
    async def test_a_lost_gateway_is_looked_for_over_one_connection_and_each_session_has_its_place_again(self) -> None:
        await self.in_two()

        with mock.patch("tapgateway._place._websockets.connect", side_effect=OSError) as attempts:
            await self.gateways.dies()
            await self.until(lambda: attempts.call_count == 3)
        await self.gateways.comes_back()

        first = await self.gateways.admits("b", "a")
        second = await self.gateways.admits("b", "a")
        self.assertEqual(("a", "place-a"), (first.session, first.reconnect_token))
        self.assertEqual(("b", "place-b"), (second.session, second.reconnect_token))
        self.assertEqual(1, sum(line.startswith("no gateway answers") for line in self.lines))

    @mock.patch("tapgateway._place._FIRST_PAUSE_SECONDS", 0.02)
    async def test_after_a_restart_sessions_that_are_gone_are_forgotten_and_new_ones_joined(self) -> None:
        await self.in_two()

        await self.gateways.dies()
        await self.gateways.comes_back()

        self.assertEqual("x", (await self.gateways.admits("x", "y")).session)
        self.assertEqual("y", (await self.gateways.admits("x", "y")).session)
        await self.are_in("x", "y")
        self.assertEqual(4, self.gateways.connections)

    @mock.patch("tapgateway._place._FIRST_PAUSE_SECONDS", 0.02)
    async def test_one_lost_connection_is_made_anew_while_the_others_serve(self) -> None:
        a, b = await self.in_two()

        await b.end()

        again = await self.gateways.admits("a", "b")
        self.assertEqual(("b", "place-b"), (again.session, again.reconnect_token))
        self.assertEqual("a", await self.call(a))

    async def test_a_name_that_is_taken_in_one_session_does_not_keep_the_provider_from_the_others(self) -> None:
        self.serve()
        first = await self.gateways.next()
        self.assertEqual("a", (await first.asked(*sessions("a", "b")))["session"])

        await first.refuses("TOOL_CONFLICT", "Tool 'x' is taken", replyTo="hello")

        self.assertEqual("b", (await first.hears("hello"))["session"])
        await first.say(welcome("b"))
        second = await self.gateways.next()
        self.assertEqual("a", (await second.asked(*sessions("a", "b")))["session"])
        await second.refuses("TOOL_CONFLICT", "Tool 'x' is taken", replyTo="hello")
        await self.until(lambda: len(self.lines) == 2)
        self.assertEqual("joined session b as p-b", self.lines[0])
        self.assertRegex(self.lines[1], r"^Tool 'x' is taken\. Rename the tool.*trying again in 0\.5 s$")

    async def test_a_name_that_is_taken_everywhere_is_asked_for_once_in_each_session(self) -> None:
        self.serve()
        gateway = await self.gateways.next()
        hello = await gateway.asked(*sessions("a", "b"))
        self.assertEqual("a", hello["session"])
        await gateway.refuses("TOOL_CONFLICT", "Tool 'x' is taken", replyTo="hello")
        self.assertEqual("b", (await gateway.hears("hello"))["session"])

        await gateway.refuses("TOOL_CONFLICT", "Tool 'x' is taken", replyTo="hello")

        await self.until(lambda: self.lines)
        self.assertFalse(gateway.has_heard_more)
        self.assertRegex(self.lines[0], r"TOOL_CONFLICT.*trying again in 0\.5 s$")

    async def test_whoever_is_refused_for_good_in_one_session_serves_the_others(self) -> None:
        self.serve()
        a = await self.gateways.admits("a", "b")
        b = await self.gateways.next()
        await b.asked(*sessions("a", "b"))

        await b.refuses("UNAUTHORIZED", "no right", replyTo="hello")
        await self.until(lambda: len(self.lines) == 2)
        await a.say(listed("b", "a"), listed("a"), listed("a", "b"))

        self.assertEqual("b", (await self.gateways.admits("a", "b")).session)
        self.assertRegex(self.lines[1], "^the gateway refuses this provider: no right")
        self.assertEqual(3, self.gateways.connections)

    async def test_an_event_goes_to_all_sessions_or_to_one(self) -> None:
        stream = self.provider.stream("log")
        a, b = await self.in_two()

        self.assertTrue(stream.keep("to all"))
        self.assertTrue(stream.at("b").keep("to one"))
        self.assertFalse(stream.at("c").keep("to none"))

        self.assertEqual("to all", (await a.hears("push"))["event"])
        self.assertEqual(["to all", "to one"], [(await b.hears("push"))["event"] for _ in range(2)])
        self.assertFalse(a.has_heard_more)

    async def test_a_stream_is_read_in_the_session_that_comes_first_or_in_one(self) -> None:
        stream = self.provider.stream("log")
        a, b = await self.in_two()

        async def answer(connection: ScriptedConnection) -> None:
            query = (await connection.hears("stream.query"))["queryId"]
            entries = {"log@greeter": [{"event": f"in {connection.session}"}]}
            await connection.say({"type": "stream.history", "queryId": query, "streams": entries})

        await a.say(listed("b", "a"))
        await self.are_in("b", "a")
        first, one, *_ = await asyncio.gather(stream.read(), stream.at("a").read(), answer(a), answer(b))

        self.assertEqual([[{"event": "in b"}], [{"event": "in a"}]], [first, one])
        with self.assertRaisesRegex(ConnectionError, "not in the session"):
            await stream.at("c").read()

    async def test_updated_waits_for_all_sessions_and_what_one_refuses_is_taken_back_in_all(self) -> None:
        a, b = await self.in_two()

        async def acknowledged(connection: ScriptedConnection) -> None:
            request = (await connection.hears("context.update"))["requestId"]
            await connection.say({"type": "ack", "requestId": request, "revision": 2})

        self.provider.context("new")
        updated = asyncio.create_task(self.provider.updated())
        await acknowledged(a)
        self.assertEqual("a", await self.call(a))
        self.assertFalse(updated.done())
        await acknowledged(b)
        await updated

        self.provider.context("newer")
        updated = asyncio.create_task(self.provider.updated())
        await acknowledged(a)
        request = (await b.hears("context.update"))["requestId"]
        await b.refuses("PAYLOAD_TOO_LARGE", "no", replyTo="context.update", requestId=request)

        self.assertEqual("new", (await a.hears("context.update"))["context"])
        with self.assertRaises(Refused):
            await updated

    async def test_a_stopped_provider_says_goodbye_in_each_session(self) -> None:
        a, b = await self.in_two()

        self.provider.stop("enough")

        for each in (a, b):
            self.assertEqual("enough", (await each.hears("goodbye"))["reason"])
        assert self.serving is not None
        await self.serving
        self.assertEqual(["left"], self.lines[2:])

    async def test_a_provider_that_is_cancelled_ends_its_connections(self) -> None:
        await self.in_two()

        assert self.serving is not None
        self.serving.cancel()

        await asyncio.wait([self.serving], timeout=10)
        self.assertTrue(self.serving.cancelled())
        self.assertEqual([], self.provider.bindings)

    @mock.patch("tapgateway._provider._WINDOW_SECONDS", 0.0)
    async def test_a_provider_is_in_fifty_sessions_at_most_and_says_so_once(self) -> None:
        self.make()
        ids = [f"s{number}" for number in range(52)]
        self.serve()
        admitted = [await self.gateways.admits(*ids) for _ in range(50)]
        await self.are_in(*ids[:50])
        too_many = "there are more than 50 sessions: others are joined when one of these has ended"
        self.assertEqual(1, self.lines.count(too_many))

        await admitted[49].say(listed(*ids[:49], *ids[50:]))

        self.assertEqual("s50", (await admitted[49].hears("hello"))["session"])
        self.assertEqual(50, self.gateways.connections)

    async def test_a_provider_says_hello_twenty_times_in_a_minute_and_once_more(self) -> None:
        waits: asyncio.Queue[float] = asyncio.Queue()

        async def sleep(seconds: float, stopping: asyncio.Event) -> None:
            if seconds:
                waits.put_nowait(seconds)
                await stopping.wait()

        with mock.patch("tapgateway._provider.sleep", sleep):
            ids = [f"s{number}" for number in range(23)]
            self.serve()
            for _ in range(21):
                await self.gateways.admits(*ids)

            seconds = await asyncio.wait_for(waits.get(), 10)

            self.assertTrue(0 < seconds <= 61, seconds)
            self.assertEqual(21, self.gateways.connections)

    async def test_whoever_names_chooses_or_follows_a_session_has_one_connection(self) -> None:
        ways: list[dict[str, Any]] = [
            {"session": "a"},
            {"session": lambda active: active[0]["id"]},
            {"follow": "foreground"},
        ]
        for number, options in enumerate(ways, 1):
            with self.subTest(options):
                self.make(**options)
                serving = self.serve()
                a = await self.gateways.admits("a", "b")

                await a.say(listed("a", "b", "c"))
                self.provider.context("afterwards")
                await a.hears("context.update")
                self.assertEqual(number, self.gateways.connections)
                self.provider.stop()
                await serving

    async def test_L010_at_a_gateway_of_the_core_profile_a_provider_has_one_connection(self) -> None:
        self.serve()
        gateway = await self.gateways.next()
        await gateway.asked(*sessions("a", "b"))

        await gateway.say({"type": "hello.ack", "protocolVersion": 2, "providerId": "p-1"})
        await gateway.say(listed("a", "b", "c"))
        await self.are_in("a")
        self.provider.stream().keep("afterwards")
        await gateway.hears("push")

        self.assertEqual(1, self.gateways.connections)
