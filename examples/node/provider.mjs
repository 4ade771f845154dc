#!/usr/bin/env node
// A tool provider in Node.js: dials in to a Tap Gateway, offers two tools and stays until it is told to stop.
//
//   npm ci && node provider.mjs
//
// It looks for the gateway in TAP_GATEWAY_URL, and for its token in TAP_PROVIDER_TOKEN or in the file that a running
// gateway keeps below COPILOT_HOME (~/.copilot).

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

const NAME = "node-example";
const GATEWAY = process.env.TAP_GATEWAY_URL || "ws://127.0.0.1:9400/";
const TOKEN_FILE = join(
  process.env.COPILOT_HOME || join(homedir(), ".copilot"),
  "extensions", "tap", ".provider-token",
);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const FAREWELL_MS = 2_000;
// Nothing the gateway says is larger than 2 MiB.
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

// ---- What this provider offers. Replace this part by your own. ----

const tools = {
  greet: {
    description: "Greets someone by name.",
    parameters: {
      type: "object",
      properties: { name: { type: "string", description: "whom to greet" } },
      required: ["name"],
    },
    run({ name }) {
      // The schema is a promise to the model, not a check: look at the arguments yourself.
      if (typeof name !== "string" || name === "") throw new ToolError("INTERNAL", "'name' must be a text");
      return `Hello, ${name}!`;
    },
  },

  countdown: {
    description: "Counts down, one number a second. Can be cancelled.",
    parameters: {
      type: "object",
      properties: { from: { type: "integer", minimum: 1, maximum: 60, description: "the first number" } },
      required: ["from"],
    },
    timeout: 65_000,
    async run({ from }, call) {
      if (!Number.isInteger(from) || from < 1 || from > 60) {
        throw new ToolError("INTERNAL", "'from' must be a whole number from 1 to 60");
      }
      for (let left = from; left > 0; left--) {
        call.progress(`${left} …`);
        await sleep(1_000, undefined, { signal: call.signal });
      }
      call.push({ level: "keep", stream: "countdowns", event: `Counted down from ${from}`, metadata: { from } });
      return { from, said: "Lift-off!" };
    },
  },
};

/** A failure that the caller may read. Codes: NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED, INTERNAL. */
class ToolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// ---- One connection to the gateway, from `auth` to its end. ----

class Connection {
  wasBound = false;
  fatal = null;
  #socket;
  #active = []; // the sessions of the latest list
  #ending = new Set(); // those of them that will be gone soon
  #session = null; // the one we are bound to
  #asked = null; // the one our unanswered `hello` asks for
  #calls = new Map(); // call id -> AbortController

