"""A gateway on a port of its own: remembers what a provider says, and says what a test wants."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import websockets

_websockets: Any = websockets
# What it would write down is not what the provider writes down.
_SILENCE = logging.Logger("gateway")
_SILENCE.disabled = True

SESSION = {"id": "s1", "label": "Session s1"}
ACK = {"sessionId": "s1", "reconnectToken": "place", "revision": 1}


class ScriptedGateway:
    def __init__(self) -> None:
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._socket: Any = None

    async def __aenter__(self) -> ScriptedGateway:
        self._server = await _websockets.serve(self._serve, "127.0.0.1", 0, logger=_SILENCE)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/"
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, socket: Any, path: str = "/") -> None:
        self._socket = socket
        async for text in socket:
            await self.received(json.loads(text))

    async def received(self, message: dict[str, Any]) -> None:
        self._heard.put_nowait(message)

    async def say(self, *messages: dict[str, Any] | str) -> None:
        for message in messages:
            await self._socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hears(self, kind: str) -> dict[str, Any]:
        """The next message, which has to be of that type."""
        message = await self.hears_any()
        if message.pop("type") != kind:
            raise AssertionError(f"not a '{kind}': {message}")
        return message

    async def hears_any(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._heard.get(), 10)

    @property
    def has_heard_more(self) -> bool:
        return not self._heard.empty()

    async def end(self, code: int = 1001) -> None:
        await self._socket.close(code)

    async def asked(self, *sessions: dict[str, Any]) -> dict[str, Any]:
        """The provider's hello, when it knows the sessions."""
        await self.hears("auth")
        await self.say({"type": "sessions", "active": list(sessions) or [SESSION]})
        return await self.hears("hello")

    async def admits(self, ack: dict[str, Any] = ACK) -> dict[str, Any]:
        hello = await self.asked()
        await self.say({"type": "hello.ack", "protocolVersion": 2, "providerId": "p-1", **ack})
        return hello

    async def begin(self, tool: str, args: dict[str, Any] | None = None, call_id: str = "c1") -> None:
        await self.say({"type": "tool.call", "id": call_id, "sessionId": "s1", "tool": tool, "args": args or {}})

    async def call(self, tool: str, args: dict[str, Any] | None = None) -> dict[str, Any]:
        await self.begin(tool, args)
        result = await self.hears("tool.result")
        del result["id"]
        return result

    async def refuses(self, code: str, message: str, **about: Any) -> None:
        await self.say({"type": "error", "code": code, "message": message, **about})
