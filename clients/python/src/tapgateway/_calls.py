"""What the agent calls: every call is answered exactly once, whatever its tool does."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _sentences
from ._content import unmistakable
from ._home import Home
from ._json import encode

if TYPE_CHECKING:
    from ._offer import Offer, Tool

_MAX_CALLS = 1_000
_MAX_RESULT_BYTES = 5 * 1024 * 1024 - 1024
_MAX_PROGRESS_CHARACTERS = 1024
# The gateway shows ten a second, and counts them when they arrive: some arrive late.
_PROGRESS_PAUSE_SECONDS = 0.125

Post = Callable[[str, str], None]
"""Sends a message of that type, as JSON."""


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
        self, message: dict[str, Any], persist_dir: str | None, post: Post, home: Home
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
        self._lock = threading.Lock()
        self._latest: dict[str, Any] | None = None
        self._is_over = False
        self._is_flowing = False

    def progress(self, text: str, *, progress: float | None = None, total: float | None = None) -> None:
        """Says how far the tool has come, for people. What is said faster than they can read is left out, but not the
        latest.

        Args:
            progress: how much is done, for programs that show how much is left
            total: how much there is to be done
        """
        numbers = {name: value for name, value in (("progress", progress), ("total", total)) if value is not None}
        if not all(map(math.isfinite, numbers.values())):
            raise ValueError("progress and total are finite numbers")
        with self._lock:
            self._latest = {"message": text[:_MAX_PROGRESS_CHARACTERS], **numbers}
            if self._is_over or self._is_flowing:
                return
            self._is_flowing = True
        self._home.do(self._flow)

    def _flow(self) -> None:
        if self._tell():
            asyncio.get_running_loop().call_later(_PROGRESS_PAUSE_SECONDS, self._flow)

    def _tell(self) -> bool:
        with self._lock:
            latest, self._latest = self._latest, None
            self._is_flowing = latest is not None and not self._is_over
            if latest is None or self._is_over:
                return False
        self._post("tool.progress", encode({"type": "tool.progress", "id": self.id, **latest}))
        return True

    def finish(self) -> None:
        """There is a result; what was said last is told before it."""
        self._tell()
        self._end()

    def cancel(self) -> None:
        self.cancelled = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            self._is_over = True


class Calls:
    """The calls of one connection. Confined to the event loop."""

    def __init__(
        self, offer: Offer, post: Post, remark: Callable[[str], None], idle: Callable[[], None] = lambda: None
    ) -> None:
        """
        Args:
            idle: called when the last one has been answered
        """
        self._idle = idle
        self._offer = offer
        self._post = post
        self._remark = remark
        self._home = Home()
        self._running: dict[str, tuple[Call, asyncio.Task[None]]] = {}

    @property
    def is_idle(self) -> bool:
        return not self._running

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
            call.cancel()
            task.cancel()
            self._answered()

    def close(self) -> None:
        """The connection has ended; the gateway has told the callers."""
        running, self._running = self._running, {}
        for call, task in running.values():
            call.cancel()
            task.cancel()

    async def _serve(self, call: Call, args: dict[str, Any]) -> None:
        result = await self._run(call, self._offer.tool(call.tool), args)
        # Not if it was cancelled meanwhile: then it is answered, or its connection has ended.
        if self._running.pop(call.id, None):
            call.finish()
            self._answer(call, result)
            self._answered()

    def _answered(self) -> None:
        if self.is_idle:
            self._idle()

    async def _run(self, call: Call, tool: Tool | None, args: dict[str, Any]) -> dict[str, Any]:
        try:
            if tool is None:
                raise ToolError("NOT_FOUND", f"This provider has no tool '{call.tool}'.")
            data = await tool.run(args, call)
            return {"file": data.described()} if isinstance(data, ToolFile) else {"data": unmistakable(data)}
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

    def _answer(self, call: Call, result: dict[str, Any]) -> None:
        def answer(what: dict[str, Any]) -> str:
            return encode({"type": "tool.result", "id": call.id, **what})

        try:
            text = answer(result)
            if len(text.encode()) > _MAX_RESULT_BYTES:
                text = answer(_internal("The tool's result is larger than 5 MiB."))
        except (TypeError, ValueError) as problem:
            self._remark(_sentences.failed(f"turning the result of tool '{call.tool}' into JSON", problem))
            text = answer(_internal("The tool's result cannot be expressed in JSON."))
        self._post("tool.result", text)


def _internal(error: str) -> dict[str, Any]:
    return {"error": error, "errorCode": "INTERNAL"}
