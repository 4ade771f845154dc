// A provider that takes calls and questions, says so, and answers none of them.

import WebSocket from "ws";

const socket = new WebSocket(process.env.TAP_GATEWAY_URL);
const send = (message) => socket.send(JSON.stringify(message));

socket.on("open", () => send({ type: "auth", token: process.env.TAP_PROVIDER_TOKEN }));
socket.on("message", (data) => {
  const message = JSON.parse(data);
  if (message.type === "sessions") {
    send({
      type: "hello",
      name: "holding",
      protocolVersion: 2,
      tools: [{ name: "hold", description: "Never answers", parameters: {} }],
      hooks: { onPreToolUse: [{ match: { tool: "shell" }, action: "gate", gateId: "shell" }] },
    });
  }
  if (message.type === "tool.call" || message.type === "gate.check") console.log(message.type);
});
