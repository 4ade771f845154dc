"""News for the session: streams of events, at a pace that the gateway accepts."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypedDict

from ._home import Home
from ._json import encode, plain
from ._pace import Pace

# The gateway takes ten in any second, and counts them when they arrive: some arrive late.
_PUSHES_AT_ONCE = 10
_WINDOW_SECONDS = 1.25
_MAX_WAITING = 200

Message = dict[str, Any]


class StreamEntry(TypedDict, total=False):
    """An event of a stream."""

    ts: str
    event: str
    level: str
    metadata: dict[str, Any]


class Outflow:
    """What is to be pushed over one binding: sent at once, or as soon as the pace allows. Confined to the event loop,
    but for `offer`."""

    def __init__(self, send: Callable[[str], None], home: Home) -> None:
        self._send = send
        self._home = home
        self._lock = threading.Lock()
        self._is_open = False
        self._waiting: deque[str] = deque()
        self._pace = Pace(_PUSHES_AT_ONCE, _WINDOW_SECONDS)
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        with self._lock:
            self._is_open = True

    def offer(self, message: str) -> bool:
        """From any thread. What is taken is sent, or counted when it closes."""
        with self._lock:
            if not self._is_open or len(self._waiting) >= _MAX_WAITING:
                return False
            self._waiting.append(message)
        self._home.do(self._flow)
        return True

    def close(self) -> int:
        """Returns how many were not sent."""
        self._stop_timer()
        with self._lock:
            self._is_open = False
            lost = len(self._waiting)
            self._waiting.clear()
        return lost

    def _flow(self) -> None:
        self._stop_timer()
        loop = asyncio.get_running_loop()
        while self._waiting:
            seconds = self._pace.take(loop.time())
            if seconds:
                self._timer = loop.call_later(seconds, self._flow)
                return
            self._send(self._waiting.popleft())

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Stream:
    """One stream of a provider, in every session of it. Its events leave in order, as fast as the gateway takes them.
    Each way to tell one returns False if it can leave in no session: there is none at the moment, or too many are
    waiting. Thread-safe."""

    def __init__(
        self,
        name: str,
        push: Callable[[str], bool],
        set_filter: Callable[[list[Message]], None],
        query: Callable[[int], Awaitable[Message]],
        at: Callable[[str], Stream],
    ) -> None:
        self._name = name
        self._push = push
        self._set_filter = set_filter
        self._query = query
        self._at = at

    def at(self, session: str) -> Stream:
        """The same stream in one session, such as `Call.session`: what is told there is told to no other."""
        return self._at(session)

    def keep(self, event: str, metadata: Mapping[str, Any] | None = None) -> bool:
        """Stores an event, for whoever asks."""
        return self._tell("keep", {"event": event}, metadata)

    def surface(self, event: str, metadata: Mapping[str, Any] | None = None) -> bool:
        """Stores it and shows it to people."""
        return self._tell("surface", {"event": event}, metadata)

    def inject(self, event: str, metadata: Mapping[str, Any] | None = None) -> bool:
        """Stores it, shows it, and tells the agent."""
        return self._tell("inject", {"event": event}, metadata)

    def prompt(self, prompt: str, metadata: Mapping[str, Any] | None = None) -> bool:
        """Begins a turn of the agent."""
        return self._tell("inject", {"prompt": prompt}, metadata)

    def filter(self, *rules: tuple[str, str]) -> Stream:
        """What becomes of each event in any session, whatever it was told as: the first rule that matches decides.

        A rule is a regular expression (RE2), and ``drop``, ``keep``, ``surface`` or ``inject``.
        """
        self._set_filter([{"match": match, "outcome": outcome} for match, outcome in rules])
        return self

    async def read(self, last: int = 20) -> list[StreamEntry]:
        """The latest events, newest first, a hundred at most; of the session that lists begin with, if it is not `at`
        one.

        Raises:
            ConnectionError: without a session, or an answer within 30 seconds
        """
        history = await self._query(last)
        entries: list[StreamEntry] = next(iter(history["streams"].values()), [])
        return entries

    def _tell(self, level: str, content: Message, metadata: Mapping[str, Any] | None) -> bool:
        about = {"metadata": dict(metadata)} if metadata else {}
        event: Message = {"type": "push", "level": level, "stream": self._name, **content, **about}
        return self._push(encode(plain("an event", event)))
