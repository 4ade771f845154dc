"""A model on loopback for the recording: it wants to push, and then says what it was told about that."""

import contextlib
import http.server
import json
import threading
import time

THINKS = 4  # seconds, as models do; guardians have taken their place by then


def results(request):
    """What its tools have answered since the user spoke."""
    found = []
    for message in request["messages"]:
        content = message["content"] if isinstance(message["content"], list) else []
        for block in content:
            if block.get("type") == "tool_result":
                text = block.get("content", "")
                found.append(text if isinstance(text, str) else "".join(part.get("text", "") for part in text))
    return found


def answer(request):
    """The block that it answers with, its only delta, and why it stops."""
    told = results(request)
    if not request.get("tools"):
        return {"type": "text", "text": ""}, {"type": "text_delta", "text": "A push"}, "end_turn"
    if not told:
        wish = {"command": "git push -u origin main 2>&1", "description": "Pushes"}
        block = {"type": "tool_use", "id": f"toolu_{time.monotonic_ns()}", "name": "Bash", "input": {}}
        return block, {"type": "input_json_delta", "partial_json": json.dumps(wish)}, "tool_use"
    said = "I could not push. " + told[-1] if "enied" in told[-1] else "I have pushed:\n" + told[-1]
    return {"type": "text", "text": ""}, {"type": "text_delta", "text": said}, "end_turn"


def events(request):
    """The answer as Anthropic's messages are streamed."""
    block, delta, stop = answer(request)
    message = {
        "id": f"msg_{time.monotonic_ns()}", "type": "message", "role": "assistant", "model": "recorded", "content": [],
        "usage": {"input_tokens": 1, "output_tokens": 1}}
    yield {"type": "message_start", "message": message}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests for messages, and nothing else."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.path.split("?")[0].endswith("/messages"):
            self.send_error(404)
            return
        request = json.loads(body)
        if request.get("tools") and not results(request):
            time.sleep(THINKS)
        text = "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events(request))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Nobody reads it."""


@contextlib.contextmanager
def serve():
    """Its address, as long as that is needed."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
