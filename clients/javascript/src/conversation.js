// One connection to a gateway, from `auth` to its end.

import { Calls } from "./calls.js";
import * as sentences from "./sentences.js";
import { Outflow } from "./streams.js";

/** @import { State as Situation } from "../index.js" */
/** @import { Offer } from "./offer.js" */
/** @import { Credentials } from "./provider.js" */
/** @typedef {{ type: string, [field: string]: any }} Message */
/** @typedef {{ id: string, label: string, cwd?: string }} Session */
/** @typedef {{ session: string, providerId: string, persistDir?: string }} Binding */
/** @typedef {"again" | "over" | "never"} Outlook another connection can succeed; it is not wanted; it never can */
/** @typedef {{ outlook: Outlook, why: string, wasBound: boolean }} End */
/** @typedef {"authenticating" | "pairing" | "choosing" | "registering" | "bound" | "closed"} State */

/**
 * What outlives a connection.
 *
 * @typedef {object} Life
 * @property {Credentials} credentials
 * @property {Offer} offer
 * @property {(active: Session[]) => string | undefined} choose the session to join
 * @property {() => object} identity the fields of `hello` that never change
 * @property {(state: Situation, line: string) => void} say
 * @property {(line: string) => void} remark
 * @property {(event: string, detail: any) => Promise<void>} tell the author's listeners
 */

const READY = { OPEN: 1 };

/** What a gateway of the Core Profile understands. */
const CORE = new Set(["auth", "hello", "tool.result", "push", "tools.update", "goodbye"]);
const RETRY_MS = 1_000;
// A gateway of the Core Profile never says that a session has come.
const WAIT_FOR_SESSION_MS = 30_000;

/** The gateway's refusal of a message. */
export class Refused extends Error {
  /** @param {{ code: string, message: string }} error */
  constructor({ code, message }) {
    super(message);
    this.name = "Refused";
    this.code = code;
  }
}

/** @type {Record<State, (type: string) => boolean>} */
const EXPECTED = {
  authenticating: (type) => ["sessions", "auth.pairing", "error"].includes(type),
  pairing: (type) => ["sessions", "error"].includes(type),
  choosing: (type) => ["sessions.updated", "error"].includes(type),
  registering: (type) => ["hello.ack", "sessions.updated", "error"].includes(type),
  bound: (type) => !["sessions", "auth.pairing", "hello.ack"].includes(type),
  closed: () => false,
};

export class Conversation {
  /** @type {State} */
  #state = "authenticating";
  /** @type {Session[]} */
  #active = []; // the latest list
  /** @type {string | undefined} */
  #asked; // for which our unanswered `hello` asks
  /** @type {Binding | undefined} */
  #binding;
  /** @type {Map<any, any>} */
  #said = new Map(); // of the offer, in that `hello`
  #isCore = false;
  #wasBound = false;
  /** @type {Map<string, { resolve: (answer: Message) => void, reject: (why: Error) => void }>} */
  #requests = new Map();
  #lastRequest = 0;
  /** @type {Promise<void> | undefined} */
  #syncing;
  /** @type {{ outlook: Outlook, why: string } | undefined} */
  #verdict;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;
  #outflow = new Outflow((message) => this.#send(/** @type {Message} */ (message)));
  #life;
  #socket;
  #url;
  #calls;

  /** @param {Life} life @param {WebSocket} socket @param {string} url @param {Message} auth */
  constructor(life, socket, url, auth) {
    this.#life = life;
    this.#socket = socket;
    this.#url = url;
    this.#calls = new Calls(life.offer, (message) => this.#send(message), life.remark);
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#send(auth);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    /** @type {Promise<End>} */
    this.ended = new Promise((resolve) => {
      socket.onclose = ({ code, reason }) => {
        const why = wasOpen ? sentences.lost(url, code, reason) : sentences.noGateway(url);
        this.#close();
        resolve({
          outlook: "again",
          why,
          ...life.credentials.closed(code),
          ...this.#verdict,
          wasBound: this.#wasBound,
        });
      };
      // What cannot be connected to has an error, and not everywhere an end.
      socket.onerror = () => wasOpen || socket.onclose?.(/** @type {any} */ ({ code: 1006, reason: "" }));
    });
  }

  get binding() {
    return this.#binding;
  }

  /** @param {object} message @returns {boolean} */
  push(message) {
    return this.#state === "bound" && this.#outflow.offer(message);
  }

  /** @param {number} last @param {string} stream @returns {Promise<Message>} */
  read(last, stream) {
    return this.#request("queryId", { type: "stream.query", streams: [stream], last });
  }

