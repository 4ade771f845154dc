"""One connection to a gateway, from ``auth`` to its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed

from . import _sentences
from ._calls import Calls
from ._home import Home
from ._json import encode
from ._listeners import Listeners
from ._offer import Check, Decision, Offer, Refused
from ._streams import Outflow
from ._threads import apply

Message = dict[str, Any]

_ANSWER_SECONDS = 30.0
_RETRY_SECONDS = 1.0
# A gateway of the Core Profile never says that a session has come.
_WAIT_FOR_SESSION_SECONDS = 30.0
_FAREWELL_SECONDS = 3.0


# What a gateway of the Core Profile understands.
_CORE = {"auth", "hello", "tool.result", "push", "tools.update", "goodbye"}


class Outlook(Enum):
    """What becomes of another connection."""

    NOW = "it can succeed at once"
    AGAIN = "it can succeed after a pause"
    OVER = "it is not wanted"
    NEVER = "it can never succeed"


@dataclass(frozen=True)
class Verdict:
    outlook: Outlook
    why: str


@dataclass(frozen=True)
class Binding:
    """Where a provider is. Immutable."""

    session: str
    provider_id: str
    persist_dir: str | None


class Socket(Protocol):
    """What is needed of a WebSocket of the library, whatever its version."""

    close_code: int | None
    close_reason: str | None

    async def send(self, message: str) -> None:
        ...

    async def close(self) -> None:
        ...

    def __aiter__(self) -> Any:
        ...


@dataclass
class Seat:
    """Which place a provider has at the gateway, from connection to connection."""

    reconnect_token: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Life:
    """What outlives a connection."""

    url: str
    offer: Offer
    seat: Seat
    admitted: Callable[[], Awaitable[bool]]
    """Ends when there may be a connection; with False if it is not wanted any more."""
    listed: Callable[[list[Message]], None]
    """The gateway says which sessions there are."""
    choose: Callable[[list[Message]], str | None]
    claim: Callable[[str | None], None]
    """A session is asked for, or there is none to ask for."""
    spread: Callable[[], None]
    """The gateway takes a connection for each session."""
    yields: Callable[[], bool]
    """To the others, if there are any: a connection without a session is of no use then."""
    is_everywhere: bool
    """Whether any session will do."""
    follows: bool
    """Whether another choice ends the connection."""
    identity: Callable[[], Message]
    refused_token: Callable[[], Verdict]
    say: Callable[[str], None]
    wait: Callable[[str], None]
    """As `say`, unless that is what was said last."""
    try_again: Callable[[str, float], None]
    """Why there is no connection, and in how many seconds there may be one."""
    tell_news: Callable[[], None]
    """The offer has changed, to all gateways."""
    joined: Callable[[], None]
    listeners: Listeners


class Unbound(ConnectionError):
    """What was asked can have no answer any more: the binding has ended."""


class _State(Enum):
    """Where a connection is, and which messages are expected then; all others are ignored."""

    AUTHENTICATING = {"sessions", "error"}
    CHOOSING = {"sessions.updated", "error"}
    REGISTERING = {"hello.ack", "sessions.updated", "error"}
    BOUND = {
        "sessions.updated",
        "tool.call",
        "tool.cancel",
        "gate.check",
        "transform.request",
        "session.event",
        "session.lifecycle",
        "ack",
        "stream.history",
        "error",
    }
    CLOSED = set[str]()


class Conversation:
    """Confined to the event loop, but for `binding` and `push`."""

    def __init__(self, life: Life, socket: Socket) -> None:
        self._life = life
        self._socket = socket
        self._state = _State.AUTHENTICATING
        self._active: list[Message] = []
        self._asked: str | None = None
        self._said: dict[str, Any] = {}
        self._binding: Binding | None = None
        self._is_core = False
        self.was_bound = False
        self._verdict: Verdict | None = None
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._outflow = Outflow(lambda text: self.post("push", text), Home())
        self._calls = Calls(life.offer, self.post, life.say, self._follow)
        self._requests: dict[str, asyncio.Future[Message]] = {}
        self._last_request = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._syncing: asyncio.Task[None] | None = None
        self._patience: asyncio.TimerHandle | None = None

    @property
    def binding(self) -> Binding | None:
        return self._binding

    async def converse(self, token: str) -> Verdict:
        """Talks to the gateway until the connection ends."""
        writer = asyncio.create_task(self._write())
        self._expect_answer("auth")
        self.send({"type": "auth", "token": token})
        try:
            with suppress(ConnectionError, ConnectionClosed):
                async for text in self._socket:
                    self._receive(text)
        finally:
            self._close()
            writer.cancel()
            await asyncio.wait([writer], timeout=_FAREWELL_SECONDS)
        lost = _sentences.lost(self._life.url, self._socket.close_code, self._socket.close_reason)
        return self._verdict or Verdict(Outlook.AGAIN, lost)

    def send(self, message: Message) -> None:
        self.post(message["type"], encode(message))

    def post(self, kind: str, text: str) -> None:
        """A message of that type, as JSON."""
        if not self._is_core or kind in _CORE:
            self._outbox.put_nowait(text)

    def push(self, text: str) -> bool:
        return self._outflow.offer(text)

    async def query(self, stream: str, last: int) -> Message:
        return await self._request("queryId", {"type": "stream.query", "streams": [stream], "last": last})

    async def sync(self) -> None:
        """Tells the gateway what has changed; ends when it knows everything."""
        if self._state is _State.BOUND:
            if self._syncing is None or self._syncing.done():
                self._syncing = self._start(self._tell_news())
            await asyncio.shield(self._syncing)

    def leave(self, reason: str, verdict: Verdict) -> None:
        """Says goodbye and hangs up."""
        if self._state in (_State.CHOOSING, _State.REGISTERING, _State.BOUND):
            self.send({"type": "goodbye", "reason": reason})
        self._hang_up(verdict)

    def _hang_up(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._close()
        self._outbox.put_nowait(None)

    def _close(self) -> None:
        self._state = _State.CLOSED
        self._expect_nothing()
        self._unbind()
        self._calls.close()

    def _expect(self, seconds: float, otherwise: Verdict) -> None:
        """The connection ends if what has to come next does not come."""
        self._expect_nothing()
        self._patience = asyncio.get_running_loop().call_later(seconds, self._hang_up, otherwise)

    def _expect_answer(self, kind: str) -> None:
        self._expect(_ANSWER_SECONDS, Verdict(Outlook.AGAIN, _sentences.silent(self._life.url, kind, _ANSWER_SECONDS)))

    def _expect_nothing(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    async def _write(self) -> None:
        """Everything in order; the last one closes."""
        with suppress(ConnectionError, ConnectionClosed):
            while (message := await self._outbox.get()) is not None:
                await self._socket.send(message)
            await self._socket.close()

    def _start(self, coroutine: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _request(self, correlation: str, message: Message) -> Message:
        if self._state is not _State.BOUND:
            raise Unbound("this provider is in no session at the moment")
        if self._is_core:
            raise ConnectionError("this gateway does not answer such requests")
        self._last_request += 1
        name = f"{correlation}-{self._last_request}"
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._requests[name] = answer
        self.send({**message, correlation: name})
        try:
            return await asyncio.wait_for(answer, _ANSWER_SECONDS)
        except asyncio.TimeoutError:
            silent = _sentences.silent(self._life.url, message["type"], _ANSWER_SECONDS)
            self._life.say(silent)
            raise ConnectionError(silent) from None
        finally:
            self._requests.pop(name, None)

    def _receive(self, text: str) -> None:
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            self._hang_up(Verdict(Outlook.AGAIN, _sentences.no_protocol(self._life.url)))
            return
        if kind in self._state.value:
            self._received(kind, message)

    def _received(self, kind: str, message: Message) -> None:
        if kind == "sessions":
            self._state = _State.CHOOSING
            self._listed(message["active"])
        elif kind == "sessions.updated":
            self._listed(message["active"])
        elif kind == "hello.ack":
            self._bound(message)
        elif kind == "tool.call":
            self._calls.begin(message, self._binding.persist_dir if self._binding else None)
        elif kind == "tool.cancel":
            self._calls.cancel(message["id"])
        elif kind == "gate.check":
            self._start(self._check(message))
        elif kind == "transform.request":
            self._start(self._rewrite(message))
        elif kind == "session.event":
            session = self._binding.session if self._binding else None
            self._life.listeners.tell(message["event"], {**(message.get("data") or {}), "session": session})
        elif kind == "session.lifecycle":
            self._lifecycle(message)
        elif kind == "error":
            self._refused(message)
        else:
            request = self._answered(message)
            if request:
                request.set_result(message)

    def _answered(self, message: Message) -> asyncio.Future[Message] | None:
        request = self._requests.pop(message.get("requestId") or message.get("queryId") or "", None)
        return None if request is None or request.done() else request

    # ---- Into a session, and out of it. ----

    def _listed(self, active: list[Message]) -> None:
        self._active = active
        self._life.listed(active)
        if self._state is _State.REGISTERING:
            return
        if self._binding is not None:
            session = self._binding.session
            if any(each["id"] == session for each in active):
                self._settle()
                return
            self._unbind()
            self._state = _State.CHOOSING
            self._choose(active, session)
        else:
            self._choose(active)

    def _settle(self) -> None:
        """There may be other sessions besides, or instead."""
        if not self._is_core:
            self._life.spread()
        self._follow()

    def _follow(self) -> None:
        """Leaves for the session that would be chosen now, once no call runs. A goodbye leaves no rules behind."""
        if self._life.follows and self._binding is not None and self._calls.is_idle:
            chosen = self._life.choose(self._active)
            if chosen is not None and chosen != self._binding.session:
                self.leave("the user is in another session", Verdict(Outlook.NOW, ""))

    def _choose(self, sessions: list[Message], ended: str | None = None) -> None:
        self._asked = self._life.choose(sessions)
        self._life.claim(self._asked)
        if self._asked is None:
            why = "" if ended is None else _sentences.session_ended(ended)
            if self._life.yields():
                self.leave("the session has ended", Verdict(Outlook.OVER, why))
                return
            self._life.wait(_sentences.waiting_after(why) if why else _sentences.NO_SESSION)
            self._expect(_WAIT_FOR_SESSION_SECONDS, Verdict(Outlook.NOW, ""))
            return
        self._state = _State.REGISTERING
        self._expect_answer("hello")
        self._said = self._life.offer.said()
        token = self._life.seat.reconnect_token
        seat = {"reconnectToken": token} if token else {}
        offer = self._life.offer.hello()
        self.send(
            {"type": "hello", "protocolVersion": 2, "session": self._asked, **self._life.identity(), **seat, **offer}
        )

    def _bound(self, message: Message) -> None:
        self._state = _State.BOUND
        self._expect_nothing()
        self.was_bound = True
        token = message.get("reconnectToken")
        # The Core Profile knows no reconnecting.
        self._is_core = token is None
        self._life.seat.reconnect_token = token
        session = message.get("sessionId") or self._asked or ""
        self._binding = Binding(session, message["providerId"], message.get("persistDir"))
        self._outflow.open()
        self._life.offer.taken(self._said)
        self._life.joined()
        self._life.say(_sentences.joined(session, message["providerId"]))
        self.changed()
        self._life.listeners.tell("joined", self._binding)
        # The list may have changed while the answer was on its way.
        self._settle()

    def changed(self) -> None:
        """Something is described anew; whoever wants to know what comes of it awaits `sync`."""

        async def sync() -> None:
            try:
                await self.sync()
            except (Refused, ConnectionError):
                pass  # reported where it is refused; the next connection says everything anyway

        self._start(sync())

    def _unbind(self) -> None:
        if self._binding is None:
            return
        lost = self._outflow.close()
        if lost:
            self._life.say(f"{lost} events were not sent: the connection has ended")
        # Their answers say nothing any more, whatever they say: the next session is told everything anyway.
        for request in self._requests.values():
            if not request.done():
                request.set_exception(Unbound("the session has ended"))
        self._requests.clear()
        self._life.listeners.tell("left", self._binding)
        self._binding = None

    def _lifecycle(self, message: Message) -> None:
        session, state = message["sessionId"], message["state"]
        if state == "shutdown.pending":
            self._start(self._end(session))
        else:
            self._life.listeners.tell(state, session)

    async def _end(self, session: str) -> None:
        # The gateway waits for these, and not for long: they do not wait for what others are told.
        await self._life.listeners.tell_now("ending", session)
        if self._is_core:
            why = _sentences.waiting_after(_sentences.session_ended(session))
            self.leave("the session ends", Verdict(Outlook.AGAIN, why))
        else:
            self.send({"type": "shutdown.ready", "sessionId": session})

    # ---- What is asked. ----

    async def _check(self, message: Message) -> None:
        """No answer within five seconds means no, and so does a gate that fails."""
        answer: Any = None
        gate = self._life.offer.gate(message["gateId"])
        what = f"the gate for '{message['tool']}'"
        try:
            if gate is not None:
                answer = await apply(gate, Check(message["tool"], message.get("args") or {}, message["sessionId"]))
                if not isinstance(answer, Decision):
                    self._life.say(f"{what} gave no answer, which means no: it should return allow() or deny(…)")
        except Exception as problem:
            self._life.say(_sentences.failed(what, problem))
        decision = answer if isinstance(answer, Decision) else Decision("deny", "The gate failed.")
        reason = {} if decision.reason is None else {"reason": str(decision.reason)}
        ids = {"callId": message["callId"], "gateId": message["gateId"]}
        self.send({"type": "gate.result", **ids, "decision": decision.decision, **reason})

    async def _rewrite(self, message: Message) -> None:
        content: Any = None
        rewrite = self._life.offer.rewriter(message["section"])
        try:
            if rewrite is not None:
                content = await apply(rewrite, message["current"])
        except Exception as problem:
            self._life.say(_sentences.failed(f"the transform of '{message['section']}'", problem))
        rewritten = {"content": content} if isinstance(content, str) else {}
        self.send({"type": "transform.result", "callId": message["callId"], **rewritten})

    # ---- What is told and refused. ----

    async def _tell_news(self) -> None:
        refusal: Refused | ConnectionError | None = None
        while self._state is _State.BOUND and (part := self._life.offer.news()) is not None:
            update = self._life.offer.update(part)
            try:
                if self._is_core:
                    self.send(update.message)
                else:
                    await self._request("requestId", update.message)
                update.accepted()
            except Unbound:
                raise
            except Refused as problem:
                if problem.code == "INVALID_SESSION":
                    # The session is about to end; there is nothing wrong with the update.
                    raise Unbound("the session has ended") from None
                if problem.code == "RATE_LIMITED":
                    await asyncio.sleep(_RETRY_SECONDS)
                else:
                    update.refused()
                    self._life.tell_news()  # What one session refuses is taken back in all.
                    refusal = refusal or problem
            except ConnectionError as problem:
                # Of what was not answered, the gateway hears when it hears anything again.
                update.accepted()
                refusal = refusal or problem
        if refusal:
            raise refusal

    def _refused(self, error: Message) -> None:
        code = error["code"]
        if "requestId" in error or "queryId" in error:
            request = self._answered(error)
            if request:  # of another binding, otherwise
                if code not in ("RATE_LIMITED", "INVALID_SESSION"):
                    self._life.say(_sentences.refused(error))
                request.set_exception(Refused(code, error["message"]))
        elif code == "AUTH_FAILED":
            self._hang_up(self._life.refused_token())
        elif self._state is _State.REGISTERING and error.get("replyTo", "hello") == "hello":
            # Not every gateway says what it refuses; what else was said had its answer before.
            self._refused_hello(error)
        elif self._state is _State.AUTHENTICATING:
            self._hang_up(Verdict(Outlook.AGAIN, _sentences.refused(error)))
        else:
            self._life.say(_sentences.refused(error))

    def _refused_hello(self, error: Message) -> None:
        # The list may have changed while the answer was on its way, and need not change again.
        others = [session for session in self._active if session["id"] != self._asked]
        # What is taken in one session need not be in another.
        is_taken = error["code"] in ("TOOL_CONFLICT", "DUPLICATE_INSTANCE")
        may_ask = self._life.is_everywhere and is_taken and self._life.choose(others) is not None
        if error["code"] == "INVALID_SESSION" or may_ask:
            self._state = _State.CHOOSING
            self._active = others
            self._choose(others)
            return
        # Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
        passing = error["code"] in ("TOOL_CONFLICT", "DUPLICATE_INSTANCE", "RATE_LIMITED")
        outlook = Outlook.AGAIN if passing else Outlook.NEVER
        self._hang_up(Verdict(outlook, _sentences.refused_hello(error, self._life.offer.has_rules)))
