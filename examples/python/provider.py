#!/usr/bin/env python3
"""A tool provider: offers two tools and stays until it is told to stop."""

import asyncio
from typing import Any

from tapgateway import Binding, Call, Provider

provider = Provider("python-example")


@provider.on("joined")
def joined(binding: Binding) -> None:
    provider.stream().surface("The Python example is here")


@provider.tool
def greet(name: str) -> str:
    """Greets someone by name.

    Args:
        name: whom to greet
    """
    return f"Hello, {name}!"


# A name that Python does not have for parameters needs a schema of its own.
COUNTDOWN = {
    "type": "object",
    "properties": {"from": {"type": "integer", "minimum": 1, "maximum": 60, "description": "the first number"}},
    "required": ["from"],
}


@provider.tool(parameters=COUNTDOWN, timeout=65)
async def countdown(call: Call, **args: Any) -> dict[str, Any]:
    """Counts down, one number a second. Can be cancelled."""
    start = args["from"]
    try:
        for left in range(start, 0, -1):
            call.progress(f"{left} …")
            await asyncio.sleep(1)
    except asyncio.CancelledError:
        print(f"Stopped counting down from {start}", flush=True)
        raise
    provider.stream("countdowns").keep(f"Counted down from {start}", {"from": start})
    return {"from": start, "said": "Lift-off!"}


provider.run()
