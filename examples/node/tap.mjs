// Keeps a provider in a session of a Tap Gateway on this machine. Copy this file as it is; the others show how to use it.
//
// The gateway is looked for in TAP_GATEWAY_URL, and its token in TAP_PROVIDER_TOKEN or in the file that a running gateway
// keeps below COPILOT_HOME (~/.copilot).

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

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

/** A failure that the caller may read. Codes: NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED, INTERNAL. */
export class ToolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** A line for whoever watches this program. */
export function say(text) {
  console.log(`${new Date().toLocaleTimeString("en-GB")}  ${text}`);
}

/**
 * A provider; all of these but the name may be left out. What changes while it runs is sent again with each connection.
 *
 * - name: letters, digits, "-" and "_"
 * - instance, metadata: tell it apart from others of the same name
 * - tools: name -> { description, parameters, timeout?, run(args, { signal, progress }) }
 * - gates: id -> { match, decide({ tool, args }) } with `decide` returning { decision: "allow" | "deny", reason? }
 * - context: what the agent is to know all the time
 * - filters: stream -> [{ match, outcome }]
 * - joined(provider): called whenever it has come into a session
 */
export class Provider {
  connection = null;

  constructor(definition) {
    this.definition = { tools: {}, gates: {}, filters: {}, joined() {}, ...definition };
  }

  /** Tells the session something: { level: "keep" | "surface" | "inject", event, stream?, metadata? }. */
  push(event) {
    this.connection?.send({ type: "push", ...event });
  }

  /** Changes what the agent is to know all the time. */
  setContext(text) {
    this.definition.context = text;
    if (this.connection?.isBound) this.connection.send({ type: "context.update", context: text });
  }

  /** Changes which events of a stream are dropped, kept, shown or injected; fails if the gateway refuses the rules. */
  async setFilter(stream, rules) {
    await this.connection?.request({ type: "filter.set", stream, rules });
    this.definition.filters[stream] = rules;
  }

  /** Stays connected until this program is told to stop. */
  async run() {
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
    const stop = this.#untilStopped();
    let pause = FIRST_PAUSE_MS;
    let reconnectToken = null;
    while (!stop.aborted) {
      const token = findToken();
      if (token) {
        this.connection = new Connection(this.definition, this, token, reconnectToken);
        await this.connection.ended;
        if (this.connection.fatal) giveUp(this.connection.fatal);
        ({ reconnectToken } = this.connection);
        if (this.connection.wasBound) pause = FIRST_PAUSE_MS;
      }
      if (stop.aborted) break;
      if (!token) say(`There is no token in ${TOKEN_FILE}: no gateway is running`);
      say(`Trying again in ${pause / 1_000} s`);
      await sleep(pause, undefined, { signal: stop }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
    // Whatever else the program does, it has been told to stop.
    process.exit(0);
  }

  #untilStopped() {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => {
        say(`Leaving (${signal})`);
        stop.abort();
        this.connection?.leave("the provider was stopped");
        setTimeout(() => process.exit(0), FAREWELL_MS).unref();
      });
    }
    return stop.signal;
  }
}

// ---- One connection to the gateway, from `auth` to its end. ----

class Connection {
  isBound = false;
  wasBound = false;
  fatal = null;
  #definition;
  #provider;
  #socket;
  #active = []; // the sessions of the latest list
  #ending = new Set(); // those of them that will be gone soon
  #session = null; // the one we are bound to
  #asked = null; // the one our unanswered `hello` asks for
  #calls = new Map(); // call id -> AbortController
  #requests = new Map(); // request id -> what waits for its answer
  #lastRequest = 0;

  constructor(definition, provider, token, reconnectToken) {
    this.#definition = definition;
    this.#provider = provider;
    this.reconnectToken = reconnectToken;
    this.#socket = new WebSocket(GATEWAY, { maxPayload: MAX_MESSAGE_BYTES });
    this.#socket.on("open", () => this.send({ type: "auth", token }));
    this.#socket.on("message", (text) => this.#received(JSON.parse(text)));
    let broken = "connection lost";
    this.#socket.on("error", (problem) => (broken = problem.code ?? problem.message));
    this.ended = new Promise((resolve) => {
      this.#socket.on("close", (code, reason) => {
        this.isBound = false;
        // Nobody waits for these results any more; the gateway has told the callers.
        for (const abort of this.#calls.values()) abort.abort();
        this.#calls.clear();
        for (const { reject } of this.#requests.values()) reject(new Error("the connection has ended"));
        this.#requests.clear();
        say(`Disconnected: ${code === 1006 ? broken : `${code} ${reason}`}`);
        resolve();
      });
    });
  }

  /** Says goodbye and hangs up. */
  leave(reason) {
    this.send({ type: "goodbye", reason });
    this.#socket.close(1000);
  }

