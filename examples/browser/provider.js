// A tool provider that lives in a browser tab: dials in to a Tap Gateway on this machine, pairs with the user's help, and
// stays. Copy this file as it is; page.js shows how to use it.
//
// What it remembers: the token of this site in localStorage, so that the user types a code once for all of its tabs; which
// instance this tab is in sessionStorage, so that a reload takes its own place again.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const TAKEN_OVER = 4409;

/** A failure that the caller may read. Codes: NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED, INTERNAL. */
export class ToolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Provider {
  #name;
  #tools;
  #show;
  #gateway;
  #tokenKey;
  #seatKey;
  #socket = null;
  #timer = 0;
  #pause = FIRST_PAUSE_MS;
  #token = null; // the one of this connection
  #problem = ""; // what the gateway refused last
  #active = []; // the sessions of the latest list
  #session = null; // the one we are in, or asked for
  #calls = new Map(); // call id -> AbortController

  /**
   * @param name who this provider is; letters, digits, "-" and "_"
   * @param tools name -> { description, parameters, timeout?, run(args, { signal, progress }) }
   * @param show is told the state whenever it changes, and a sentence for the user: `unpaired`, `connecting`, `code`,
   *   `joined`, `waiting`
   * @param port where the gateway listens. Never a whole address: the token must not leave this machine.
   */
  constructor({ name, tools, show, port = 9400 }) {
    this.#name = name;
    this.#tools = tools;
    this.#show = show;
    this.#gateway = `ws://localhost:${Number(port)}/`;
    this.#tokenKey = `tap-gateway:${Number(port)}:token`;
    this.#seatKey = `tap-gateway:${Number(port)}:seat`;
    // No goodbye: the page may be about to reload, and then wants its place back.
    addEventListener("pagehide", () => this.#hangUp());
    addEventListener("pageshow", ({ persisted }) => persisted && this.start());
    // Another tab of this site has paired, for all of them.
    addEventListener("storage", ({ key }) => key === this.#tokenKey && !this.#socket && this.start());
  }

  /** Connects if this site has paired before. Only the user can begin a pairing: a page that asks unbidden gets muted. */
  start() {
    const token = localStorage.getItem(this.#tokenKey);
    if (token) this.#connect({ token });
    else this.#show("unpaired", this.#problem);
  }

  /** Asks for a code, which the session then shows to the user. */
  pair() {
    this.#connect({ mode: "pair", name: this.#name });
  }

  /** What the user typed. */
  confirm(code) {
    this.#send({ type: "auth.confirm", code });
  }

  /** Tells the session something; { level: "keep" | "surface" | "inject", event, stream?, metadata? }. */
  push(event) {
    this.#send({ type: "push", ...event });
  }

  /** Says goodbye and forgets the pairing. */
  leave() {
    this.#send({ type: "goodbye", reason: "the user disconnected the page" });
    this.#forget("");
    this.#hangUp();
    this.#show("unpaired", "");
  }

  // ---- One connection. ----

  #connect(credential) {
    this.#hangUp();
    this.#token = credential.token ?? null;
    this.#problem = "";
    this.#show("connecting", "");
    const socket = new WebSocket(this.#gateway);
    this.#socket = socket;
    socket.onopen = () => this.#send({ type: "auth", ...credential });
    socket.onmessage = ({ data }) => this.#received(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lost(code);
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hangUp() {
    clearTimeout(this.#timer);
    if (this.#socket) {
      this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close(1000);
    }
    this.#forgetConnection();
  }

  /** Nobody waits for the answers to its calls any more; the gateway has told the callers. */
  #forgetConnection() {
    this.#socket = null;
    this.#session = null;
    this.#active = [];
    for (const abort of this.#calls.values()) abort.abort();
    this.#calls.clear();
  }

  #lost(code) {
    this.#forgetConnection();
    // A copy of this tab has our place. It may keep it; we are one more.
    if (code === TAKEN_OVER) this.#giveUpSeat();
    if (!localStorage.getItem(this.#tokenKey)) {
      return this.#show("unpaired", this.#problem || `No gateway lets this page in at ${this.#gateway}. Is one running? May this site ask it for a code?`);
    }
    const why = this.#problem || "The gateway is not there.";
    this.#show("waiting", `${why} Trying again in ${this.#pause / 1_000} s.`);
    this.#timer = setTimeout(() => this.start(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #received(message) {
    switch (message.type) {
      case "auth.pairing":
        return this.#show("code", message.prompt);
      case "sessions":
        if (message.token) this.#remember(message.token);
        return this.#choose(message.active);
      case "sessions.updated":
        return this.#choose(message.active);
      case "hello.ack":
        return this.#joined(message);
      case "tool.call":
        return void this.#call(message);
      case "tool.cancel":
        return this.#calls.get(message.id)?.abort();
      case "session.lifecycle":
        if (message.state === "shutdown.pending") this.#send({ type: "shutdown.ready", sessionId: message.sessionId });
        return;
      case "error":
        return this.#refused(message);
      // Later versions of the protocol may say more. That must not hurt.
    }
  }

  /** A paired page belongs to one session. When that has ended, its token is worthless. */
  #choose(active) {
    this.#active = active;
    if (active.length === 0) {
      this.#forget("The session has ended. Pair again to join another one.");
      return this.#socket.close(1000);
    }
    if (active.some(({ id }) => id === this.#session)) return;
    this.#session = active[0].id;
    const { instance, reconnectToken } = this.#seat();
    this.#send({
      type: "hello",
      name: this.#name,
      protocolVersion: 2,
      session: this.#session,
      instance,
      // Lets us take our own place again when the gateway has not noticed yet that we lost it.
      ...(reconnectToken && { reconnectToken }),
      metadata: { url: location.origin + location.pathname, title: document.title.slice(0, 200) },
      tools: Object.entries(this.#tools).map(([name, { run, ...definition }]) => ({ name, ...definition })),
    });
  }

  #joined({ sessionId, reconnectToken }) {
    this.#problem = "";
    this.#pause = FIRST_PAUSE_MS;
    const { instance } = this.#seat();
    sessionStorage.setItem(this.#seatKey, JSON.stringify({ instance, reconnectToken }));
    this.#show("joined", this.#active.find(({ id }) => id === sessionId)?.label ?? sessionId);
  }

  #refused({ code, message, replyTo }) {
    console.warn(`The gateway says ${code} to ${replyTo ?? "this page"}: ${message}`);
    if (code === "AUTH_FAILED") return this.#forget(message);
    if (!replyTo?.startsWith("auth") && replyTo !== "hello") return;
    this.#problem = message;
    if (replyTo !== "hello") return;
    if (code === "INVALID_SESSION") this.#forget(message);
    // Another tab has our place; we are one more.
    if (code === "DUPLICATE_INSTANCE") this.#giveUpSeat();
    // Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
    this.#socket.close(1000);
  }

  /** Answers a call with exactly one `tool.result`, whatever happens. */
  async #call({ id, tool, args }) {
    const abort = new AbortController();
    this.#calls.set(id, abort);
    let result;
    try {
      if (!Object.hasOwn(this.#tools, tool)) throw new ToolError("NOT_FOUND", `There is no tool '${tool}' here`);
      const data = await this.#tools[tool].run(args ?? {}, {
        signal: abort.signal,
        progress: (text) => this.#send({ type: "tool.progress", id, message: text }),
      });
      result = { data: data ?? null };
    } catch (problem) {
      result = failure(problem, abort.signal);
    }
    // After the end of a connection its calls are forgotten, here as at the gateway.
    if (this.#calls.delete(id)) this.#send({ type: "tool.result", id, ...result });
  }

  // ---- What outlives a connection. ----

  #seat() {
    const seat = JSON.parse(sessionStorage.getItem(this.#seatKey) ?? "{}");
    if (seat.instance) return seat;
    const taken = { instance: `tab-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16)}` };
    sessionStorage.setItem(this.#seatKey, JSON.stringify(taken));
    return taken;
  }

  #giveUpSeat() {
    sessionStorage.removeItem(this.#seatKey);
  }

  #remember(token) {
    this.#token = token;
    localStorage.setItem(this.#tokenKey, token);
  }

  #forget(why) {
    this.#problem = why;
    // Another tab may have paired anew meanwhile.
    if (localStorage.getItem(this.#tokenKey) === this.#token) localStorage.removeItem(this.#tokenKey);
  }
}

function failure(problem, signal) {
  if (signal.aborted) return { error: "Cancelled", errorCode: "CANCELLED" };
  if (problem instanceof ToolError) return { error: problem.message, errorCode: problem.code };
  // A bug of ours: the details are for our own eyes.
  console.error(problem);
  return { error: "The tool failed", errorCode: "INTERNAL" };
}
