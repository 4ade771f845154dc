"""A tool provider that reads nothing but what it needs, and knows nothing of the end of sessions. Its argument is the
gateway's port."""

import asyncio
import json
import os
import sys

import websockets

SHAPE = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


async def main():
    async with websockets.connect(f"ws://localhost:{sys.argv[1]}") as socket:

        async def say(**message):
            await socket.send(json.dumps(message))

        await say(type="auth", token=os.environ["TAP_PROVIDER_TOKEN"])
        async for frame in socket:
            print(frame, flush=True)
            message = json.loads(frame)
            if message["type"] == "sessions":
                session = message["active"][0]["id"] if message["active"] else "all"
                tools = [{"name": "greet", "description": "Welcomes people", "parameters": SHAPE}]
                await say(type="hello", name="advanced-python", protocolVersion=2, session=session, tools=tools)
            if message["type"] == "tool.call" and message["tool"] == "greet":
                await say(type="tool.result", id=message["id"], data=f"Welcome, {message['args']['name']}!")
            if message["type"] == "tool.cancel":
                await say(type="tool.result", id=message["id"], error="Cancelled", errorCode="CANCELLED")


asyncio.run(main())
