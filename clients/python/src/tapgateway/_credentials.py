"""Where the gateway is, and what a provider shows there."""

from __future__ import annotations

import os
import re
from pathlib import Path

from . import _sentences
from ._conversation import Outlook, Verdict

_LOOPBACK = re.compile(r"ws://(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?/?")
_LAST_PORT = 65_535
_MAX_TOKEN_FILE_BYTES = 4_096


class Unavailable(Exception):
    """There is nothing to connect with."""

    def __init__(self, outlook: Outlook, why: str) -> None:
        super().__init__(why)
        self.verdict = Verdict(outlook, why)


class Credentials:
    """A token from the code, from the environment of a program that a gateway has started, or else from the file that a
    running gateway keeps for programs of the same user. Immutable."""

    def __init__(self, url: str | None, token: str | None) -> None:
        self.url = url or os.environ.get("TAP_GATEWAY_URL") or "ws://127.0.0.1:9400/"
        home = os.environ.get("COPILOT_HOME") or Path.home() / ".copilot"
        self._file = Path(home) / "extensions" / "tap" / ".provider-token"
        self._where = "the code" if token else "TAP_PROVIDER_TOKEN"
        self._given = (token or os.environ.get("TAP_PROVIDER_TOKEN") or "").strip()

    def token(self) -> str:
        """Anew for each connection: every gateway makes its own."""
        address = _LOOPBACK.fullmatch(self.url)
        if address is None or int(address[1] or 80) > _LAST_PORT:
            raise Unavailable(Outlook.NEVER, _sentences.not_here(self.url))
        token = self._given or self._read()
        if not token:
            raise Unavailable(Outlook.AGAIN, _sentences.no_token(self._file))
        return token

    def refused(self) -> Verdict:
        if self._given:
            return Verdict(Outlook.NEVER, _sentences.wrong_token(self._where))
        return Verdict(Outlook.AGAIN, _sentences.stale_token(self._file))

    def _read(self) -> str:
        try:
            with self._file.open("rb") as file:
                text = file.read(_MAX_TOKEN_FILE_BYTES + 1)
        except FileNotFoundError:
            return ""
        except OSError as problem:
            raise Unavailable(Outlook.AGAIN, _sentences.unreadable_token(self._file, problem)) from None
        return text.decode(errors="replace").strip() if len(text) <= _MAX_TOKEN_FILE_BYTES else ""