  send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message that is answered by `ack` or `error`. */
  request(message) {
    const requestId = `r${++this.#lastRequest}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(requestId, { resolve, reject });
      this.send({ ...message, requestId });
    });
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
      case "gate.check":
        return void this.#gate(message);
      case "session.lifecycle":
        return this.#lifecycle(message);
      case "ack":
        this.#requests.get(message.requestId)?.resolve();
        return void this.#requests.delete(message.requestId);
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
    this.isBound = false;
    this.#asked = listed.find((id) => !this.#ending.has(id)) ?? null;
    if (!this.#asked) return say("Waiting for a session");
    const { name, instance, metadata, tools, gates, context } = this.#definition;
    const rules = Object.entries(gates).map(([gateId, { match }]) => ({ action: "gate", gateId, match }));
    this.send({
      type: "hello",
      name,
      ...(instance && { instance }),
      ...(metadata && { metadata }),
      protocolVersion: 2,
      session: this.#asked,
      // Lets us replace our own connection when the gateway has not noticed yet that it broke.
      ...(this.reconnectToken && { reconnectToken: this.reconnectToken }),
      tools: Object.entries(tools).map(([tool, { run, ...declared }]) => ({ name: tool, ...declared })),
      ...(rules.length && { hooks: { onPreToolUse: rules } }),
      ...(context && { context }),
    });
  }

  #bound({ providerId, sessionId, reconnectToken }) {
    this.#asked = null;
    this.isBound = true;
    this.wasBound = true;
    this.#session = sessionId;
    this.reconnectToken = reconnectToken;
    say(`Joined session ${sessionId} as ${providerId}`);
    for (const [stream, rules] of Object.entries(this.#definition.filters)) {
      this.request({ type: "filter.set", stream, rules }).catch(() => {});
    }
    this.#definition.joined(this.#provider);
  }

  /** Answers a call with exactly one `tool.result`, whatever happens. */
  async #call({ id, tool, args }) {
    const { tools } = this.#definition;
    const abort = new AbortController();
    this.#calls.set(id, abort);
    say(`Called: ${tool} ${JSON.stringify(args)}`);
    let result;
    try {
      if (!Object.hasOwn(tools, tool)) throw new ToolError("NOT_FOUND", `There is no tool '${tool}' here`);
      const data = await tools[tool].run(args ?? {}, {
        signal: abort.signal,
        progress: (text) => this.send({ type: "tool.progress", id, message: text }),
      });
      result = { data: data ?? null };
    } catch (problem) {
      result = failure(problem, abort.signal);
    }
    // After the end of a connection its calls are forgotten, here as at the gateway.
    if (!this.#calls.delete(id)) return;
    this.send({ type: "tool.result", id, ...result });
    say(`Answered: ${tool} ${result.errorCode ?? "ok"}`);
  }

  /** Decides about somebody's call. No answer within five seconds denies it, and so does a gate that fails. */
  async #gate({ callId, gateId, tool, args }) {
    let answer;
    try {
      answer = await this.#definition.gates[gateId].decide({ tool, args });
    } catch (problem) {
      console.error(problem);
      answer = { decision: "deny", reason: "The gate failed" };
    }
    this.send({ type: "gate.result", callId, gateId, ...answer });
    say(`Decided: ${answer.decision} for ${tool} ${JSON.stringify(args)}`);
  }

  async #lifecycle({ sessionId, state, deadline }) {
    if (state !== "shutdown.pending") return say(`Session ${sessionId} is ${state}`);
    say(`Session ${sessionId} is shutdown.pending: cleaning up within ${deadline} ms`);
    this.#ending.add(sessionId);
    for (const abort of this.#calls.values()) abort.abort();
    // The answers to what was just aborted go first: they are all under way before the next turn of the event loop.
    await new Promise(setImmediate);
    this.send({ type: "shutdown.ready", sessionId });
  }

  #refused({ code, message, replyTo, requestId }) {
    say(`The gateway says ${code} to our ${replyTo ?? "conduct"}: ${message}`);
    this.#requests.get(requestId)?.reject(new Error(message));
    this.#requests.delete(requestId);
    if (code === "UNSUPPORTED_VERSION" || (code === "AUTH_FAILED" && process.env.TAP_PROVIDER_TOKEN)) {
      this.fatal = `Giving up: ${code}. Another attempt would fail the same way.`;
    }
    if (replyTo !== "hello") return;
    if (code === "INVALID_SESSION") {
      this.#ending.add(this.#asked);
      this.#asked = null;
      this.#choose();
    } else if (code === "UNAUTHORIZED" && Object.keys(this.#definition.gates).length) {
      this.fatal = "Giving up: gates are for programs that the user has started with ./tapgateway spawn.";
      this.leave("no right to gates");
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

/** Read anew for each connection: every gateway makes its own token. */
function findToken() {
  if (process.env.TAP_PROVIDER_TOKEN) return process.env.TAP_PROVIDER_TOKEN.trim();
  try {
    return readFileSync(TOKEN_FILE, "utf8").trim();
  } catch {
    return "";
  }
}

function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}
