// As little as the Core Profile asks of a tool provider, message by message. Its argument is the gateway's port.
import WebSocket from "ws";

const answers = {
  sessions: ({ active }) =>
    active.length > 0 && {
      type: "hello",
      name: "core-node",
      protocolVersion: 2,
      session: active[0].id,
      tools: [
        {
          name: "greet",
          description: "Welcomes people",
          parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      ],
    },
  "tool.call": ({ id, args }) => ({ type: "tool.result", id, data: `Welcome, ${args.name}!` }),
  "tool.cancel": ({ id }) => ({ type: "tool.result", id, error: "Cancelled", errorCode: "CANCELLED" }),
  "session.lifecycle": ({ state }) => state === "shutdown.pending" && { type: "goodbye", reason: "session over" },
};

(function dialIn() {
  const socket = new WebSocket(`ws://localhost:${process.argv[2]}`);
  socket.on("open", () => socket.send(JSON.stringify({ type: "auth", token: process.env.TAP_PROVIDER_TOKEN })));
  socket.on("message", (frame) => {
    const message = JSON.parse(frame);
    console.log(frame.toString());
    const answer = answers[message.type]?.(message);
    if (answer) socket.send(JSON.stringify(answer));
    if (answer?.type === "goodbye") socket.close();
  });
  socket.on("close", () => setTimeout(dialIn, 1000));
})();
