"""What a provider says to a gateway, and to people."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from tapgateway import Call, Check, Decision, Provider, Refused, ToolContent, ToolError, ToolFile, allow, ask, deny

from .core_gateway import CoreGateway
from .scripted_gateway import SESSION, ScriptedGateway

MATCHING = {"action": "gate", "gateId": "gate-1", "match": {"tool": "shell", "args": "git push"}}


class ProviderTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.gateway = await ScriptedGateway().__aenter__()
        self.lines: asyncio.Queue[str] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def report(line: str) -> None:
            loop.call_soon_threadsafe(self.lines.put_nowait, line)

        self.report = report
        self.provider = self.make()
        self.serving: asyncio.Task[None] | None = None

    async def meet(self, gateway: CoreGateway) -> CoreGateway:
        """That one instead."""
        await self.gateway.__aexit__()
        self.gateway = await gateway.__aenter__()
        self.make()
        return gateway

    async def asyncTearDown(self) -> None:
        self.provider.stop()
        if self.serving is not None:
            await asyncio.wait([self.serving], timeout=10)
        await self.gateway.__aexit__()

    def make(self, **options: Any) -> Provider:
        self.provider = Provider("greeter", url=self.gateway.url, token="t", report=self.report, **options)
        return self.provider

    def serve(self) -> asyncio.Task[None]:
        self.serving = asyncio.create_task(self.provider.serve())
        return self.serving

    async def join(self, **ack: Any) -> dict[str, Any]:
        self.serve()
        hello = await self.gateway.admits(**ack)
        await self.reads("joined session s1 as p-1")
        return hello

    async def reads(self, line: str) -> None:
        self.assertEqual(line, await asyncio.wait_for(self.lines.get(), 10))

    async def test_a_provider_says_what_it_offers(self) -> None:
        provider = self.make(instance="one", metadata={"title": "One"}, concurrency=2, startup_context="Hello.")

        @provider.tool(timeout=5)
        def greet(name: str) -> str:
            """Greets."""
            return f"Hello, {name}!"

        @provider.gate(tool="shell", args="git push")
        def passed(check: Check) -> Decision:
            return allow()

        @provider.on("user.message")
        def heard(data: Any) -> None:
            pass

        provider.deny("Never.", tool="rm")
        provider.ask("Really?", tool="mv")
        provider.append("custom_instructions", "Use pnpm.")
        provider.context("CI has passed")

        hello = await self.join()

        [tool] = hello.pop("tools")
        self.assertEqual(("greet", "Greets.", 5_000), (tool["name"], tool["description"], tool["timeout"]))
        self.assertEqual(
            {
                "protocolVersion": 2,
                "session": "s1",
                "name": "greeter",
                "instance": "one",
                "metadata": {"title": "One"},
                "startup_context": "Hello.",
                "content": True,
                "concurrency": {"max": 2},
                "subscribe": ["user.message"],
                "hooks": {
                    "onPreToolUse": [
                        MATCHING,
                        {"action": "deny", "match": {"tool": "rm"}, "reason": "Never."},
                        {"action": "ask", "match": {"tool": "mv"}, "reason": "Really?"},
                    ],
                    "transforms": {"custom_instructions": {"action": "append", "content": "Use pnpm."}},
                },
                "context": "CI has passed",
            },
            hello,
        )
        assert provider.joined is not None
        self.assertEqual("p-1", provider.joined.provider_id)

    async def test_functions_that_block_and_coroutines_answer_calls(self) -> None:
        threads = []

        @self.provider.tool
        def blocking(name: str) -> str:
            """Greets."""
            threads.append(threading.current_thread())
            return f"Hello, {name}!"

        @self.provider.tool
        async def nothing() -> None:
            """Does nothing."""

        @self.provider.tool
        def shot() -> ToolFile:
            """Takes a picture."""
            return ToolFile(__file__, "image/png")

        await self.join()

        self.assertEqual({"data": "Hello, Ada!"}, await self.gateway.call("blocking", {"name": "Ada"}))
        self.assertEqual({"data": None}, await self.gateway.call("nothing"))
        file = {"path": __file__, "mimeType": "image/png", "size": Path(__file__).stat().st_size}
        self.assertEqual({"file": file}, await self.gateway.call("shot"))
        self.assertIsNot(threading.main_thread(), threads[0])

    async def test_what_goes_wrong_is_told_as_far_as_it_is_the_callers_business(self) -> None:
        @self.provider.tool
        def greet(name: str) -> None:
            """Greets."""

        @self.provider.tool
        def missing() -> None:
            """Fails."""
            raise ToolError("NOT_FOUND", "No such page", retryable=True)

        @self.provider.tool
        def bug() -> None:
            """Fails."""
            raise LookupError("secret")

        @self.provider.tool
        def alien() -> object:
            """Fails."""
            return object()

        @self.provider.tool
        def huge() -> str:
            """Fails."""
            return "x" * 6_000_000

        await self.join()
        call = self.gateway.call

        problem = {"error": "/name: must be of type string", "errorCode": "INVALID_ARGUMENTS"}
        self.assertEqual(problem, await call("greet", {"name": 1}))
        self.assertEqual({"error": "No such page", "errorCode": "NOT_FOUND", "retryable": True}, await call("missing"))
        self.assertEqual({"error": "The tool failed.", "errorCode": "INTERNAL"}, await call("bug"))
        line = await self.lines.get()
        self.assertRegex(line, r"^tool 'bug' failed: LookupError: secret\n  File .*test_provider.py")
        self.assertNotRegex(line, "_calls.py|asyncio|concurrent")
        cannot = "The tool's result cannot be expressed in JSON."
        self.assertEqual({"error": cannot, "errorCode": "INTERNAL"}, await call("alien"))
        self.assertEqual(
            {"error": "The tool's result is larger than 5 MiB.", "errorCode": "INTERNAL"}, await call("huge")
        )
        absent = "This provider has no tool 'other'."
        self.assertEqual({"error": absent, "errorCode": "NOT_FOUND"}, await call("other"))

    async def test_a_cancelled_call_is_answered_at_once_and_its_tool_told(self) -> None:
        told = asyncio.Event()

        @self.provider.tool
        async def slow(call: Call) -> None:
            """Takes long."""
            call.progress("begun")
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                told.set()
                raise

        await self.join()
        await self.gateway.begin("slow")
        self.assertEqual({"id": "c1", "message": "begun"}, await self.gateway.hears("tool.progress"))

        await self.gateway.say({"type": "tool.cancel", "id": "c1", "sessionId": "s1", "reason": "timeout"})

        cancelled = {"id": "c1", "error": "Cancelled", "errorCode": "CANCELLED"}
        self.assertEqual(cancelled, await self.gateway.hears("tool.result"))
        await asyncio.wait_for(told.wait(), 10)
        self.assertTrue(self.lines.empty())

    async def test_a_tool_in_a_thread_sees_that_it_is_cancelled(self) -> None:
        seen = asyncio.Event()
        loop = asyncio.get_running_loop()

        @self.provider.tool
        def slow(call: Call) -> None:
            """Takes long."""
            call.progress("begun")
            while not call.cancelled:
                time.sleep(0.001)
            loop.call_soon_threadsafe(seen.set)

        await self.join()
        await self.gateway.begin("slow")
        await self.gateway.hears("tool.progress")

        await self.gateway.say({"type": "tool.cancel", "id": "c1", "sessionId": "s1", "reason": "timeout"})

        await self.gateway.hears("tool.result")
        await asyncio.wait_for(seen.wait(), 10)

    async def test_gates_decide_and_deny_in_doubt(self) -> None:
        @self.provider.gate(tool="a")
        def first(check: Check) -> Decision:
            return allow("Mind the gap.") if check.args.get("ok") else deny("Not now.")

        @self.provider.gate(tool="b")
        async def second(check: Check) -> Decision:
            raise ValueError("broken")

        @self.provider.gate(tool="c")
        def third(check: Check) -> Any:
            return True

        @self.provider.gate(tool="d")
        def fourth(check: Check) -> Decision:
            return ask("Really?")

        await self.join()

        async def check(gate: str, **args: Any) -> tuple[str, str]:
            ids = {"callId": "k", "gateId": gate, "sessionId": "s1"}
            await self.gateway.say({"type": "gate.check", **ids, "tool": "a", "args": args})
            result = await self.gateway.hears("gate.result")
            return result["decision"], result["reason"]

        self.assertEqual(("context", "Mind the gap."), await check("gate-1", ok=True))
        self.assertEqual(("deny", "Not now."), await check("gate-1"))
        self.assertEqual(("deny", "The gate failed."), await check("gate-2"))
        self.assertEqual(("deny", "The gate failed."), await check("gate-3"))
        self.assertEqual(("ask", "Really?"), await check("gate-4"))
        self.assertEqual(("deny", "The gate failed."), await check("gate-of-another-time"))

    async def test_transforms_rewrite_a_section_and_leave_it_when_they_fail(self) -> None:
        @self.provider.transform("tone")
        def tone(current: str) -> str:
            return f"{current} Be brief."

        @self.provider.transform("style")
        def style(current: str) -> str:
            raise ValueError("broken")

        await self.join()
        request = {"type": "transform.request", "sessionId": "s1", "current": "Be kind."}

        await self.gateway.say({**request, "callId": "t1", "section": "tone"})
        brief = {"callId": "t1", "content": "Be kind. Be brief."}
        self.assertEqual(brief, await self.gateway.hears("transform.result"))
        await self.gateway.say({**request, "callId": "t2", "section": "style"})
        self.assertEqual({"callId": "t2"}, await self.gateway.hears("transform.result"))

    async def test_what_is_described_later_is_told_at_once_and_what_is_refused_is_as_before(self) -> None:
        self.provider.context("old")
        await self.join()

        self.provider.context("new")
        first = await self.gateway.hears("context.update")
        updated = asyncio.create_task(self.provider.updated())
        await self.gateway.refuses(
            "PAYLOAD_TOO_LARGE", "too long", replyTo="context.update", requestId=first["requestId"]
        )

        with self.assertRaises(Refused) as refused:
            await updated
        self.assertEqual("PAYLOAD_TOO_LARGE", refused.exception.code)
        await self.reads("the gateway refuses 'context.update': too long. (PAYLOAD_TOO_LARGE)")
        self.provider.context("newer")
        second = await self.gateway.hears("context.update")
        self.assertEqual("newer", second["context"])
        await self.gateway.say({"type": "ack", "requestId": second["requestId"], "sessionId": "s1", "revision": 2})
        await self.provider.updated()

    async def test_a_filter_is_said_after_joining_and_a_stream_is_read(self) -> None:
        stream = self.provider.stream("log").filter(("DEBUG", "drop"))
        await self.join()

        told = await self.gateway.hears("filter.set")
        self.assertEqual(("log", [{"match": "DEBUG", "outcome": "drop"}]), (told["stream"], told["rules"]))
        reading = asyncio.create_task(stream.read(2))
        query = await self.gateway.hears("stream.query")
        entry = {"ts": "", "event": "x", "level": "keep"}
        streams = {"log@greeter": [entry]}
        await self.gateway.say({"type": "stream.history", "queryId": query["queryId"], "streams": streams})
        self.assertEqual([entry], await reading)

    async def test_events_leave_ten_at_once_and_none_without_a_session(self) -> None:
        stream = self.provider.stream()
        self.assertFalse(stream.keep("too early"))
        await self.join()

        self.assertTrue(all([stream.surface(f"event {number}", {"number": number}) for number in range(30)]))

        pushed = [await self.gateway.hears("push") for _ in range(10)]
        about = {"level": "surface", "stream": "greeter", "metadata": {"number": 0}}
        self.assertEqual({**about, "event": "event 0"}, pushed[0])
        self.provider.stop()
        await self.gateway.hears("goodbye")
        await self.reads("20 events were not sent: the connection has ended")

    async def test_a_session_that_ends_is_let_go_and_another_one_joined(self) -> None:
        happened = []

        @self.provider.on("ending")
        async def ending(session: str) -> None:
            await asyncio.sleep(0)
            happened.append(session)

        await self.join()

        state = {"state": "shutdown.pending", "deadline": 10_000}
        await self.gateway.say({"type": "session.lifecycle", "sessionId": "s1", **state})
        self.assertEqual({"sessionId": "s1"}, await self.gateway.hears("shutdown.ready"))
        self.assertEqual(["s1"], happened)
        await self.gateway.say({"type": "sessions.updated", "active": []})
        await self.gateway.say({"type": "sessions.updated", "active": [{"id": "s2", "label": ""}]})

        hello = await self.gateway.hears("hello")
        self.assertEqual(("s2", "place"), (hello["session"], hello["reconnectToken"]))
        await self.reads("session s1 has ended; waiting for another one")

    async def test_who_follows_the_foreground_leaves_for_it_once_no_call_runs(self) -> None:
        self.provider = self.make(follow="foreground")
        done = asyncio.Event()

        @self.provider.tool
        async def slow() -> str:
            """Takes long."""
            await done.wait()
            return "done"

        await self.join()
        await self.gateway.begin("slow")
        active = [{"id": "s2", "label": ""}, SESSION]
        await self.gateway.say({"type": "sessions.updated", "active": active})
        await asyncio.sleep(0)
        done.set()

        self.assertEqual("done", (await self.gateway.hears("tool.result"))["data"])
        self.assertEqual({"reason": "the user is in another session"}, await self.gateway.hears("goodbye"))
        self.assertEqual("s2", (await self.gateway.asked(*active))["session"])

    async def test_a_refused_session_is_not_asked_for_again(self) -> None:
        self.serve()
        self.assertEqual("s1", (await self.gateway.asked(SESSION, {"id": "s2", "label": ""}))["session"])

        await self.gateway.refuses("INVALID_SESSION", "it is ending", replyTo="hello")

        self.assertEqual("s2", (await self.gateway.hears("hello"))["session"])
        await self.gateway.refuses("INVALID_SESSION", "it is ending as well", replyTo="hello")
        await self.gateway.say({"type": "sessions.updated", "active": [{"id": "s3", "label": ""}]})

        self.assertEqual("s3", (await self.gateway.hears("hello"))["session"])

    async def test_whoever_waits_for_a_session_of_its_choice_says_so_once(self) -> None:
        self.make(session="s2")
        self.serve()
        await self.gateway.hears("auth")

        await self.gateway.say({"type": "sessions", "active": [SESSION]}, {"type": "sessions.updated", "active": []})
        await self.gateway.say({"type": "sessions.updated", "active": [SESSION, {"id": "s2", "label": ""}]})

        self.assertEqual("s2", (await self.gateway.hears("hello"))["session"])
        await self.reads("connected; waiting for a session to join")
        self.assertTrue(self.lines.empty())

    @mock.patch("random.uniform", lambda least, most: most)
    async def test_people_read_why_and_when_the_next_connection_is_tried(self) -> None:
        await self.join()

        await self.gateway.end(1001)

        await self.reads(f"the connection to {self.gateway.url} has ended (1001); trying again in 1.0 s")
        self.assertIsNone(self.provider.joined)

    @mock.patch("random.uniform", lambda least, most: most)
    async def test_a_conflict_says_what_to_do_and_passes(self) -> None:
        self.serve()
        await self.gateway.asked()

        await self.gateway.refuses("TOOL_CONFLICT", "Tool 'greet' is taken", replyTo="hello")

        advice = "Rename the tool, or stop whoever has it (TOOL_CONFLICT)"
        await self.reads(f"Tool 'greet' is taken. {advice}; trying again in 1.0 s")

    async def test_what_can_never_go_well_ends_the_provider(self) -> None:
        serving = self.serve()
        await self.gateway.hears("auth")

        await self.gateway.refuses("AUTH_FAILED", "no such token", replyTo="auth")

        with self.assertRaisesRegex(ConnectionRefusedError, "the gateway refuses the token in the code"):
            await serving

    @mock.patch("random.uniform", lambda least, most: most)
    async def test_without_a_gateway_a_provider_says_so_and_waits(self) -> None:
        self.provider = Provider("greeter", url="ws://127.0.0.1:9/", token="t", report=self.report)

        self.serve()

        await self.reads("no gateway answers at ws://127.0.0.1:9/: is one running?; trying again in 1.0 s")

    @mock.patch("random.uniform", lambda least, most: 3600)
    async def test_a_provider_that_is_stopped_while_it_waits_does_not_try_again(self) -> None:
        self.provider = Provider("greeter", url="ws://127.0.0.1:9/", token="t", report=self.report)
        serving = self.serve()
        await asyncio.wait_for(self.lines.get(), 10)

        self.provider.stop()

        await asyncio.wait_for(serving, 10)
        await self.reads("left")

    async def test_a_token_does_not_leave_this_machine(self) -> None:
        self.provider = Provider("greeter", url="ws://gateway.invalid:9400/", token="t", report=self.report)

        with self.assertRaisesRegex(ConnectionRefusedError, "no gateway on this machine"):
            await self.provider.serve()

    async def test_what_a_later_gateway_says_is_ignored_and_what_is_no_gateway_noticed(self) -> None:
        await self.join()
        await self.gateway.say({"type": "weather"}, {"type": "session.event", "event": "new.kind", "sessionId": "s1"})
        self.assertEqual("NOT_FOUND", (await self.gateway.call("other"))["errorCode"])

        await self.gateway.say("<html>")

        self.assertIn("does not speak the protocol of providers", await self.lines.get())

    async def test_a_stopped_provider_says_goodbye(self) -> None:
        await self.join()

        self.provider.stop("enough")

        self.assertEqual({"reason": "enough"}, await self.gateway.hears("goodbye"))
        await self.reads("left")
        assert self.serving is not None
        await self.serving

    async def test_code_that_is_no_coroutine_has_a_provider_run_beside_it(self) -> None:
        def program() -> list[Any]:
            with self.provider:
                joined.wait(10)
                stream = self.provider.stream("log")
                stream.keep("from a thread")
                return list(self.provider.wait(stream.read(), 10))

        joined = threading.Event()
        self.provider.on("joined")(lambda binding: joined.set())
        running = asyncio.create_task(asyncio.to_thread(program))
        await self.gateway.admits()

        self.assertEqual("from a thread", (await self.gateway.hears("push"))["event"])
        query = await self.gateway.hears("stream.query")
        await self.gateway.say({"type": "stream.history", "queryId": query["queryId"], "streams": {}})
        self.assertEqual([], await running)
        await self.gateway.hears("goodbye")

    async def test_at_a_gateway_of_the_core_profile_a_provider_connects_serves_and_ends_cleanly(self) -> None:
        gateway = await self.meet(CoreGateway())

        @self.provider.tool
        def slow(call: Call) -> None:
            """Takes long."""
            call.progress("begun")

        stream = self.provider.stream("log").filter(("x", "drop"))
        self.serve()
        await gateway.hears("auth")
        await gateway.hears("hello")
        await self.reads("joined session s1 as p-1")

        self.assertEqual({"data": None}, await self.gateway.call("slow"))
        self.provider.remove_tool("slow")
        self.assertEqual([], (await self.gateway.hears("tools.update"))["tools"])
        await self.provider.updated()
        with self.assertRaisesRegex(ConnectionError, "does not answer such requests"):
            await stream.read()
        self.assertTrue(stream.keep("news"))
        await self.gateway.hears("push")
        await gateway.end_session()
        await self.gateway.hears("goodbye")

        self.assertRegex(await self.lines.get(), "^session s1 has ended; waiting for another one; trying again in")
        self.assertFalse(self.gateway.has_heard_more)
        self.assertEqual([], gateway.refused)

    @mock.patch("random.uniform", lambda least, most: most)
    async def test_a_refusal_that_does_not_say_what_it_is_about_is_understood(self) -> None:
        await self.meet(CoreGateway("greet"))

        @self.provider.tool
        def greet() -> None:
            """Greets."""

        self.serve()

        advice = "Rename the tool, or stop whoever has it (TOOL_CONFLICT)"
        await self.reads(f"Tool 'greet' is taken. {advice}; trying again in 1.0 s")

    async def test_what_has_no_form_in_json_is_refused_where_it_is_said(self) -> None:
        alien: Any = object()
        with self.assertRaisesRegex(TypeError, "a provider has no form in JSON"):
            self.make(metadata={"alien": alien})
        with self.assertRaisesRegex(TypeError, "tool 'greet' has no form in JSON"):
            self.provider.tool(name="greet", description="Greets.", parameters={"x": float("nan")})(lambda: None)
        with self.assertRaisesRegex(TypeError, "a rule has no form in JSON"):
            self.provider.deny(alien)
        with self.assertRaisesRegex(TypeError, "context has no form in JSON"):
            self.provider.context(alien)

        @self.provider.tool
        async def half() -> str:
            """Returns half a character."""
            return "\ud83d"

        await self.join()
        with self.assertRaisesRegex(TypeError, "an event has no form in JSON"):
            self.provider.stream().keep("event", {"alien": alien})

        self.assertEqual({"data": "\ud83d"}, await self.gateway.call("half"))

    async def test_what_an_author_changes_later_has_been_said_as_it_was(self) -> None:
        metadata = {"count": 1}
        await self.join()
        for _ in range(11):
            self.provider.stream().keep("event", metadata)
        metadata["count"] = 2

        for _ in range(11):
            self.assertEqual({"count": 1}, (await self.gateway.hears("push"))["metadata"])

    async def test_events_from_threads_are_taken_or_refused_and_none_gets_lost_in_between(self) -> None:
        await self.join()
        stream = self.provider.stream()

        def push() -> list[bool]:
            return [stream.keep("event") for _ in range(300)]

        taken = sum(map(sum, await asyncio.gather(*(asyncio.to_thread(push) for _ in range(4)))))

        for _ in range(10):
            await self.gateway.hears("push")
        self.provider.stop()
        await self.gateway.hears("goodbye")
        await self.reads(f"{taken - 10} events were not sent: the connection has ended")
        self.assertFalse(stream.keep("too late"))

    async def test_functions_that_block_take_no_place_from_each_other(self) -> None:
        go = threading.Event()
        self.addCleanup(go.set)

        @self.provider.tool
        def slow() -> None:
            """Takes long."""
            go.wait()

        @self.provider.gate(tool="a")
        def decide(check: Check) -> Decision:
            return allow()

        await self.join()
        for number in range(100):
            await self.gateway.begin("slow", call_id=f"c{number}")
        ids = {"callId": "k", "gateId": "gate-1", "sessionId": "s1"}
        await self.gateway.say({"type": "gate.check", **ids, "tool": "a", "args": {}})

        self.assertEqual("allow", (await self.gateway.hears("gate.result"))["decision"])
        go.set()
        for _ in range(100):
            await self.gateway.hears("tool.result")

    async def test_a_function_that_ends_the_program_ends_its_call_only(self) -> None:
        @self.provider.tool
        def leave() -> None:
            """Ends the program."""
            sys.exit(1)

        await self.join()

        self.assertEqual("INTERNAL", (await self.gateway.call("leave"))["errorCode"])

    @unittest.skipIf(sys.platform == "win32", "there are no such signals")
    async def test_ctrl_c_waits_for_no_thread(self) -> None:
        program = f"""
