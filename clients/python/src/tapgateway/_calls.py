"""What the agent calls: every call is answered exactly once, whatever its tool does."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _sentences
from ._home import Home

if TYPE_CHECKING:
    from ._offer import Offer, Tool

_MAX_CALLS = 1_000
_MAX_RESULT_BYTES = 5 * 1024 * 1024 - 1024
_MAX_PROGRESS_CHARACTERS = 256


class ToolError(Exception):
    """A failure that the caller may read. Of anything else that a tool raises, the caller learns nothing.

    Codes: NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED, INVALID_ARGUMENTS, INTERNAL.
    """

    def __init__(self, code: str, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = retryable


@dataclass(frozen=True)
class ToolFile:
    """A result that lies in a file below `Call.persist_dir`. Immutable."""

    path: str | Path
    mime_type: str

    def described(self) -> dict[str, Any]:
        return {"path": str(self.path), "mimeType": self.mime_type, "size": Path(self.path).stat().st_size}


class Call:
    """A tool's view of its own call. Thread-safe."""

    def __init__(
        self, message: dict[str, Any], persist_dir: str | None, post: Callable[[dict[str, Any]], None], home: Home
    ) -> None:
        self.id: str = message["id"]
        self.tool: str = message["tool"]
        self.session: str | None = message.get("sessionId")
        self.traceparent: str | None = message.get("traceparent")
        """The trace of the caller, as W3C Trace Context has it."""
        self.persist_dir = persist_dir
        """A directory for files of this provider, if it has one: those that a session has started have."""
        self.cancelled = False
        """Whether nobody waits for the result any more; for tools that run in a thread. Others are cancelled."""
        self._post = post
        self._home = home

    def progress(self, text: str) -> None:
        """Says how far the tool has come, for people."""
        if not self.cancelled:
            progress = {"type": "tool.progress", "id": self.id, "message": text[:_MAX_PROGRESS_CHARACTERS]}
            self._home.do(self._post, progress)


class Calls:
    """The calls of one connection. Confined to the event loop."""

    def __init__(self, offer: Offer, post: Callable[[dict[str, Any]], None], remark: Callable[[str], None]) -> None:
        self._offer = offer
        self._post = post
        self._remark = remark
        self._home = Home()
        self._running: dict[str, tuple[Call, asyncio.Task[None]]] = {}

    def begin(self, message: dict[str, Any], persist_dir: str | None) -> None:
        call = Call(message, persist_dir, self._post, self._home)
        if len(self._running) >= _MAX_CALLS:
            self._answer(call, _internal("The provider has too much to do already."))
            return
        # A task of its own: a slow tool must not keep us from hearing that it is cancelled.
        task = asyncio.create_task(self._serve(call, message.get("args") or {}))
        self._running[call.id] = call, task

    def cancel(self, call_id: str) -> None:
        """The caller no longer waits. That is answered at once, even if the tool takes no notice."""
        if call_id in self._running:
            call, task = self._running.pop(call_id)
            self._answer(call, {"error": "Cancelled", "errorCode": "CANCELLED"})
            call.cancelled = True
            task.cancel()

    def close(self) -> None:
        """The connection has ended; the gateway has told the callers."""
        running, self._running = self._running, {}
        for call, task in running.values():
            call.cancelled = True
            task.cancel()

    async def _serve(self, call: Call, args: dict[str, Any]) -> None:
        result = await self._run(call, self._offer.tool(call.tool), args)
        # Not if it was cancelled meanwhile: then it is answered, or its connection has ended.
        if self._running.pop(call.id, None):
            self._answer(call, self._fitting(call, result))

    async def _run(self, call: Call, tool: Tool | None, args: dict[str, Any]) -> dict[str, Any]:
        try:
            if tool is None:
                raise ToolError("NOT_FOUND", f"This provider has no tool '{call.tool}'.")
            data = await tool.run(args, call)
            return {"file": data.described()} if isinstance(data, ToolFile) else {"data": data}
        except ToolError as failure:
            retryable = {"retryable": True} if failure.retryable else {}
            return {"error": str(failure), "errorCode": failure.code, **retryable}
        except asyncio.CancelledError:
            return {"error": "Cancelled", "errorCode": "CANCELLED"}
        except Exception as problem:
            # The details are for the author; and a tool that stops because it was told to has done nothing wrong.
            if not call.cancelled:
                self._remark(_sentences.failed(f"tool '{call.tool}'", problem))
            return _internal("The tool failed.")

    def _fitting(self, call: Call, result: dict[str, Any]) -> dict[str, Any]:
        try:
            size = len(json.dumps(result, allow_nan=False).encode())
        except (TypeError, ValueError) as problem:
            self._remark(_sentences.failed(f"turning the result of tool '{call.tool}' into JSON", problem))
            return _internal("The tool's result cannot be expressed in JSON.")
        return result if size <= _MAX_RESULT_BYTES else _internal("The tool's result is larger than 5 MiB.")

    def _answer(self, call: Call, result: dict[str, Any]) -> None:
        self._post({"type": "tool.result", "id": call.id, **result})


async def apply(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls what an author has written: coroutines on the event loop, all else in a thread, where it may block."""
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    return await asyncio.to_thread(function, *args, **kwargs)


def _internal(error: str) -> dict[str, Any]:
    return {"error": error, "errorCode": "INTERNAL"}
