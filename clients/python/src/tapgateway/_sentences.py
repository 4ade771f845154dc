"""What people read: one line each, what is the case and what to do about it."""

from __future__ import annotations

import traceback
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

_OURS = str(Path(__file__).parent)
_LIBRARY = str(Path(traceback.__file__).parent)

NO_SESSION = "connected; waiting for a session to join"
LEFT = "left"


def again(seconds: float) -> str:
    return f"trying again in {seconds:.1f} s"


def joined(session: str, provider_id: str) -> str:
    return f"joined session {session} as {provider_id}"


def no_gateway(url: str) -> str:
    return f"no gateway answers at {url}: is one running?"


def no_protocol(url: str) -> str:
    return f"what answers at {url} does not speak the protocol of providers: is the address right?"


def lost(url: str, code: int | None, reason: str | None) -> str:
    return f"the connection to {url} has ended ({code or 1006}{' ' + reason if reason else ''})"


def session_ended(session: str) -> str:
    return f"session {session} has ended"


def waiting_after(why: str) -> str:
    return f"{why}; waiting for another one"


def too_many(most: int) -> str:
    return f"there are more than {most} sessions: others are joined when one of these has ended"


def not_here(url: str) -> str:
    return (
        f"{url} is no gateway on this machine, and a token must not leave it: use an address like ws://127.0.0.1:9400/"
    )


def no_token(file: Path) -> str:
    return f"TAP_PROVIDER_TOKEN is not set and there is no token in {file}: start a gateway"


def unreadable_token(file: Path, problem: OSError) -> str:
    return f"the token in {file} cannot be read ({problem.strerror}): is it yours?"


def wrong_token(where: str) -> str:
    reason = "it is of another gateway, or of a session that has ended (AUTH_FAILED)"
    return f"the gateway refuses the token in {where}: {reason}"


def stale_token(file: Path) -> str:
    return f"the gateway refuses the token in {file}: another gateway has written it"


def silent(url: str, kind: str, seconds: float) -> str:
    return f"the gateway at {url} has not answered '{kind}' for {seconds:.0f} s"


def subscribed_late(event: str) -> str:
    return f"'{event}' is listened to from the next connection on: say what to listen to before it runs"


def too_slow(waiting: int) -> str:
    return f"events are lost: {waiting} wait for a listener that is too slow"


_ADVICE = {
    "TOOL_CONFLICT": "Rename the tool, or stop whoever has it",
    "DUPLICATE_INSTANCE": "Stop the other one, or give each an instance of its own",
    "RATE_LIMITED": "Too much in too short a time",
    "UNSUPPORTED_VERSION": "Update this package, or the gateway",
}


def refused_hello(error: dict[str, Any], has_rules: bool) -> str:
    """What the gateway says names the tool, the field or the right that it is about."""
    code, message = error["code"], _full(error["message"])
    if code in _ADVICE:
        return f"{message} {_ADVICE[code]} ({code})"
    if code == "UNAUTHORIZED":
        what = "Rules, transforms and context are" if has_rules else "This is"
        message += f" {what} for programs that the user has started: tapgateway spawn NAME -- COMMAND"
    return f"the gateway refuses this provider: {message} ({code})"


def refused(error: dict[str, Any]) -> str:
    about = f"'{error['replyTo']}'" if "replyTo" in error else "a message"
    return f"the gateway refuses {about}: {_full(error['message'])} ({error['code']})"


def failed(what: str, problem: BaseException) -> str:
    """With the author's part of the traceback."""
    trace = problem.__traceback__
    while trace is not None and _is_ours(trace):
        trace = trace.tb_next
    lines = traceback.format_list(traceback.extract_tb(trace))
    return f"{what} failed: {type(problem).__name__}: {problem}\n{''.join(lines)}".rstrip()


def _is_ours(trace: TracebackType) -> bool:
    file = trace.tb_frame.f_code.co_filename
    return file.startswith((_OURS, _LIBRARY + "/asyncio", threading.__file__))


def _full(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else message + "."
