"""Who is told what happens, and for how long."""

from __future__ import annotations

import asyncio
import unittest

from tapgateway._listeners import Listeners


class ListenersTest(unittest.TestCase):
    def test_who_is_told_nothing_the_next_time_keeps_nobody_waiting(self) -> None:
        heard: list[str] = []
        listeners = Listeners(self.fail)
        listeners.add("joined", heard.append)

        async def once() -> None:
            listeners.tell("joined", "s1")
            await listeners.settle(10)

        asyncio.run(once())
        asyncio.run(listeners.settle(10))

        self.assertEqual(["s1"], heard)


if __name__ == "__main__":
    unittest.main()