  /** What the user has typed. @param {string} code */
  confirm(code) {
    if (this.#state === "pairing") this.#send({ type: "auth.confirm", code });
  }

  /** Tells the gateway what has changed; ends when it knows everything. @returns {Promise<void>} */
  sync() {
    if (this.#state !== "bound") return Promise.resolve();
    return (this.#syncing ??= this.#tellNews());
  }

  /** Says goodbye and hangs up. @param {string} reason @param {Partial<End>} [verdict] */
  leave(reason, verdict) {
    if (["choosing", "registering", "bound"].includes(this.#state)) this.#send({ type: "goodbye", reason });
    this.hangUp(verdict);
  }

  /** @param {Partial<End>} [verdict] */
  hangUp(verdict) {
    this.#verdict = { outlook: "again", why: sentences.LEFT, ...verdict };
    this.#close();
    this.#socket.close(1000);
  }

  #close() {
    this.#state = "closed";
    clearTimeout(this.#patience);
    this.#unbind();
    this.#calls.close();
    for (const { reject } of this.#requests.values()) reject(new Error("the connection has ended"));
    this.#requests.clear();
  }

  /** @param {Message} message */
  #send(message) {
    if (this.#isCore && !CORE.has(message.type)) return;
    if (this.#socket.readyState === READY.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {"requestId" | "queryId"} correlation @param {Message} message @returns {Promise<Message>} */
  #request(correlation, message) {
    if (this.#state !== "bound") return Promise.reject(new Error("this provider is in no session at the moment"));
    if (this.#isCore) return Promise.reject(new Error("this gateway does not answer such requests"));
    const id = `${correlation}-${++this.#lastRequest}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#send({ ...message, [correlation]: id });
    });
  }

  /** @param {string} id @returns {{ resolve: (answer: Message) => void, reject: (why: Error) => void } | undefined} */
  #answered(id) {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    return request;
  }

  /** @param {string} text */
  #receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.hangUp({ why: sentences.noProtocol(this.#url) });
    }
    if (EXPECTED[this.#state](message.type)) this.#received(message);
  }

  /** Whatever else a later gateway may say is ignored. @param {Message} message */
  #received(message) {
    switch (message.type) {
      case "auth.pairing":
        this.#state = "pairing";
        return this.#life.say("pairing", message.prompt);
      case "sessions":
        if (message.token) this.#life.credentials.paired(message.token);
        this.#state = "choosing";
        return this.#listed(message.active);
      case "sessions.updated":
        return this.#listed(message.active);
      case "hello.ack":
        return this.#bound(message);
      case "tool.call":
        return void this.#calls.begin(message, this.#binding?.persistDir);
      case "tool.cancel":
        return this.#calls.cancel(message.id);
      case "gate.check":
        return void this.#check(message);
      case "transform.request":
        return void this.#rewrite(message);
      case "session.event":
        return void this.#life.tell(message.event, message.data);
      case "session.lifecycle":
        return void this.#lifecycle(message);
      case "ack":
        return this.#answered(message.requestId)?.resolve(message);
      case "stream.history":
        return this.#answered(message.queryId)?.resolve(message);
      case "error":
        return this.#refused(message);
    }
  }

  // ---- Into a session, and out of it. ----

  /** @param {Session[]} active */
  #listed(active) {
    this.#active = active;
    if (this.#state === "registering") return;
    if (this.#binding) {
      const { session } = this.#binding;
      if (active.some(({ id }) => id === session)) return;
      this.#unbind();
      this.#state = "choosing";
      this.#choose(active, sentences.sessionEnded(session));
    } else {
      this.#choose(active);
    }
  }

  /** @param {Session[]} sessions @param {string} [otherwise] what to say if there is none to join */
  #choose(sessions, otherwise = sentences.NO_SESSION) {
    clearTimeout(this.#patience);
    const { credentials, offer } = this.#life;
    const over = this.#active.length === 0 && credentials.withoutSession();
    if (over) return this.hangUp(over);
    this.#asked = this.#life.choose(sessions);
    if (this.#asked === undefined) {
      this.#life.say("waiting", otherwise);
      this.#patience = setTimeout(() => this.hangUp({ why: "" }), WAIT_FOR_SESSION_MS);
      return;
    }
    this.#state = "registering";
    this.#said = offer.said();
    this.#send({
      type: "hello",
      protocolVersion: 2,
      session: this.#asked,
      ...this.#life.identity(),
      ...credentials.seat(),
      ...offer.hello(),
    });
  }

  /** @param {Message} message */
  #bound({ providerId, sessionId = this.#asked, reconnectToken, persistDir }) {
    this.#state = "bound";
    this.#wasBound = true;
    // The Core Profile knows no reconnecting.
    this.#isCore = reconnectToken === undefined;
    this.#binding = { session: sessionId, providerId, persistDir };
    this.#asked = undefined;
    this.#life.credentials.seated(reconnectToken);
    this.#life.offer.taken(this.#said);
    this.#life.say("joined", sentences.joined(sessionId, providerId));
    this.sync().catch(() => {});
    void this.#life.tell("joined", this.#binding);
  }

  #unbind() {
    if (!this.#binding) return;
    const lost = this.#outflow.close();
    if (lost) this.#life.remark(`${lost} events were not sent: the connection has ended`);
    void this.#life.tell("left", this.#binding);
    this.#binding = undefined;
  }

  /** @param {Message} message */
  async #lifecycle({ sessionId: session, state, deadline }) {
    if (state !== "shutdown.pending") return this.#life.tell(state, { session });
    await this.#life.tell("ending", { session, deadline });
    if (this.#isCore) this.leave("the session ends", { why: sentences.sessionEnded(session) });
    else this.#send({ type: "shutdown.ready", sessionId: session });
  }

  // ---- What is asked. ----

  /** No answer within five seconds means no, and so does a gate that fails. @param {Message} message */
  async #check({ callId, gateId, tool, args, sessionId }) {
    /** @type {any} */
    let answer = { decision: "deny", reason: "The gate failed." };
    try {
      const decided = await this.#life.offer.gate(gateId)?.({ tool, args, session: sessionId });
      if (["allow", "deny", "context"].includes(decided?.decision)) answer = decided;
      else this.#life.remark(sentences.noDecision(tool));
    } catch (thrown) {
      this.#life.remark(sentences.failed(`the gate for '${tool}'`, thrown));
    }
    this.#send({ type: "gate.result", callId, gateId, decision: answer.decision, reason: answer.reason });
  }

  /** @param {Message} message */
  async #rewrite({ callId, section, current, sessionId }) {
    let content;
    try {
      content = await this.#life.offer.rewriter(section)?.(current, { section, session: sessionId });
    } catch (thrown) {
      this.#life.remark(sentences.failed(`the transform of '${section}'`, thrown));
    }
    this.#send({ type: "transform.result", callId, ...(typeof content === "string" && { content }) });
  }

  // ---- What is told and refused. ----

  async #tellNews() {
    // What is described in one go is told in one go.
    await null;
    /** @type {unknown} */
    let refusal;
    try {
      for (let part = this.#life.offer.news(); part && this.#state === "bound"; part = this.#life.offer.news()) {
        const update = this.#life.offer.update(part);
        try {
          await this.#update(update.message);
          update.accepted();
        } catch (thrown) {
          if (!(thrown instanceof Refused)) throw thrown;
          if (thrown.code === "RATE_LIMITED") {
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          } else {
            update.refused();
            refusal ??= thrown;
          }
        }
      }
    } finally {
      // Not a moment after there was no news: what comes then begins anew.
      this.#syncing = undefined;
    }
    if (refusal) throw refusal;
  }

  /** @param {Message} message */
  async #update(message) {
    if (this.#isCore) this.#send(message);
    else await this.#request("requestId", message);
  }

  /** @param {Message} error */
  #refused(error) {
    const { code, replyTo, requestId, queryId } = error;
    const request = this.#answered(requestId ?? queryId);
    if (request) {
      if (code !== "RATE_LIMITED") this.#life.remark(sentences.refused(/** @type {any} */ (error)));
      return request.reject(new Refused(/** @type {any} */ (error)));
    }
    if (code === "AUTH_FAILED") return this.hangUp(this.#life.credentials.refused(error.message));
    if (this.#state === "registering" && (replyTo === "hello" || code === "UNSUPPORTED_VERSION"))
      return this.#refusedHello(error);
    if (this.#state === "authenticating" || this.#state === "pairing")
      return this.hangUp({ why: sentences.refused(/** @type {any} */ (error)) });
    this.#life.remark(sentences.refused(/** @type {any} */ (error)));
  }

  /** @param {Message} error */
  #refusedHello(error) {
    if (error.code === "INVALID_SESSION") {
      const refused = this.#asked;
      this.#state = "choosing";
      const over = this.#life.credentials.withoutSession();
      // The list may have changed while the answer was on its way, and need not change again.
      return over ? this.hangUp(over) : this.#choose(this.#active.filter(({ id }) => id !== refused));
    }
    if (error.code === "DUPLICATE_INSTANCE") this.#life.credentials.unseated();
    // Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
    const outlook = ["TOOL_CONFLICT", "DUPLICATE_INSTANCE", "RATE_LIMITED"].includes(error.code) ? "again" : "never";
    this.hangUp({ outlook, why: sentences.refusedHello(/** @type {any} */ (error), this.#life.offer.hasRules) });
  }
}
