#!/usr/bin/env python3
"""A provider with one tool, without any library but that for WebSockets: this is all the protocol it takes.

It ends with its connection. provider.py shows one that comes back, reports progress and can be cancelled.
"""

import asyncio
import json
import os
from pathlib import Path

import websockets

GATEWAY = os.environ.get("TAP_GATEWAY_URL") or "ws://127.0.0.1:9400/"
HOME = Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot")

GREET = {
    "name": "greet",
    "description": "Greets someone by name.",
    "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}


def token():
    """The one we were started with, or else the one that a running gateway leaves for programs of the same user."""
    file = HOME / "extensions" / "tap" / ".provider-token"
    return os.environ.get("TAP_PROVIDER_TOKEN") or file.read_text().strip()


def answer(message):
    """What there is to say to a message of the gateway; mostly nothing."""
    kind = message["type"]
    if kind == "sessions" and message["active"]:
        session = message["active"][0]["id"]
        return {"type": "hello", "name": "greeter", "protocolVersion": 2, "session": session, "tools": [GREET]}
    if kind == "tool.call":
        name = message["args"].get("name", "you")
        return {"type": "tool.result", "id": message["id"], "data": f"Hello, {name}!"}
    if kind == "session.lifecycle" and message["state"] == "shutdown.pending":
        return {"type": "goodbye", "reason": "the session ends"}
    if kind == "error":
        print(message["code"], message["message"], flush=True)
    return None


async def main():
    async with websockets.connect(GATEWAY) as socket:
        await socket.send(json.dumps({"type": "auth", "token": token()}))
        async for text in socket:
            reply = answer(json.loads(text))
            if reply:
                await socket.send(json.dumps(reply))


asyncio.run(main())
