"""A gateway that takes several connections of one provider: each is scripted by itself."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from .scripted_gateway import _SILENCE, ScriptedGateway, _websockets


class ScriptedGateways(ScriptedGateway):
    def __init__(self) -> None:
        super().__init__()
        self._unseen: asyncio.Queue[ScriptedConnection] = asyncio.Queue()
        self.connections = 0

    async def _serve(self, socket: Any, path: str = "/") -> None:
        self.connections += 1
        connection = ScriptedConnection(socket)
        self._unseen.put_nowait(connection)
        async for text in socket:
            await connection.received(json.loads(text))

    async def next(self) -> ScriptedConnection:
        return await asyncio.wait_for(self._unseen.get(), 10)

    async def admits(self, *listed: str) -> ScriptedConnection:
        """Lets the next connection into the session that it asks for."""
        connection = await self.next()
        hello = await connection.asked(*sessions(*listed))
        connection.session, connection.reconnect_token = hello["session"], hello.get("reconnectToken")
        await connection.say(welcome(connection.session))
        return connection

    async def dies(self) -> None:
        await self.__aexit__()

    async def comes_back(self) -> None:
        port = int(self.url.rstrip("/").rpartition(":")[2])
        self._server = await _websockets.serve(self._serve, "127.0.0.1", port, logger=_SILENCE)


class ScriptedConnection(ScriptedGateway):
    def __init__(self, socket: Any) -> None:
        super().__init__()
        self._socket = socket
        self.session = ""
        self.reconnect_token: str | None = None


def sessions(*ids: str) -> list[dict[str, Any]]:
    return [{"id": each, "label": ""} for each in ids]


def listed(*ids: str) -> dict[str, Any]:
    return {"type": "sessions.updated", "active": sessions(*ids)}


def welcome(session: str) -> dict[str, Any]:
    about = {"sessionId": session, "reconnectToken": f"place-{session}"}
    return {"type": "hello.ack", "protocolVersion": 2, "providerId": f"p-{session}", **about}
