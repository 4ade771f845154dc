"""A provider in one session: how it gets in, and comes back whenever a connection ends."""

from __future__ import annotations

import asyncio
import importlib
import logging
import random
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidHandshake

from . import _sentences
from ._conversation import Binding, Conversation, Life, Outlook, Verdict
from ._credentials import Credentials, Unavailable

_FIRST_PAUSE_SECONDS = 1.0
_LONGEST_PAUSE_SECONDS = 30.0
_CONNECT_SECONDS = 10.0
_FAREWELL_SECONDS = 3.0
# Far above what a gateway sends.
_MAX_MESSAGE_BYTES = 16 * 1024 * 1024

# Where its types are depends on its version.
_websockets: Any = importlib.import_module("websockets")

# It writes down what is sent, and that begins with a token.
_SILENCE = logging.Logger("tapgateway")
_SILENCE.disabled = True


class Place:
    """One connection after the other. Confined to the event loop, but for `binding` and `conversation`."""

    def __init__(self, session: str | None) -> None:
        self.session = session
        """Which one it has or wants; it takes another one when that is gone."""
        self.conversation: Conversation | None = None
        self.is_connected = False
        self.has_ended = False

    @property
    def binding(self) -> Binding | None:
        conversation = self.conversation
        return conversation.binding if conversation else None

    async def stay(self, life: Life, credentials: Credentials, stopping: asyncio.Event) -> Verdict:
        """Connects, and again whenever a connection ends."""
        pause = _FIRST_PAUSE_SECONDS
        while True:
            verdict, was_bound = await self._converse(life, credentials, stopping)
            if stopping.is_set() or verdict.outlook in (Outlook.OVER, Outlook.NEVER):
                self.has_ended = True
                return verdict
            if was_bound or verdict.outlook is Outlook.NOW:
                pause = _FIRST_PAUSE_SECONDS
            if verdict.outlook is Outlook.NOW:
                continue
            # Never at the same time as all the others that a gateway's end has cut off.
            seconds = random.uniform(pause / 2, pause)
            if verdict.why:
                life.try_again(verdict.why, seconds)
            await sleep(seconds, stopping)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)

    async def _converse(self, life: Life, credentials: Credentials, stopping: asyncio.Event) -> tuple[Verdict, bool]:
        if not await life.admitted():
            return Verdict(Outlook.OVER, _sentences.LEFT if stopping.is_set() else ""), False
        self.is_connected = True
        try:
            return await self._connect(life, credentials, stopping)
        finally:
            self.is_connected = False

    async def _connect(self, life: Life, credentials: Credentials, stopping: asyncio.Event) -> tuple[Verdict, bool]:
        try:
            token = credentials.token()
        except Unavailable as problem:
            return problem.verdict, False
        try:
            socket: Any = await _websockets.connect(credentials.url, logger=_SILENCE, **_options())
        except (OSError, asyncio.TimeoutError, InvalidHandshake):
            return Verdict(Outlook.AGAIN, _sentences.no_gateway(credentials.url)), False
        self.conversation = conversation = Conversation(life, socket)
        try:
            if stopping.is_set():
                conversation.leave("the provider was stopped", Verdict(Outlook.OVER, _sentences.LEFT))
            return await conversation.converse(token), conversation.was_bound
        finally:
            self.conversation = None
            await socket.close()


async def sleep(seconds: float, stopping: asyncio.Event) -> None:
    """Ends early when it is time to stop."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)


def _options() -> dict[str, Any]:
    options: dict[str, Any] = {
        "max_size": _MAX_MESSAGE_BYTES,
        "open_timeout": _CONNECT_SECONDS,
        "close_timeout": _FAREWELL_SECONDS,
    }
    # Later versions would take the token to a proxy.
    return {**options, "proxy": None} if int(_websockets.__version__.split(".")[0]) >= 15 else options
