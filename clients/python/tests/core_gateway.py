"""A gateway of the Core Profile: knows its few messages, names no session in ``hello.ack``, and says ``UNKNOWN_TYPE`` to
others."""

from __future__ import annotations

from typing import Any

from .scripted_gateway import SESSION, ScriptedGateway


class CoreGateway(ScriptedGateway):
    def __init__(self, *taken: str) -> None:
        """With names of tools that others have."""
        super().__init__()
        self._taken = taken
        self.refused: list[str] = []
        """What it was said and does not know."""

    async def received(self, message: dict[str, Any]) -> None:
        await super().received(dict(message))
        kind = message["type"]
        if kind == "auth":
            await self.say({"type": "sessions", "active": [SESSION]})
        elif kind == "hello":
            conflict = [tool["name"] for tool in message["tools"] if tool["name"] in self._taken]
            if message["session"] != SESSION["id"]:
                await self.refuses("INVALID_SESSION", "there is none")
            elif conflict:
                await self.refuses("TOOL_CONFLICT", f"Tool '{conflict[0]}' is taken")
            else:
                await self.say({"type": "hello.ack", "protocolVersion": 2, "providerId": "p-1"})
        elif kind == "goodbye":
            await self.end(1000)
        elif kind not in ("tool.result", "push", "tools.update"):
            self.refused.append(kind)
            await self.refuses("UNKNOWN_TYPE", f"Unknown type {kind}")

    async def end_session(self) -> None:
        ending = {"state": "shutdown.pending", "deadline": 10_000}
        await self.say({"type": "session.lifecycle", "sessionId": SESSION["id"], **ending})
