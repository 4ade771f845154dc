"""A provider: what it offers, and how it stays with a gateway from connection to connection."""

from __future__ import annotations

import asyncio
import importlib
import logging
import random
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

from websockets.exceptions import InvalidHandshake

from . import _sentences, _signature
from ._calls import Call, ToolError
from ._content import ToolAnnotations
from ._conversation import Binding, Conversation, Life, Message, Outlook, Seat, Unbound, Verdict
from ._credentials import Credentials, Unavailable
from ._home import Home
from ._json import plain
from ._listeners import Listeners
from ._offer import Check, Offer, Tool
from ._schema import Misfit
from ._streams import Stream
from ._threads import apply

_FIRST_PAUSE_SECONDS = 1.0
_LONGEST_PAUSE_SECONDS = 30.0
_CONNECT_SECONDS = 10.0
_FAREWELL_SECONDS = 3.0
# Far above what a gateway sends.
_MAX_MESSAGE_BYTES = 16 * 1024 * 1024

_RUNS_ALREADY = "this provider runs already"

# Where its types are depends on its version.
_websockets: Any = importlib.import_module("websockets")

# It writes down what is sent, and that begins with a token.
_SILENCE = logging.Logger("tapgateway")
_SILENCE.disabled = True

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Result = TypeVar("_Result")