import time
from tapgateway import Provider

provider = Provider("greeter", url="{self.gateway.url}", token="t")

@provider.tool
def slow() -> None:
    "Takes long."
    time.sleep(600)

provider.run()
"""
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
        run = subprocess.Popen([sys.executable, "-B", "-c", program], env=environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        await self.gateway.admits()
        await self.gateway.begin("slow")
        assert run.stderr is not None
        self.assertEqual("joined session s1 as p-1\n", await asyncio.to_thread(run.stderr.readline))

        run.send_signal(signal.SIGINT)

        self.assertEqual({"reason": "the provider was stopped"}, await self.gateway.hears("goodbye"))
        self.assertEqual(0, await asyncio.to_thread(run.wait, 30))
        self.assertEqual("left\n", await asyncio.to_thread(run.stderr.read))
        run.stderr.close()

    async def test_progress_is_told_at_a_pace_and_the_latest_before_the_result(self) -> None:
        @self.provider.tool
        def slow(call: Call) -> None:
            """Takes long."""
            for step in range(100_000):
                call.progress(f"{step}")
            call.progress("done")

        await self.join()
        await self.gateway.begin("slow")

        told, latest = 0, ""
        while (message := await self.gateway.hears_any())["type"] == "tool.progress":
            latest, told = message["message"], told + 1

        self.assertEqual("tool.result", message["type"])
        self.assertEqual("done", latest)
        self.assertLess(told, 1_000)

    async def test_M023_progress_has_numbers_if_the_tool_counts(self) -> None:
        @self.provider.tool
        def slow(call: Call) -> None:
            """Takes long."""
            with self.assertRaisesRegex(ValueError, "finite"):
                call.progress("copying", progress=float("nan"))
            call.progress("copying", progress=3, total=10)

        @self.provider.tool
        def endless(call: Call) -> None:
            """Nobody knows."""
            call.progress("", progress=0.5)

        await self.join()
        await self.gateway.begin("slow")
        counted = await self.gateway.hears("tool.progress")
        await self.gateway.hears("tool.result")
        await self.gateway.begin("endless")

        self.assertEqual({"id": "c1", "message": "copying", "progress": 3, "total": 10}, counted)
        self.assertEqual({"id": "c1", "message": "", "progress": 0.5}, await self.gateway.hears("tool.progress"))

    async def test_what_is_not_answered_fails_after_a_while(self) -> None:
        await self.join()
        with mock.patch("tapgateway._conversation._ANSWER_SECONDS", 0.01):
            with self.assertRaisesRegex(ConnectionError, "has not answered 'stream.query'"):
                await self.provider.stream().read()
            self.provider.context("new")
            with self.assertRaisesRegex(ConnectionError, "has not answered 'context.update'"):
                await self.provider.updated()

        self.assertRegex(await self.lines.get(), "has not answered 'stream.query'")
        self.assertRegex(await self.lines.get(), "has not answered 'context.update'")

    @mock.patch("tapgateway._conversation._ANSWER_SECONDS", 0.01)
    async def test_a_gateway_that_answers_nothing_is_left(self) -> None:
        self.serve()

        self.assertRegex(await self.lines.get(), "has not answered 'auth' for 0 s; trying again in")

    async def test_a_gateway_that_does_not_answer_hello_is_left(self) -> None:
        self.serve()
        await self.gateway.hears("auth")
        with mock.patch("tapgateway._conversation._ANSWER_SECONDS", 0.01):
            await self.gateway.say({"type": "sessions", "active": [SESSION]})

            self.assertRegex(await self.lines.get(), "has not answered 'hello' for 0 s; trying again in")

    async def test_an_update_that_crosses_the_end_of_its_session_is_told_to_the_next_one(self) -> None:
        self.provider.context("old")
        await self.join()
        for number, crossing in enumerate(("before", "after"), 2):
            with self.subTest(crossing=crossing):
                self.provider.context(f"new {number}")
                update = await self.gateway.hears("context.update")
                updated = asyncio.create_task(self.provider.updated())
                about = {"replyTo": "context.update", "requestId": update["requestId"]}
                refusal = {"type": "error", "code": "INVALID_SESSION", "message": "it ends", **about}
                end: dict[str, Any] = {"type": "sessions.updated", "active": []}
                await self.gateway.say(*([refusal, end] if crossing == "before" else [end, refusal]))
                await self.reads(f"session s{number - 1} has ended; waiting for another one")

                session = f"s{number}"
                await self.gateway.say({"type": "sessions.updated", "active": [{"id": session, "label": ""}]})

                self.assertEqual(f"new {number}", (await self.gateway.hears("hello"))["context"])
                ack = {"providerId": "p-1", "sessionId": session, "reconnectToken": "place"}
                await self.gateway.say({"type": "hello.ack", "protocolVersion": 2, **ack})
                await self.reads(f"joined session {session} as p-1")
                await updated
        self.assertFalse(self.gateway.has_heard_more)

    @mock.patch("tapgateway._conversation._WAIT_FOR_SESSION_SECONDS", 0.01)
    @mock.patch("tapgateway._place._FIRST_PAUSE_SECONDS", 3_600)
    async def test_whoever_waits_for_a_session_is_connected_all_the_time(self) -> None:
        self.serve()
        for _ in range(5):
            await self.gateway.hears("auth")
            await self.gateway.say({"type": "sessions", "active": []})

        await self.gateway.hears("auth")
        await self.reads("connected; waiting for a session to join")
        self.assertTrue(self.lines.empty())

    async def test_no_log_contains_a_token(self) -> None:
        records: list[str] = []

        class Log(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                records.append(record.getMessage())

        log, root = Log(), logging.getLogger()
        self.addCleanup(root.removeHandler, log)
        self.addCleanup(root.setLevel, root.level)
        root.addHandler(log)
        root.setLevel(logging.DEBUG)
        self.provider = Provider("greeter", url=self.gateway.url, token="ptk-secret", report=self.report)

        await self.join(ack={"sessionId": "s1", "reconnectToken": "rtk-secret"})
        self.provider.stop()
        await self.gateway.hears("goodbye")
        await self.reads("left")

        self.assertEqual([], [record for record in records if "secret" in record])
        self.assertNotIn("secret", repr(vars(self.provider)))

    async def test_listeners_are_told_one_thing_after_the_other_and_the_end_of_a_session_out_of_turn(self) -> None:
        told: list[Any] = []
        go = asyncio.Event()

        @self.provider.on("user.message")
        async def heard(data: Any) -> None:
            if data["content"] == 0:
                await go.wait()
            told.append(data["content"])

        @self.provider.on("idle")
        def idle(session: str) -> None:
            told.append("idle")

        await self.join()
        event = {"type": "session.event", "event": "user.message", "sessionId": "s1"}

        for number in range(999):
            await self.gateway.say({**event, "data": {"content": number}})
        await self.gateway.say({"type": "session.lifecycle", "sessionId": "s1", "state": "idle"})
        late = {**event, "data": {"content": "too much"}}
        await self.gateway.say(late, late)
        await self.reads("events are lost: 1000 wait for a listener that is too slow")
        self.assertEqual([], told)
        ending = {"state": "shutdown.pending", "deadline": 10_000}
        await self.gateway.say({"type": "session.lifecycle", "sessionId": "s1", **ending})
        await self.gateway.hears("shutdown.ready")
        go.set()
        while len(told) < 1_000:
            await asyncio.sleep(0)

        self.assertEqual([*range(999), "idle"], told)
        self.assertTrue(self.lines.empty())

    async def test_what_is_listened_to_later_counts_from_the_next_connection_on(self) -> None:
        await self.join()

        self.provider.on("user.message")(lambda data: None)
        self.provider.on("idle")(lambda data: None)

        late = "say what to listen to before it runs"
        await self.reads(f"'user.message' is listened to from the next connection on: {late}")
        self.assertTrue(self.lines.empty())

    async def test_updated_waits_for_a_session(self) -> None:
        with self.assertRaisesRegex(ConnectionError, "does not run"):
            await self.provider.updated()
        self.serve()
        await self.gateway.hears("auth")
        self.provider.context("new")
        updated = asyncio.create_task(self.provider.updated())
        await asyncio.sleep(0)
        self.assertFalse(updated.done())

        await self.gateway.say({"type": "sessions", "active": [SESSION]})
        self.assertEqual("new", (await self.gateway.hears("hello"))["context"])
        await self.gateway.say({"type": "hello.ack", "protocolVersion": 2, "providerId": "p-1", "reconnectToken": "x"})

        await updated

    async def test_updated_ends_with_the_provider(self) -> None:
        self.serve()
        await self.gateway.hears("auth")
        updated = asyncio.create_task(self.provider.updated())

        self.provider.stop()

        with self.assertRaisesRegex(ConnectionError, "does not run"):
            await updated

    async def test_a_choice_that_fails_is_told_and_asked_again(self) -> None:
        def choose(active: list[dict[str, Any]]) -> str:
            return str(active[1]["id"])

        self.make(session=choose)
        self.serve()
        await self.gateway.hears("auth")
        await self.gateway.say({"type": "sessions", "active": [SESSION]})
        self.assertRegex(await self.lines.get(), "^the choice of a session failed: IndexError")

        await self.gateway.say({"type": "sessions.updated", "active": [SESSION, {"id": "s2", "label": ""}]})

        self.assertEqual("s2", (await self.gateway.hears("hello"))["session"])

    async def test_a_token_file_that_cannot_be_read_is_told_in_a_line(self) -> None:
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        file = Path(home.name, "extensions", "tap", ".provider-token")
        file.mkdir(parents=True)
        with mock.patch.dict(os.environ, {"COPILOT_HOME": home.name, "TAP_PROVIDER_TOKEN": ""}):
            self.provider = Provider("greeter", url=self.gateway.url, report=self.report)

        self.serve()

        line = await self.lines.get()
        self.assertIn(f"the token in {file} cannot be read (Is a directory): is it yours?; trying again in", line)

    async def test_a_provider_that_is_started_while_it_ends_goes_on(self) -> None:
        def program() -> None:
            self.provider.start()
            joined.acquire()
            self.provider.stop()
            self.provider.start()
            with self.assertRaisesRegex(RuntimeError, "runs already"):
                self.provider.start()
            joined.acquire()

        joined = threading.Semaphore(0)
        self.provider.on("joined")(lambda binding: joined.release())
        running = asyncio.create_task(asyncio.to_thread(program))
        await self.gateway.admits()
        await self.gateway.hears("goodbye")

        await self.gateway.admits()

        await running

    async def test_D236_a_tool_says_more_of_itself(self) -> None:
        schema = {"type": "object", "properties": {"width": {"type": "number"}}}

        @self.provider.tool(title="Screenshot", output_schema=schema, annotations={"readOnlyHint": True})
        def shot() -> None:
            """Takes a picture."""

        [tool] = (await self.join())["tools"]

        said = tool["title"], tool["outputSchema"], tool["annotations"]
        self.assertEqual(("Screenshot", schema, {"readOnlyHint": True}), said)

    async def test_D237_results_may_be_content(self) -> None:
        @self.provider.tool
        def everything() -> ToolContent:
            """Returns all there is."""
            return (
                ToolContent()
                .text("Look:")
                .image(bytes([1, 2, 3]), "image/png")
                .audio(bytes([255]), "audio/wav")
                .link("https://example.org/", "example", title="Example")
                .resource("note:1", "text", "text/plain")
                .resource("note:2", bytes([1]))
                .structured({"width": 17})
            )

        @self.provider.tool
        def broken() -> ToolContent:
            """Fails."""
            return ToolContent().text("No.").failed()

        @self.provider.tool
        def alike() -> Any:
            """Looks like content."""
            return {"content": ["no block"]}

        hello = await self.join()

        self.assertIs(True, hello["content"])
        blocks = [
            {"type": "text", "text": "Look:"},
            {"type": "image", "data": "AQID", "mimeType": "image/png"},
            {"type": "audio", "data": "/w==", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "https://example.org/", "name": "example", "title": "Example"},
            {"type": "resource", "resource": {"uri": "note:1", "mimeType": "text/plain", "text": "text"}},
            {"type": "resource", "resource": {"uri": "note:2", "blob": "AQ=="}},
        ]
        data = {"content": blocks, "structuredContent": {"width": 17}}
        self.assertEqual({"data": data}, await self.gateway.call("everything"))
        failed = {"content": [{"type": "text", "text": "No."}], "isError": True}
        self.assertEqual({"data": failed}, await self.gateway.call("broken"))
        value = {"content": ["no block"]}
        inside = {"content": [{"type": "text", "text": '{"content":["no block"]}'}], "structuredContent": value}
        self.assertEqual({"data": inside}, await self.gateway.call("alike"))


if __name__ == "__main__":
    unittest.main()
