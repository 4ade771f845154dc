"""A provider: what it offers, and how it serves the sessions of a gateway."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

from . import _sentences, _signature
from ._calls import Call, ToolError
from ._content import ToolAnnotations
from ._conversation import Binding, Life, Message, Outlook, Seat, Unbound, Verdict
from ._credentials import Credentials
from ._home import Home
from ._json import plain
from ._listeners import Listeners
from ._offer import Check, Offer, Tool
from ._pace import Pace
from ._place import Place, sleep
from ._schema import Misfit
from ._streams import Stream
from ._threads import apply

_FAREWELL_SECONDS = 3.0
_MAX_SESSIONS = 50
# The gateway takes thirty of one provider in a minute. The others are for those who come back or move on.
_MAX_NEW_CONNECTIONS = 20
_WINDOW_SECONDS = 61.0
# A new session is news to all providers at the same time.
_LONGEST_HESITATION_SECONDS = 0.2

_RUNS_ALREADY = "this provider runs already"

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
        concurrency: how many calls at once, of each session; more wait at the gateway
        session: the only session to join, by its id or by choice; without this and ``follow``, the provider is in every
            session that its token shows, fifty at most
        follow: is in one session, and goes along when the user turns to another: lists begin with the one in the
            foreground, and what is chosen there is joined as soon as no call runs
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
        self._changing = threading.Lock()
        self._listeners = Listeners(self._say)
        self._home: Home | None = None
        self._places: tuple[Place, ...] = ()
        """Replaced when it changes, since any thread reads it; the first one finds the gateway."""
        self._active: list[str] = []
        """The sessions, as they were listed last."""
        self._is_full = False
        self._pace = Pace(_MAX_NEW_CONNECTIONS, _WINDOW_SECONDS)
        self._door = asyncio.Lock()
        self._stays: set[asyncio.Task[None]] = set()
        self._ended: asyncio.Future[Verdict]
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
        return self._stream(name or self._name, None)

    def _stream(self, name: str, session: str | None) -> Stream:
        def push(message: str) -> bool:
            conversations = [place.conversation for place in self._joined(session)]
            # All of them, whichever is first to take it.
            return any([conversation.push(message) for conversation in conversations if conversation])

        def set_filter(rules: list[Message]) -> None:
            self._change(lambda: self._offer.set_filter(name, rules))

        async def query(last: int) -> Message:
            for place in self._joined(session):
                if place.conversation is not None:
                    return await place.conversation.query(name, last)
            raise ConnectionError("this provider is not in the session, or in none")

        return Stream(name, push, set_filter, query, lambda other: self._stream(name, other))

    def on(self, event: str) -> Callable[[_Function], _Function]:
        """Has a function told what happens; a decorator.

        ``joined`` and ``left`` come with a `Binding`, ``started``, ``idle`` and ``ending`` with the id of a session;
        the end of a session waits for the function. Names with a dot, such as ``user.message``, are events of a
        session, and come with their data and its id as ``session``; they count from the next connection on. Functions
        are told one thing after the other, but for ``ending``, and up to 1,000 things wait for one that is slow.
        """

        def add(listener: _Function) -> _Function:
            subscribed = self._listeners.subscribed
            self._listeners.add(event, listener)
            if self.joined and self._listeners.subscribed != subscribed:
                self._say(_sentences.subscribed_late(event))
            return listener

        return add

    async def updated(self) -> None:
        """Waits until a gateway knows everything that was described, in each session that the provider is in, and at
        the earliest in one.

        Raises:
            Refused: for what was refused in one session; what was in force before is so again, in all
            ConnectionError: for what it has not answered within 30 seconds, or if the provider does not run
        """
        while self._home is not None:
            turn = self._turn
            conversations = [place.conversation for place in self._joined()]
            syncing = [conversation.sync() for conversation in conversations if conversation]
            told = await asyncio.gather(*syncing, return_exceptions=True)
            for outcome in told:
                if isinstance(outcome, BaseException) and not isinstance(outcome, Unbound):
                    raise outcome
            if None in told:
                return
            await turn.wait()
        raise ConnectionError("this provider does not run")

    # ---- How it stays ----

    @property
    def joined(self) -> Binding | None:
        """Where the provider is at the moment: the first of `bindings`."""
        return next(iter(self.bindings), None)

    @property
    def bindings(self) -> list[Binding]:
        """Where the provider is in all sessions, in the order of the gateway's list: the one in the foreground
        first."""
        return [binding for place in self._joined() if (binding := place.binding)]

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
        self._door = asyncio.Lock()
        self._ended = asyncio.get_running_loop().create_future()
        self._places = ()
        self._open()
        self._serving.set()
        try:
            verdict = await self._ended
            if verdict.outlook is Outlook.NEVER:
                raise ConnectionRefusedError(verdict.why)
            self._say(verdict.why)
        finally:
            try:
                await self._leave()
                await self._listeners.settle(_FAREWELL_SECONDS)
            finally:
                self._home = None
                self._turned()

    def stop(self, reason: str = "the provider was stopped") -> None:
        """Says goodbye in each session; `serve` ends then."""

        def leave() -> None:
            self._stopping.set()
            for place in self._places:
                if place.conversation is not None:
                    place.conversation.leave(reason, Verdict(Outlook.OVER, _sentences.LEFT))
            self._turned()

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

    def _open(self, session: str | None = None) -> None:
        """One more place; the first one takes whichever session there is."""
        place = Place(session)
        self._places = (*self._places, place)
        stay = asyncio.create_task(self._stay(place))
        self._stays.add(stay)
        stay.add_done_callback(self._stays.discard)

    async def _stay(self, place: Place) -> None:
        try:
            verdict = await place.stay(self._life(place), self._credentials, self._stopping)
        except Exception as problem:
            if not self._ended.done():
                self._ended.set_exception(problem)
            return
        # Where it is refused for good, it does not ask again.
        if verdict.outlook is not Outlook.NEVER:
            self._drop(place)
        self._turned()
        if self._others(place):
            if verdict.why and not self._stopping.is_set():
                self._say(verdict.why)
        elif not self._ended.done():
            self._ended.set_result(verdict)

    async def _leave(self) -> None:
        """If it was not told to stop, but is cancelled."""
        for stay in self._stays:
            stay.cancel()
        await asyncio.gather(*self._stays, return_exceptions=True)

    def _drop(self, place: Place) -> None:
        self._places = tuple(each for each in self._places if each is not place)

    def _others(self, place: Place) -> bool:
        """Whether sessions are served without this place."""
        return any(each is not place and not each.has_ended for each in self._places)

    async def _admitted(self, place: Place) -> bool:
        """One finds the gateway; when it has, the others come, one after the other."""

        def is_wanted() -> bool:
            return not self._stopping.is_set() and place in self._places

        def is_first() -> bool:
            return place is next((each for each in self._places if not each.has_ended), None)

        while is_wanted() and not is_first() and self.joined is None:
            await self._turn.wait()
        if is_wanted() and not is_first():
            async with self._door:
                await sleep(random.uniform(0, _LONGEST_HESITATION_SECONDS), self._stopping)
                while is_wanted() and (seconds := self._pace.take(asyncio.get_running_loop().time())):
                    await sleep(seconds, self._stopping)
        return is_wanted()

    def _listed(self, active: list[Message]) -> None:
        self._active = [session["id"] for session in active]
        # That a session is gone, nobody has to learn over another connection.
        self._places = tuple(each for each in self._places if each.is_connected or each.session in self._active)
        self._turned()

    def _spread(self) -> None:
        """Every session that is listed has a place."""
        if not self._is_everywhere:
            return
        taken = {place.session for place in self._places}
        free = [session for session in self._active if session not in taken]
        room = _MAX_SESSIONS - len(self._places)
        if len(free) > room and not self._is_full:
            self._say(_sentences.too_many(_MAX_SESSIONS))
        self._is_full = len(free) > room
        for session in free[:room]:
            self._open(session)

    @property
    def _is_everywhere(self) -> bool:
        return self._session is None and not self._follows

    def _joined(self, only: str | None = None) -> list[Place]:
        """Where it is, in the order in which sessions are listed."""
        ranks = {session: rank for rank, session in enumerate(self._active)}
        joined = [(binding.session, place) for place in self._places if (binding := place.binding)]
        joined.sort(key=lambda each: ranks.get(each[0], -1))
        return [place for session, place in joined if only in (None, session)]

    def _life(self, place: Place) -> Life:
        def identity() -> Message:
            events = self._listeners.subscribed
            return {**self._identity, **({"subscribe": events} if events else {})}

        def claim(session: str | None) -> None:
            place.session = session

        def yields() -> bool:
            # At once, before it has ended: of those that lose their sessions at the same time, one has to stay.
            place.has_ended = self._is_everywhere and self._others(place)
            return place.has_ended

        return Life(
            url=self._credentials.url,
            offer=self._offer.elsewhere(),
            seat=Seat(),
            admitted=lambda: self._admitted(place),
            listed=self._listed,
            choose=lambda active: self._choose(place, active),
            claim=claim,
            spread=self._spread,
            yields=yields,
            is_everywhere=self._is_everywhere,
            follows=self._follows,
            identity=identity,
            refused_token=self._credentials.refused,
            say=self._say,
            wait=self._wait,
            try_again=self._try_again,
            tell_news=self._tell_news,
            joined=self._turned,
            listeners=self._listeners,
        )

    def _choose(self, place: Place, active: list[Message]) -> str | None:
        if callable(self._session):
            try:
                return self._session(active)
            except Exception as problem:
                self._say(_sentences.failed("the choice of a session", problem))
                return None
        taken = {each.session for each in self._places if each is not place}
        free: list[str] = [session["id"] for session in active if session["id"] not in taken]
        own = place.session if self._is_everywhere else self._session
        if own in free:
            return own
        return free[0] if free and self._session is None else None

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
        """It has joined a session, or left one."""
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()

    def _change(self, change: Callable[[], None]) -> None:
        with self._changing:
            change()
        self._at_home(self._tell_news)

    def _tell_news(self) -> None:
        for place in self._places:
            if place.conversation is not None:
                place.conversation.changed()

    def _at_home(self, action: Callable[..., None], *args: Any) -> None:
        home = self._home
        if home is not None:
            home.do(action, *args)


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
