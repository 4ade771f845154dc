# A panel that is worked in with keys; what stands there is kept in the extension's own directory.
import json, os, sys

def emit(obj):
    sys.stdout.write(json.dumps(obj) + "\n")
    sys.stdout.flush()

emit({"type": "hello", "name": "todos", "capabilities": ["commands", "panels"]})
store = None
todos = []

def panel(key):
    return {key: "todos-main", "title": "Todos", "lines": list(todos), "footer": "a add - x remove - esc close"}

for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "hello_ack":
        store = os.path.join(msg["data_dir"], "todos.json")
        if os.path.exists(store):
            with open(store) as file:
                todos = json.load(file)
        # What is registered after the answer counts as well.
        emit({"type": "register_command", "name": "todos", "description": "what there is to do"})
        emit({"type": "ready"})
    elif msg["type"] == "command_invoked":
        emit({"type": "command_response", "id": msg["id"], "action": "open_panel", "open_panel": panel("id")})
    elif msg["type"] == "panel_key":
        if msg["key"] == "rune" and msg["text"] == "a":
            todos.append("todo %d" % (len(todos) + 1))
        elif msg["key"] == "rune" and msg["text"] == "x" and todos:
            todos.pop()
        with open(store, "w") as file:
            json.dump(todos, file)
        emit({"type": "panel_render", **panel("panel_id")})
    elif msg["type"] == "panel_close":
        emit({"type": "notify", "level": "info", "message": "closed with %d" % len(todos)})
    elif msg["type"] == "shutdown":
        break
