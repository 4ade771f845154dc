"""As little as the Core Profile asks of a tool provider, message by message. Its argument is the gateway's port."""

import asyncio
import json
import os
import sys

import websockets

GREET = {
    "name": "greet",
    "description": "Welcomes people",
    "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}


def answer(message):
    kind = message["type"]
    if kind == "sessions" and message["active"]:
        session = message["active"][0]["id"]
        return {"type": "hello", "name": "core-python", "protocolVersion": 2, "session": session, "tools": [GREET]}
    if kind == "tool.call":
        return {"type": "tool.result", "id": message["id"], "data": f"Welcome, {message['args']['name']}!"}
    if kind == "tool.cancel":
        return {"type": "tool.result", "id": message["id"], "error": "Cancelled", "errorCode": "CANCELLED"}
    if kind == "session.lifecycle" and message["state"] == "shutdown.pending":
        return {"type": "goodbye", "reason": "session over"}
    return None


async def main():
    async with websockets.connect(f"ws://localhost:{sys.argv[1]}") as socket:
        await socket.send(json.dumps({"type": "auth", "token": os.environ["TAP_PROVIDER_TOKEN"]}))
        async for frame in socket:
            print(frame, flush=True)
            reply = answer(json.loads(frame))
            if reply:
                await socket.send(json.dumps(reply))
                if reply["type"] == "goodbye":
                    return


asyncio.run(main())
