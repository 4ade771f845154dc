"""What the author's listeners are told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from . import _sentences
from ._threads import apply

_MAX_WAITING = 1_000


class Listeners:
    """They are told one thing after the other, in the order in which it happened, however long they take. Confined to
    the event loop, but for `add` and `subscribed`."""

    def __init__(self, remark: Callable[[str], None]) -> None:
        self._remark = remark
        self._by_event: dict[str, list[Callable[[Any], Any]]] = {}
        self._waiting: deque[tuple[str, Any]] = deque()
        self._is_full = False
        self._telling: asyncio.Task[None] | None = None

    def add(self, event: str, listener: Callable[[Any], Any]) -> None:
        self._by_event[event] = [*self._by_event.get(event, []), listener]

    @property
    def subscribed(self) -> list[str]:
        """Events of the session, of which the gateway tells those who ask for them."""
        return sorted(event for event in list(self._by_event) if "." in event)

    def tell(self, event: str, detail: Any) -> None:
        """When all that happened before has been told; some of it is lost if too much waits."""
        if event not in self._by_event:
            return
        if len(self._waiting) >= _MAX_WAITING:
            if not self._is_full:
                self._remark(_sentences.too_slow(_MAX_WAITING))
            self._is_full = True
            return
        self._waiting.append((event, detail))
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all())

    async def tell_now(self, event: str, detail: Any) -> None:
        """At once; ends when they have heard it."""
        for listener in self._by_event.get(event, []):
            try:
                await apply(listener, detail)
            except Exception as problem:
                self._remark(_sentences.failed(f"the listener to '{event}'", problem))

    async def settle(self, seconds: float) -> None:
        """Lets them hear the rest, if they are quick."""
        if self._telling is not None and not self._telling.done():
            await asyncio.wait([self._telling], timeout=seconds)

    async def _tell_all(self) -> None:
        while self._waiting:
            try:
                await self.tell_now(*self._waiting[0])
            finally:
                self._waiting.popleft()  # not before: what is being told counts
        self._is_full = False
