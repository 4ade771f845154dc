"""What may block is done in threads that keep no program alive and take no place from each other."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_MAX_THREADS = 1_000

_places = threading.BoundedSemaphore(_MAX_THREADS)


async def apply(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls what an author has written: coroutines on the event loop, all else in a thread of its own."""
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    if not _places.acquire(blocking=False):
        raise RuntimeError(f"{_MAX_THREADS} functions are still busy")
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[Callable[[], Any]] = loop.create_future()
    context = contextvars.copy_context()

    def settle(get: Callable[[], Any]) -> None:
        if not outcome.done():
            outcome.set_result(get)

    def work() -> None:
        get: Callable[[], Any]
        try:
            result = context.run(function, *args, **kwargs)
        except BaseException as thrown:
            # What ends a program ends a call only.
            problem = thrown if isinstance(thrown, Exception) else RuntimeError(repr(thrown))

            def get() -> Any:
                raise problem

        else:

            def get() -> Any:
                return result

        _places.release()
        with suppress(RuntimeError):  # the loop has ended, and whoever waited with it
            loop.call_soon_threadsafe(settle, get)

    try:
        threading.Thread(target=work, name=f"tapgateway-{_name(function)}", daemon=True).start()
    except RuntimeError:
        _places.release()
        raise
    return (await outcome)()


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", "function")
