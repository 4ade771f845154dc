"""What a gateway takes only so much of."""

from __future__ import annotations

from collections import deque


class Pace:
    """So many in any window of time. Confined to the event loop."""

    def __init__(self, most: int, window_seconds: float) -> None:
        self._most = most
        self._window = window_seconds
        self._at: deque[float] = deque()

    def take(self, now: float) -> float:
        """Takes a turn. Returns 0, or in how many seconds there may be one."""
        while self._at and self._at[0] <= now - self._window:
            self._at.popleft()
        if len(self._at) >= self._most:
            return self._at[0] + self._window - now
        self._at.append(now)
        return 0.0
