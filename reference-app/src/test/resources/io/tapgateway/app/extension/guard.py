# Decides about tools as their arguments say, one thing after the other, and has a tool itself.
import json, os, sys, time

def emit(obj):
    sys.stdout.write(json.dumps(obj) + "\n")
    sys.stdout.flush()

emit({"type": "hello", "name": "guard", "version": "1", "capabilities": ["tools"]})
emit({"type": "subscribe", "intercept": ["tool_call"]})
emit({"type": "register_tool", "name": "guarded", "description": "Returns its arguments."})
emit({"type": "ready"})
for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "event_intercept":
        how = msg["tool_args"].get("how")
        verdict = {"type": "event_intercept_response", "id": msg["id"]}
        if how == "block":
            verdict.update(block=True, reason="not on my watch", modified_args={"how": "ignored"})
        elif how == "rewrite":
            verdict["modified_args"] = {"how": "rewritten"}
        elif how == "nonsense":
            verdict["block"] = "yes"
        elif how == "die":
            os._exit(9)
        if how != "silence":
            emit(verdict)
    elif msg["type"] == "tool_call":
        if msg["args"].get("how") == "slow":
            time.sleep(6)
        emit({"type": "tool_result", "id": msg["id"], "content": [{"type": "text", "text": json.dumps(msg["args"])}]})
    elif msg["type"] == "shutdown":
        emit({"type": "shutdown_ack"})
        break
