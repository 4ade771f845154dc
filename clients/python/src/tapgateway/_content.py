"""Results that are more than one JSON value."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, TypedDict

from ._json import encode


class ToolAnnotations(TypedDict, total=False):
    """Hints at what a call of a tool does, as the Model Context Protocol has them. No rule rests on them."""

    readOnlyHint: bool
    """It changes nothing."""
    destructiveHint: bool
    """It may destroy something."""
    idempotentHint: bool
    """To repeat it changes nothing more."""
    openWorldHint: bool
    """It reaches what lies outside, such as the web."""


class ToolContent:
    """A result of blocks for models and people, in this order, and perhaps a value for programs. Not thread-safe."""

    def __init__(self) -> None:
        self._blocks: list[dict[str, Any]] = []
        self._structured: Mapping[str, Any] | None = None
        self._is_error = False

    def text(self, text: str) -> ToolContent:
        return self._add({"type": "text", "text": text})

    def image(self, data: bytes, mime_type: str) -> ToolContent:
        return self._add({"type": "image", "data": _base64(data), "mimeType": mime_type})

    def audio(self, data: bytes, mime_type: str) -> ToolContent:
        return self._add({"type": "audio", "data": _base64(data), "mimeType": mime_type})

    def link(
        self,
        uri: str,
        name: str,
        *,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
    ) -> ToolContent:
        """Something that can be read elsewhere."""
        about = {"title": title, "description": description, "mimeType": mime_type}
        return self._add({"type": "resource_link", "uri": uri, "name": name, **_present(about)})

    def resource(self, uri: str, content: str | bytes, mime_type: str | None = None) -> ToolContent:
        """Something to read, and what is in it: text or bytes."""
        data = {"text": content} if isinstance(content, str) else {"blob": _base64(content)}
        return self._add({"type": "resource", "resource": {"uri": uri, **_present({"mimeType": mime_type}), **data}})

    def structured(self, value: Mapping[str, Any]) -> ToolContent:
        """The value for programs."""
        self._structured = value
        return self

    def failed(self) -> ToolContent:
        """The tool has run and reports that it failed."""
        self._is_error = True
        return self

    def described(self) -> dict[str, Any]:
        value = {} if self._structured is None else {"structuredContent": dict(self._structured)}
        return {"content": self._blocks, **value, **({"isError": True} if self._is_error else {})}

    def _add(self, block: dict[str, Any]) -> ToolContent:
        self._blocks.append(block)
        return self


def unmistakable(data: Any) -> Any:
    """What only looks like content is sent as the value inside of content, so that it arrives as it is."""
    if isinstance(data, ToolContent):
        return data.described()
    if isinstance(data, dict) and isinstance(data.get("content"), (list, tuple)):
        return ToolContent().text(encode(data)).structured(data).described()
    return data


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _present(values: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}
