"""What is said to the gateway, as text. Whatever cannot be is refused where it is said, not where it is sent."""

from __future__ import annotations

import json
import re
from typing import Any

# Half a character: JSON has an escape for it, UTF-8 has nothing.
_SURROGATE = re.compile("[\ud800-\udfff]")


def encode(message: object) -> str:
    """Raises a `ValueError` or a `TypeError` that says what has no form in JSON."""
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def plain(what: str, value: Any) -> Any:
    """The value as it is now, whatever its author does to it later. Raises a `TypeError` if it has no form in JSON."""
    try:
        return json.loads(encode(value))
    except (TypeError, ValueError) as problem:
        raise TypeError(f"{what} has no form in JSON: {problem}") from None
