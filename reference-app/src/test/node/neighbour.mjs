// A provider with one tool that echoes. Told "begin" on its standard input, it is a nuisance until it is told "end":
//
//   node neighbour.mjs NAME [stopped|flooding|dawdling]

import WebSocket from "ws";
import { createInterface } from "node:readline";

const [name, nuisance] = process.argv.slice(2);
const MANY = 10;
const FILLER = "x".repeat(400_000);
// Who does nothing wrong is given time, however busy the machine.
const timeout = nuisance ? 1_000 : 60_000;
const echo = { name: `echo_${name}`, description: "Echoes", parameters: { type: "object" }, timeout };
const news = {};
let socket;
let bound = false;
let timer;

function connect() {
  socket = new WebSocket(process.env.TAP_GATEWAY_URL);
  socket.on("open", () => send({ type: "auth", token: process.env.TAP_PROVIDER_TOKEN }));
  socket.on("message", (data) => hear(JSON.parse(data)));
  socket.on("error", () => {});
  socket.on("close", (code) => {
    bound = false;
    note(`closed with ${code}`);
    setTimeout(connect, 250);
  });
}

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(message) {
  switch (message.type) {
    case "sessions":
      return send({ type: "hello", name, protocolVersion: 2, tools: [echo] });
    case "hello.ack":
      bound = true;
      return;
    case "tool.call":
      return send({ type: "tool.result", id: message.id, data: message.args });
    case "error":
      return note(message.code);
  }
}

/** More of everything than anybody may send: messages, pushes, updates and bytes. */
function flood() {
  if (!bound || socket.bufferedAmount > 8_000_000) return;
  for (let i = 0; i < MANY; i++) {
    send({ type: "push", level: "keep", event: `${i}` });
    send({ type: "tools.update", tools: [{ ...echo, name: `echo_${name}_${i % 3}` }], remove: [`echo_${name}_${(i + 1) % 3}`] });
  }
  send({ type: "push", level: "keep", event: FILLER });
}

/** Reads a little, now and then; at once it gets what has arrived, up to 2 MB. */
function dawdle() {
  socket.resume();
  setImmediate(() => socket.pause());
}

function note(what) {
  news[what] = (news[what] ?? 0) + 1;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "begin") {
    timer = nuisance === "flooding" ? setInterval(flood, 20) : setInterval(dawdle, 1_500);
    if (nuisance === "dawdling") socket.pause();
  } else {
    clearInterval(timer);
    if (nuisance === "dawdling") setImmediate(() => setImmediate(() => socket.resume()));
    console.log(`${line} ${JSON.stringify(news)}`);
  }
});

connect();
