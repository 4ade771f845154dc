# Answers calls in the order that it likes: the first one last, one twice, and one when nobody waits any more.
import json, sys, threading

lock = threading.Lock()

def emit(obj):
    with lock:
        sys.stdout.write(json.dumps(obj) + "\n")
        sys.stdout.flush()

def result(call, text):
    emit({"type": "tool_result", "id": call["id"], "content": [{"type": "text", "text": text}]})

emit({"type": "hello", "name": "slow"})
emit({"type": "register_tool", "name": "ordered"})
emit({"type": "ready"})
first = None
for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "tool_call":
        how = msg["args"]["how"]
        if how == "first":
            first = msg
        elif how == "second":
            result(msg, "second")
            result(msg, "second again")
            result(first, "first")
        elif how == "late":
            threading.Timer(1.0, result, (msg, "late")).start()
        elif how == "more":
            emit({"type": "register_tool", "name": "more"})
            result(msg, "registered")
    elif msg["type"] == "shutdown":
        break
