#!/usr/bin/env node
// A session host in another process: opens a session in the gateway that runs, shows what its agent would see,
// and calls tools that you type.
//
//   npm ci && node host.mjs [session]        then:  greet {"name":"Ada"}

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";

const home = process.env.TAPGATEWAY_HOME ?? join(homedir(), ".tapgateway");
const session = process.argv[2] ?? `node-${process.pid}`;

/** docs/protocol/host-link.md, the host's end of it. */
class HostLink {
  #socket;
  #name; // of the link, once there is one
  #said = 0;
  #heard = 0;
  #kept = []; // what the gateway has not acknowledged
  #waiting = new Map(); // by id of the request
  #lastRequest = 0;
  #lostAt;
  #over = false;

  constructor({ onMessage, onEnd }) {
    this.onMessage = onMessage;
    this.onEnd = onEnd;
    const { controlPort } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
    this.port = controlPort;
    this.key = readFileSync(join(home, "host.key"));
  }

  connect() {
    const nonce = randomBytes(32).toString("base64url");
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/host`, { perMessageDeflate: false });
    let stage = "asked";
    let lastSign = Date.now();
    let heartbeat;
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", version: 1, nonce })));
    socket.on("message", (data) => {
      lastSign = Date.now();
      const frame = JSON.parse(data);
      if (stage === "asked") {
        // Whoever listens there has heard a nonce; nothing else before it has proved that it is the gateway.
        if (!this.#isProof(frame.proof, "GATEWAY", nonce, frame.nonce)) return this.#end("that is not the gateway", socket);
        stage = "proved";
        const resume = this.#name ? { link: this.#name, heard: this.#heard } : {};
        const proof = this.#proof("HOST", nonce, frame.nonce).toString("base64url");
        socket.send(JSON.stringify({ type: "proof", proof, ...resume }));
      } else if (stage === "proved") {
        if (frame.type !== "welcome") return this.#end("the gateway does not know this host any more", socket);
        stage = "open";
        this.#name = frame.link;
        this.graceMs = frame.graceMs;
        this.#socket = socket;
        this.#lostAt = undefined;
        this.#acknowledged(frame.heard);
        for (const kept of this.#kept) this.#send(kept);
        heartbeat = setInterval(() => {
          if (Date.now() - lastSign > 3 * frame.heartbeatMs) socket.terminate();
          else this.#send({});
        }, frame.heartbeatMs);
      } else {
        this.#receive(frame);
      }
    });
    socket.on("error", () => {}); // "close" follows
    socket.on("close", (code, reason) => {
      clearInterval(heartbeat);
      if (this.#socket === socket) this.#socket = undefined;
      if (this.#over) return;
      if (!this.#name || code === 1008) return this.#end(`${reason || "no gateway there"} (${code})`, socket);
      this.#lostAt ??= Date.now();
      if (Date.now() - this.#lostAt > this.graceMs) return this.#end("the gateway cannot be reached", socket);
      setTimeout(() => this.connect(), 500);
    });
    return this;
  }

  /** Says something that wants no answer. */
  say(message) {
    const said = { n: ++this.#said, say: message };
    this.#kept.push(said);
    this.#send(said);
  }

  /** Asks something; the promise fails with the gateway's reason if that says no. */
  request(message) {
    const id = ++this.#lastRequest;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.say({ ...message, id });
    });
  }

  leave() {
    this.say({ type: "leave" });
    this.#over = true;
    this.#socket?.close(1000);
  }

  #receive(frame) {
    this.#acknowledged(frame.ack);
    if (frame.n === undefined || frame.n <= this.#heard) return;
    this.#heard = frame.n;
    if (this.#heard % 16 === 0) this.#send({});
    const message = frame.say;
    if (message.type === "answer" || message.type === "refused") {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "answer") waiting?.resolve(message.answer);
      else waiting?.reject(new Error(message.reason));
    } else if (message.type === "stopping") {
      this.#end("the gateway stops", this.#socket);
    } else {
      this.onMessage(message);
    }
  }

  #acknowledged(number) {
    while (this.#kept.length > 0 && this.#kept[0].n <= number) this.#kept.shift();
  }

  #send(frame) {
    this.#socket?.send(JSON.stringify({ ack: this.#heard, ...frame }));
  }

  #end(why, socket) {
    this.#over = true;
    socket?.close();
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.onEnd(why);
  }

  #proof(side, hostNonce, gatewayNonce) {
    const text = ["tap-gateway host link 1", side, this.port, hostNonce, gatewayNonce].join("\n");
    return createHmac("sha256", this.key).update(text).digest();
  }

  #isProof(proof, side, hostNonce, gatewayNonce) {
    const expected = this.#proof(side, hostNonce, gatewayNonce);
    const offered = Buffer.from(String(proof), "base64url");
    return offered.length === expected.length && timingSafeEqual(offered, expected);
  }
}

const link = new HostLink({
  onMessage(message) {
    switch (message.type) {
      case "tools.changed":
        console.log(`tools: ${message.tools.map((tool) => tool.name).join(", ") || "none"}`);
        break;
      case "timeline":
        console.log(`${message.entry.level} ${message.entry.source}: ${message.entry.text}`);
        break;
      case "prompt.injected":
        // An agent would start a turn with message.prompt.framed.
        console.log(message.prompt.framed);
        link.say({ type: "prompt.taken", id: message.id, accepted: true });
        break;
      case "session.closed":
        console.log("the session has ended");
        link.leave();
        input.close();
        break;
    }
  },
  onEnd(why) {
    console.error(why);
    process.exit(1);
  },
}).connect();

const input = createInterface({ input: process.stdin });
input.on("line", async (line) => {
  const [, tool, args] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
  if (!tool) return;
  try {
    const outcome = await link.request({ type: "tool.call", session, tool, args: JSON.parse(args || "{}") });
    console.log(outcome.ok ? JSON.stringify(outcome.data) : `${outcome.code}: ${outcome.error}`);
  } catch (error) {
    console.log(error.message);
  }
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    link.leave();
    input.close();
  });
}

await link.request({
  type: "session.open",
  session: { id: session, label: "Node host", cwd: process.cwd(), discoverable: true },
});
console.log(`session ${session} is open`);
