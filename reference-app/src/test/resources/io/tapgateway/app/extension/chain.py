# One link of a chain: changes arguments, or blocks those that somebody has changed.
import json, sys

def emit(obj):
    sys.stdout.write(json.dumps(obj) + "\n")
    sys.stdout.flush()

mode = sys.argv[1]
emit({"type": "hello", "name": mode})
emit({"type": "subscribe", "intercept": ["tool_call"]})
if mode == "rewriter":
    emit({"type": "register_tool", "name": "chained"})
emit({"type": "ready"})
for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "event_intercept":
        verdict = {"type": "event_intercept_response", "id": msg["id"]}
        if mode == "rewriter":
            verdict["modified_args"] = {"how": "rewritten"}
        elif msg["tool_args"].get("how") == "rewritten":
            verdict.update(block=True, reason="somebody has changed it")
        emit(verdict)
    elif msg["type"] == "tool_call":
        emit({"type": "tool_result", "id": msg["id"], "content": [{"type": "text", "text": json.dumps(msg["args"])}]})
    elif msg["type"] == "shutdown":
        break
