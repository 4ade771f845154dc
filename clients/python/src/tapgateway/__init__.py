"""Lends an AI agent your tools: a provider for Tap Gateway. The guide is the README of this package."""

from ._calls import Call, ToolError, ToolFile
from ._content import ToolAnnotations, ToolContent
from ._conversation import Binding
from ._offer import Check, Decision, Refused, allow, ask, deny
from ._provider import Provider
from ._streams import Stream, StreamEntry

__all__ = [
    "Binding",
    "Call",
    "Check",
    "Decision",
    "Provider",
    "Refused",
    "Stream",
    "StreamEntry",
    "ToolAnnotations",
    "ToolContent",
    "ToolError",
    "ToolFile",
    "allow",
    "ask",
    "deny",
]
__version__ = "0.1.0"
