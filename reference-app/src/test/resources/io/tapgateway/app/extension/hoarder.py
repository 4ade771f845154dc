# Keeps what it is asked: calls until a command lets them go, commands until a call does. At last it reads nothing more.
import json, sys, threading

def say(frame):
    sys.stdout.write(json.dumps(frame) + "\n")
    sys.stdout.flush()

def result(call):
    say({"type": "tool_result", "id": call["id"], "content": [{"type": "text", "text": call["args"]["how"]}]})

def response(command):
    say({"type": "command_response", "id": command["id"], "action": "display", "display": command.get("args", "")})

say({"type": "hello", "name": "hoarder"})
for tool in ["hoard", "let_go", "read_no_more"]:
    say({"type": "register_tool", "name": tool})
for command in ["hoard", "let-go"]:
    say({"type": "register_command", "name": command})
say({"type": "subscribe", "events": ["tool_call"]})
say({"type": "ready"})

calls, commands = [], []
for line in sys.stdin:
    frame = json.loads(line)
    what = frame["type"], frame.get("name")
    if what == ("tool_call", "hoard"):
        calls.append(frame)
    elif what == ("tool_call", "let_go"):
        while commands:
            response(commands.pop())
        result(frame)
    elif what == ("tool_call", "read_no_more"):
        result(frame)
        threading.Event().wait()
    elif what == ("command_invoked", "hoard"):
        commands.append(frame)
    elif what == ("command_invoked", "let-go"):
        while calls:
            result(calls.pop())
        response(frame)
    elif frame["type"] == "shutdown":
        break
