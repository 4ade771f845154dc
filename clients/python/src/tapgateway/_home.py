"""The thread on which everything of a provider is done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class Home:
    """An event loop and its thread; made there, used from any thread. What is done from there is done at once, so
    that it stays in order."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()

    def do(self, action: Callable[..., None], *args: Any) -> None:
        if threading.get_ident() == self._thread:
            action(*args)
        else:
            with suppress(RuntimeError):  # the loop has ended, and the provider with it
                self._loop.call_soon_threadsafe(action, *args)

    def begin(self, coroutine: Coroutine[Any, Any, _Result]) -> Future[_Result]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
