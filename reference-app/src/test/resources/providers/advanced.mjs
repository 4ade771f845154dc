// A tool provider that reads nothing but what it needs, and knows nothing of the end of sessions. Its argument is the
// gateway's port.
import WebSocket from "ws";

const socket = new WebSocket(`ws://localhost:${process.argv[2]}`);
const say = (message) => socket.send(JSON.stringify(message));

socket.on("open", () => say({ type: "auth", token: process.env.TAP_PROVIDER_TOKEN }));
socket.on("message", (frame) => {
  console.log(frame.toString());
  const { type, id, active, tool, args } = JSON.parse(frame);
  if (type === "sessions") {
    const tools = [
      {
        name: "greet",
        description: "Welcomes people",
        parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    ];
    say({ type: "hello", name: "advanced-node", protocolVersion: 2, session: active[0]?.id ?? "all", tools });
  }
  if (type === "tool.call" && tool === "greet") say({ type: "tool.result", id, data: `Welcome, ${args.name}!` });
  if (type === "tool.cancel") say({ type: "tool.result", id, error: "Cancelled", errorCode: "CANCELLED" });
});
