#!/usr/bin/env node
// A session host in another process: opens a session in the gateway that runs, shows what its agent would see,
// and calls tools that you type. When the gateway dies, it opens the session in the next one; with a command, it starts
// that one, or the first.
//
//   npm ci && node host.mjs [session [../../tapgateway start]]        then:  greet {"name":"Ada"}

import { spawn } from "node:child_process";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";

const home = process.env.TAPGATEWAY_HOME ?? join(homedir(), ".tapgateway");
const [session = `node-${process.pid}`, ...startCommand] = process.argv.slice(2);

/** Where a gateway says that it listens, if the process that said so is still there. */
function findGateway() {
  try {
    const { pid, controlPort: port } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
    process.kill(pid, 0); // ends nothing, only asks
    return { pid, port, key: readFileSync(join(home, "host.key")) };
  } catch {
    return undefined;
  }
}

/** docs/protocol/host-link.md, the host's end of it, at one gateway. */
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

  constructor({ pid, port, key }, { onMessage, onEnd }) {
    this.pid = pid;
    this.port = port;
    this.key = key;
    this.onMessage = onMessage;
    this.onEnd = onEnd;
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
      if (findGateway()?.pid !== this.pid) return this.#end("the gateway has died", socket);
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
    if (this.#over) return Promise.reject(new Error("DISCONNECTED: there is no gateway"));
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
      this.#end("the gateway stops", this.#socket, true);
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

  /** Whatever has not been answered never will be. */
  #end(why, socket, stopped = false) {
    if (this.#over) return;
    this.#over = true;
    socket?.close();
    for (const { reject } of this.#waiting.values()) reject(new Error(`DISCONNECTED: ${why}`));
    this.#waiting.clear();
    this.onEnd(why, stopped);
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

let link;
let input;
let leaving = false;

const events = {
  onMessage(message, from) {
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
        from.say({ type: "prompt.taken", id: message.id, accepted: true });
        break;
      case "session.closed":
        console.log("the session has ended");
        leave();
        break;
    }
  },
  async onEnd(why, stopped) {
    console.error(why);
    if (stopped) process.exit(1);
    await openSession();
  },
};

/** Opens the session at the gateway that runs, or starts one; after that of a gateway that died, at the next one. */
async function openSession() {
  const again = link !== undefined;
  for (let longest = 200; !leaving; longest = Math.min(2 * longest, 10_000)) {
    // Other hosts have lost their gateway, too: they do not all come at once.
    if (again || longest > 200) await pause(longest * (0.5 + Math.random() / 2));
    const gateway = findGateway();
    if (!gateway) {
      if (!(await start()) && !again) fail(`no gateway runs in ${home}`);
      continue;
    }
    const next = new HostLink(gateway, {
      onMessage: (message) => events.onMessage(message, next),
      onEnd: (...end) => next === link && events.onEnd(...end),
    });
    try {
      await next.connect().request({
        type: "session.open",
        session: { id: session, label: "Node host", cwd: process.cwd(), discoverable: true },
      });
      link = next;
      console.log(`session ${session} is open`);
      return;
    } catch (error) {
      next.leave();
      if (!again) fail(error.message);
      console.error(error.message);
    }
  }
}

/** Starts a gateway, if told how; however many hosts do this at once, one comes of it. */
function start() {
  if (startCommand.length === 0) return false;
  const [command, ...args] = startCommand;
  return new Promise((resolve) => {
    spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] })
      .on("error", (error) => fail(error.message))
      .on("exit", (code) => resolve(code === 0));
  });
}

function leave() {
  leaving = true;
  link?.leave();
  input?.close();
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, leave);

await openSession();
input = createInterface({ input: process.stdin });
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
