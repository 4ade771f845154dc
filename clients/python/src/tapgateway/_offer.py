"""What a provider brings along and what of it the gateway knows: tools, rules, transforms, context, filters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ._calls import Call
from ._json import plain

Part = str
"""Of an offer: ``tools``, ``hooks``, ``context`` or ``filter:STREAM``; each is replaced as a whole."""


@dataclass(frozen=True)
class Tool:
    definition: dict[str, Any]
    run: Callable[[dict[str, Any], Call], Awaitable[Any]]


@dataclass(frozen=True)
class Check:
    """Somebody's call of a tool, as a gate sees it. Immutable."""

    tool: str
    args: dict[str, Any]
    session: str


@dataclass(frozen=True)
class Decision:
    """What a gate says; made by `allow`, `deny` and `ask`. Immutable."""

    decision: str
    reason: str | None = None


def allow(remark: str | None = None) -> Decision:
    """The call may go ahead; the agent is told the remark along with it."""
    return Decision("allow") if remark is None else Decision("context", remark)


def deny(reason: str) -> Decision:
    """The call may not go ahead; the agent is told the reason."""
    return Decision("deny", reason)


def ask(reason: str) -> Decision:
    """A person decides, who is told the reason; where nobody is, that is a no."""
    return Decision("ask", reason)


class Refused(Exception):
    """The gateway has refused something that was described."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Hooks:
    rules: tuple[Mapping[str, Any], ...] = ()
    gates: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    transforms: Mapping[str, Any] = field(default_factory=dict)
    callbacks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


_NO_HOOKS = Hooks()
_NOTHING: dict[Part, Any] = {"tools": {}, "hooks": _NO_HOOKS}


@dataclass(frozen=True)
class Update:
    """A message that tells the gateway about a part, and what follows from its answer."""

    message: dict[str, Any]
    accepted: Callable[[], None]
    refused: Callable[[], None]


class Offer:
    """Wanted is what the author has described, known is what a gateway has acknowledged in one session. Parts are never
    changed, but replaced: a part is news for as long as the two are not the same object. Any thread may change an
    offer, one at a time.
    """

    def __init__(self, wanted: dict[Part, Any] | None = None) -> None:
        self._wanted: dict[Part, Any] = dict(_NOTHING) if wanted is None else wanted
        self._known: dict[Part, Any] = dict(_NOTHING)

    def elsewhere(self) -> Offer:
        """The same offer in another session, where nothing of it is known."""
        return Offer(self._wanted)

    def add_tool(self, tool: Tool) -> None:
        definition = plain(f"tool '{tool.definition['name']}'", tool.definition)
        self._wanted["tools"] = {**self._wanted["tools"], definition["name"]: replace(tool, definition=definition)}

    def remove_tool(self, name: str) -> None:
        self._wanted["tools"] = {each: tool for each, tool in self._wanted["tools"].items() if each != name}

    def add_rule(self, rule: Mapping[str, Any]) -> None:
        self._wanted["hooks"] = replace(self._hooks, rules=(*self._hooks.rules, plain("a rule", rule)))

    def add_gate(self, match: Mapping[str, Any], decide: Callable[..., Any]) -> None:
        gate = f"gate-{len(self._hooks.gates) + 1}"
        self.add_rule({"action": "gate", "gateId": gate, "match": match})
        self._wanted["hooks"] = replace(self._hooks, gates={**self._hooks.gates, gate: decide})

    def set_transform(
        self, section: str, transform: Mapping[str, Any], rewrite: Callable[..., Any] | None = None
    ) -> None:
        callbacks = {each: callback for each, callback in self._hooks.callbacks.items() if each != section}
        if rewrite is not None:
            callbacks[section] = rewrite
        transforms = {**self._hooks.transforms, section: plain("a transform", transform)}
        self._wanted["hooks"] = replace(self._hooks, transforms=transforms, callbacks=callbacks)

    def set_context(self, text: str) -> None:
        self._wanted["context"] = plain("context", text)

    def set_filter(self, stream: str, rules: list[Any]) -> None:
        self._wanted[f"filter:{stream}"] = plain("a filter", rules)

    def tool(self, name: str) -> Tool | None:
        """Also one that is about to go, as the gateway may still call it."""
        found: Tool | None = self._wanted["tools"].get(name) or self._known["tools"].get(name)
        return found

    def gate(self, gate: str) -> Callable[..., Any] | None:
        return self._hooks.gates.get(gate)

    def rewriter(self, section: str) -> Callable[..., Any] | None:
        return self._hooks.callbacks.get(section)

    @property
    def has_rules(self) -> bool:
        return self._hooks is not _NO_HOOKS

    @property
    def _hooks(self) -> Hooks:
        hooks: Hooks = self._wanted["hooks"]
        return hooks

    def hello(self) -> dict[str, Any]:
        """What ``hello`` says of it. A field that a returning provider leaves out stays as it was: so tools are always
        said."""
        hello: dict[str, Any] = {"tools": _definitions(self._wanted["tools"]), "content": True}
        if self.has_rules:
            hello["hooks"] = _content("hooks", self._hooks)
        if "context" in self._wanted:
            hello["context"] = self._wanted["context"]
        return hello

    def said(self) -> dict[Part, Any]:
        """What to remember as said with a ``hello`` now. Filters are not part of it."""
        return {part: value for part, value in self._wanted.items() if not part.startswith("filter:")}

    def taken(self, said: dict[Part, Any]) -> None:
        """The gateway has taken a ``hello``."""
        self._known = said

    def news(self) -> Part | None:
        """A part of which the gateway does not know the latest."""
        parts = [*self._wanted, *self._known]
        return next((part for part in parts if self._wanted.get(part) is not self._known.get(part)), None)

    def update(self, part: Part) -> Update:
        sent, known = self._wanted.get(part), self._known

        def accepted() -> None:
            known[part] = sent

        def refused() -> None:
            """What was acknowledged before counts again, unless the author has changed it meanwhile."""
            if self._wanted.get(part) is sent:
                if known.get(part) is not None:
                    self._wanted[part] = known[part]
                else:
                    self._wanted.pop(part, None)

        kind = "filter.set" if part.startswith("filter:") else f"{part}.update"
        return Update({"type": kind, **_content(part, sent)}, accepted, refused)


def _content(part: Part, value: Any) -> dict[str, Any]:
    """Of a part that was taken back, if there is no value."""
    if part == "tools":
        return {"mode": "replace", "tools": _definitions(value)}
    if part == "hooks":
        return {"onPreToolUse": list(value.rules), "transforms": dict(value.transforms)}
    if part == "context":
        return {"context": value or ""}
    return {"stream": part.removeprefix("filter:"), "rules": value or []}


def _definitions(tools: Mapping[str, Tool]) -> list[dict[str, Any]]:
    return [tool.definition for tool in tools.values()]
