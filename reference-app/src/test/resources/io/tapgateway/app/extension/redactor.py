# Puts a sign in the place of secrets, and withholds what is nothing else.
import json, sys

def emit(obj):
    sys.stdout.write(json.dumps(obj) + "\n")
    sys.stdout.flush()

emit({"type": "hello", "name": "redactor"})
emit({"type": "subscribe", "intercept": ["assistant_message"]})
emit({"type": "ready"})
for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "event_intercept":
        verdict = {"type": "event_intercept_response", "id": msg["id"]}
        if msg["text"] == "SECRET":
            verdict.update(block=True, reason="nothing but secrets")
        elif "SECRET" in msg["text"]:
            verdict["replace_text"] = msg["text"].replace("SECRET", "[redacted]")
        emit(verdict)
    elif msg["type"] == "shutdown":
        break
