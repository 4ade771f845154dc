#!/usr/bin/env python3
"""A tool provider in Python: dials in to a Tap Gateway, offers two tools and stays until it is told to stop.

    python3 provider.py

needs the package `websockets` 10 or later (Debian: python3-websockets). It looks for the gateway in TAP_GATEWAY_URL,
and for its token in TAP_PROVIDER_TOKEN or in the file that a running gateway keeps below COPILOT_HOME (~/.copilot).
"""

import asyncio
import json
import os
import re
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

try:
    import websockets
except ImportError:
    sys.exit("The package 'websockets' is missing: apt install python3-websockets, or pip install websockets")

NAME = "python-example"
GATEWAY = os.environ.get("TAP_GATEWAY_URL") or "ws://127.0.0.1:9400/"
ENVIRONMENT_TOKEN = os.environ.get("TAP_PROVIDER_TOKEN", "").strip()
TOKEN_FILE = Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot") / "extensions" / "tap" / ".provider-token"
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
FAREWELL = 2.0
# Nothing the gateway says is larger than 2 MiB; the library's own limit is half of that.
MAX_MESSAGE_BYTES = 2 * 1024 * 1024


# ---- What this provider offers. Replace this part by your own. ----


class ToolError(Exception):
    """A failure that the caller may read. Codes: NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED, INTERNAL."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


async def greet(args, call):
    name = args.get("name")
    # The schema is a promise to the model, not a check: look at the arguments yourself.
    if not isinstance(name, str) or not name:
        raise ToolError("INTERNAL", "'name' must be a text")
    return f"Hello, {name}!"


async def countdown(args, call):
    start = args.get("from")
    if type(start) is not int or not 1 <= start <= 60:
        raise ToolError("INTERNAL", "'from' must be a whole number from 1 to 60")
    for left in range(start, 0, -1):
        await call.progress(f"{left} …")
        await asyncio.sleep(1)
    await call.push(level="keep", stream="countdowns", event=f"Counted down from {start}", metadata={"from": start})
    return {"from": start, "said": "Lift-off!"}


TOOLS = {
    "greet": {
        "run": greet,
        "description": "Greets someone by name.",
        "parameters": {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "whom to greet"}},
            "required": ["name"],
        },
    },
    "countdown": {
        "run": countdown,
        "description": "Counts down, one number a second. Can be cancelled.",
        "parameters": {
            "type": "object",
            "properties": {"from": {"type": "integer", "minimum": 1, "maximum": 60, "description": "the first number"}},
            "required": ["from"],
        },
        "timeout": 65_000,
    },
}


# ---- One connection to the gateway, from `auth` to its end. ----


class Call:
    """What a tool can do while it runs."""

    def __init__(self, connection, call_id):
        self._connection = connection
        self._id = call_id

    async def progress(self, text):
        await self._connection.send(type="tool.progress", id=self._id, message=text)

    async def push(self, **event):
        await self._connection.send(type="push", **event)


class Connection:
    def __init__(self, socket, reconnect_token):
        self.reconnect_token = reconnect_token
        self.was_bound = False
        self.fatal = None
        self._socket = socket
        self._active = []  # the sessions of the latest list
        self._ending = set()  # those of them that will be gone soon
        self._session = None  # the one we are bound to
        self._asked = None  # the one our unanswered `hello` asks for
        self._work = {}  # call id -> the task that runs the tool
        self._answers = set()  # the tasks that wait for the tools and answer

    async def converse(self, token):
        """Talks to the gateway until the connection ends."""
        try:
            await self.send(type="auth", token=token)
            async for text in self._socket:
                await self._received(json.loads(text))
        finally:
            # Nobody waits for these results any more; the gateway has told the callers.
            work, self._work = self._work, {}
            for task in work.values():
                task.cancel()

    async def leave(self, reason):
        """Says goodbye and hangs up."""
        await self.send(type="goodbye", reason=reason)
        await self._socket.close()

    async def send(self, **message):
        # A connection that ends shows in converse(); nobody else has to mind.
        with suppress(websockets.ConnectionClosed):
            await self._socket.send(json.dumps(message))

    async def _received(self, message):
        kind = message["type"]
        if kind in ("sessions", "sessions.updated"):
            self._active = message["active"]
            await self._choose()
        elif kind == "hello.ack":
            await self._bound(message)
        elif kind == "tool.call":
            self._call(message)
        elif kind == "tool.cancel":
            if message["id"] in self._work:
                self._work[message["id"]].cancel()
        elif kind == "session.lifecycle":
            await self._lifecycle(message)
        elif kind == "error":
            await self._refused(message)
        else:
            # Later versions of the protocol may say more. That must not hurt.
            say(f"Ignored a '{kind}'")

    async def _choose(self):
        """Joins the first session of the list, unless we are in one that goes on."""
        listed = [session["id"] for session in self._active]
        self._ending &= set(listed)
        if self._asked or self._session in listed:
            return
        self._session = None
        self._asked = next((session for session in listed if session not in self._ending), None)
        if not self._asked:
            say("Waiting for a session")
            return
        hello = {"name": NAME, "protocolVersion": 2, "session": self._asked}
        # Lets us replace our own connection when the gateway has not noticed yet that it broke.
        if self.reconnect_token:
            hello["reconnectToken"] = self.reconnect_token
        hello["tools"] = [
            {"name": name, **{key: value for key, value in tool.items() if key != "run"}}
            for name, tool in TOOLS.items()
        ]
        await self.send(type="hello", **hello)

    async def _bound(self, message):
        self._asked = None
        self.was_bound = True
        self._session = message["sessionId"]
        self.reconnect_token = message.get("reconnectToken")
        say(f"Joined session {self._session} as {message['providerId']}, with the tools {', '.join(TOOLS)}")
        await self.send(type="push", level="surface", event="The Python example is here")

    def _call(self, message):
        # Tasks of their own: a slow tool must not keep us from hearing that it is cancelled. Two of them, since a task
        # that is cancelled before it began runs nothing at all, and every call has to be answered.
        work = asyncio.create_task(self._run(message))
        self._work[message["id"]] = work
        answer = asyncio.create_task(self._answer(message, work))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _run(self, message):
        name, args = message["tool"], message.get("args") or {}
        say(f"Called: {name} {json.dumps(args)}")
        if name not in TOOLS:
            raise ToolError("NOT_FOUND", f"There is no tool '{name}' here")
        return await TOOLS[name]["run"](args, Call(self, message["id"]))

    async def _answer(self, message, work):
        """Answers a call with exactly one `tool.result`, whatever happens."""
        try:
            result = {"data": await work}
        except asyncio.CancelledError:
            result = {"error": "Cancelled", "errorCode": "CANCELLED"}
        except ToolError as problem:
            result = {"error": str(problem), "errorCode": problem.code}
        except Exception:
            # A bug of ours: the details are for our own eyes.
            traceback.print_exc()
            result = {"error": "The tool failed", "errorCode": "INTERNAL"}
        # After the end of a connection its calls are forgotten, here as at the gateway.
        if self._work.pop(message["id"], None):
            await self.send(type="tool.result", id=message["id"], **result)
            say(f"Answered: {message['tool']} {result.get('errorCode', 'ok')}")

    async def _lifecycle(self, message):
        session, state = message["sessionId"], message["state"]
        if state != "shutdown.pending":
            say(f"Session {session} is {state}")
            return
        say(f"Session {session} is shutdown.pending: cleaning up within {message['deadline']} ms")
        self._ending.add(session)
        for task in self._work.values():
            task.cancel()
        if self._answers:
            await asyncio.wait(self._answers, timeout=message["deadline"] / 1000)
        await self.send(type="shutdown.ready", sessionId=session)

    async def _refused(self, message):
        code, reply_to = message["code"], message.get("replyTo", "conduct")
        say(f"The gateway says {code} to our {reply_to}: {message['message']}")
        if code == "UNSUPPORTED_VERSION" or (code == "AUTH_FAILED" and ENVIRONMENT_TOKEN):
            self.fatal = f"Giving up: {code}. Another attempt would fail the same way."
        if reply_to != "hello":
            return
        if code == "INVALID_SESSION":
            self._ending.add(self._asked)
            self._asked = None
            await self._choose()
        else:
            # Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
            await self.leave(f"hello was refused: {code}")


# ---- From connection to connection. ----


def find_token():
    """Read anew for each connection: every gateway makes its own token."""
    if ENVIRONMENT_TOKEN:
        return ENVIRONMENT_TOKEN
    try:
        return TOKEN_FILE.read_text().strip()
    except OSError:
        return ""


def say(text):
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


class Provider:
    """Comes back whenever a connection ends, with longer and longer pauses while there is nobody to talk to."""

    def __init__(self):
        self._connection = None
        self._farewell = None
        self._reconnect_token = None
        self._stopped = asyncio.Event()

    async def run(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop, number)
        pause = FIRST_PAUSE
        while not self._stopped.is_set():
            token = find_token()
            if not token:
                say(f"There is no token in {TOKEN_FILE}: no gateway is running")
            elif await self._converse(token):
                pause = FIRST_PAUSE
            if self._stopped.is_set():
                break
            say(f"Trying again in {pause:g} s")
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _converse(self, token):
        """Returns whether a session was joined."""
        try:
            async with websockets.connect(GATEWAY, max_size=MAX_MESSAGE_BYTES) as socket:
                self._connection = Connection(socket, self._reconnect_token)
                with suppress(websockets.ConnectionClosedError):
                    await self._connection.converse(token)
        except (OSError, websockets.InvalidHandshake, asyncio.TimeoutError) as problem:
            say(f"Not connected: {problem}")
            return False
        say(f"Disconnected: {socket.close_code} {socket.close_reason or ''}")
        if self._connection.fatal:
            sys.exit(self._connection.fatal)
        self._reconnect_token = self._connection.reconnect_token
        return self._connection.was_bound

    def _stop(self, number):
        say(f"Leaving ({signal.Signals(number).name})")
        self._stopped.set()
        loop = asyncio.get_running_loop()
        if self._connection:
            self._farewell = loop.create_task(self._connection.leave("the provider was stopped"))
        loop.call_later(FAREWELL, os._exit, 0)


if __name__ == "__main__":
    # Our token must not leave this machine.
    if not re.fullmatch(r"ws://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?/?", GATEWAY):
        sys.exit(
            f"TAP_GATEWAY_URL is '{GATEWAY}': no gateway on this machine. It should look like ws://127.0.0.1:9400/"
        )
    if not find_token():
        sys.exit(
            f"No token: TAP_PROVIDER_TOKEN is not set, and there is no file {TOKEN_FILE}. "
            "Start a gateway first: ./tapgateway run"
        )
    asyncio.run(Provider().run())