  constructor(token, reconnectToken) {
    this.reconnectToken = reconnectToken;
    this.#socket = new WebSocket(GATEWAY, { maxPayload: MAX_MESSAGE_BYTES });
    this.#socket.on("open", () => this.#send({ type: "auth", token }));
    this.#socket.on("message", (text) => this.#received(JSON.parse(text)));
    let broken = "connection lost";
    this.#socket.on("error", (problem) => (broken = problem.code ?? problem.message));
    this.ended = new Promise((resolve) => {
      this.#socket.on("close", (code, reason) => {
        // Nobody waits for these results any more; the gateway has told the callers.
        for (const abort of this.#calls.values()) abort.abort();
        this.#calls.clear();
        say(`Disconnected: ${code === 1006 ? broken : `${code} ${reason}`}`);
        resolve();
      });
    });
  }

  /** Says goodbye and hangs up. */
  leave(reason) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#send({ type: "goodbye", reason });
    this.#socket.close(1000);
  }

  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #received(message) {
    switch (message.type) {
      case "sessions":
      case "sessions.updated":
        this.#active = message.active;
        return this.#choose();
      case "hello.ack":
        return this.#bound(message);
      case "tool.call":
        return void this.#call(message);
      case "tool.cancel":
        return this.#calls.get(message.id)?.abort();
      case "session.lifecycle":
        return this.#lifecycle(message);
      case "error":
        return this.#refused(message);
      default:
        // Later versions of the protocol may say more. That must not hurt.
        return say(`Ignored a '${message.type}'`);
    }
  }

  /** Joins the first session of the list, unless we are in one that goes on. */
  #choose() {
    const listed = this.#active.map(({ id }) => id);
    this.#ending = new Set([...this.#ending].filter((id) => listed.includes(id)));
    if (this.#asked || listed.includes(this.#session)) return;
    this.#session = null;
    this.#asked = listed.find((id) => !this.#ending.has(id)) ?? null;
    if (!this.#asked) return say("Waiting for a session");
    this.#send({
      type: "hello",
      name: NAME,
      protocolVersion: 2,
      session: this.#asked,
      // Lets us replace our own connection when the gateway has not noticed yet that it broke.
      ...(this.reconnectToken && { reconnectToken: this.reconnectToken }),
      tools: Object.entries(tools).map(([name, { run, ...definition }]) => ({ name, ...definition })),
    });
  }

  #bound({ providerId, sessionId, reconnectToken }) {
    this.#asked = null;
    this.wasBound = true;
    this.#session = sessionId;
    this.reconnectToken = reconnectToken;
    say(`Joined session ${sessionId} as ${providerId}, with the tools ${Object.keys(tools).join(", ")}`);
    this.#send({ type: "push", level: "surface", event: "The Node.js example is here" });
  }

  /** Answers a call with exactly one `tool.result`, whatever happens. */
  async #call({ id, tool, args }) {
    const abort = new AbortController();
    this.#calls.set(id, abort);
    say(`Called: ${tool} ${JSON.stringify(args)}`);
    let result;
    try {
      if (!Object.hasOwn(tools, tool)) throw new ToolError("NOT_FOUND", `There is no tool '${tool}' here`);
      const data = await tools[tool].run(args ?? {}, {
        signal: abort.signal,
        progress: (text) => this.#send({ type: "tool.progress", id, message: text }),
        push: (event) => this.#send({ type: "push", ...event }),
      });
      result = { data: data ?? null };
    } catch (problem) {
      result = failure(problem, abort.signal);
    }
    // After the end of a connection its calls are forgotten, here as at the gateway.
    if (!this.#calls.delete(id)) return;
    this.#send({ type: "tool.result", id, ...result });
    say(`Answered: ${tool} ${result.errorCode ?? "ok"}`);
  }

  async #lifecycle({ sessionId, state, deadline }) {
    if (state !== "shutdown.pending") return say(`Session ${sessionId} is ${state}`);
    say(`Session ${sessionId} is shutdown.pending: cleaning up within ${deadline} ms`);
    this.#ending.add(sessionId);
    for (const abort of this.#calls.values()) abort.abort();
    // The answers to what was just aborted go first: they are all under way before the next turn of the event loop.
    await new Promise(setImmediate);
    this.#send({ type: "shutdown.ready", sessionId });
  }

  #refused({ code, message, replyTo }) {
    say(`The gateway says ${code} to our ${replyTo ?? "conduct"}: ${message}`);
    if (code === "UNSUPPORTED_VERSION" || (code === "AUTH_FAILED" && process.env.TAP_PROVIDER_TOKEN)) {
      this.fatal = `Giving up: ${code}. Another attempt would fail the same way.`;
    }
    if (replyTo !== "hello") return;
    if (code === "INVALID_SESSION") {
      this.#ending.add(this.#asked);
      this.#asked = null;
      this.#choose();
    } else {
      // Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
      this.leave(`hello was refused: ${code}`);
    }
  }
}

function failure(problem, signal) {
  if (signal.aborted) return { error: "Cancelled", errorCode: "CANCELLED" };
  if (problem instanceof ToolError) return { error: problem.message, errorCode: problem.code };
  // A bug of ours: the details are for our own eyes.
  console.error(problem);
  return { error: "The tool failed", errorCode: "INTERNAL" };
}

// ---- From connection to connection. ----

/** Read anew for each connection: every gateway makes its own token. */
function findToken() {
  if (process.env.TAP_PROVIDER_TOKEN) return process.env.TAP_PROVIDER_TOKEN.trim();
  try {
    return readFileSync(TOKEN_FILE, "utf8").trim();
  } catch {
    return "";
  }
}

function say(text) {
  console.log(`${new Date().toLocaleTimeString("en-GB")}  ${text}`);
}

function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

// Our token must not leave this machine.
if (!/^ws:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?\/?$/.test(GATEWAY)) {
  giveUp(`TAP_GATEWAY_URL is '${GATEWAY}': no gateway on this machine. It should look like ws://127.0.0.1:9400/`);
}
if (!findToken()) {
  giveUp(
    `No token: TAP_PROVIDER_TOKEN is not set, and there is no file ${TOKEN_FILE}. ` +
      "Start a gateway first: ./tapgateway run",
  );
}

const stop = new AbortController();
let connection = null;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    say(`Leaving (${signal})`);
    stop.abort();
    connection?.leave("the provider was stopped");
    setTimeout(() => process.exit(0), FAREWELL_MS).unref();
  });
}

let pause = FIRST_PAUSE_MS;
let reconnectToken = null;
while (!stop.signal.aborted) {
  const token = findToken();
  if (token) {
    connection = new Connection(token, reconnectToken);
    await connection.ended;
    if (connection.fatal) giveUp(connection.fatal);
    ({ reconnectToken } = connection);
    if (connection.wasBound) pause = FIRST_PAUSE_MS;
  }
  if (stop.signal.aborted) break;
  if (!token) say(`There is no token in ${TOKEN_FILE}: no gateway is running`);
  say(`Trying again in ${pause / 1_000} s`);
  await sleep(pause, undefined, { signal: stop.signal }).catch(() => {});
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}