class Provider:
    """Lends an agent tools, and more, for as long as it runs. What is described while it runs is told to the gateway at
    once. Thread-safe.

    Functions that are given to it run on its event loop if they are coroutines, and otherwise in threads, where they
    may block.

    Args:
        name: letters, digits, ``-`` and ``_``
        instance: tells this provider apart from others of the same name that run at the same time
        metadata: facts by which the agent can tell instances apart
        startup_context: text that the agent gets once
        concurrency: how many calls at once; more wait at the gateway
        session: the session to join, by its id or by choice; the first one if absent
        follow: goes along when the user turns to another session: lists begin with the one in the foreground, and what
            is chosen there is joined as soon as no call runs
        url: where the gateway is, on this machine; ``TAP_GATEWAY_URL``, or else ``ws://127.0.0.1:9400/``
        token: ``TAP_PROVIDER_TOKEN``, or else what a running gateway leaves for programs of the same user
        report: gets what people should read; standard error, if absent
    """

    def __init__(
        self,
        name: str,
        *,
        instance: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        startup_context: str | None = None,
        concurrency: int | None = None,
        session: str | Callable[[list[dict[str, Any]]], str | None] | None = None,
        follow: Literal["foreground"] | None = None,
        url: str | None = None,
        token: str | None = None,
        report: Callable[[str], None] | None = None,
    ) -> None:
        self._name = name
        described: dict[str, Any] = {
            "name": name,
            "instance": instance,
            "metadata": metadata,
            "startup_context": startup_context,
            "concurrency": {"max": concurrency} if concurrency else None,
        }
        self._identity = plain("a provider", {field: value for field, value in described.items() if value is not None})
        self._session = session
        self._follows = follow == "foreground"
        self._credentials = Credentials(url, token)
        self._report = report or _print
        self._last_line = ""
        self._offer = Offer()
        self._seat = Seat()
        self._changing = threading.Lock()
        self._listeners = Listeners(self._say)
        self._home: Home | None = None
        self._conversation: Conversation | None = None
        self._stopping = asyncio.Event()
        self._turn = asyncio.Event()
        self._serving = threading.Event()
        self._is_leaving = False
        self._thread: threading.Thread | None = None

    # ---- What it offers ----

    @overload
    def tool(self, function: _Function) -> _Function:
        ...

    @overload
    def tool(
        self,
        *,
        name: str | None = None,
        description: str | None = None,
        parameters: dict[str, Any] | None = None,
        timeout: float | None = None,
        title: str | None = None,
        output_schema: dict[str, Any] | None = None,
        annotations: ToolAnnotations | None = None,
    ) -> Callable[[_Function], _Function]:
        ...

    def tool(
        self,
        function: _Function | None = None,
        *,
        name: str | None = None,
        description: str | None = None,
        parameters: dict[str, Any] | None = None,
        timeout: float | None = None,
        title: str | None = None,
        output_schema: dict[str, Any] | None = None,
        annotations: ToolAnnotations | None = None,
    ) -> _Function | Callable[[_Function], _Function]:
        """Adds a tool, or replaces the one of that name; a decorator.

        The agent is told the function's name, its docstring, and the parameters by their type hints; what the docstring
        says of them below ``Args:`` is told as well. Arguments are checked before the function is called. A parameter
        of type `Call` gets the call itself. A call that is cancelled ends a coroutine by `asyncio.CancelledError`;
        others see it in `Call.cancelled`.

        Args:
            name: instead of the function's name
            description: instead of the docstring
            parameters: a JSON Schema instead of the one that the type hints say
            timeout: how many seconds a call may take; a minute if absent, ten at most
            title: for people, one line
            output_schema: a JSON Schema of `ToolContent.structured`, an object; the gateway holds results against it
            annotations: hints at what a call does
        """

        def add(function: _Function) -> _Function:
            signature = _signature.read(function, name, description, parameters)
            definition: dict[str, Any] = {
                "name": signature.name,
                "description": signature.description,
                "parameters": signature.parameters,
            }
            more = {
                "timeout": None if timeout is None else int(timeout * 1_000),
                "title": title,
                "outputSchema": output_schema,
                "annotations": annotations,
            }
            definition.update((field, value) for field, value in more.items() if value is not None)

            async def run(args: dict[str, Any], call: Call) -> Any:
                try:
                    arguments = signature.bind(args, call)
                except Misfit as problem:
                    raise ToolError("INVALID_ARGUMENTS", str(problem)) from None
                return await apply(function, **arguments)

            self._change(lambda: self._offer.add_tool(Tool(definition, run)))
            return function

        return add if function is None else add(function)

    def remove_tool(self, name: str) -> None:
        self._change(lambda: self._offer.remove_tool(name))

    def gate(self, **match: str) -> Callable[[Callable[[Check], Any]], Callable[[Check], Any]]:
        """Asks a function before matching calls of tools, of whomever; a decorator. It returns `allow` or `deny`;
        silence for five seconds and failure mean no.

        Args:
            match: ``tool``, the name of a tool; ``args``, a regular expression (RE2) searched in the arguments as JSON;
                ``file``, a glob over the paths among the arguments; ``provider``, who has the tool
        """

        def add(decide: Callable[[Check], Any]) -> Callable[[Check], Any]:
            self._change(lambda: self._offer.add_gate(match, decide))
            return decide

        return add

    def deny(self, reason: str, **match: str) -> None:
        """Forbids matching calls."""
        self._change(lambda: self._offer.add_rule({"action": "deny", "match": match, "reason": reason}))

    def ask(self, reason: str, **match: str) -> None:
        """Has a person asked about matching calls, who is told the reason; where nobody is, that is a no."""
        self._change(lambda: self._offer.add_rule({"action": "ask", "match": match, "reason": reason}))

    def remark(self, content: str, **match: str) -> None:
        """Tells the agent something along with matching calls."""
        self._change(lambda: self._offer.add_rule({"action": "context", "match": match, "content": content}))

    def append(self, section: str, content: str) -> None:
        """Adds text after a section of the prompt."""
        self._change(lambda: self._offer.set_transform(section, {"action": "append", "content": content}))

    def prepend(self, section: str, content: str) -> None:
        """Adds text before a section of the prompt."""
        self._change(lambda: self._offer.set_transform(section, {"action": "prepend", "content": content}))

    def transform(self, section: str) -> Callable[[Callable[[str], Any]], Callable[[str], Any]]:
        """Has a function rewrite a section of each prompt, within two seconds; a decorator."""

        def add(rewrite: Callable[[str], Any]) -> Callable[[str], Any]:
            self._change(lambda: self._offer.set_transform(section, {"action": "callback"}, rewrite))
            return rewrite

        return add

    def context(self, text: str) -> None:
        """Text that the agent gets with every prompt."""
        self._change(lambda: self._offer.set_context(text))

    def stream(self, name: str | None = None) -> Stream:
        """One of its streams; without a name, the one that is called like the provider."""
        stream = name or self._name

        def set_filter(rules: list[Message]) -> None:
            self._change(lambda: self._offer.set_filter(stream, rules))

        return Stream(stream, self._push, set_filter, lambda last: self._connected().query(stream, last))

    def on(self, event: str) -> Callable[[_Function], _Function]:
        """Has a function told what happens; a decorator.

        ``joined`` and ``left`` come with a `Binding`, ``started``, ``idle`` and ``ending`` with the id of a session;
        the end of a session waits for the function. Names with a dot, such as ``user.message``, are events of the
        session, and come with their data; they count from the next connection on. Functions are told one thing after
        the other, but for ``ending``, and up to 1,000 things wait for one that is slow.
        """

        def add(listener: _Function) -> _Function:
            subscribed = self._listeners.subscribed
            self._listeners.add(event, listener)
            if self.joined and self._listeners.subscribed != subscribed:
                self._say(_sentences.subscribed_late(event))
            return listener

        return add

    async def updated(self) -> None:
        """Waits until a gateway knows everything that was described, at the earliest in a session.

        Raises:
            Refused: for what it refused; what was in force before is so again
            ConnectionError: for what it has not answered within 30 seconds, or if the provider does not run
        """
        while self._home is not None:
            turn = self._turn
            with suppress(Unbound):
                if self._conversation is not None and self._conversation.binding is not None:
                    await self._conversation.sync()
                    return
            await turn.wait()
        raise ConnectionError("this provider does not run")

    # ---- How it stays ----

    @property
    def joined(self) -> Binding | None:
        """Where the provider is at the moment."""
        conversation = self._conversation
        return conversation.binding if conversation else None

    async def serve(self) -> None:
        """Connects, and again whenever a connection ends, until `stop`.

        Raises:
            ConnectionRefusedError: no gateway will ever take this provider; the text says why
        """
        if self._home is not None:
            raise RuntimeError(_RUNS_ALREADY)
        self._home = Home()
        self._stopping = asyncio.Event()
        self._is_leaving = False
        self._serving.set()
        pause = _FIRST_PAUSE_SECONDS
        try:
            while True:
                verdict, was_bound = await self._converse()
                if verdict.outlook is Outlook.NEVER:
                    raise ConnectionRefusedError(verdict.why)
                if verdict.outlook is Outlook.OVER or self._stopping.is_set():
                    self._say(verdict.why)
                    return
                if was_bound or verdict.outlook is Outlook.NOW:
                    pause = _FIRST_PAUSE_SECONDS
                if verdict.outlook is Outlook.NOW:
                    continue
                # Never at the same time as all the others that a gateway's end has cut off.
                seconds = random.uniform(pause / 2, pause)
                if verdict.why:
                    self._try_again(verdict.why, seconds)
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), seconds)
                if self._stopping.is_set():
                    self._say(_sentences.LEFT)
                    return
                pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)
        finally:
            try:
                await self._listeners.settle(_FAREWELL_SECONDS)
            finally:
                self._home = None
                self._turned()

    def stop(self, reason: str = "the provider was stopped") -> None:
        """Says goodbye; `serve` ends then."""

        def leave() -> None:
            self._stopping.set()
            if self._conversation is not None:
                self._conversation.leave(reason, Verdict(Outlook.OVER, _sentences.LEFT))

        self._is_leaving = True
        self._at_home(leave)

    # ---- Without asyncio ----

    def run(self) -> None:
        """Serves until Ctrl-C; the whole program, in most cases. It ends with exit code 1 if no gateway will ever take
        this provider."""

        async def serve() -> None:
            with suppress(NotImplementedError):  # on Windows
                for number in (signal.SIGINT, signal.SIGTERM):
                    asyncio.get_running_loop().add_signal_handler(number, self.stop)
            await self.serve()

        try:
            asyncio.run(serve())
        except ConnectionRefusedError as problem:
            sys.exit(str(problem))
        except KeyboardInterrupt:
            pass

    def start(self) -> None:
        """Serves in a thread of its own, until `stop`; after what has been stopped has ended."""

        def serve() -> None:
            try:
                asyncio.run(self.serve())
            except ConnectionRefusedError as problem:
                self._say(str(problem))

        if self._thread is not None and self._is_leaving:
            self._thread.join()
        if self._home is not None:
            raise RuntimeError(_RUNS_ALREADY)
        self._thread = threading.Thread(target=serve, name=f"tapgateway-{self._name}", daemon=True)
        self._serving.clear()
        self._thread.start()
        self._serving.wait()

    def wait(self, awaitable: Awaitable[_Result], timeout: float | None = None) -> _Result:
        """What comes of one of this provider's coroutines, for code that is none."""

        async def outcome() -> _Result:
            return await awaitable

        if self._home is None:
            raise ConnectionError("this provider does not run")
        return self._home.begin(outcome()).result(timeout)

    def __enter__(self) -> Provider:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join()

    # ---- Inside ----

    async def _converse(self) -> tuple[Verdict, bool]:
        try:
            token = self._credentials.token()
        except Unavailable as problem:
            return problem.verdict, False
        try:
            socket: Any = await _websockets.connect(self._credentials.url, logger=_SILENCE, **_options())
        except (OSError, asyncio.TimeoutError, InvalidHandshake):
            return Verdict(Outlook.AGAIN, _sentences.no_gateway(self._credentials.url)), False
        self._conversation = conversation = Conversation(self._life(), socket)
        try:
            if self._stopping.is_set():
                conversation.leave("the provider was stopped", Verdict(Outlook.OVER, _sentences.LEFT))
            return await conversation.converse(token), conversation.was_bound
        finally:
            self._conversation = None
            await socket.close()

    def _life(self) -> Life:
        def identity() -> Message:
            events = self._listeners.subscribed
            return {**self._identity, **({"subscribe": events} if events else {})}

        return Life(
            url=self._credentials.url,
            offer=self._offer,
            seat=self._seat,
            choose=self._choose,
            follows=self._follows,
            identity=identity,
            refused_token=self._credentials.refused,
            say=self._say,
            wait=self._wait,
            joined=self._turned,
            listeners=self._listeners,
        )

    def _choose(self, active: list[Message]) -> str | None:
        if callable(self._session):
            try:
                return self._session(active)
            except Exception as problem:
                self._say(_sentences.failed("the choice of a session", problem))
                return None
        listed: list[str] = [session["id"] for session in active if self._session in (None, session["id"])]
        return listed[0] if listed else None

    def _say(self, line: str) -> None:
        self._last_line = line
        self._report(line)

    def _try_again(self, why: str, seconds: float) -> None:
        """Once for as long as it is the same: then only the time differs."""
        if why != self._last_line:
            self._say(f"{why}; {_sentences.again(seconds)}")
            self._last_line = why

    def _wait(self, line: str) -> None:
        if line != self._last_line:
            self._say(line)

    def _turned(self) -> None:
        """It has joined, or ended."""
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()

    def _push(self, message: str) -> bool:
        conversation = self._conversation
        return conversation is not None and conversation.push(message)

    def _change(self, change: Callable[[], None]) -> None:
        with self._changing:
            change()
        conversation = self._conversation
        if conversation is not None:
            self._at_home(conversation.changed)

    def _at_home(self, action: Callable[..., None], *args: Any) -> None:
        home = self._home
        if home is not None:
            home.do(action, *args)

    def _connected(self) -> Conversation:
        if self._conversation is None:
            raise ConnectionError("this provider is not connected")
        return self._conversation


def _options() -> dict[str, Any]:
    options: dict[str, Any] = {
        "max_size": _MAX_MESSAGE_BYTES,
        "open_timeout": _CONNECT_SECONDS,
        "close_timeout": _FAREWELL_SECONDS,
    }
    # Later versions would take the token to a proxy.
    return {**options, "proxy": None} if int(_websockets.__version__.split(".")[0]) >= 15 else options


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
